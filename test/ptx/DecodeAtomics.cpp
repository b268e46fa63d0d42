// atom and red: lane after lane, in order.
#include "Access.h"
#include "Combine.h"
#include "Decode.h"

namespace ptx {
namespace {

template <class T>
void apply(Context& at, const Instruction& in) {
  const std::size_t address = in.words[0] == "atom" ? 1 : 0;  // red has no result in front
  const u64* b = at.row(in.row[address + 1]);
  const u64* c = in.operands.size() > address + 2 ? at.row(in.row[address + 2]) : b;
  u64* d = address == 1 && in.operands[0].kind == Operand::Kind::row ? at.row(in.row[0]) : nullptr;
  u64 places[lanes];
  addressesOf(at, in, in.operands[address], places);
  access(at, in, places, sizeof(T), AccessKind::atomic);
  forEachLane(at.mask, [&](int l) {
    void* place = reinterpret_cast<void*>(places[l]);
    T old;
    std::memcpy(&old, place, sizeof(T));
    const T fresh = combined<T>(static_cast<Combine>(in.mode), old, fromBits<T>(b[l]), fromBits<T>(c[l]));
    std::memcpy(place, &fresh, sizeof(T));
    if (d != nullptr) d[l] = toBits<T>(old);
  });
}

Execute applying(Type type) {
  switch (type) {
    case Type::f64:
      return &apply<double>;
    case Type::f32:
      return &apply<float>;
    case Type::s32:
      return &apply<s32>;
    case Type::s64:
      return &apply<s64>;
    case Type::u32:
    case Type::b32:
      return &apply<u32>;
    case Type::b16:
    case Type::u16:
      return &apply<u16>;
    case Type::b64:
    case Type::u64:
      return &apply<u64>;
    default:
      return nullptr;
  }
}

void decodeAtomic(Instruction& in) {
  in.kind = Kind::atomic;
  in.mode = -1;
  for (std::size_t number = 1; number < in.words.size(); ++number) {
    const std::string& word = in.words[number];
    if (const auto operation = combineNamed(word)) in.mode = static_cast<int>(*operation);
    if (word == "global") in.space = Space::global;
    if (word.rfind("shared", 0) == 0) in.space = Space::shared;
  }
  in.bypassesL1 = true;
  in.execute = applying(in.type);
  if (in.execute == nullptr || in.mode < 0) fail("instruction not supported: " + in.text);
  setCost(in, in.space == Space::shared ? Pipe::shared : Pipe::memory, 1, 250);
}

}  // namespace

Decoders atomicDecoders() { return {{"atom", &decodeAtomic}, {"red", &decodeAtomic}}; }

}  // namespace ptx
