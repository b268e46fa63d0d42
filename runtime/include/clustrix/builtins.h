// GCC's builtins that nvcc has for the host alone, in the device's pass of nvcc, and only there.
//
//     std::countr_zero(x)  ─►  libstdc++: __builtin_ctz(x)  ─►  nvcc, on a device: nothing
//
// A kernel that calls such a builtin by its name does not compile. One that calls a constexpr function of the library
// does, and the builtin inside is left out without a word: std::countr_zero, gcd, copy, sort, the comparison of two
// string_views and others give whatever was in a register.
//
// A builtin with plain parameters gets a body for devices here, which counts wherever it is called; a compiler still
// knows the value of one whose arguments are constant. One that takes any type is a macro: it counts behind this header
// only, which clustrix/runtime.h includes first. What nvcc itself reads before, std::isnormal and the like, has no
// version for devices.
#pragma once

#ifdef __CUDA_ARCH__

#include "clustrix/Attributes.h"

namespace clustrix::builtins {

template <class T>
CLUSTRIX_HD constexpr T swapBytes(T x) {
  T swapped = 0;
  for (unsigned i = 0; i < sizeof(T); ++i) swapped = static_cast<T>(swapped << 8 | (x >> 8 * i & 0xff));
  return swapped;
}

/// What GCC's tests of numbers take: floating-point numbers of any kind, and integers beside them.
template <class T>
CLUSTRIX_HD constexpr bool isNan(T x) {
  return x != x;
}
template <class T>
CLUSTRIX_HD constexpr bool isInfinite(T x) {
  return x == x && x - x != 0;
}
CLUSTRIX_HD constexpr bool isSmall(float x) { return x < 0x1p-126f && x > -0x1p-126f; }
CLUSTRIX_HD constexpr bool isSmall(double x) { return x < 0x1p-1022 && x > -0x1p-1022; }
CLUSTRIX_HD constexpr bool isSmall(long double x) { return x < 0x1p-1022L && x > -0x1p-1022L; }
template <class T>
CLUSTRIX_HD constexpr int classOf(int nan, int infinite, int normal, int subnormal, int zero, T x) {
  if (isNan(x)) return nan;
  if (isInfinite(x)) return infinite;
  return x == 0 ? zero : isSmall(x) ? subnormal : normal;
}

/// Of results of 128 bits, which are the host's alone: there is no body.
CLUSTRIX_HD bool leavesWide();

template <class T>
CLUSTRIX_HD constexpr bool isNegative(T x) {
  if constexpr (static_cast<T>(0) < static_cast<T>(-1))
    return false;
  else
    return x < 0;
}

/// Puts the value of `size` with the sign into `result`, cut to what that holds. True: it did not hold it.
template <class R>
CLUSTRIX_HD constexpr bool leaves(unsigned __int128 size, bool negative, R* result) {
  *result = static_cast<R>(negative ? -size : size);
  if constexpr (sizeof(R) > 8) return leavesWide();
  if (size >> 64 != 0) return true;
  if (negative ? *result > 0 || (size != 0 && *result == 0) : isNegative(*result)) return true;
  const auto back = static_cast<__int128>(*result);
  return static_cast<unsigned __int128>(back < 0 ? -back : back) != size;
}
template <class T>
CLUSTRIX_HD constexpr unsigned __int128 sizeOf(T x) {
  return isNegative(x) ? -static_cast<unsigned __int128>(static_cast<__int128>(x)) : static_cast<unsigned __int128>(x);
}
template <class A, class B, class R>
CLUSTRIX_HD constexpr bool addOverflows(A a, B b, R* result) {
  const __int128 sum = static_cast<__int128>(a) + static_cast<__int128>(b);
  return leaves(sizeOf(sum), sum < 0, result);
}
template <class A, class B, class R>
CLUSTRIX_HD constexpr bool subtractionOverflows(A a, B b, R* result) {
  const __int128 difference = static_cast<__int128>(a) - static_cast<__int128>(b);
  return leaves(sizeOf(difference), difference < 0, result);
}
template <class A, class B, class R>
CLUSTRIX_HD constexpr bool productOverflows(A a, B b, R* result) {
  return leaves(sizeOf(a) * sizeOf(b), isNegative(a) != isNegative(b) && a != 0 && b != 0, result);
}

}  // namespace clustrix::builtins

