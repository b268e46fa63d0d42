// Variables that step with the loop beside the one in its header: closed forms replace them.
#include "show.h"

[[clustrix::cluster]]
int every_second(const double* b, double* a, int n) {
  int k = 1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[k] = b[i];
    k += 2;
  }
  return k;
}

[[clustrix::cluster]]
void from_behind(const double* b, double* a, int n) {
  int k = n;
  for (int i = 0; i < n; ++i) {  // want: parallel
    --k;
    a[k] = b[i] + k;
  }
}

[[clustrix::cluster]]
long run_time_step(const double* b, double* a, int n, int step) {
  long k = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[k] = b[i];
    k += step;
  }
  return k;
}

[[clustrix::cluster]]
int cursors(const double* from, double* to, int n) {
  const double* const first = from;
  for (int i = 0; i < n; ++i)  // want: parallel
    *to++ = 2 * *from++;
  return static_cast<int>(from - first);
}

[[clustrix::cluster]]
double* pairs(const float* p, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[0] = p[0] + p[1];
    out[1] = p[0] - p[1];
    out += 2;
    p += 2;
  }
  return out;
}

[[clustrix::cluster]]
int nested(const double* b, double* flat, int n, int m) {
  int k = 0;
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // want: parallel
      flat[k++] = b[i] * j;
  return k;
}

[[clustrix::cluster]]
unsigned short narrow(const double* b, double* a, int n, unsigned short k) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[k] = b[i];
    ++k;
  }
  return k;
}

[[clustrix::cluster]]
int in_both_branches(const int* c, double* a, int n) {
  int j = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (c[i] > 0) {
      a[j] = c[i];
      ++j;
    } else {
      a[j++] = -1;
    }
  }
  return j;
}

[[clustrix::cluster]]
int with_continue(const int* c, double* a, int n) {
  int j = 5;
  for (int i = 0; i < n; ++i) {  // want: parallel
    j += 3;
    if (c[i] < 0) continue;
    a[j] = c[i];
  }
  return j;
}

[[clustrix::cluster]]
void rows_by_pointer(double* a, int n, int m) {
  double* row = a;
  for (int i = 0; i < n; ++i) {    // want: parallel
    for (int j = 0; j < m; ++j)    // want: parallel
      row[j] = i + 0.5 * j;
    row += m;
  }
}

// The neighbour around a ring: the position of the iteration before, the last one for the first.
[[clustrix::cluster]]
int ring(const std::vector<double>& b, double* a, int n) {
  int before = n - 1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i] = b[i] + b[before];
    before = i;
  }
  return before;
}

[[clustrix::cluster]]
int two_before(const std::vector<double>& b, double* a, int n) {
  int one = n - 1, two = n - 2;
  for (int i = 0; i < n; ++i) {  // may: parallel
    a[i] = b[i] + b[one] - b[two];
    two = one;
    one = i;
  }
  return two;
}

// What is left depends on the data.
[[clustrix::cluster]]
int last_large(const std::vector<double>& b, double* a, int n) {
  int before = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    a[i] = b[before];
    if (b[i] > 30) before = i;
  }
  return before;
}

// A step that not every iteration takes.
[[clustrix::cluster]]
int skipping(const int* c, double* a, int n) {
  int j = 5;
  for (int i = 0; i < n; ++i) {  // may: parallel
    if (c[i] < 0) continue;
    a[j] = c[i];
    j += 3;
  }
  return j;
}

// A step that grows.
[[clustrix::cluster]]
int growing(double* a, int n) {
  int j = 0, step = 1;
  for (int i = 0; i < n; ++i) {  // want: serial
    a[j % 100] += i;
    j += step;
    step += 1;
  }
  return j;
}

// The positions meet: a[k] of one iteration is a[k - 2] of the next.
[[clustrix::cluster]]
void meeting(double* a, int n) {
  int k = 2;
  for (int i = 0; i < n; ++i) {  // want: serial
    a[k] = a[k - 2] + 1;
    k += 2;
  }
}

// Wraps at 256: the positions come again.
[[clustrix::cluster]]
unsigned char wrapping(double* a, int n) {
  unsigned char k = 0;
  for (int i = 0; i < n; ++i) {  // may: parallel
    a[k] = a[k] * 0.5 + i;
    ++k;
  }
  return k;
}

// What is added changes in the loop.
[[clustrix::cluster]]
int carried_step(const int* c, double* a, int n) {
  int k = 0, d = 1;
  for (int i = 0; i < n; ++i) {  // want: serial
    a[k] = i;
    k += d;
    d = 1 + (c[i] & 1);
  }
  return k;
}

int main() {
  const int n = 300;
  std::vector<double> a(3 * n + 10), b(n);
  std::vector<float> p(2 * n);
  std::vector<int> c(n);
  for (int i = 0; i < n; ++i) {
    b[i] = 0.25 * i;
    c[i] = (i * 7) % 11 - 4;
    p[2 * i] = i;
    p[2 * i + 1] = 3.f * i;
  }
  put("every_second", every_second(b.data(), a.data(), n));
  show("every_second", a);
  from_behind(b.data(), a.data(), n);
  show("from_behind", a);
  put("run_time_step", run_time_step(b.data(), a.data(), n, 3));
  show("run_time_step", a);
  put("run_time_step", run_time_step(b.data(), a.data(), n, 0));
  show("run_time_step", a);
  put("cursors", cursors(b.data(), a.data(), n));
  show("cursors", a);
  put("pairs", static_cast<int>(pairs(p.data(), a.data(), n) - a.data()));
  show("pairs", a);
  put("nested", nested(b.data(), a.data(), 20, 15));
  put("nested", nested(b.data(), a.data(), 20, -3));
  show("nested", a);
  put("narrow", static_cast<int>(narrow(b.data(), a.data(), n, 7)));
  show("narrow", a);
  put("in_both_branches", in_both_branches(c.data(), a.data(), n));
  show("in_both_branches", a);
  put("with_continue", with_continue(c.data(), a.data(), n));
  show("with_continue", a);
  rows_by_pointer(a.data(), 30, 9);
  show("rows_by_pointer", a);
  put("ring", ring(b, a.data(), n));
  put("ring", ring(b, a.data(), 0));
  put("ring", ring(b, a.data(), 1));
  show("ring", a);
  put("two_before", two_before(b, a.data(), n));
  show("two_before", a);
  put("last_large", last_large(b, a.data(), n));
  show("last_large", a);
  put("skipping", skipping(c.data(), a.data(), n));
  show("skipping", a);
  put("growing", growing(a.data(), n));
  show("growing", a);
  meeting(a.data(), n);
  show("meeting", a);
  put("wrapping", static_cast<int>(wrapping(a.data(), 200)));
  show("wrapping", a);
  put("wrapping", static_cast<int>(wrapping(a.data(), n)));
  show("wrapping", a);
  put("carried_step", carried_step(c.data(), a.data(), n));
  show("carried_step", a);
}
