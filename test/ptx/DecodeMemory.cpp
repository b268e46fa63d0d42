// ld and st in all state spaces, and hints that do nothing here.
#include "Access.h"
#include "Decode.h"
#include "Launch.h"

namespace ptx {
namespace {

/// Narrow signed integers fill the row with their sign.
template <class T>
u64 readFrom(const void* place) {
  T value;
  std::memcpy(&value, place, sizeof(T));
  if constexpr (std::is_signed_v<T>) return static_cast<u64>(static_cast<s64>(value));
  return static_cast<u64>(value);
}

u64 readAs(Type type, const void* place) {
  switch (type) {
    case Type::s8:
      return readFrom<s8>(place);
    case Type::u8:
    case Type::b8:
      return readFrom<u8>(place);
    case Type::s16:
      return readFrom<s16>(place);
    case Type::u16:
    case Type::b16:
      return readFrom<u16>(place);
    case Type::s32:
      return readFrom<s32>(place);
    case Type::u32:
    case Type::b32:
    case Type::f32:
      return readFrom<u32>(place);
    default:
      return readFrom<u64>(place);
  }
}

/// The row of a vector's element; of a plain operand, that row.
int rowOf(const Operand& operand, int element) {
  return operand.kind == Operand::Kind::vector ? operand.rows[static_cast<std::size_t>(element)] : operand.index;
}

bool isParameter(const Instruction& in, const Operand& address) {
  return in.space == Space::param && address.index == Operand::noBase;
}

void load(Context& at, const Instruction& in) {
  const Operand& address = in.operands[1];
  const int bytes = sizeOf(in.type);
  u64 from[lanes];
  if (isParameter(in, address)) {
    forEachLane(at.mask, [&](int l) { from[l] = reinterpret_cast<u64>(parameterPlace(at, address.offset, l)); });
  } else {
    addressesOf(at, in, address, from);
    access(at, in, from, bytes * in.width, AccessKind::load);
  }
  for (int element = 0; element < in.width; ++element) {
    u64* d = at.row(rowOf(in.operands[0], element));
    const u64 offset = static_cast<u64>(element * bytes);
    forEachLane(at.mask, [&](int l) { d[l] = readAs(in.type, reinterpret_cast<const void*>(from[l] + offset)); });
  }
}

void store(Context& at, const Instruction& in) {
  const Operand& address = in.operands[0];
  const int bytes = sizeOf(in.type);
  u64 to[lanes];
  if (isParameter(in, address)) {
    forEachLane(at.mask, [&](int l) { to[l] = reinterpret_cast<u64>(parameterPlace(at, address.offset, l)); });
  } else {
    addressesOf(at, in, address, to);
    access(at, in, to, bytes * in.width, AccessKind::store);
  }
  for (int element = 0; element < in.width; ++element) {
    const u64* s = at.row(rowOf(in.operands[1], element));
    const u64 offset = static_cast<u64>(element * bytes);
    forEachLane(at.mask, [&](int l) {
      std::memcpy(reinterpret_cast<void*>(to[l] + offset), &s[l], static_cast<std::size_t>(bytes));
    });
  }
}

void readModifier(Instruction& in, const std::string& word) {
  if (word == "global") in.space = Space::global;
  if (word.rfind("shared", 0) == 0) in.space = Space::shared;
  if (word == "local") in.space = Space::local;
  if (word.rfind("param", 0) == 0) in.space = Space::param;
  if (word == "const") in.space = Space::constant;
  if (word == "v2") in.width = 2;
  if (word == "v4") in.width = 4;
  if (word == "nc") in.constant = true;
  for (const char* past : {"volatile", "relaxed", "acquire", "cg", "cv"})
    if (word == past) in.bypassesL1 = true;
}

void decodeAccess(Instruction& in) {
  const bool stores = in.words[0] == "st";
  in.kind = stores ? Kind::store : Kind::load;
  in.execute = stores ? &store : &load;
  for (std::size_t number = 1; number < in.words.size(); ++number) readModifier(in, in.words[number]);
  if (in.space == Space::param) {
    setCost(in, Pipe::free, 0, 0);
  } else {
    setCost(in,
            in.space == Space::shared  ? Pipe::shared
            : in.space == Space::local ? Pipe::local
                                       : Pipe::memory,
            1, 35);
  }
}

void nothing(Context&, const Instruction&) {}
void decodeHint(Instruction& in) {
  in.execute = &nothing;
  setCost(in, Pipe::control, 1, 4);
}

}  // namespace

Decoders memoryDecoders() {
  return {{"ld", &decodeAccess},         {"ldu", &decodeAccess},     {"st", &decodeAccess},
          {"prefetch", &decodeHint},     {"prefetchu", &decodeHint}, {"discard", &decodeHint},
          {"applypriority", &decodeHint}};
}

}  // namespace ptx