extern "C" {

// Bits.
CLUSTRIX_HD inline int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }
CLUSTRIX_HD inline int __builtin_clzl(unsigned long x) { return __builtin_clzll(x); }
CLUSTRIX_HD inline int __builtin_ffsl(long x) { return __builtin_ffsll(x); }
CLUSTRIX_HD inline int __builtin_ctz(unsigned x) { return __builtin_popcount(~x & (x - 1)); }
CLUSTRIX_HD inline int __builtin_ctzl(unsigned long x) { return __builtin_popcountll(~x & (x - 1)); }
CLUSTRIX_HD inline int __builtin_ctzll(unsigned long long x) { return __builtin_popcountll(~x & (x - 1)); }
CLUSTRIX_HD inline int __builtin_parity(unsigned x) { return __builtin_popcount(x) & 1; }
CLUSTRIX_HD inline int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }
CLUSTRIX_HD inline int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }
CLUSTRIX_HD inline int __builtin_clrsbll(long long x) {
  const auto folded = static_cast<unsigned long long>(x ^ x >> 63);
  return folded == 0 ? 63 : __builtin_clzll(folded) - 1;
}
CLUSTRIX_HD inline int __builtin_clrsbl(long x) { return __builtin_clrsbll(x); }
CLUSTRIX_HD inline int __builtin_clrsb(int x) { return __builtin_clrsbll(x) - 32; }
CLUSTRIX_HD inline unsigned short __builtin_bswap16(unsigned short x) { return ::clustrix::builtins::swapBytes(x); }
CLUSTRIX_HD inline unsigned __builtin_bswap32(unsigned x) { return ::clustrix::builtins::swapBytes(x); }
CLUSTRIX_HD inline unsigned long __builtin_bswap64(unsigned long x) { return ::clustrix::builtins::swapBytes(x); }

// Bytes.
CLUSTRIX_HD inline void* __builtin_memmove(void* to, const void* from, unsigned long size) {
  auto* const target = static_cast<unsigned char*>(to);
  const auto* const source = static_cast<const unsigned char*>(from);
  if (target < source)
    for (unsigned long i = 0; i < size; ++i) target[i] = source[i];
  else
    for (unsigned long i = size; i-- > 0;) target[i] = source[i];
  return to;
}
CLUSTRIX_HD inline int __builtin_memcmp(const void* a, const void* b, unsigned long size) {
  const auto* const left = static_cast<const unsigned char*>(a);
  const auto* const right = static_cast<const unsigned char*>(b);
  for (unsigned long i = 0; i < size; ++i)
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  return 0;
}
CLUSTRIX_HD inline void* __builtin_memchr(const void* in, int what, unsigned long size) {
  const auto* const bytes = static_cast<const unsigned char*>(in);
  for (unsigned long i = 0; i < size; ++i)
    if (bytes[i] == static_cast<unsigned char>(what)) return const_cast<unsigned char*>(bytes + i);
  return nullptr;
}
CLUSTRIX_HD inline unsigned long __builtin_strlen(const char* text) {
  unsigned long size = 0;
  while (text[size] != 0) ++size;
  return size;
}
CLUSTRIX_HD inline int __builtin_strcmp(const char* a, const char* b) {
  for (; *a != 0 && *a == *b; ++a) ++b;
  const auto left = static_cast<unsigned char>(*a), right = static_cast<unsigned char>(*b);
  return left < right ? -1 : left > right;
}

}  // extern "C"

// Tests of numbers.
#define __builtin_fpclassify(...) ::clustrix::builtins::classOf(__VA_ARGS__)
#define __builtin_isnormal(x) ::clustrix::builtins::classOf(0, 0, 1, 0, 0, x)
#define __builtin_isinf_sign(x) (::clustrix::builtins::isInfinite(x) ? ((x) < 0 ? -1 : 1) : 0)
#define __builtin_isnanf(x) ::clustrix::builtins::isNan(static_cast<float>(x))
#define __builtin_isinff(x) ::clustrix::builtins::isInfinite(static_cast<float>(x))
#define __builtin_signbitf(x) __builtin_signbit(static_cast<float>(x))
#define __builtin_isgreater(x, y) ((x) > (y))
#define __builtin_isgreaterequal(x, y) ((x) >= (y))
#define __builtin_isless(x, y) ((x) < (y))
#define __builtin_islessequal(x, y) ((x) <= (y))
#define __builtin_islessgreater(x, y) ((x) < (y) || (x) > (y))
#define __builtin_isunordered(x, y) (::clustrix::builtins::isNan(x) || ::clustrix::builtins::isNan(y))

// Integers that may not hold their result.
#define __builtin_add_overflow(a, b, r) ::clustrix::builtins::addOverflows(a, b, r)
#define __builtin_sub_overflow(a, b, r) ::clustrix::builtins::subtractionOverflows(a, b, r)
#define __builtin_mul_overflow(a, b, r) ::clustrix::builtins::productOverflows(a, b, r)

// What nvcc's compiler for devices stumbles over.
#define __builtin_assume_aligned(p, ...) const_cast<void*>(static_cast<const volatile void*>(p))

#endif
