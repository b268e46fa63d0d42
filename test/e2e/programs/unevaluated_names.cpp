// Variables of the function in what nothing evaluates: `decltype(n)`, `sizeof(table)`.
#include "show.h"

#include <type_traits>

[[clustrix::cluster]]
void in_the_head(double* v, int n) {
  for (decltype(n) i = 0; i < n; ++i) v[i] *= 2;  // want: parallel
}

[[clustrix::cluster]]
void of_a_size(std::vector<double>& v) {
  for (decltype(v.size()) i = 0, e = v.size(); i < e; ++i) v[i] += 0.5;  // want: parallel
}

[[clustrix::cluster]]
void in_the_body(double* v, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const decltype(n) k = i;
    decltype(v[0] + 1) z = v[k], y = z * 2;
    const decltype(i) j = k;
    v[j] = z + y;
  }
}

/// A reference, and one that is not.
[[clustrix::cluster]]
void by_reference(std::vector<double>& v) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    decltype(v[i]) r = v[i];
    std::remove_reference_t<decltype(v[i])> c = r;
    r = c * 2;
    typename std::remove_reference_t<decltype(v)>::value_type w = r;
    r += w;
  }
}

/// `const` goes to the pointer, not to what it points to.
[[clustrix::cluster]]
void pointers(double* v, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const decltype(v) p = v + i, q = p;
    *q = *p + 1;
  }
}

[[clustrix::cluster]]
void converted(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = static_cast<decltype(n)>(i * 0.75) + decltype(n){3} + (decltype(n))2.5;
}

/// The array's size, which the kernel's pointer does not have.
[[clustrix::cluster]]
void sizes(int* a, int n) {
  int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<double> v(3);
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += table[i % (sizeof(table) / sizeof(table[0]))] + static_cast<int>(sizeof table + sizeof(n) + sizeof(v[0]));
}

[[clustrix::cluster]]
void of_a_function(int* a, int n) {
  const auto twice = [](int x) { return x * 2; };
  for (int i = 0; i < n; ++i) {  // want: parallel
    decltype(twice(n)) q = i;
    a[i] = twice(q);
  }
}

[[clustrix::cluster]]
void in_a_lambda(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto q = [&](decltype(n) x) -> decltype(x + n) { return x * static_cast<decltype(x)>(sizeof(n)); };
    a[i] = q(i);
  }
}

/// A type that only the function knows.
[[clustrix::cluster]]
void local_type(int* a, int n) {
  struct Pair {
    int x, y;
  } both{2, 3};
  for (int i = 0; i < n; ++i) {  // may: parallel
    decltype(both) mine = both;
    a[i] = mine.x * i + mine.y + static_cast<int>(sizeof(both));
  }
}

[[clustrix::cluster]]
void asked(int* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] += static_cast<int>(alignof(decltype(n))) + (noexcept(n + 1) ? 1 : 0);
}

#define SIZE_OF_IT static_cast<int>(sizeof(n))
[[clustrix::cluster]]
void in_a_macro(int* a, int n) {
  for (int i = 0; i < n; ++i) a[i] += SIZE_OF_IT;  // may: parallel
}

/// Iterators are pointers in the kernel.
[[clustrix::cluster]]
void iterators(std::vector<double>& v) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // may: parallel
    decltype(v.begin()) it = v.begin() + static_cast<long>(i);
    *it += 1;
  }
}

struct Field {
  int sizes[8];
  std::vector<double> values;
  float scale;

  decltype(auto) at(int i) { return (values[i]); }
  double scaled(int i) const {
    decltype(scale) s = values[i];
    return s * sizeof(sizes);
  }

  [[clustrix::cluster]]
  void step(int n) {
    for (int i = 0; i < n; ++i) {  // want: parallel
      decltype(scale) q = values[i];
      values[i] = q + sizeof(sizes) + sizeof(scale) + sizeof(this->sizes);
    }
  }
};

[[clustrix::cluster]]
void through_members(const Field& f, double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = f.scaled(i);  // want: parallel
}

template <class T>
[[clustrix::cluster]]
void any(T* a, int n, T k) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    decltype(k) q = a[i];
    a[i] = q * sizeof(k) + sizeof(a[0]);
  }
}

int main() {
  for (const int n : {0, 1, 5, 300, 1000}) {
    std::vector<double> v(static_cast<std::size_t>(n));
    std::vector<int> a(v.size()), b(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<double>(i % 17) * 0.3, b[i] = static_cast<int>(i % 5);
    in_the_head(v.data(), n), show("in_the_head", v);
    of_a_size(v), show("of_a_size", v);
    in_the_body(v.data(), n), show("in_the_body", v);
    by_reference(v), show("by_reference", v);
    pointers(v.data(), n), show("pointers", v);
    converted(a.data(), n), show("converted", a);
    sizes(a.data(), n), show("sizes", a);
    of_a_function(a.data(), n), show("of_a_function", a);
    in_a_lambda(a.data(), n), show("in_a_lambda", a);
    local_type(a.data(), n), show("local_type", a);
    asked(a.data(), n), show("asked", a);
    in_a_macro(a.data(), n), show("in_a_macro", a);
    iterators(v), show("iterators", v);
    Field f{{}, v, 0.5F};
    f.step(n), show("step", f.values);
    through_members(f, v.data(), n), show("through_members", v);
    any(b.data(), n, 3), show("any", b);
  }
}
