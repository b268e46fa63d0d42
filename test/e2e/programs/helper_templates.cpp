// Members of class templates with value parameters, called where other templates have parameters by the same names.
#include "show.h"

#include <array>
#include <type_traits>

template <int R, int C> struct Mat {
  double m[R * C];
  double& operator()(int r, int c) { return m[r * C + c]; }
  double operator()(int r, int c) const { return m[r * C + c]; }
  [[clustrix::cluster]] Mat<C, R> transposed() const {
    Mat<C, R> t{};
    for (int i = 0; i < R; ++i)                            // want: parallel
      for (int j = 0; j < C; ++j) t(j, i) = (*this)(i, j);  // want: parallel
    return t;
  }
};

template <int R, int C, int K>
[[clustrix::cluster]] Mat<R, K> product(const Mat<R, C>& a, const Mat<C, K>& b) {
  Mat<R, K> r{};
  for (int i = 0; i < R; ++i)    // want: parallel
    for (int j = 0; j < K; ++j) {  // want: parallel
      double s = 0;
      for (int k = 0; k < C; ++k) s += a(i, k) * b(k, j);  // want: parallel
      r(i, j) = s;
    }
  return r;
}

template <int R, int C>
[[clustrix::cluster]] void up(const Mat<R, C>& a, Mat<C, R>& b) {
  for (int i = 0; i < R; ++i)                       // want: parallel
    for (int j = 0; j < C; ++j) b(j, i) = a(i, j);  // want: parallel
}

template <class T, int K> struct Ring {
  T b[K];
  int h = 0;
  const T& operator[](int i) const { return b[(h + i) % K]; }
  static constexpr int size() { return K; }
  T pair(int i) const { return (*this)[i] + (*this)[i + 1]; }
};

[[clustrix::cluster]]
void rings(const Ring<int, 5>& a, const Ring<int, 8>& c, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = a[i] * 100 + c[i] + a.size() - c.size();  // want: parallel
}

template <int K>
[[clustrix::cluster]] void ring_pairs(const Ring<int, K>& a, const Ring<int, K + 3>& c, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = a[i] * 100 + c[i] + a.pair(i) * 10000 + c.pair(i);  // want: parallel
}

/// In whose members the names of the template that calls them are variables.
template <int N> struct Weights {
  std::vector<int> w;
  int at(int K) const { return w[K % N] * K; }
  int shifted(int i) const {
    const int K = i % N;
    return w[K] + N;
  }
};

template <int K>
[[clustrix::cluster]] void weigh(const Weights<K>& a, const Weights<7>& b, int* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = a.at(i) + a.shifted(i) * 1000 + b.at(i) - b.shifted(i);  // want: parallel
}

enum class Mode { plain, doubled };
inline int thrice(int x) { return 3 * x; }

/// Types, enumerators, characters, functions and wide numbers as arguments.
template <class T, Mode M, unsigned long Big, int (*F)(int), char Letter, bool On> struct Mixed {
  std::vector<T> v;
  T at(int i) const {
    const T x = v[i];
    if (M == Mode::doubled) return static_cast<T>(2 * x);
    return static_cast<T>(x + T(Big >> 60));
  }
  int letter(int i) const { return On ? Letter + F(static_cast<int>(v[i])) : 0; }
  static constexpr int kWidth = static_cast<int>(sizeof(T)) * 2;
  enum { kStep = Letter + 1 };
  int width(int i) const { return static_cast<int>(v[i]) + kWidth * kStep; }
  T tile(int i) const {
    T room[kWidth + Letter % 3] = {};
    room[i % kWidth] = v[i];
    return room[0] + room[kWidth - 1];
  }
};

template <class T>
[[clustrix::cluster]] void mixed(const Mixed<T, Mode::doubled, 0xF000000000000001ul, thrice, 'x', true>& a,
                                 const Mixed<short, Mode::plain, 1ul << 62, thrice, 'y', true>& b, int* o, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    o[i] = static_cast<int>(a.at(i)) + a.letter(i) + a.width(i) + b.at(i) + b.letter(i) * b.width(i) + b.tile(i) +
           static_cast<int>(a.tile(i));
}

