// Traps: functions whose text the kernel repeats, and whose names mean something else where the kernel stands.
#include "show.h"

#include <algorithm>

constexpr int N = 7;
int scale(int x) { return x * 100; }
struct V {
  int v;
};
enum { W = 3 };
constexpr double kF = 2.5;
int combine(int x) { return x + 1; }
int order(int x) { return x - 4; }
using Number = int;

struct Grid {
  std::vector<int> d;
  int at(int i) const { return d[i] + N + scale(i) + W; }
  V whole(int i) const {
    V v{d[i]};
    return v;
  }
  int words(int i) const { return combine(d[i]) * order(i); }
  double floating(int i) const { return d[i] * kF; }
  Number number(int i) const {
    const Number x = d[i] * 3;
    return x / 2;
  }
};

namespace far {
constexpr int N = 3;
int scale(int x) { return x + 5; }
struct Tag {};
inline int pick(Tag, int x) { return x + 50; }
namespace deep {
constexpr int N = 21;
inline int scale(int x) { return x * 9; }
}  // namespace deep
struct M {
  std::vector<int> d;
  static constexpr int W = 4;
  enum { S = 2 };
  using T = short;
  int at(int i) const { return d[i] * W + N + scale(i) + S + deep::N + deep::scale(i); }
  T narrow(int i) const { return static_cast<T>(d[i] * 70000); }
  int beside(int i) const { return d[i] + pick(Tag{}, i); }
  int local(int i) const {
    using deep::scale;
    namespace same = far::deep;
    return d[i] + scale(i) + same::N;
  }
  friend int hiddenFriend(const M& m, int x) { return static_cast<int>(m.d.size()) + x; }
};
struct Money {
  int cents;
};
inline Money operator+(Money a, Money b) { return {a.cents + b.cents}; }
struct Purse {
  std::vector<int> d;
  int both(int i) const { return (Money{d[i]} + Money{i}).cents; }
};
}  // namespace far

namespace near {
constexpr int N = 11;
int scale(int x) { return -x; }
struct V {
  long v;
  V(long x) : v(x + 1) {}
};
enum { W = 90 };
using Number = double;
namespace far {
constexpr int N = 40;
}

[[clustrix::cluster]]
void globals(const Grid& g, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = g.at(i);  // want: parallel
}
[[clustrix::cluster]]
void types(const Grid& g, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = g.whole(i).v + g.number(i);  // want: parallel
}
[[clustrix::cluster]]
void own_types(::V* p, int* o, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    ::V x = p[i];
    V y(x.v);
    o[i] = x.v + static_cast<int>(y.v);
  }
}
[[clustrix::cluster]]
void of_namespaces(const ::far::M& m, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = m.at(i) + m.narrow(i) + m.beside(i) + N;  // want: parallel
}
[[clustrix::cluster]]
void local_names(const ::far::M& m, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = m.local(i);  // may: parallel
}
}  // namespace near

/// As a parameter of the kernel's own template.
template <int N>
[[clustrix::cluster]] void parameter(const Grid& g, int* o) {
  for (int i = 0; i < N; ++i) o[i] = g.at(i);  // want: parallel
}
template <class T, int W>
[[clustrix::cluster]] void parameters(const Grid& g, T* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = g.at(i) + W;  // want: parallel
}
/// As a variable of the function.
[[clustrix::cluster]]
void variables(const Grid& g, int* o, int n) {
  int W = n - 50, N = n / 3;
  for (int i = 0; i < n; ++i) o[i] = g.at(i) + W * N;  // want: parallel
}
/// As a word of every kernel.
[[clustrix::cluster]]
void words(const Grid& g, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = g.words(i);  // want: parallel
}
[[clustrix::cluster]]
void operators(const far::Purse& p, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = p.both(i);  // want: parallel
}

