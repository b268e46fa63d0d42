// Attributes that macros hold, and kernels that have to stay out of definitions, comments and conditional parts.
#include "show.h"

#include <type_traits>

#define CX [[clustrix::cluster]]
template <class T> struct Vec {
  T m[5];
  CX void scale(T f) {
    for (int i = 0; i < 5; ++i) m[i] *= f;  // want: parallel
  }
};

#define CLUSTER /* [[ */ [[clustrix::cluster]]
template <class T> CLUSTER void scale(T* m, T f) {
  for (int i = 0; i < 5; ++i) m[i] *= f;  // want: parallel
}

#define CONTINUED \
  [[clustrix::cluster]]
template <class T>
  requires std::is_arithmetic_v<T>
CONTINUED void shift(T* m, T f) {
  for (int i = 0; i < 5; ++i) m[i] += f;  // want: parallel
}

#define KEPT [[nodiscard]]
KEPT CX int total(const int* m, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += m[i];  // want: parallel
  return s;
}

// A comment that ends like an attribute: [[deprecated]]
template <class T> CX void negate(T* m, int n) {
  for (int i = 0; i < n; ++i) m[i] = -m[i];  // want: parallel
}

[[maybe_unused]] /* a comment; in between */ CX static void halve(double* m, int n) {
  for (int i = 0; i < n; ++i) m[i] *= 0.5;  // want: parallel
}

#ifdef SOMETHING_ELSE
[[nodiscard]]
#else
[[maybe_unused]]
#endif
CX static void twice(double* m, int n) {
  for (int i = 0; i < n; ++i) m[i] *= 2;  // want: parallel
}

#if 0
[[nodiscard]]
#endif
CX void thrice(double* m, int n) {
  for (int i = 0; i < n; ++i) m[i] *= 3;  // want: parallel
}

template <class T>
#if __cplusplus >= 202002L
  requires std::is_floating_point_v<T>
#endif
CX void quarter(T* m, int n) {
  for (int i = 0; i < n; ++i) m[i] *= T(0.25);  // want: parallel
#define UNUSED [[maybe_unused]]
  for (int i = 0; i < n; ++i) m[i] += 1;  // may: parallel
}

template <class T> struct Outer {
  template <class U>
    requires std::is_arithmetic_v<U>
  CX void fill(U* m, int n);
};
#define LAST_LINE_BEFORE [[nodiscard]]
template <class T>
template <class U>
  requires std::is_arithmetic_v<U>
CX void Outer<T>::fill(U* m, int n) {
  for (int i = 0; i < n; ++i) m[i] = static_cast<U>(T(i));  // want: parallel
}

int main() {
  Vec<double> v{{1, 2, 3, 4, 5}};
  v.scale(2);
  show("vec", v.m, 5);
  scale(v.m, 3.0);
  show("scale", v.m, 5);
  shift(v.m, 0.5);
  show("shift", v.m, 5);
  const int m[] = {3, 1, 4, 1, 5};
  put("total", total(m, 5));
  negate(v.m, 5);
  halve(v.m, 5);
  show("halve", v.m, 5);
  twice(v.m, 5);
  thrice(v.m, 5);
  show("thrice", v.m, 5);
  quarter(v.m, 5);
  show("quarter", v.m, 5);
  Outer<short>().fill(v.m, 5);
  show("fill", v.m, 5);
}