/// Choices at compile time: only one branch is there.
template <class T, int N> struct Chosen {
  std::vector<T> v;
  T at(int i) const {
    if constexpr (N > 4)
      return v[i] * N;
    else if constexpr (std::is_floating_point_v<T>) {
      return v[i] / T(N);
    } else {
      return v[i] % N;
    }
  }
  T rounded(int i) const {
    T x = v[i];
    if constexpr (std::is_floating_point_v<T>) x = static_cast<T>(static_cast<long>(x));
    if constexpr (N == 3) {
      x += N;
    }
    return x;
  }
};

template <int N>
[[clustrix::cluster]] void choose(const Chosen<int, 3>& a, const Chosen<double, 3>& b, const Chosen<int, N>& c,
                                  double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = a.at(i) + b.at(i) + c.at(i) + b.rounded(i) - a.rounded(i);  // want: parallel
}

template <int N> constexpr int twice = 2 * N;
template <int N> int spread(int x) { return x * 3 + N; }

/// Through members of members, bases with parameters of their own, nested classes and static functions.
template <int N> struct Base {
  std::vector<int> v;
  static constexpr int kBase = N + 10;
  int base(int i) const { return v[i % N] + kBase; }
};
template <int N> struct Derived : Base<2 * N> {
  struct Inner {
    int x;
    int f() const { return x * N; }
    static constexpr int kInner = 3 * N;
  };
  static int fixed(int i) { return i + N; }
  template <int M> static int scaled(int i) { return i * M + N; }
  int both(int i) const { return this->base(i) + Base<2 * N>::kBase + N; }
  int inner(int i) const {
    Inner one{this->v[i % N]};
    return one.f() + Inner::kInner;
  }
  int functions(int i) const { return this->v[i % N] + fixed(i) + scaled<N + 1>(i) + spread<N>(i) + twice<N>; }
  int other(int i) const { return this->v[i % N] + Derived<N + 1>::kBase; }
};

template <int N>
[[clustrix::cluster]] void derived(const Derived<3>& a, const Derived<N>& b, int* o, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    o[i] = a.both(i) + a.inner(i) * 10 + a.functions(i) + b.both(i) - b.inner(i) + b.functions(i) * 7 + b.other(i);
}

int main() {
  Mat<4, 5> a{};
  Mat<5, 3> b{};
  for (int i = 0; i < 20; ++i) a.m[i] = i;
  for (int i = 0; i < 15; ++i) b.m[i] = i * i;
  show("transposed", a.transposed().m, 20);
  show("back", b.transposed().m, 15);
  show("product", product(a, b).m, 12);
  show("square", product(a, a.transposed()).m, 16);
  Mat<5, 4> t{};
  up(a, t);
  show("up", t.m, 20);
  Mat<3, 5> u{};
  up(b, u);
  show("up2", u.m, 15);
  std::vector<int> o(60);
  rings({{1, 2, 3, 4, 5}, 2}, {{9, 8, 7, 6, 5, 4, 3, 2}, 1}, o.data(), 60);
  show("rings", o);
  ring_pairs<5>({{1, 2, 3, 4, 5}, 2}, {{9, 8, 7, 6, 5, 4, 3, 2}, 1}, o.data(), 60);
  show("pairs", o);
  std::vector<int> v(60);
  std::vector<short> s(60);
  std::vector<double> d(60), out(60);
  for (int i = 0; i < 60; ++i) {
    v[i] = i * 7;
    s[i] = static_cast<short>(i * 5);
    d[i] = i * 1.25;
  }
  weigh<5>({v}, {v}, o.data(), 60);
  show("weigh", o);
  mixed<int>({v}, {s}, o.data(), 60);
  show("mixed", o);
  choose<9>({v}, {d}, {v}, out.data(), 60);
  show("choose", out);
  Derived<3> p;
  Derived<5> q;
  p.v = q.v = v;
  derived<5>(p, q, o.data(), 60);
  show("derived", o);
}
