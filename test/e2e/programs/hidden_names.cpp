// Names that mean something else where the kernel stands, or where the annotated function stands: what the function's own
// declarations and classes hide, and what it says with `using`.
#include "show.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

static int table[4] = {1, 2, 3, 4};
int factor = 10;
int* walk = table;
static int twice(int i) { return i * factor + table[i & 3]; }
static int walked(int i) { return i + walk[i & 3]; }

namespace one {
int pure(int i) { return i * 3; }
template <class T>
T both(T x) {
  return x + x;
}
constexpr int K = 5;
enum Letter { A = 4 };
enum class Strict { p = 6 };
int only(int i) { return i + 10; }
int moved = 9;
}  // namespace one
namespace two {
int pure(int i) { return i * 5; }
}  // namespace two
int pure(int i) { return i * 7; }
int both(int x) { return x * 7; }
constexpr int K = 50;
enum Letter { A = 1 };
namespace same = one;

[[clustrix::cluster]]
void hidden_by_a_parameter(int* o, int n, int factor) {
  for (int i = 0; i < n; ++i) o[i] = twice(i) + factor;  // want: parallel
}

[[clustrix::cluster]]
void hidden_and_not_named(int* o, int n, int factor) {
  for (int i = 0; i < n; ++i) o[i] = twice(i);  // want: parallel
  o[0] += factor;
}

[[clustrix::cluster]]
void hidden_by_an_array(int* o, const int* table, int n) {
  for (int i = 0; i < n; ++i) o[i] = table[i & 1] + twice(i);  // want: parallel
}

[[clustrix::cluster]]
void hidden_by_a_pointer(int* walk, int n) {
  for (int i = 0; i < n; ++i) walk[i] = walked(i);  // want: parallel
}

[[clustrix::cluster]]
void hidden_by_another_type(int* o, int n) {
  double factor = 0.5;
  for (int i = 0; i < n; ++i) o[i] = twice(i) + static_cast<int>(factor * i);  // want: parallel
}

struct Holder {
  int table[3] = {70, 80, 90};
  int factor = 3;
  [[clustrix::cluster]]
  void hidden_by_members(int* o, int n) {
    for (int i = 0; i < n; ++i) o[i] = twice(i) + table[i % 3] + factor;  // want: parallel
  }
};

struct Counts {
  static int start;
};
int Counts::start = 4;
static int counted(int i) { return Counts::start + i; }
struct Outer {
  struct Counts {
    static int start;
  };
  [[clustrix::cluster]]
  void hidden_by_a_class(int* o, int n) {
    for (int i = 0; i < n; ++i) o[i] = counted(i);  // want: parallel
  }
};
int Outer::Counts::start = 40;

namespace inner {
int factor = 7;
int table[2] = {50, 60};
[[clustrix::cluster]]
void hidden_by_a_namespace(int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = twice(i) + table[i & 1] + factor;  // want: parallel
}
}  // namespace inner

[[clustrix::cluster]]
void a_used_function(int* o, int n) {
  using one::pure;
  for (int i = 0; i < n; ++i) o[i] = pure(i);  // want: parallel
}

[[clustrix::cluster]]
void only_in_its_block(int* o, int n) {
  {
    using two::pure;
    for (int i = 0; i < n; ++i) o[i] = pure(i);  // want: parallel
  }
  for (int i = 0; i < n; ++i) o[i] += pure(i);  // want: parallel
}

[[clustrix::cluster]]
void said_behind_the_loop(int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = pure(i);  // want: parallel
  using one::only;
  o[0] += only(3);
}

[[clustrix::cluster]]
void a_used_template(int* o, int n) {
  using one::both;
  for (int i = 0; i < n; ++i) o[i] = both(i);  // want: parallel
}

[[clustrix::cluster]]
void a_used_variable_and_a_constant(int* o, int n) {
  using one::K;
  using one::moved;
  for (int i = 0; i < n; ++i) o[i] = moved * i + K;  // want: parallel
}

[[clustrix::cluster]]
void used_enumerators(int* o, int n) {
  using one::A;
  using enum one::Strict;
  for (int i = 0; i < n; ++i) o[i] = i * A + static_cast<int>(p);  // want: parallel
}

[[clustrix::cluster]]
void another_name_of_a_namespace(int* o, int n) {
  namespace same = two;
  for (int i = 0; i < n; ++i) o[i] = same::pure(i);  // want: parallel
}

