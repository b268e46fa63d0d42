// __restrict pointers, const in every place, references to pointers, and default arguments.
#include "show.h"

[[clustrix::cluster]]
void restricted(double* __restrict out, const double* __restrict in, int n) {
  for (int i = 1; i < n; ++i)  // want: parallel
    out[i] = in[i - 1] + in[i];
}

[[clustrix::cluster]]
void const_everywhere(double* const out, const double* const in, const int n, const double& by = 1.5) {
  const int last = n - 1;
  for (int i = 0; i <= last; ++i) {  // want: parallel
    const double x = in[i], y = x * by;
    out[i] = y - x;
  }
}

[[clustrix::cluster]]
void reference_to_pointer(double*& p, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    p[i] += 1;
  p += n;
}

[[clustrix::cluster]]
void array_parameter(double a[], int n, const int steps[4]) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += steps[i & 3];
}

[[clustrix::cluster]]
static inline double by_value(std::vector<double> copy, double limit) noexcept {
  double kept = 0;
  for (std::size_t i = 0; i < copy.size(); ++i) {  // want: parallel
    if (copy[i] > limit) copy[i] = limit;
    kept += copy[i];
  }
  return kept + copy[0];
}

int main() {
  Random random(73);
  const int n = 5003;
  std::vector<double> a(n), b(n);
  for (double& x : b) x = random.coarse();
  restricted(a.data(), b.data(), n);
  show("restricted", a);
  const_everywhere(a.data(), b.data(), n);
  const_everywhere(a.data(), a.data(), n, 0.5);
  const_everywhere(a.data(), b.data(), n, a[100]);
  show("const", a);
  double* p = a.data();
  reference_to_pointer(p, 100);
  reference_to_pointer(p, 50);
  put("moved", static_cast<long long>(p - a.data()));
  const int steps[4] = {1, -2, 3, -4};
  array_parameter(a.data(), n, steps);
  show("steps", a);
  put("kept", by_value(b, 0.5));
  show("unchanged", b);
}
