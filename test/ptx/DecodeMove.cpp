// mov and cvta: copies between registers, vectors of registers, predicates, and addresses of variables.
#include "Decode.h"
#include "Lanewise.h"
#include "Launch.h"

namespace ptx {
namespace {

void move(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  forEachLane(at.mask, [&](int l) { d[l] = a[l]; });
}

void movePredicate(Context& at, const Instruction& in) { at.setPredicate(in.row[0], at.maskOf(in.operands[1])); }

void moveAddress(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const Operand& symbol = in.operands[1];
  forEachLane(at.mask, [&](int l) {
    switch (symbol.space) {
      case Space::local:
        d[l] = reinterpret_cast<u64>(at.frame->localOf(l)) + static_cast<u64>(symbol.offset);
        break;
      case Space::param:
        d[l] = reinterpret_cast<u64>(parameterPlace(at, symbol.offset, l));
        break;
      default:
        d[l] = static_cast<u64>(symbol.offset);
    }
  });
}

/// A function's address: nobody may use it, since indirect calls are not carried out.
void moveNothing(Context&, const Instruction&) {}

/// mov.b64 d, {a, b}: the first is the lowest part.
void pack(Context& at, const Instruction& in) {
  const std::vector<int>& rows = in.operands[1].rows;
  const int bits = sizeOf(in.type) * 8 / static_cast<int>(rows.size());
  const u64 ones = (u64{1} << bits) - 1;
  u64 packed[lanes];
  forEachLane(at.mask, [&](int l) {
    packed[l] = 0;
    for (std::size_t k = 0; k < rows.size(); ++k)
      packed[l] |= (at.row(rows[k])[l] & ones) << (bits * static_cast<int>(k));
  });
  u64* d = at.row(in.row[0]);
  forEachLane(at.mask, [&](int l) { d[l] = packed[l]; });
}

void unpack(Context& at, const Instruction& in) {
  u64 packed[lanes];
  std::memcpy(packed, at.row(in.row[1]), sizeof packed);
  const std::vector<int>& rows = in.operands[0].rows;
  const int bits = sizeOf(in.type) * 8 / static_cast<int>(rows.size());
  const u64 ones = (u64{1} << bits) - 1;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    u64* d = at.row(rows[k]);
    forEachLane(at.mask, [&](int l) { d[l] = packed[l] >> (bits * static_cast<int>(k)) & ones; });
  }
}

void decodeMove(Instruction& in) {
  const Operand& to = in.operands[0];
  const Operand& from = in.operands[1];
  setCost(in, Pipe::free, 0, 0);
  if (in.type == Type::pred || to.kind == Operand::Kind::predicate) {
    in.execute = &movePredicate;
  } else if (to.kind == Operand::Kind::vector) {
    in.execute = &unpack;
  } else if (from.kind == Operand::Kind::vector) {
    in.execute = &pack;
  } else if (from.kind == Operand::Kind::symbol) {
    in.execute = &moveAddress;
  } else if (from.kind == Operand::Kind::label) {
    in.execute = &moveNothing;
  } else {
    in.execute = &move;
    const bool special = from.index >= 0 && from.index < specialRows;
    if (special) setCost(in, Pipe::integer, 1, 15);
  }
}

void sharedToGeneric(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64 base = reinterpret_cast<u64>(at.block->shared.data());
  const s64 offset = in.operands[1].kind == Operand::Kind::symbol ? in.operands[1].offset : 0;
  const bool isSymbol = in.operands[1].kind == Operand::Kind::symbol;
  forEachLane(at.mask, [&](int l) { d[l] = base + (isSymbol ? static_cast<u64>(offset) : a[l]); });
}
void genericToShared(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64 base = reinterpret_cast<u64>(at.block->shared.data());
  forEachLane(at.mask, [&](int l) { d[l] = a[l] - base; });
}

/// Only shared memory has addresses of its own: offsets in the block's.
void decodeConversion(Instruction& in) {
  setCost(in, Pipe::free, 0, 0);
  if (in.has("shared")) {
    in.execute = in.has("to") ? &genericToShared : &sharedToGeneric;
  } else {
    in.execute = in.operands[1].kind == Operand::Kind::symbol ? &moveAddress : &move;
  }
}

}  // namespace

Decoders moveDecoders() { return {{"mov", &decodeMove}, {"cvta", &decodeConversion}}; }

}  // namespace ptx
