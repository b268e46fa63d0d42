// Traps: values of earlier iterations that cannot be computed again.
#include "show.h"

#include <algorithm>
#include <vector>

// It rests on what came before.
[[clustrix::cluster]]
void recurrence(const double* a, double* out, int n) {
  double x = 1;
  for (int i = 0; i < n; ++i) {  // want: serial
    out[i] = x;
    x = x * 0.5 + a[i];
  }
}

// What it was computed from has been written since.
[[clustrix::cluster]]
void overwritten(double* a, int n) {
  double before = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const double now = a[i];
    a[i] = now - before;
    before = now;
  }
}

[[clustrix::cluster]]
void written_ahead(double* a, int n) {
  double before = 0;
  for (int i = 0; i + 1 < n; ++i) {  // want: serial
    a[i + 1] = a[i + 1] * 0.5 + before;
    before = a[i + 1];
  }
}

// Not every iteration leaves it.
[[clustrix::cluster]]
void sometimes(const double* a, double* out, int n) {
  double before = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    out[i] = a[i] - before;
    if (a[i] > 0.5) before = a[i];
  }
}

[[clustrix::cluster]]
void skipped(const double* a, double* out, int n) {
  double before = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    out[i] = before;
    if (a[i] > 0.75) continue;
    before = a[i];
  }
}

[[clustrix::cluster]]
void assigned_twice(const double* a, double* out, int n) {
  double before = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    out[i] = before;
    before = a[i];
    if (i % 7 == 3) before = -1;
  }
}

// A variable that the loop moves on is another one in the next iteration.
[[clustrix::cluster]]
void moved_on(const double* a, double* out, int n, int m) {
  double before = 0;
  int j = 0;
  for (int i = 0; i < n; ++i) {  // may: parallel
    out[i] = before;
    before = a[j];
    j = (j + m) % 5;
  }
}

[[clustrix::cluster]]
void local_changes(const double* a, double* out, int n) {
  double before = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    double x = a[i];
    out[i] = before;
    x += out[i] * 0.25;
    before = x;
  }
}

[[clustrix::cluster]]
void exchanged(const double* a, double* out, int n) {
  double x = 1, y = 2;
  for (int i = 0; i < n; ++i) {  // want: serial
    const double held = x;
    x = y + a[i];
    y = held;
    out[i] = x - y;
  }
}

// The order of the assignments: `x2` is what this iteration has just left in `x1`.
[[clustrix::cluster]]
void other_order(const double* a, double* out, int n) {
  double x1 = 0.25, x2 = 0.75;
  for (int i = 0; i < n; ++i) {  // may: parallel
    out[i] = a[i] + 2 * x1 + 3 * x2;
    x1 = a[i];
    x2 = x1;
  }
}

// Kept in a narrower type on the way.
[[clustrix::cluster]]
void narrower(const double* a, double* out, int n) {
  float x1 = 0.25f;
  double x2 = 0.75;
  for (int i = 0; i < n; ++i) {  // may: parallel
    out[i] = a[i] + 2 * x1 + 3 * x2;
    x2 = x1;
    x1 = static_cast<float>(a[i]);
  }
}

double total = 0;

[[clustrix::cluster]]
void through_memory(const double* a, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    out[i] = total;
    total = a[i];
  }
}

[[clustrix::cluster]]
int left_early(const double* a, int n) {
  double before = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] - before > 0.9) return i;
    before = a[i];
  }
  return -1;
}

// The variable on the way is set again before it is passed on, or only sometimes.
[[clustrix::cluster]]
void set_twice(const int* a, int* out, int n) {
  int before = 1, s;
  for (int i = 0; i < n; i++) {  // want: serial
    s = a[i] * 2;
    out[i] = s + before;
    s = a[i] + before;
    before = s;
  }
}

[[clustrix::cluster]]
void set_sometimes(const int* a, int* out, int n) {
  int before = 1, s = 3;
  for (int i = 0; i < n; i++) {  // want: serial
    if (a[i] > 2) s = a[i] * 2;
    out[i] = s + before;
    before = s;
  }
}

int main() {
  Random random(93);
  for (const int n : {0, 1, 2, 7, 3001}) {
    std::vector<double> a(n + 5), out(n, 3.0);
    random.fillUnit(a);
    put("n", n);
    std::vector<int> whole(n), kept(n);
    random.fillBelow(whole, 6);
    set_twice(whole.data(), kept.data(), std::min(n, 20));
    show("set_twice", kept);
    set_sometimes(whole.data(), kept.data(), n);
    show("set_sometimes", kept);
    recurrence(a.data(), out.data(), n);
    show("recurrence", out);
    std::vector<double> b = a;
    overwritten(b.data(), n);
    show("overwritten", b);
    b = a;
    written_ahead(b.data(), n);
    show("written_ahead", b);
    sometimes(a.data(), out.data(), n);
    show("sometimes", out);
    skipped(a.data(), out.data(), n);
    show("skipped", out);
    assigned_twice(a.data(), out.data(), n);
    show("assigned_twice", out);
    moved_on(a.data(), out.data(), n, 3);
    show("moved_on", out);
    local_changes(a.data(), out.data(), n);
    show("local_changes", out);
    exchanged(a.data(), out.data(), n);
    show("exchanged", out);
    other_order(a.data(), out.data(), n);
    show("other_order", out);
    narrower(a.data(), out.data(), n);
    show("narrower", out);
    through_memory(a.data(), out.data(), n);
    show("through_memory", out);
    put("total", total);
    put("left_early", left_early(a.data(), n));
  }
}
