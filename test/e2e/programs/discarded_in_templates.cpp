// Branches that `if constexpr` discards name what the kernel does not have; what a type can do is asked of the host's.
#include "show.h"

#include <concepts>

template <class T>
concept Small = sizeof(T) < 8;

/// A generic lambda's text is that of all its instantiations.
[[clustrix::cluster]]
void in_a_generic_lambda(std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& c) {
  const double* p = c.data();
  const auto f = [&](auto x) {
    if constexpr (std::integral<decltype(x)>) {
      if constexpr (sizeof(x) < 2)
        return x + c.front();
      else
        return x + b[0];
    } else if constexpr (Small<decltype(x)>) {
      return x + p[0];
    } else {
      return x + b[1];
    }
  };
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = f(b[i]) + f(static_cast<int>(i));  // want: parallel
}

/// One instantiation, which discards the only mention of `c`.
template <class T>
[[clustrix::cluster]]
void in_a_template(std::vector<T>& a, const std::vector<T>& b, const std::vector<T>& c) {
  const auto f = [&](T x) {
    if constexpr (Small<T>)
      return x + c[0];
    else
      return x + b[0];
  };
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    if constexpr (Small<T>)
      a[i] = c[i] + c.size();
    else
      a[i] = f(b[i]) * 2;
  }
}

/// The head alone names `n`, beside a branch that is discarded.
template <class T>
[[clustrix::cluster]]
void in_the_head(T* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if constexpr (Small<T>)
      a[i] = n;
    else
      a[i] = 2 * b[i];
  }
}

/// Both instantiations have the same kernel: neither branch names anything that the other does not.
template <class T>
[[clustrix::cluster]]
void in_two(std::vector<T>& a) {
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    T x = a[i];
    if constexpr (std::integral<T>)
      x += 3;
    else
      x *= 0.5;
    a[i] = x;
  }
}

template <class T>
struct Model {
  std::vector<T> v, w;
  T bias = 2;

  [[clustrix::cluster]]
  void in_a_member(std::vector<T>& a) {
    for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
      if constexpr (Small<T>)
        a[i] = v[i];
      else
        a[i] = w[i] + bias;
    }
  }
};

template <class T>
double kind(T x) {
  if (Small<T>) return 1;
  if (requires { x.size(); }) return 2;
  return noexcept(x * 2) ? x * 2 : x;
}

struct Owner {
  double k;

  [[clustrix::cluster]]
  void questions(std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
      const bool asked = noexcept(b[i]) && !noexcept(b.at(i)) && Small<int> && !std::integral<decltype(k)>;
      a[i] = asked ? kind(b[i]) + i : b[i];
    }
  }
};

int main() {
  std::vector<double> a(100), b(100), c(100, 3);
  for (int i = 0; i < 100; ++i) b[i] = 0.25 * i;
  in_a_generic_lambda(a, b, c);
  show("in_a_generic_lambda", a);
  in_a_template(a, b, c);
  show("in_a_template", a);
  in_the_head(a.data(), b.data(), 90);
  show("in_the_head", a);
  std::vector<int> whole(50, 7);
  in_two(a);
  in_two(whole);
  show("in_two", a);
  show("in_two", whole);
  Model<double>{a, b}.in_a_member(c);
  show("in_a_member", c);
  Owner{1}.questions(a, b);
  show("questions", a);
}
