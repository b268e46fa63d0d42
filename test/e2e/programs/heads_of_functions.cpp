// What stands in front of an annotated function: GNU attributes, attributes that another compiler sees, macros, linkage,
// templates' heads, and variables around classes and lambdas.
#include "show.h"

#if defined(__GNUC__) && !defined(__clang__)
__attribute__((optimize("no-finite-math-only")))
#endif
[[clustrix::cluster]] void of_another_compiler(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] *= 2;
}

__attribute__((hot))
// A comment.
/** And } another; one { */
[[clustrix::cluster]] void below_comments(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 1;
}

#define HOT __attribute__((hot))
#define CLUSTER [[clustrix::cluster]]
#define MADE(name, value) struct name { double k = value; };
MADE(Four, 4)
HOT [[clustrix::cluster]] static void behind_macros(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] *= Four{}.k;
}

#ifdef __CUDACC__
__host__
#else
__attribute__((noinline))
#endif
HOT void chosen_by_condition(double* a, int n);

[[gnu::hot]]

CLUSTER
__attribute__((noinline)) inline void below_an_empty_line(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] -= 1;
}

extern "C"
__attribute__((noinline))
[[clustrix::cluster]] void with_linkage(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] /= 2;
}

extern "C" {
__attribute__((hot)) [[clustrix::cluster]] void in_linkage(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 3;
}
}

#define BEGIN_SPACE namespace space {
#define END_SPACE }
BEGIN_SPACE
inline const double factor = 1.5;
END_SPACE
BEGIN_SPACE
__attribute__((hot)) [[clustrix::cluster]] void in_a_macros_namespace(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] *= factor;
}
END_SPACE

template <class T>
  requires(sizeof(T) > 1)
__attribute__((noinline))
[[clustrix::cluster]] void constrained(T* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] -= 2;
}

__attribute__((unused)) static struct alignas(16) Object {
  double k = 2;
  struct Inner {
    double j = 3;
    [[clustrix::cluster]] void scale(double* a, int n) const {
      for (int i = 0; i < n; ++i)  // want: parallel
        a[i] *= j;
    }
  } inner;
} object;

template <class F> struct Wrapped {
  F f;
  int numbers[2];
};
static Wrapped wrapped{[](double* a, int n) [[clustrix::cluster]] {
                         for (int i = 0; i < n; ++i)  // want: parallel
                           a[i] += 0.5;
                       },
                       {1, 2}};

const char* const text = R"( } ; [[clustrix::cluster]] { )"; __attribute__((noinline)) [[clustrix::cluster]] void behind_a_string(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] -= text[1] == ' ';
}

namespace mine {
namespace clustrix {
constexpr double step = 2;
}
// What launches would be called is something else here.
[[clustrix::cluster]] void beside_another_clustrix(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] += clustrix::step;
}
}  // namespace mine

int main() {
  std::vector<double> data(500, 1.25);
  double* a = data.data();
  of_another_compiler(a, 500);
  below_comments(a, 499);
  behind_macros(a, 498);
  below_an_empty_line(a, 497);
  with_linkage(a, 496);
  in_linkage(a, 495);
  space::in_a_macros_namespace(a, 494);
  constrained(a, 493);
  object.inner.scale(a, 492);
  wrapped.f(a, 491);
  behind_a_string(a, 490);
  mine::beside_another_clustrix(a, 489);
  show("a", a, 500);
}
