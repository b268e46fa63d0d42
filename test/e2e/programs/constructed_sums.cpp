// Sums of objects that constructors make, and of copies that `+=` has changed.
#include "show.h"

struct Dual {
  double v, d;
  constexpr Dual(double v = 0, double d = 0) : v(v), d(d) {}
  friend Dual operator+(const Dual& a, const Dual& b) { return Dual(a.v + b.v, a.d + b.d); }
  friend Dual operator*(const Dual& a, const Dual& b) { return {a.v * b.v, a.v * b.d + a.d * b.v}; }
};

/// The parameters in another order than the fields.
class Pair {
public:
  constexpr Pair() : Pair(0, 0) {}
  constexpr Pair(float y, unsigned n) : n_(n), y_(y) {}
  Pair operator+(const Pair& o) const { return {y_ + o.y_, n_ + o.n_}; }
  float y() const { return y_; }
  unsigned n() const { return n_; }

private:
  unsigned n_;
  float y_;
};

struct Vec {
  double x = 0, y = 0;
  Vec& operator+=(const Vec& o) {
    x += o.x;
    y += o.y;
    return *this;
  }
};
inline Vec operator+(Vec a, const Vec& b) { return a += b; }
inline Vec plus(const Vec& a, const Vec& b) { return Vec(a) += b; }

/// A constructor that is not constexpr: on the host alone.
struct Host {
  double v;
  Host() : v(0) {}
  explicit Host(double v) : v(v) {}
  Host operator+(const Host& o) const { return Host(v + o.v); }
};

/// Traps: constructors that do more, or something else, or cannot make a partial result.
struct Needy {
  double v;
  constexpr explicit Needy(double v) : v(v) {}
  Needy operator+(const Needy& o) const { return Needy(v + o.v); }
};
struct Swapped {
  double a, b;
  constexpr Swapped(double x = 0, double y = 0) : a(y), b(x) {}
  friend Swapped operator+(const Swapped& l, const Swapped& r) { return Swapped(l.a + r.a, l.b + r.b); }
};
struct Clamped {
  double v;
  constexpr Clamped(double x = 0) : v(x > 10 ? 10 : x) {}
  friend Clamped operator+(const Clamped& l, const Clamped& r) { return Clamped(l.v + r.v); }
};
struct Bodied {
  double v;
  constexpr Bodied(double x = 0) : v(x) {
    if (v > 10) v = 10;
  }
  friend Bodied operator+(const Bodied& l, const Bodied& r) { return Bodied(l.v + r.v); }
};
struct Defaulted {
  double v, w;
  constexpr Defaulted(double v = 0, double w = 1) : v(v), w(w) {}
  friend Defaulted operator+(const Defaulted& l, const Defaulted& r) { return Defaulted(l.v + r.v); }
};
struct Other {
  double v;
  Other& operator+=(const Other& o) {
    v = o.v - v;
    return *this;
  }
};
inline Other operator+(Other a, const Other& b) { return a += b; }

[[clustrix::cluster]]
Dual duals(const Dual* x, int n) {
  Dual s;
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: parallel
  return s;
}
[[clustrix::cluster]]
Dual products(const Dual* x, int n) {
  Dual s(1, 2);
  for (int i = 0; i < n; ++i) s = x[i] * x[i] + s;  // want: parallel
  return s;
}
[[clustrix::cluster]]
Pair pairs(const Pair* x, int n) {
  Pair s(0.5f, 3);
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: parallel
  return s;
}
[[clustrix::cluster]]
Vec changed_copies(const Vec* x, int n) {
  Vec s;
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: parallel
  return s;
}
[[clustrix::cluster]]
Vec changed_temporaries(const Vec* x, int n) {
  Vec s;
  for (int i = 0; i < n; ++i) s = plus(s, x[i]);  // want: parallel
  return s;
}
[[clustrix::cluster]]
Host hosts(const Host* x, int n) {
  Host s(4);
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: parallel
  return s;
}
[[clustrix::cluster]]
Needy needy(const Needy* x, int n) {
  Needy s(4);
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: serial
  return s;
}
[[clustrix::cluster]]
Swapped swapped(const Swapped* x, int n) {
  Swapped s;
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: serial
  return s;
}
[[clustrix::cluster]]
Clamped clamped(const Clamped* x, int n) {
  Clamped s;
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: serial
  return s;
}
[[clustrix::cluster]]
Bodied bodied(const Bodied* x, int n) {
  Bodied s;
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: serial
  return s;
}
[[clustrix::cluster]]
Defaulted defaulted(const Defaulted* x, int n) {
  Defaulted s;
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: serial
  return s;
}
[[clustrix::cluster]]
Other others(const Other* x, int n) {
  Other s{1};
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: serial
  return s;
}

int main() {
  for (const int n : {0, 1, 9, 500}) {
    std::vector<Dual> d(n);
    std::vector<Pair> p(n);
    std::vector<Vec> v(n);
    std::vector<Host> h(n, Host(0));
    std::vector<Needy> f(n, Needy(0.5));
    std::vector<Swapped> w(n);
    std::vector<Clamped> c(n);
    std::vector<Bodied> b(n);
    std::vector<Defaulted> e(n);
    std::vector<Other> o(n);
    for (int i = 0; i < n; ++i) {
      const double x = (i * 37 % 64) * 0.25, y = (i * 11 % 32) - 7;
      d[i] = Dual(x, y);
      p[i] = Pair(static_cast<float>(y), static_cast<unsigned>(i));
      v[i].x = y;
      v[i].y = x;
      h[i] = Host(x);
      w[i] = Swapped(x, y);
      c[i] = Clamped(y);
      b[i] = Bodied(y);
      e[i] = Defaulted(x, y);
      o[i].v = x;
    }
    const Dual s = duals(d.data(), n), q = products(d.data(), n);
    put("duals.v", s.v);
    put("duals.d", s.d);
    put("products.v", q.v);
    put("products.d", q.d);
    put("pairs.y", pairs(p.data(), n).y());
    put("pairs.n", pairs(p.data(), n).n());
    put("copies.x", changed_copies(v.data(), n).x);
    put("copies.y", changed_copies(v.data(), n).y);
    put("temporaries.x", changed_temporaries(v.data(), n).x);
    put("hosts", hosts(h.data(), n).v);
    put("needy", needy(f.data(), n).v);
    put("swapped", swapped(w.data(), n).a);
    put("clamped", clamped(c.data(), n).v);
    put("bodied", bodied(b.data(), n).v);
    put("defaulted", defaulted(e.data(), n).w);
    put("others", others(o.data(), n).v);
  }
}
