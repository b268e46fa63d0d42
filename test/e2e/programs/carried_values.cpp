// Values of the last iterations that the next ones compute again: an element, a product, several iterations back.
#include "show.h"

#include <cmath>
#include <vector>

[[clustrix::cluster]]
void differences(const double* a, double* out, int n, double before) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[i] = a[i] - before;
    before = a[i];
  }
}

[[clustrix::cluster]]
double last_kept(const double* a, double* out, int n) {
  double before = 0.5;
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[i] = a[i] * before;
    before = a[i] + 1;
  }
  return before;
}

[[clustrix::cluster]]
void two_back(const double* a, double* out, int n) {
  double x1 = 0.25, x2 = 0.75;
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[i] = a[i] + 2 * x1 + 3 * x2;
    x2 = x1;
    x1 = a[i];
  }
}

[[clustrix::cluster]]
int three_back(const int* a, int* out, int n) {
  int x1 = 1, x2 = 2, x3 = 3;
  for (int i = 3; i < n; i += 2) {  // want: parallel
    out[i] = a[i] + x1 * x2 - x3;
    x3 = x2;
    x2 = x1;
    x1 = a[i] ^ i;
  }
  return x1 * 100 + x2 * 10 + x3;
}

[[clustrix::cluster]]
void by_locals(const double* a, const double* b, double* out, int n, int m) {
  double before = -1;
  for (int i = m; i < n; ++i) {  // want: parallel
    const double x = a[i], y = b[i];
    const double product = x * b[i - m];
    const double root = std::sqrt(product * product + 1);
    out[i] = y + root - before;
    before = root;
  }
}

[[clustrix::cluster]]
double of_a_range(const std::vector<double>& a) {
  double before = 0, sum = 0;
  for (const double x : a) {  // want: parallel
    sum += x * before;
    before = x;
  }
  return sum;
}

[[clustrix::cluster]]
void backwards(const float* a, float* out, int n) {
  float before = 0;
  for (int i = n - 1; i >= 0; --i) {  // want: parallel
    out[i] = a[i] + before;
    before = a[i] * 0.5f;
  }
}

// The places of the iterations before, around the end of the array.
[[clustrix::cluster]]
void neighbours(const double* b, double* a, int n) {
  int im1 = n - 1, im2 = n - 2;
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i] = (b[i] + b[im1] + b[im2]) * 0.333;
    im2 = im1;
    im1 = i;
  }
}

[[clustrix::cluster]]
int crossings(const double* a, int n) {
  int count = 0;
  bool above = false;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if ((a[i] > 0.5) != above) ++count;
    above = a[i] > 0.5;
  }
  return count;
}

[[clustrix::cluster]]
void by_a_lambda(const double* a, double* out, int n, double scale) {
  const auto weigh = [=](double x) { return x * scale + 1; };
  double before = 2;
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[i] = before - weigh(a[i]);
    before = weigh(a[i]);
  }
}

struct Filter {
  double gain = 0.5;
  std::vector<double> in, out;
  [[clustrix::cluster]] void run() {
    double before = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {  // want: parallel
      out[i] = in[i] * gain + before;
      before = in[i] * gain;
    }
  }
};

// What is computed on the way lies in variables from outside the loop.
[[clustrix::cluster]]
float through_variables(const float* a, const double* b, double* out, int n) {
  float before = 0.5f, s;
  double t = 0;
  int i;
  for (i = 0; i < n; i++) {  // want: parallel
    t = b[i] * 2;
    s = a[i] * static_cast<float>(t);
    out[i] = s + before;
    before = s;
  }
  return before;
}

int main() {
  Random random(91);
  for (const int n : {0, 1, 2, 3, 9, 4001}) {
    std::vector<double> a(n), b(n), out(n, 7.0);
    random.fillUnit(a);
    random.fillUnit(b);
    std::vector<int> k(n), whole(n, 5);
    random.fillBelow(k, 100);
    std::vector<float> f(a.begin(), a.end()), g(n, 1.0f);
    put("n", n);
    differences(a.data(), out.data(), n, 0.125);
    show("differences", out);
    put("last_kept", last_kept(a.data(), out.data(), n));
    show("last_kept.out", out);
    two_back(a.data(), out.data(), n);
    show("two_back", out);
    put("three_back", three_back(k.data(), whole.data(), n));
    show("three_back.out", whole);
    by_locals(a.data(), b.data(), out.data(), n, n > 4 ? 3 : 0);
    show("by_locals", out);
    put("of_a_range", of_a_range(a));
    backwards(f.data(), g.data(), n);
    show("backwards", g);
    put("through_variables", through_variables(f.data(), a.data(), out.data(), n));
    show("through_variables.out", out);
    if (n > 1) neighbours(b.data(), out.data(), n);
    show("neighbours", out);
    put("crossings", crossings(a.data(), n));
    by_a_lambda(a.data(), out.data(), n, 1.5);
    show("by_a_lambda", out);
    Filter filter{0.25, a, b};
    filter.run();
    show("filter", filter.out);
    // In place: what the iteration before has read is no longer there.
    std::vector<double> c = a;
    differences(c.data(), c.data(), n, 0.125);
    show("differences.in_place", c);
    if (n > 2) two_back(c.data() + 1, c.data(), n - 1);
    show("two_back.overlapping", c);
  }
}
