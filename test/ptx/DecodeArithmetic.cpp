// add sub mul mad fma div rem min max neg abs, sqrt and its like, the special function unit.
#include <cmath>
#include <limits>

#include "Carries.h"
#include "Decode.h"
#include "Lanewise.h"

namespace ptx {
namespace {

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct Subtract {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a - b);
  }
};
/// Wrap-around without signs: 16 bits become int otherwise, whose products overflow.
template <class T>
using Factor = std::conditional_t<std::is_integral_v<T>, std::common_type_t<T, unsigned>, T>;

struct Multiply {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(Factor<T>(a) * Factor<T>(b));
  }
};
/// The hardware's answers where the quotient is not defined: all bits, and the negated dividend.
struct Divide {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0) return static_cast<T>(-1);
      if constexpr (std::is_signed_v<T>)
        if (b == T(-1)) return static_cast<T>(0 - std::make_unsigned_t<T>(a));
    }
    return static_cast<T>(a / b);
  }
};
struct Remainder {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>)
      if (b == T(-1)) return 0;
    return static_cast<T>(a % b);
  }
};
/// Of two zeros, PTX takes -0.0 for the less: std::fmin takes either.
template <class T>
T least(T a, T b) {
  return a == 0 && b == 0 ? (std::signbit(a) ? a : b) : std::fmin(a, b);
}
template <class T>
T greatest(T a, T b) {
  return a == 0 && b == 0 ? (std::signbit(a) ? b : a) : std::fmax(a, b);
}
struct Least {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      return least(a, b);
    } else {
      return b < a ? b : a;
    }
  }
};
struct Greatest {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      return greatest(a, b);
    } else {
      return a < b ? b : a;
    }
  }
};
struct LeastOrNan {
  template <class T>
  T operator()(T a, T b) const {
    return a != a ? a : b != b ? b : least(a, b);
  }
};
struct GreatestOrNan {
  template <class T>
  T operator()(T a, T b) const {
    return a != a ? a : b != b ? b : greatest(a, b);
  }
};
struct Negate {
  template <class T>
  T operator()(T a) const {
    if constexpr (std::is_floating_point_v<T>) {
      return -a;
    } else {
      return static_cast<T>(T(0) - a);
    }
  }
};
struct Absolute {
  template <class T>
  T operator()(T a) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::fabs(a);
    } else {
      return a < 0 ? static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a)) : a;
    }
  }
};
struct Saturate {
  template <class T>
  T operator()(T a) const {
    return a != a || a < 0 ? T(0) : a > 1 ? T(1) : a;
  }
};
struct AddSaturated {
  template <class T>
  T operator()(T a, T b) const {
    return Saturate()(a + b);
  }
};
struct MultiplyAdd {
  template <class T>
  T operator()(T a, T b, T c) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::fma(a, b, c);
    } else {
      return static_cast<T>(Factor<T>(a) * Factor<T>(b) + Factor<T>(c));
    }
  }
};
struct MultiplyAddSaturated {
  template <class T>
  T operator()(T a, T b, T c) const {
    return Saturate()(std::fma(a, b, c));
  }
};

/// The whole product, of a type W twice as wide.
template <class W>
struct WideProduct {
  template <class T>
  W operator()(T a, T b) const {
    return static_cast<W>(W(a) * W(b));
  }
};
template <class W>
struct WideProductAdd {
  template <class T, class C>
  W operator()(T a, T b, C c) const {
    return static_cast<W>(static_cast<std::make_unsigned_t<W>>(W(a) * W(b)) + static_cast<std::make_unsigned_t<W>>(c));
  }
};
/// The upper half of the product.
template <class W, int bits>
struct HighProduct {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>((W(a) * W(b)) >> bits);
  }
};
template <class W, int bits>
struct HighProductAdd {
  template <class T>
  T operator()(T a, T b, T c) const {
    return static_cast<T>(((W(a) * W(b)) >> bits) + W(c));
  }
};

