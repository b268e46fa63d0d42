// Extremes that a jump forward leaves out, as in the C of old.
#include "show.h"

[[clustrix::cluster]]
float largest(const float* a, int n) {
  float max = a[0];
  for (int i = 1; i < n; i++) {  // want: parallel
    if (a[i] <= max) goto next;
    max = a[i];
  next:;
  }
  return max;
}
[[clustrix::cluster]]
int place_of_largest(const float* a, int n, int step) {
  int k = 0, index = 0;
  float max = std::fabs(a[0]);
  k += step;
  for (int i = 1; i < n; i++) {  // want: parallel
    if (std::fabs(a[k]) <= max) goto L5;
    index = i;
    max = std::fabs(a[k]);
  L5:
    k += step;
  }
  return index + static_cast<int>(max * 1000);
}
[[clustrix::cluster]]
double smallest_beside(const double* a, double* b, int n) {
  double min = 1e30;
  for (int i = 0; i < n; i++) {  // want: parallel
    if (!(a[i] < min)) goto behind;
    min = a[i];
  behind:
    b[i] = a[i] * 2;
  }
  return min;
}
[[clustrix::cluster]]
double by_flag(const double* a, int n) {
  double min = 1e30;
  for (int i = 0; i < n; i++) {  // want: parallel
    const bool better = a[i] < min;
    if (!better) goto behind;
    min = a[i];
  behind:;
  }
  return min;
}
/// Traps: what is left out, or what comes behind, depends on the running extremum.
[[clustrix::cluster]]
double counted(const double* a, int n) {
  double max = -1e30;
  int records = 0;
  for (int i = 0; i < n; i++) {  // want: serial
    if (a[i] <= max) goto behind;
    max = a[i];
    records++;
  behind:;
  }
  return max + records;
}
[[clustrix::cluster]]
double looked_at(const double* a, double* b, int n) {
  double max = -1e30;
  for (int i = 0; i < n; i++) {  // want: serial
    if (a[i] <= max) goto behind;
    max = a[i];
  behind:
    b[i] = max + a[n - 1 - i];
  }
  return max;
}
[[clustrix::cluster]]
double flag_used(const double* a, double* b, int n) {
  double min = 1e30;
  for (int i = 0; i < n; i++) {  // want: serial
    const bool better = a[i] < min;
    if (!better) goto behind;
    min = a[i];
  behind:
    b[i] = better;
  }
  return min;
}
[[clustrix::cluster]]
double leaves_out_more(const double* a, double* b, int n) {
  double max = -1e30;
  for (int i = 0; i < n; i++) {  // want: serial
    if (a[i] <= max) goto behind;
    max = a[i];
    b[i] = 1;
  behind:;
  }
  return max;
}
[[clustrix::cluster]]
double two_ways(const double* a, int n) {
  double max = -1e30;
  for (int i = 0; i < n; i++) {  // want: serial
    if (a[i] > 0.5) goto inside;
    if (a[i] <= max) goto behind;
  inside:
    max = a[i];
  behind:;
  }
  return max;
}

int main() {
  Random random(11);
  for (const int n : {1, 2, 9, 700}) {
    std::vector<float> f(n * 3);
    std::vector<double> a(n), b(n);
    random.fillUnit(f);
    random.fillUnit(a);
    put("largest", largest(f.data(), n));
    put("place", place_of_largest(f.data(), n, 1));
    put("place3", place_of_largest(f.data(), n, 3));
    put("smallest", smallest_beside(a.data(), b.data(), n));
    show("beside", b.data(), n);
    put("by_flag", by_flag(a.data(), n));
    put("counted", counted(a.data(), n));
    put("looked_at", looked_at(a.data(), b.data(), n));
    show("looked", b.data(), n);
    put("flag_used", flag_used(a.data(), b.data(), n));
    show("flags", b.data(), n);
    put("more", leaves_out_more(a.data(), b.data(), n));
    show("left_out", b.data(), n);
    put("two_ways", two_ways(a.data(), n));
  }
}
