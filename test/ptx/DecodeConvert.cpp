// cvt: from any type to any other, rounded and saturated as its modifiers say.
#include <cmath>
#include <limits>

#include "Decode.h"
#include "Lanewise.h"

namespace ptx {
namespace {

enum Rounding { none, nearest, towardsZero, down, up };

double rounded(double value, int rounding) {
  switch (rounding) {
    case nearest:
      return std::nearbyint(value);
    case towardsZero:
      return std::trunc(value);
    case down:
      return std::floor(value);
    case up:
      return std::ceil(value);
    default:
      return value;
  }
}

/// Out of range: the nearest value that there is; NaN: 0.
template <class To>
To integerOf(double value) {
  using Limits = std::numeric_limits<To>;
  if (value != value) return 0;
  if (value <= static_cast<double>(Limits::min())) return Limits::min();
  if (value >= static_cast<double>(Limits::max())) return Limits::max();
  return static_cast<To>(value);
}

template <class To, class From>
To saturated(From value) {
  const s128 least = std::numeric_limits<To>::min();
  const s128 most = std::numeric_limits<To>::max();
  const s128 wide = value;
  return static_cast<To>(wide < least ? least : wide > most ? most : wide);
}

/// Narrow signed integers fill the row with their sign.
template <class To>
u64 extended(To value) {
  return static_cast<u64>(static_cast<std::conditional_t<std::is_signed_v<To>, s64, u64>>(value));
}

template <class To, class From>
u64 converted(From value, int rounding, bool saturates) {
  if constexpr (std::is_floating_point_v<To>) {
    if constexpr (std::is_floating_point_v<From>)
      if (rounding != none) value = static_cast<From>(rounded(value, rounding));
    const To result = static_cast<To>(value);
    if (!saturates) return toBits<To>(result);
    return toBits<To>(result != result || result < 0 ? To(0) : result > 1 ? To(1) : result);
  } else if constexpr (std::is_floating_point_v<From>) {
    const To result = integerOf<To>(rounded(value, rounding != none ? rounding : towardsZero));
    return sizeof(To) < 4 ? extended(result) : toBits<To>(result);
  } else {
    return extended(saturates ? saturated<To>(value) : static_cast<To>(value));
  }
}

template <class To, class From>
void convert(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  forEachLane(at.mask, [&](int l) { d[l] = converted<To, From>(fromBits<From>(a[l]), in.mode, in.mode2 != 0); });
}

template <class To>
Execute conversionFrom(Type from) {
  switch (from) {
    case Type::f64:
      return &convert<To, double>;
    case Type::f32:
      return &convert<To, float>;
    case Type::s8:
      return &convert<To, s8>;
    case Type::u8:
    case Type::b8:
      return &convert<To, u8>;
    case Type::s16:
      return &convert<To, s16>;
    case Type::u16:
    case Type::b16:
      return &convert<To, u16>;
    case Type::s32:
      return &convert<To, s32>;
    case Type::u32:
    case Type::b32:
      return &convert<To, u32>;
    case Type::s64:
      return &convert<To, s64>;
    default:
      return &convert<To, u64>;
  }
}

Execute conversion(Type to, Type from) {
  switch (to) {
    case Type::f64:
      return conversionFrom<double>(from);
    case Type::f32:
      return conversionFrom<float>(from);
    case Type::s8:
      return conversionFrom<s8>(from);
    case Type::u8:
    case Type::b8:
      return conversionFrom<u8>(from);
    case Type::s16:
      return conversionFrom<s16>(from);
    case Type::u16:
    case Type::b16:
      return conversionFrom<u16>(from);
    case Type::s32:
      return conversionFrom<s32>(from);
    case Type::u32:
    case Type::b32:
      return conversionFrom<u32>(from);
    case Type::s64:
      return conversionFrom<s64>(from);
    default:
      return conversionFrom<u64>(from);
  }
}

void decodeConversion(Instruction& in) {
  const Type from = in.source == Type::none ? in.type : in.source;
  in.mode = in.has("rni") ? nearest : in.has("rzi") ? towardsZero : in.has("rmi") ? down : in.has("rpi") ? up : none;
  in.mode2 = in.has("sat") ? 1 : 0;
  in.execute = conversion(in.type, from);
  const bool extends = sizeOf(in.type) > sizeOf(from) && isSigned(from);
  if (isFloat(in.type) || isFloat(from)) {
    setCost(in, Pipe::convert, 1, 12);
  } else if (extends) {
    setCost(in, Pipe::integer, 1, 4);
  } else {
    setCost(in, Pipe::free, 0, 0);  // a register is as good as its lower half
  }
}

}  // namespace

Decoders convertDecoders() { return {{"cvt", &decodeConversion}}; }

}  // namespace ptx
