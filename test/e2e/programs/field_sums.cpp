// Sums of objects by functions that add their fields, whether or not anybody says that they are sums.
#include "show.h"

#include <vector>

struct Vec {
  double x, y;
  Vec& operator+=(const Vec& other) {
    x += other.x;
    y += other.y;
    return *this;
  }
  Vec operator*(double s) const { return {x * s, y * s}; }
};

inline Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y}; }

namespace stats {

struct Moments {
  double first;
  float second;
  unsigned count;
  unsigned long long squares;
  Moments plus(const Moments& o) const {
    return Moments{first + o.first, o.second + second, count + o.count, squares + o.squares};
  }
};

inline Moments operator+(Moments a, const Moments& b) {
  a.first += b.first;
  a.second = a.second + b.second;
  a.count += b.count;
  a.squares += b.squares;
  return a;
}

inline Moments& operator+=(Moments& a, const Moments& b) {
  a = a + b;
  return a;
}

inline void into(Moments& a, const Moments& b) {
  Moments sum = a;
  sum += b;
  a = sum;
}

}  // namespace stats

[[clustrix::cluster]]
Vec by_assignment(const std::vector<Vec>& v) {
  Vec sum{0, 0};
  for (std::size_t i = 0; i < v.size(); ++i) sum = sum + v[i];  // want: parallel
  return sum;
}

[[clustrix::cluster]]
Vec other_side(const std::vector<Vec>& v) {
  Vec sum{1, 2};
  for (const Vec& one : v) sum = one + sum;  // want: parallel
  return sum;
}

[[clustrix::cluster]]
Vec weighted(const Vec* v, const double* w, int n) {
  Vec sum{0, 0};
  for (int i = 0; i < n; ++i) sum += v[i] * w[i];  // want: parallel
  return sum;
}

[[clustrix::cluster]]
Vec of_some(const Vec* v, const double* w, int n) {
  Vec sum{0, 0};
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (w[i] > 0.5) sum += v[i];
  }
  return sum;
}

[[clustrix::cluster]]
stats::Moments by_operator(const double* a, int n) {
  stats::Moments all{0, 0, 0, 0};
  for (int i = 0; i < n; ++i) {  // want: parallel
    const stats::Moments one{a[i], static_cast<float>(i % 7), 1, static_cast<unsigned long long>(i) * i};
    all = all + one;
  }
  return all;
}

[[clustrix::cluster]]
stats::Moments in_place(const double* a, int n) {
  stats::Moments all{0, 0, 4294967290u, 0};
  for (int i = 0; i < n; ++i) all += stats::Moments{a[i], 0.5f, 1, 2};  // want: parallel
  return all;
}

[[clustrix::cluster]]
stats::Moments by_member(const double* a, int n) {
  stats::Moments all{0, 0, 0, 0};
  for (int i = 0; i < n; ++i) all = all.plus(stats::Moments{a[i], 0.5f, 1, 2});  // want: parallel
  return all;
}

[[clustrix::cluster]]
stats::Moments by_function(const double* a, int n) {
  stats::Moments all{0, 0, 0, 0};
  for (int i = 0; i < n; ++i) into(all, stats::Moments{a[i], 0.5f, 1, 2});  // want: parallel
  return all;
}

// The fields alone are also reductions.
[[clustrix::cluster]]
Vec with_a_field(const Vec* v, int n) {
  Vec sum{0, 0};
  for (int i = 0; i < n; ++i) {  // may: parallel
    sum += v[i];
    sum.x += 1;
  }
  return sum;
}

void putVec(const char* name, const Vec& v) {
  std::printf("%s\n", name);
  put("x", v.x);
  put("y", v.y);
}

void putMoments(const char* name, const stats::Moments& m) {
  std::printf("%s\n", name);
  put("first", m.first);
  put("second", m.second);
  put("count", m.count);
  put("squares", m.squares);
}

int main() {
  Random random(61);
  for (const int n : {0, 1, 2, 9, 3000}) {
    std::vector<Vec> v(n);
    for (Vec& one : v) one = {random.coarse(), random.coarse() - 0.5};
    std::vector<double> w(n);
    random.fillUnit(w);
    put("n", n);
    putVec("by_assignment", by_assignment(v));
    putVec("other_side", other_side(v));
    putVec("weighted", weighted(v.data(), w.data(), n));
    putVec("of_some", of_some(v.data(), w.data(), n));
    putVec("with_a_field", with_a_field(v.data(), n));
    putMoments("by_operator", by_operator(w.data(), n));
    putMoments("in_place", in_place(w.data(), n));
    putMoments("by_member", by_member(w.data(), n));
    putMoments("by_function", by_function(w.data(), n));
  }
}