// The approximate ones are computed exactly.
struct SquareRoot {
  template <class T>
  T operator()(T a) const {
    return std::sqrt(a);
  }
};
struct ReciprocalRoot {
  template <class T>
  T operator()(T a) const {
    return T(1) / std::sqrt(a);
  }
};
struct Reciprocal {
  template <class T>
  T operator()(T a) const {
    return T(1) / a;
  }
};
struct PowerOfTwo {
  template <class T>
  T operator()(T a) const {
    return std::exp2(a);
  }
};
struct Logarithm {
  template <class T>
  T operator()(T a) const {
    return std::log2(a);
  }
};
struct Sine {
  template <class T>
  T operator()(T a) const {
    return std::sin(a);
  }
};
struct Cosine {
  template <class T>
  T operator()(T a) const {
    return std::cos(a);
  }
};
struct Tangent {
  template <class T>
  T operator()(T a) const {
    return std::tanh(a);
  }
};
struct CopySign {
  template <class T>
  T operator()(T a, T b) const {
    return std::copysign(b, a);
  }
};

bool isDouble(const Instruction& in) { return in.type == Type::f64; }

void countFlops(Instruction& in, int flops) {
  if (isFloat(in.type)) in.flops = static_cast<u8>(flops);
}

template <Carry operation, class Op>
void decodeSum(Instruction& in) {
  const bool carryIn = in.words[0].back() == 'c';
  countFlops(in, 1);
  if (carryIn || in.has("cc")) {
    in.execute = carried(operation, in);
  } else if (isFloat(in.type)) {
    in.execute = in.has("sat") ? floatBinary<AddSaturated>(in.type) : floatBinary<Op>(in.type);
  } else {
    in.execute = bitsBinary<Op>(in.type);
  }
}

Execute wideProduct(Type type) {
  switch (type) {
    case Type::s32:
      return &binaryAs<s64, s32, s32, WideProduct<s64>>;
    case Type::u32:
      return &binaryAs<u64, u32, u32, WideProduct<u64>>;
    case Type::s16:
      return &binaryAs<s32, s16, s16, WideProduct<s32>>;
    default:
      return &binaryAs<u32, u16, u16, WideProduct<u32>>;
  }
}

Execute wideProductAdd(Type type) {
  switch (type) {
    case Type::s32:
      return &ternaryAs<s64, s32, s64, WideProductAdd<s64>>;
    case Type::u32:
      return &ternaryAs<u64, u32, u64, WideProductAdd<u64>>;
    case Type::s16:
      return &ternaryAs<s32, s16, s32, WideProductAdd<s32>>;
    default:
      return &ternaryAs<u32, u16, u32, WideProductAdd<u32>>;
  }
}

Execute highProduct(Type type) {
  switch (type) {
    case Type::s32:
      return &binary<s32, HighProduct<s64, 32>>;
    case Type::u32:
      return &binary<u32, HighProduct<u64, 32>>;
    case Type::s64:
      return &binary<s64, HighProduct<s128, 64>>;
    case Type::s16:
      return &binary<s16, HighProduct<s32, 16>>;
    case Type::u16:
      return &binary<u16, HighProduct<u32, 16>>;
    default:
      return &binary<u64, HighProduct<u128, 64>>;
  }
}

Execute highProductAdd(Type type) {
  switch (type) {
    case Type::s32:
      return &ternary<s32, HighProductAdd<s64, 32>>;
    case Type::u32:
      return &ternary<u32, HighProductAdd<u64, 32>>;
    case Type::s64:
      return &ternary<s64, HighProductAdd<s128, 64>>;
    case Type::s16:
      return &ternary<s16, HighProductAdd<s32, 16>>;
    case Type::u16:
      return &ternary<u16, HighProductAdd<u32, 16>>;
    default:
      return &ternary<u64, HighProductAdd<u128, 64>>;
  }
}

void decodeProduct(Instruction& in) {
  const bool wide = isWide(in);
  if (isFloat(in.type)) {
    in.execute = floatBinary<Multiply>(in.type);
    countFlops(in, 1);
  } else if (in.has("wide")) {
    setCost(in, Pipe::integer, 1, 5);
    in.execute = wideProduct(in.type);
  } else if (in.has("hi")) {
    setCost(in, Pipe::integer, wide ? 8 : 2, wide ? 16 : 6);
    in.execute = highProduct(in.type);
  } else {
    setCost(in, Pipe::integer, wide ? 4 : 1, wide ? 12 : 4);
    in.execute = bitsBinary<Multiply>(in.type);
  }
}

