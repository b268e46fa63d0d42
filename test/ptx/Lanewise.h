// Operations on values, applied lane by lane: d = Op(a, b, ...), all of type T; and the choice of T by an instruction's
// type.
#pragma once

#include "Context.h"

namespace ptx {

template <class T, class Op>
void unary(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  forEachLane(at.mask, [&](int l) { d[l] = toBits<T>(Op()(fromBits<T>(a[l]))); });
}
template <class T, class Op>
void binary(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  forEachLane(at.mask, [&](int l) { d[l] = toBits<T>(Op()(fromBits<T>(a[l]), fromBits<T>(b[l]))); });
}
template <class T, class Op>
void ternary(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const u64* c = at.row(in.row[3]);
  forEachLane(at.mask, [&](int l) { d[l] = toBits<T>(Op()(fromBits<T>(a[l]), fromBits<T>(b[l]), fromBits<T>(c[l]))); });
}

// The same where operands have other types than the result: wide products, shifts.

template <class R, class A, class B, class Op>
void binaryAs(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  forEachLane(at.mask, [&](int l) { d[l] = toBits<R>(Op()(fromBits<A>(a[l]), fromBits<B>(b[l]))); });
}
template <class R, class A, class C, class Op>
void ternaryAs(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const u64* c = at.row(in.row[3]);
  forEachLane(at.mask, [&](int l) { d[l] = toBits<R>(Op()(fromBits<A>(a[l]), fromBits<A>(b[l]), fromBits<C>(c[l]))); });
}

// Choice of one of these by an instruction's type; null where there is none.

template <class Op>
Execute floatUnary(Type type) {
  return type == Type::f64 ? &unary<double, Op> : type == Type::f32 ? &unary<float, Op> : nullptr;
}
template <class Op>
Execute floatBinary(Type type) {
  return type == Type::f64 ? &binary<double, Op> : type == Type::f32 ? &binary<float, Op> : nullptr;
}
/// Where the sign is of no matter.
template <class Op>
Execute bitsUnary(Type type) {
  switch (sizeOf(type)) {
    case 2:
      return &unary<u16, Op>;
    case 4:
      return &unary<u32, Op>;
    default:
      return &unary<u64, Op>;
  }
}
template <class Op>
Execute bitsBinary(Type type) {
  switch (sizeOf(type)) {
    case 2:
      return &binary<u16, Op>;
    case 4:
      return &binary<u32, Op>;
    default:
      return &binary<u64, Op>;
  }
}
template <class Op>
Execute integerBinary(Type type) {
  switch (type) {
    case Type::s16:
      return &binary<s16, Op>;
    case Type::u16:
    case Type::b16:
      return &binary<u16, Op>;
    case Type::s32:
      return &binary<s32, Op>;
    case Type::u32:
    case Type::b32:
      return &binary<u32, Op>;
    case Type::s64:
      return &binary<s64, Op>;
    default:
      return &binary<u64, Op>;
  }
}

}  // namespace ptx
