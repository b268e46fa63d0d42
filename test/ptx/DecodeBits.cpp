// and or xor not, shifts, fields of bits, counts of bits, permutations of bytes.
#include <algorithm>

#include "Decode.h"
#include "Lanewise.h"

namespace ptx {
namespace {

struct And {
  template <class T>
  T operator()(T a, T b) const {
    return a & b;
  }
};
struct Or {
  template <class T>
  T operator()(T a, T b) const {
    return a | b;
  }
};
struct Xor {
  template <class T>
  T operator()(T a, T b) const {
    return a ^ b;
  }
};
struct Not {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(~a);
  }
};
struct ShiftLeft {
  template <class T>
  T operator()(T a, u32 b) const {
    return b >= sizeof(T) * 8 ? T(0) : static_cast<T>(a << b);
  }
};
struct ShiftRight {
  template <class T>
  T operator()(T a, u32 b) const {
    if (b >= sizeof(T) * 8) return std::is_signed_v<T> && a < 0 ? static_cast<T>(-1) : T(0);
    return static_cast<T>(a >> b);
  }
};
struct IsZero {
  template <class T>
  T operator()(T a) const {
    return a == 0 ? 1 : 0;
  }
};

template <class Op>
void combinePredicates(Context& at, const Instruction& in) {
  at.setPredicate(in.row[0], Op()(at.maskOf(in.operands[1]), at.maskOf(in.operands[2])));
}
void negatePredicate(Context& at, const Instruction& in) { at.setPredicate(in.row[0], ~at.maskOf(in.operands[1])); }

template <class Op>
void decodeLogic(Instruction& in) {
  if (in.type == Type::pred) {
    in.execute = &combinePredicates<Op>;
    setCost(in, Pipe::integer, 1, 4);
  } else {
    in.execute = bitsBinary<Op>(in.type);
    in.latency = 4;
  }
}

void decodeNot(Instruction& in) { in.execute = in.type == Type::pred ? &negatePredicate : bitsUnary<Not>(in.type); }
void decodeLogicalNot(Instruction& in) { in.execute = bitsUnary<IsZero>(in.type); }

void decodeShiftLeft(Instruction& in) {
  switch (sizeOf(in.type)) {
    case 2:
      in.execute = &binaryAs<u16, u16, u32, ShiftLeft>;
      break;
    case 4:
      in.execute = &binaryAs<u32, u32, u32, ShiftLeft>;
      break;
    default:
      in.execute = &binaryAs<u64, u64, u32, ShiftLeft>;
  }
}

template <class T>
Execute shiftRight() {
  return &binaryAs<T, T, u32, ShiftRight>;
}

void decodeShiftRight(Instruction& in) {
  const bool isSignedShift = isSigned(in.type);
  switch (sizeOf(in.type)) {
    case 2:
      in.execute = isSignedShift ? shiftRight<s16>() : shiftRight<u16>();
      break;
    case 4:
      in.execute = isSignedShift ? shiftRight<s32>() : shiftRight<u32>();
      break;
    default:
      in.execute = isSignedShift ? shiftRight<s64>() : shiftRight<u64>();
  }
}

/// shf: 32 bits out of two registers.
void shiftFunnel(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const u64* c = at.row(in.row[3]);
  const bool left = in.mode == 0;
  const bool wraps = in.mode2 != 0;
  forEachLane(at.mask, [&](int l) {
    const u32 asked = static_cast<u32>(c[l]);
    const u32 n = wraps ? asked & 31 : std::min<u32>(asked, 32);
    const u64 both = (b[l] << 32) | (a[l] & allLanes);
    const u64 shifted = left ? n == 0 ? b[l] : (both << n) >> 32 : both >> n;
    d[l] = shifted & 0xffffffffu;
  });
}
void decodeShiftFunnel(Instruction& in) {
  in.mode = in.has("r") ? 1 : 0;
  in.mode2 = in.has("wrap") ? 1 : 0;
  in.execute = &shiftFunnel;
}

/// bmsk: so many ones from a bit on.
void maskBits(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const bool wraps = in.mode != 0;
  const auto limited = [&](u64 value) {
    const u32 asked = static_cast<u32>(value);
    return wraps ? asked & 31 : std::min<u32>(asked, 32);
  };
  forEachLane(at.mask, [&](int l) {
    const u64 ones = (u64{1} << limited(b[l])) - 1;
    d[l] = (ones << limited(a[l])) & 0xffffffffu;
  });
}
void decodeMask(Instruction& in) {
  in.mode = in.has("wrap") ? 1 : 0;
  in.execute = &maskBits;
}

/// prmt: each byte of the result is one of the eight of a and b, or its sign.
void permuteBytes(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const u64* c = at.row(in.row[3]);
  forEachLane(at.mask, [&](int l) {
    const u64 both = (b[l] << 32) | (a[l] & 0xffffffffu);
    u32 value = 0;
    for (int k = 0; k < 4; ++k) {
      const u32 selector = static_cast<u32>(c[l] >> (4 * k) & 15);
      u32 byte = static_cast<u32>(both >> (8 * (selector & 7)) & 255);
      if (selector & 8) byte = byte & 128 ? 255 : 0;
      value |= byte << (8 * k);
    }
    d[l] = value;
  });
}
void decodePermute(Instruction& in) {
  if (in.words.size() > 2) fail("instruction not supported: " + in.text);  // prmt.b32.f4e and the like
  in.execute = &permuteBytes;
}

/// lop3: any function of three bits, as a table of eight answers.
void combineThree(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const u64* c = at.row(in.row[3]);
  const u32 table = static_cast<u32>(at.row(in.row[4])[0]);
  forEachLane(at.mask, [&](int l) {
    const u32 x = static_cast<u32>(a[l]);
    const u32 y = static_cast<u32>(b[l]);
    const u32 z = static_cast<u32>(c[l]);
    u32 value = 0;
    for (int k = 0; k < 8; ++k)
      if (table >> k & 1) value |= (k & 4 ? x : ~x) & (k & 2 ? y : ~y) & (k & 1 ? z : ~z);
    d[l] = value;
  });
}
void decodeThree(Instruction& in) { in.execute = &combineThree; }

/// bfe: `length` bits from `position` on, extended by their highest one where T is signed.
template <class T>
void extractField(Context& at, const Instruction& in) {
  using U = std::make_unsigned_t<T>;
  constexpr int bits = sizeof(T) * 8;
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const u64* c = at.row(in.row[3]);
  forEachLane(at.mask, [&](int l) {
    const int position = static_cast<int>(b[l] & 255);
    const int length = static_cast<int>(c[l] & 255);
    const U x = fromBits<U>(a[l]);
    U value = position >= bits ? U(0) : x >> position;
    if (length < bits) value &= (U(1) << length) - 1;
    if (std::is_signed_v<T> && length > 0) {
      const bool negative = (x >> std::min(position + length - 1, bits - 1) & 1) != 0;
      if (negative && length < bits) value |= ~((U(1) << length) - 1);
      if (negative && position + length > bits && position < bits && position > 0)
        value |= ~((U(1) << (bits - position)) - 1);
    }
    d[l] = toBits<U>(value);
  });
}
void decodeExtract(Instruction& in) {
  in.slots = 2;
  switch (in.type) {
    case Type::s32:
      in.execute = &extractField<s32>;
      break;
    case Type::u32:
      in.execute = &extractField<u32>;
      break;
    case Type::s64:
      in.execute = &extractField<s64>;
      break;
    default:
      in.execute = &extractField<u64>;
  }
}

/// bfi: `length` bits of a in the place of b's from `position` on.
template <class U>
void insertField(Context& at, const Instruction& in) {
  constexpr int bits = sizeof(U) * 8;
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const u64* p = at.row(in.row[3]);
  const u64* n = at.row(in.row[4]);
  forEachLane(at.mask, [&](int l) {
    const int position = static_cast<int>(p[l] & 255);
    const int length = static_cast<int>(n[l] & 255);
    const U ones = length >= bits ? ~U(0) : (U(1) << length) - 1;
    const U replaced = position >= bits ? U(0) : static_cast<U>(ones << position);
    const U fresh = position >= bits ? U(0) : static_cast<U>((fromBits<U>(a[l]) & ones) << position);
    d[l] = toBits<U>((fromBits<U>(b[l]) & ~replaced) | fresh);
  });
}
void decodeInsert(Instruction& in) {
  in.slots = 2;
  in.execute = isWide(in) ? &insertField<u64> : &insertField<u32>;
}

template <class U>
constexpr int bitsOf = sizeof(U) * 8;

struct PopulationCount {
  template <class U>
  u64 operator()(U x, bool) const {
    return static_cast<u64>(__builtin_popcountll(x));
  }
};
struct LeadingZeros {
  template <class U>
  u64 operator()(U x, bool) const {
    return x == 0 ? bitsOf<U> : static_cast<u64>(__builtin_clzll(x) - (64 - bitsOf<U>));
  }
};
struct Reversed {
  template <class U>
  u64 operator()(U x, bool) const {
    U value = 0;
    for (int k = 0; k < bitsOf<U>; ++k)
      if (x >> k & 1) value |= U(1) << (bitsOf<U> - 1 - k);
    return value;
  }
};
/// bfind: the highest bit that is not the sign; all bits where there is none.
struct HighestBit {
  template <class U>
  u64 operator()(U x, bool isSignedType) const {
    if (isSignedType && (x >> (bitsOf<U> - 1)) != 0) x = ~x;
    return x == 0 ? 0xffffffffu : static_cast<u64>(63 - __builtin_clzll(x));
  }
};
struct ShiftToHighestBit {
  template <class U>
  u64 operator()(U x, bool isSignedType) const {
    const u64 highest = HighestBit()(x, isSignedType);
    return highest == 0xffffffffu ? highest : static_cast<u64>(bitsOf<U> - 1) - highest;
  }
};

template <class U, class Op>
void countBits(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const bool isSignedType = isSigned(in.type);
  forEachLane(at.mask, [&](int l) { d[l] = Op()(fromBits<U>(a[l]), isSignedType); });
}
template <class Op>
void decodeCount(Instruction& in) {
  in.execute = isWide(in) ? &countBits<u64, Op> : &countBits<u32, Op>;
  setCost(in, Pipe::convert, isWide(in) ? 2 : 1, 12);
}
void decodeHighestBit(Instruction& in) {
  if (in.has("shiftamt")) {
    decodeCount<ShiftToHighestBit>(in);
  } else {
    decodeCount<HighestBit>(in);
  }
}

}  // namespace

Decoders bitDecoders() {
  return {{"and", &decodeLogic<And>},
          {"or", &decodeLogic<Or>},
          {"xor", &decodeLogic<Xor>},
          {"not", &decodeNot},
          {"cnot", &decodeLogicalNot},
          {"shl", &decodeShiftLeft},
          {"shr", &decodeShiftRight},
          {"shf", &decodeShiftFunnel},
          {"prmt", &decodePermute},
          {"lop3", &decodeThree},
          {"bfe", &decodeExtract},
          {"bfi", &decodeInsert},
          {"bmsk", &decodeMask},
          {"popc", &decodeCount<PopulationCount>},
          {"clz", &decodeCount<LeadingZeros>},
          {"brev", &decodeCount<Reversed>},
          {"bfind", &decodeHighestBit}};
}

}  // namespace ptx