[[clustrix::cluster]]
void all_of_a_namespace(int* o, int n) {
  using namespace one;
  for (int i = 0; i < n; ++i) o[i] = only(i) + moved;  // want: parallel
}

// Without the declarations it is `abs(int)` and `sqrt(double)`.
[[clustrix::cluster]]
void overloads_of_the_library(double* o, const float* a, int n) {
  using std::abs;
  using std::max, std::sqrt;
  for (int i = 0; i < n; ++i) o[i] = abs(a[i]) + sqrt(max(a[i], 2.5f));  // want: parallel
}

[[clustrix::cluster]]
void all_of_the_library(double* o, const float* a, int n) {
  using namespace std;
  for (int i = 0; i < n; ++i) o[i] = sqrt(fabs(a[i])) + min(a[i], 1.5f);  // want: parallel
}

void in_a_lambda(std::vector<int>& o) {
  using one::pure;
  const auto run = [&] [[clustrix::cluster]] (int n) {
    for (int i = 0; i < n; ++i) o[i] = pure(i);  // want: parallel
  };
  run(static_cast<int>(o.size()));
}

template <class T>
[[clustrix::cluster]]
void in_a_template(T* o, int n) {
  using one::both;
  for (int i = 0; i < n; ++i) o[i] = both(static_cast<T>(i));  // want: parallel
}

// A variable of the program has the name that a carried value's first one would have.
[[clustrix::cluster]]
int named_like_ours(int* o, const int* a, int n) {
  int before = 3, before_first = 5;
  for (int i = 0; i < n; ++i) {  // want: parallel
    o[i] = a[i] - before + before_first;
    before = a[i];
  }
  return before;
}

// What the body declares anew is not what the host computes with.
enum { Scale = 1 };
[[clustrix::cluster]]
void declared_in_the_body(int* o, const int* b, double d, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    enum { Scale = 4 };
    o[i] = b[i + static_cast<int>(d * Scale)];
  }
}

[[clustrix::cluster]]
void used_in_the_body(int* o, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    using one::moved;
    namespace same = two;
    o[i] = moved * i + same::pure(i);
  }
}

struct Part {
  int v;
};
[[clustrix::cluster]]
void named_like_a_type(int* o, const Part* p, int n) {
  int Part = 4;
  for (int i = 0; i < n; ++i) o[i] = p[i].v + Part;  // want: parallel
}

int moved = -100;

int main() {
  const int n = 40;
  std::vector<int> o(n), a(n);
  std::vector<double> d(n);
  std::vector<float> f(n);
  for (int i = 0; i < n; ++i) a[i] = i * i % 23, f[i] = static_cast<float>(i) * 0.3f - 4.75f;
  hidden_by_a_parameter(o.data(), n, 4), show("parameter", o);
  hidden_and_not_named(o.data(), n, 4), show("not named", o);
  hidden_by_an_array(o.data(), a.data(), n), show("array", o);
  hidden_by_a_pointer(o.data(), n), show("pointer", o);
  hidden_by_another_type(o.data(), n), show("type", o);
  Holder{}.hidden_by_members(o.data(), n), show("members", o);
  Outer{}.hidden_by_a_class(o.data(), n), show("class", o);
  inner::hidden_by_a_namespace(o.data(), n), show("namespace", o);
  a_used_function(o.data(), n), show("function", o);
  only_in_its_block(o.data(), n), show("block", o);
  said_behind_the_loop(o.data(), n), show("behind", o);
  a_used_template(o.data(), n), show("template", o);
  a_used_variable_and_a_constant(o.data(), n), show("variable", o);
  used_enumerators(o.data(), n), show("enumerators", o);
  another_name_of_a_namespace(o.data(), n), show("alias", o);
  all_of_a_namespace(o.data(), n), show("all", o);
  overloads_of_the_library(d.data(), f.data(), n), show("overloads", d);
  all_of_the_library(d.data(), f.data(), n), show("library", d);
  in_a_lambda(o), show("lambda", o);
  in_a_template(o.data(), n), in_a_template(d.data(), n), show("ints", o), show("doubles", d);
  std::vector<int> wide(n + 40);
  for (int i = 0; i < n + 40; ++i) wide[i] = i * i % 31;
  declared_in_the_body(o.data(), wide.data(), 2.5, n), show("declared", o);
  used_in_the_body(o.data(), n), show("used", o);
  const std::vector<Part> parts(n, Part{2});
  named_like_a_type(o.data(), parts.data(), n), show("type's name", o);
  put("named like ours", named_like_ours(o.data(), a.data(), n)), show("ours", o);
}