void decodeShortProduct(Instruction& in) { in.execute = bitsBinary<Multiply>(in.type); }

/// Four products of bytes and a number.
template <class A, class B>
struct BytesProduct {
  u32 operator()(u32 a, u32 b, u32 sum) const {
    for (int byte = 0; byte < 4; ++byte)
      sum += static_cast<u32>(static_cast<A>(a >> 8 * byte) * static_cast<B>(b >> 8 * byte));
    return sum;
  }
};

template <class A>
Execute bytesProductBy(Type second) {
  return second == Type::s32 ? &ternary<u32, BytesProduct<A, s8>> : &ternary<u32, BytesProduct<A, u8>>;
}

void decodeBytesProduct(Instruction& in) {
  in.execute = in.type == Type::s32 ? bytesProductBy<s8>(in.source) : bytesProductBy<u8>(in.source);
}

/// Two products of halves and bytes, and a number: of the first two bytes, or of the others.
template <class A, class B, int firstByte>
struct HalvesProduct {
  u32 operator()(u32 a, u32 b, u32 sum) const {
    for (int half = 0; half < 2; ++half)
      sum += static_cast<u32>(static_cast<A>(a >> 16 * half) * static_cast<B>(b >> 8 * (firstByte + half)));
    return sum;
  }
};

template <class A, class B>
Execute halvesProductOf(const Instruction& in) {
  return in.has("hi") ? &ternary<u32, HalvesProduct<A, B, 2>> : &ternary<u32, HalvesProduct<A, B, 0>>;
}

void decodeHalvesProduct(Instruction& in) {
  const bool isSigned = in.type == Type::s32, isSignedBy = in.source == Type::s32;
  in.execute = isSigned ? (isSignedBy ? halvesProductOf<s16, s8>(in) : halvesProductOf<s16, u8>(in))
                        : (isSignedBy ? halvesProductOf<u16, s8>(in) : halvesProductOf<u16, u8>(in));
}

void decodeFused(Instruction& in) {
  in.execute = isDouble(in)    ? &ternary<double, MultiplyAdd>
               : in.has("sat") ? &ternary<float, MultiplyAddSaturated>
                               : &ternary<float, MultiplyAdd>;
  countFlops(in, 2);
  in.fused = true;
}

Execute productAdd(Type type) {
  switch (sizeOf(type)) {
    case 2:
      return &ternary<u16, MultiplyAdd>;
    case 8:
      return &ternary<u64, MultiplyAdd>;
    default:
      return &ternary<u32, MultiplyAdd>;
  }
}

void decodeProductAdd(Instruction& in) {
  if (isFloat(in.type)) {
    setCost(in, in.pipe, 1, 4);
    in.execute = isDouble(in) ? &ternary<double, MultiplyAdd> : &ternary<float, MultiplyAdd>;
    countFlops(in, 2);
    in.fused = true;
    return;
  }
  setCost(in, Pipe::integer, isWide(in) ? 4 : 1, isWide(in) ? 12 : 4);
  if (in.words[0] == "madc" || in.has("cc")) {
    in.execute = carried(Carry::productAdd, in);
  } else if (in.has("wide")) {
    setCost(in, Pipe::integer, 1, 5);
    in.execute = wideProductAdd(in.type);
  } else {
    in.execute = in.has("hi") ? highProductAdd(in.type) : productAdd(in.type);
  }
}

void decodeQuotient(Instruction& in) {
  if (!isFloat(in.type)) {
    in.execute = integerBinary<Divide>(in.type);
    setCost(in, Pipe::integer, isWide(in) ? 60 : 16, isWide(in) ? 200 : 60);
    return;
  }
  in.execute = floatBinary<Divide>(in.type);
  countFlops(in, 1);
  if (isDouble(in)) {
    setCost(in, Pipe::fp64, 10, 120);
  } else if (in.has("approx")) {
    setCost(in, Pipe::sfu, 2, 25);
  } else {
    setCost(in, Pipe::fp32, in.has("full") ? 4 : 9, in.has("full") ? 30 : 45);
  }
}

