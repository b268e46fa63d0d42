// Functions of the source's own that kernels call: free functions, templates, members, operators, constructors,
// conversions and functors, in namespaces and behind one another. All are compiled for devices where nvcc is used.
#include "device_helpers.h"
#include "show.h"

#include <cmath>

namespace geo {

struct Vec3 {
  double x, y, z;
  Vec3() : x(0), y(0), z(0) {}
  Vec3(double a, double b, double c) : x(a), y(b), z(c) {}
  Vec3 operator+(const Vec3& o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
  Vec3 operator-() const { return {-x, -y, -z}; }
  Vec3& operator+=(const Vec3& o) {
    x += o.x, y += o.y, z += o.z;
    return *this;
  }
  double dot(const Vec3& o) const { return x * o.x + y * o.y + z * o.z; }
  double norm() const { return std::sqrt(dot(*this)); }
  explicit operator double() const { return sum(); }
  static double half(double v) { return v / 2; }
  friend Vec3 operator*(double f, const Vec3& v) { return Vec3(f * v.x, f * v.y, f * v.z); }

 private:
  double sum() const { return x + y + z; }
};

Vec3 operator-(const Vec3& a, const Vec3& b) { return a + (-b); }

namespace detail {
double weigh(double x, double by = 3) { return x * by; }
}  // namespace detail

inline double weight(const Vec3& v) { return detail::weigh(v.norm()); }

template <class T>
T twice(T value) {
  return value + value;
}

template <class T, int N>
struct Small {
  T v[N];
  Small() {
    for (int i = 0; i < N; ++i) v[i] = T(i);
  }
  T& operator[](int i) { return v[i]; }
  const T& operator[](int i) const { return v[i]; }
  T sum() const {
    T s = 0;
    for (int i = 0; i < N; ++i) s += v[i];
    return s;
  }
  template <class U>
  U as(U by) const {
    return static_cast<U>(sum()) * by;
  }
  friend Small operator+(const Small& a, const Small& b) {
    Small c;
    for (int i = 0; i < N; ++i) c[i] = a[i] + b[i];
    return c;
  }
};

[[clustrix::cluster]]
void in_namespace(Vec3* p, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i] = twice(p[i]) - Vec3(1, 2, 3);
    out[i] = weight(p[i]) + Vec3::half(out[i]);
  }
}

}  // namespace geo

namespace {
double shifted(double x) { return x + 1; }
double shifted(int x) { return x + 2; }

struct Power {
  int exponent;
  double operator()(double x) const {
    double r = 1;
    for (int k = 0; k < exponent; ++k) r *= x;
    return r;
  }
};
}  // namespace

template <class F>
double apply(F f, double x) {
  return f(x);
}

static void axpy(double a, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

double& at(double* p, int i) { return p[i]; }

[[clustrix::cluster]]
void members(const geo::Vec3* a, const geo::Vec3* b, geo::Vec3* c, double* d, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    geo::Vec3 s = a[i] + b[i];
    s += 0.5 * a[i];
    c[i] = -s;
    d[i] = static_cast<double>(s) + a[i].dot(b[i]) + geo::detail::weigh(2);
  }
}

[[clustrix::cluster]]
void functors(double* a, int n, int e) {
  const Power power{e};
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = apply(power, a[i]) + apply([e](double x) { return x * e; }, a[i]) + shifted(a[i]) + shifted(i);
}

[[clustrix::cluster]]
void rows(const double* x, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    axpy(2, &x[i * m], &y[i * m], m);
    at(y, i * m) = 1;
  }
}

[[clustrix::cluster]]
void classes(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    geo::Small<double, 4> s;
    s[1] = a[i];
    s = s + s;
    a[i] = s.sum() + s.as<float>(2) + geo::Small<float, 2>().sum();
  }
}

[[clustrix::cluster]]
void from_a_header(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    helpers::Range range(a[i], b[i]);
    const helpers::Range copy = range++;
    range(helpers::between(copy.middle(), b[i]));
    a[i] = copy < range ? copy.weighed(range.middle()) : helpers::damped(a[i]);
  }
}

template <class T>
[[clustrix::cluster]] T total(const geo::Small<T, 3>* s, int n) {
  T sum = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    sum += geo::twice(s[i].sum()) + s[i][2];
  return sum;
}

int main() {
  Random random(77);
  for (const int n : {0, 3, 4001}) {
    std::vector<double> out(n), a(n), x(12 * n), y(12 * n);
    std::vector<geo::Vec3> p(n), q(n), r(n);
    std::vector<geo::Small<double, 3>> s(n);
    std::vector<geo::Small<int, 3>> t(n);
    random.fillUnit(out);
    random.fillUnit(a);
    random.fillUnit(x);
    random.fillUnit(y);
    for (int i = 0; i < n; ++i) {
      p[i] = geo::Vec3(random.unit(), random.unit(), 1);
      q[i] = geo::Vec3(random.unit(), 2, random.unit());
      s[i][1] = random.unit();
      t[i][1] = i;
    }
    geo::in_namespace(p.data(), out.data(), n);
    show("out", out);
    members(p.data(), q.data(), r.data(), a.data(), n);
    show("a", a);
    functors(a.data(), n, 3);
    show("powers", a);
    rows(x.data(), y.data(), n, 12);
    show("y", y);
    classes(a.data(), n);
    show("classes", a);
    from_a_header(a.data(), out.data(), n);
    show("from a header", a);
    put("total", total(s.data(), n));
    put("total of integers", total(t.data(), n));
    double sum = 0;
    for (const geo::Vec3& v : r) sum += v.x + 2 * v.y + 3 * v.z;
    put("sum", sum);
  }
}