/// Macros that are others by then.
#define K 3
#define TIMES(x) ((x) * K)
struct Tripled {
  std::vector<int> d;
  int at(int i) const { return d[i] * K; }
  int through(int i) const { return TIMES(d[i]); }
  int became(int j) const { return d[j] + j; }
};
#undef K
#define K 5
[[clustrix::cluster]]
void macros(const Tripled& a, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = a.at(i) + K;  // may: parallel
}
[[clustrix::cluster]]
void inner_macros(const Tripled& a, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = a.through(i) - K;  // may: parallel
}
#define j 9
[[clustrix::cluster]]
void names_that_became_macros(const Tripled& a, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = a.became(i);  // may: parallel
}
#undef j

/// Overloads that come later.
long rank(long x) { return x + 1; }
struct Ranked {
  std::vector<int> d;
  int at(int i) const { return static_cast<int>(rank(d[i])); }
};
long rank(int x) { return x + 1000; }
[[clustrix::cluster]]
void overloads(const Ranked& a, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = a.at(i);  // may: parallel
}

/// What only the class may name.
class Private {
  using value = long;
  static constexpr int W = 4;
  static constexpr short kShort = 9;
  enum E { S = 2 };
  struct In {
    enum { Q = 6 };
    static constexpr unsigned U = 3;
  };
  static int secret(int x) { return x ^ 21; }

public:
  std::vector<int> d;
  value at(int i) const {
    value x = d[i];
    return x;
  }
  int all(int i) const { return d[i] * W + S + In::Q + static_cast<int>(In::U) + kShort; }
  int called(int i) const { return secret(d[i]); }
  int named(int i) const { return d[i] + static_cast<int>(__func__[0]); }
};
[[clustrix::cluster]]
void privates(const Private& p, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = static_cast<int>(p.at(i)) + p.all(i);  // want: parallel
}
[[clustrix::cluster]]
void private_functions(const Private& p, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = p.called(i);  // may: parallel
}
[[clustrix::cluster]]
void own_name(const Private& p, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = p.named(i);  // may: parallel
}

/// A class that ends behind the kernel.
struct Late {
  static constexpr int W = 40;
  std::vector<int> d;
  int at(int i, int by = W) const { return d[i] * W + by; }
  [[clustrix::cluster]] void run(int* o, int n) const {
    for (int i = 0; i < n; ++i) o[i] = at(i, 2);  // may: parallel
  }
  [[clustrix::cluster]] void by_default(int* o, int n) const {
    for (int i = 0; i < n; ++i) o[i] = at(i);  // may: parallel
  }
};

int main() {
  std::vector<int> d(60), o(60);
  for (int i = 0; i < 60; ++i) d[i] = i * 7;
  std::vector<V> v(60, V{4});
  const Grid g{d};
  const far::M m{d};
  near::globals(g, o.data(), 60);
  show("globals", o);
  near::types(g, o.data(), 60);
  show("types", o);
  near::own_types(v.data(), o.data(), 60);
  show("own_types", o);
  near::of_namespaces(m, o.data(), 60);
  show("of_namespaces", o);
  near::local_names(m, o.data(), 60);
  show("local_names", o);
  parameter<60>(g, o.data());
  show("parameter", o);
  parameters<int, 70>(g, o.data(), 60);
  show("parameters", o);
  variables(g, o.data(), 60);
  show("variables", o);
  words(g, o.data(), 60);
  show("words", o);
  operators({d}, o.data(), 60);
  show("operators", o);
  macros({d}, o.data(), 60);
  show("macros", o);
  inner_macros({d}, o.data(), 60);
  show("inner_macros", o);
  names_that_became_macros({d}, o.data(), 60);
  show("became_macros", o);
  overloads({d}, o.data(), 60);
  show("overloads", o);
  Private p;
  p.d = d;
  privates(p, o.data(), 60);
  show("privates", o);
  private_functions(p, o.data(), 60);
  show("private_functions", o);
  own_name(p, o.data(), 60);
  show("own_name", o);
  const Late late{d};
  late.run(o.data(), 60);
  show("late", o);
  late.by_default(o.data(), 60);
  show("by_default", o);
}