void decodeRemainder(Instruction& in) {
  in.execute = integerBinary<Remainder>(in.type);
  setCost(in, Pipe::integer, isWide(in) ? 64 : 18, isWide(in) ? 210 : 65);
}

template <class Plain, class OrNan>
void decodeExtreme(Instruction& in) {
  if (isFloat(in.type)) {
    in.execute = in.has("NaN") ? floatBinary<OrNan>(in.type) : floatBinary<Plain>(in.type);
    if (isDouble(in)) setCost(in, Pipe::fp64, 2, 16);
  } else {
    in.execute = integerBinary<Plain>(in.type);
    if (isWide(in)) setCost(in, Pipe::integer, 4, 12);
  }
}

void decodeNegation(Instruction& in) {
  in.execute = isFloat(in.type) ? floatUnary<Negate>(in.type) : bitsUnary<Negate>(in.type);
  if (isFloat(in.type)) setCost(in, Pipe::free, 0, 0);
}

void decodeAbsolute(Instruction& in) {
  if (isFloat(in.type)) {
    in.execute = floatUnary<Absolute>(in.type);
    setCost(in, Pipe::free, 0, 0);
  } else {
    in.execute = isWide(in)             ? &unary<s64, Absolute>
                 : sizeOf(in.type) == 2 ? &unary<s16, Absolute>
                                        : &unary<s32, Absolute>;
  }
}

void decodeRoot(Instruction& in) {
  in.execute = floatUnary<SquareRoot>(in.type);
  countFlops(in, 1);
  if (isDouble(in)) {
    setCost(in, Pipe::fp64, 10, 110);
  } else if (in.has("approx")) {
    setCost(in, Pipe::sfu, 2, 25);
  } else {
    setCost(in, Pipe::fp32, 8, 45);
  }
}

void decodeReciprocal(Instruction& in) {
  in.execute = floatUnary<Reciprocal>(in.type);
  countFlops(in, 1);
  if (in.has("approx")) {
    setCost(in, Pipe::sfu, 1, 22);
  } else if (isDouble(in)) {
    setCost(in, Pipe::fp64, 7, 80);
  } else {
    setCost(in, Pipe::fp32, 6, 40);
  }
}

/// One pass through the special function unit, or two.
template <class Op, int slots>
void decodeSpecial(Instruction& in) {
  in.execute = floatUnary<Op>(in.type);
  countFlops(in, 1);
  setCost(in, Pipe::sfu, slots, slots == 1 ? 22 : 25);
}

void decodeCopySign(Instruction& in) {
  in.execute = floatBinary<CopySign>(in.type);
  setCost(in, Pipe::integer, 1, 4);
}

}  // namespace

Decoders arithmeticDecoders() {
  return {{"add", &decodeSum<Carry::sum, Add>},
          {"addc", &decodeSum<Carry::sum, Add>},
          {"sub", &decodeSum<Carry::difference, Subtract>},
          {"subc", &decodeSum<Carry::difference, Subtract>},
          {"mul", &decodeProduct},
          {"mul24", &decodeShortProduct},
          {"dp4a", &decodeBytesProduct},
          {"dp2a", &decodeHalvesProduct},
          {"mad", &decodeProductAdd},
          {"madc", &decodeProductAdd},
          {"fma", &decodeFused},
          {"div", &decodeQuotient},
          {"rem", &decodeRemainder},
          {"min", &decodeExtreme<Least, LeastOrNan>},
          {"max", &decodeExtreme<Greatest, GreatestOrNan>},
          {"neg", &decodeNegation},
          {"abs", &decodeAbsolute},
          {"sqrt", &decodeRoot},
          {"rsqrt", &decodeSpecial<ReciprocalRoot, 1>},
          {"rcp", &decodeReciprocal},
          {"ex2", &decodeSpecial<PowerOfTwo, 1>},
          {"lg2", &decodeSpecial<Logarithm, 1>},
          {"sin", &decodeSpecial<Sine, 2>},
          {"cos", &decodeSpecial<Cosine, 2>},
          {"tanh", &decodeSpecial<Tangent, 1>},
          {"copysign", &decodeCopySign}};
}

}  // namespace ptx
