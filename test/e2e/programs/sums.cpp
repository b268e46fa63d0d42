// Sums, products and counts into scalars: of every type, with earlier values, through references and members.
#include "show.h"

[[clustrix::cluster]]
double weighted(const double* a, const double* w, int n) {
  double sum = 1.5;
  for (int i = 0; i < n; ++i)  // want: parallel
    sum += a[i] * w[i];
  return sum;
}

[[clustrix::cluster]]
long nested(const int* a, int rows, int columns) {
  long sum = 0;
  for (int r = 0; r < rows; ++r)       // want: parallel
    for (int c = 0; c < columns; ++c)  // want: parallel
      sum += a[r * columns + c] * (r - c);
  return sum;
}

[[clustrix::cluster]]
unsigned product(const unsigned* a, int n) {
  unsigned result = 7;
  for (int i = 0; i < n; ++i)  // want: parallel
    result *= 2 * a[i] + 1;
  return result;
}

[[clustrix::cluster]]
void into_references(const float* a, int n, float& sum, int& positive, long long* total) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    sum += a[i];
    if (a[i] > 0.5f) ++positive;
    *total -= i;
  }
}

[[clustrix::cluster]]
std::uint8_t wrapping(const std::uint8_t* a, int n) {
  std::uint8_t sum = 200;
  for (int i = 0; i < n; ++i)  // may: parallel
    sum = static_cast<std::uint8_t>(sum + a[i]);
  return sum;
}

[[clustrix::cluster]]
double in_every_form(const double* a, int n) {
  double s = 0, t = 0, u = 0, p = 1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    s = s + a[i];
    t = a[i] + t;
    u -= a[i];
    p = p * (1 + a[i] * 1e-4);
  }
  return s + 2 * t + 4 * u + p;
}

class Meter {
public:
  [[clustrix::cluster]] void record(const std::vector<int>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {  // want: parallel
      total_ += values[i];
      squares_ += static_cast<long long>(values[i]) * values[i];
    }
  }
  long long total() const { return total_; }
  long long squares() const { return squares_; }

private:
  long long total_ = 0, squares_ = 0;
};

int main() {
  Random random(28);
  const int n = 50021;
  std::vector<double> a(n), w(n);
  for (double& x : a) x = random.coarse();
  for (double& x : w) x = random.coarse();
  put("weighted", weighted(a.data(), w.data(), n));
  put("weighted_one", weighted(a.data(), w.data(), 1));
  put("weighted_none", weighted(a.data(), w.data(), 0));
  std::vector<int> v(n);
  random.fillBelow(v, 10000);
  put("nested", nested(v.data(), 200, 250));
  std::vector<unsigned> u(n);
  for (unsigned& x : u) x = random.bits() >> 1;
  put("product", product(u.data(), n));
  std::vector<float> f(n);
  for (float& x : f) x = static_cast<float>(random.below(64)) / 64;
  float sum = 3;
  int positive = -4;
  long long total = 5;
  into_references(f.data(), n, sum, positive, &total);
  into_references(f.data(), 0, sum, positive, &total);
  put("sum", sum);
  put("positive", positive);
  put("total", total);
  std::vector<std::uint8_t> bytes(n);
  random.fillBelow(bytes, 256);
  put("wrapping", wrapping(bytes.data(), n));
  put("forms", in_every_form(a.data(), n));
  Meter meter;
  meter.record(v);
  meter.record({1, 2, 3});
  put("meter", meter.total());
  put("meter_squares", meter.squares());
}
