// Variables that an iteration sets and reads under the same condition.
#include "show.h"

[[clustrix::cluster]]
void by_element(const double* a, double* b, const int* c, int n) {
  double t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    double x = 1;
    if (c[i]) t = a[i] * 2;
    x += a[i];
    if (c[i]) x += t;
    b[i] = x;
  }
}

[[clustrix::cluster]]
double by_parameter(const double* a, double* b, int n, bool wanted) {
  double t = -4;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (wanted) {
      t = a[i] + 1;
    }
    b[i] = 1;
    if (wanted) b[i] = t;
  }
  return t;
}

[[clustrix::cluster]]
double by_own_flag(const double* a, double* b, int n) {
  double t = 3;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const bool on = a[i] > 0.5;
    if (on) t = a[i] * 2;
    b[i] = 1;
    if (on && a[i] < 0.75) b[i] = t;
    b[i] += on ? t : 0.5;
  }
  return t;
}

[[clustrix::cluster]]
void in_an_inner_loop(const double* a, double* b, int n, int m) {
  double t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int kind = i % 3;
    if (kind != 1) t = a[i];
    for (int j = 0; j < m; ++j) {  // want: parallel
      double x = j;
      if (!(kind == 1)) x += 0.5;
      if (kind != 1) x += t;
      b[i * m + j] = x;
    }
  }
}

[[clustrix::cluster]]
void other_branch(const double* a, double* b, int n) {
  double t, u;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const bool on = a[i] > 0.5;
    if (on)
      t = a[i] * 2;
    else
      u = a[i] + 2;
    b[i] = 0;
    if (!on) b[i] += u;
    if (on) b[i] += t;
  }
}

// --- Traps

[[clustrix::cluster]]
void changed_between(const double* a, double* b, int n) {
  double t = 9;
  for (int i = 0; i < n; ++i) {  // want: serial
    bool on = a[i] > 0.5;
    if (on) t = a[i] * 2;
    if (a[i] < 0.1) on = true;
    b[i] = 1;
    if (on) b[i] = t;
  }
}

[[clustrix::cluster]]
void changed_by_itself(const double* a, double* b, int n) {
  double t = 9;
  for (int i = 0; i < n; ++i) {  // want: serial
    int on = i % 4;
    if (on > 2) {
      on = 1;
      t = a[i];
    }
    b[i] = 1;
    on += 2;
    if (on > 2) b[i] = t;
  }
}

// The flags may be what is written between.
[[clustrix::cluster]]
void written_between(const double* a, int* b, const int* c, int n) {
  double t = 9;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (c[i]) t = a[i] * 100;
    b[i] = 1;
    if (c[i]) b[i] = static_cast<int>(t);
  }
}

[[clustrix::cluster]]
void wider_at_the_read(const double* a, double* b, int n) {
  double t = 9;
  for (int i = 0; i < n; ++i) {  // want: serial
    const bool on = a[i] > 0.5, also = a[i] < 0.9;
    if (on && also) t = a[i] * 2;
    b[i] = 1;
    if (on) b[i] = t;
  }
}

[[clustrix::cluster]]
void other_sense(const double* a, double* b, int n) {
  double t = 9;
  for (int i = 0; i < n; ++i) {  // want: serial
    const bool on = a[i] > 0.5;
    if (on) t = a[i] * 2;
    b[i] = 1;
    if (!on) b[i] = t;
  }
}

[[clustrix::cluster]]
void read_before(const double* a, double* b, int n) {
  double t = 9;
  for (int i = 0; i < n; ++i) {  // want: serial
    const bool on = a[i] > 0.5;
    b[i] = 1;
    if (on) b[i] = t;
    if (on) t = a[i] * 2;
  }
}

[[clustrix::cluster]]
void of_an_inner_loop(const double* a, double* b, int n) {
  double t = 9;
  for (int i = 0; i < n; ++i) {  // want: serial
    double x = 0;
    for (int j = 0; j < 3; ++j) {
      const bool on = a[i] * j > 0.5;
      if (j > 0 && on) x += t;
      if (on) t = a[i] * j;
    }
    b[i] = x;
  }
}

[[clustrix::cluster]]
void jumps_around(const double* a, double* b, int n) {
  double t = 9;
  for (int i = 0; i < n; ++i) {  // want: serial
    const bool on = a[i] > 0.5;
    if (on) {
      if (a[i] > 0.8) goto behind;
      t = a[i];
    }
  behind:
    b[i] = 1;
    if (on) b[i] = t;
  }
}

[[clustrix::cluster]]
void assigns_in_the_test(const double* a, double* b, int n) {
  double t = 9;
  int next = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (next++ % 2) t = a[i];
    b[i] = 1;
    if (next++ % 2) b[i] = t;
  }
}

int main() {
  Random random(606);
  for (const int n : {0, 1, 2, 9, 4000}) {
    std::vector<double> a(n), b(n), m(n * 4);
    std::vector<int> c(n), d(n);
    random.fillUnit(a);
    random.fillBelow(c, 2);
    by_element(a.data(), b.data(), c.data(), n);
    show("element", b.data(), n);
    put("with", by_parameter(a.data(), b.data(), n, true));
    show("withs", b.data(), n);
    put("without", by_parameter(a.data(), b.data(), n, false));
    show("withouts", b.data(), n);
    put("flag", by_own_flag(a.data(), b.data(), n));
    show("flags", b.data(), n);
    in_an_inner_loop(a.data(), m.data(), n, 4);
    show("inner", m.data(), n * 4);
    other_branch(a.data(), b.data(), n);
    show("other", b.data(), n);
    changed_between(a.data(), b.data(), n);
    show("changed", b.data(), n);
    changed_by_itself(a.data(), b.data(), n);
    show("itself", b.data(), n);
    written_between(a.data(), d.data(), c.data(), n);
    show("between", d.data(), n);
    d = c;
    written_between(a.data(), d.data(), d.data(), n);
    show("in_place", d.data(), n);
    wider_at_the_read(a.data(), b.data(), n);
    show("wider", b.data(), n);
    other_sense(a.data(), b.data(), n);
    show("sense", b.data(), n);
    read_before(a.data(), b.data(), n);
    show("before", b.data(), n);
    of_an_inner_loop(a.data(), b.data(), n);
    show("inner_loop", b.data(), n);
    jumps_around(a.data(), b.data(), n);
    show("jumps", b.data(), n);
    assigns_in_the_test(a.data(), b.data(), n);
    show("assigns", b.data(), n);
  }
}
