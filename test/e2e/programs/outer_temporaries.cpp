// Arrays declared outside the loop that each iteration fills before it reads them.
#include "show.h"

[[clustrix::cluster]]
void local_row(const double* a, double* b, int n) {
  double t[16];
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < 16; ++j) t[j] = a[16 * i + j];  // want: parallel
    for (int j = 0; j < 16; ++j) b[16 * i + j] = t[15 - j] + j;  // want: parallel
  }
}

[[clustrix::cluster]]
void partly_filled(const double* a, double* b, int n, int m) {
  double t[32];
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < m; ++j) t[j] = a[i * m + j] * 2;  // want: parallel
    double sum = 0;
    for (int j = 0; j < m; ++j) sum += t[j];  // want: parallel
    b[i] = sum;
  }
}

// An order inside the iteration: t[j] is read after iteration j of the inner loop wrote it.
[[clustrix::cluster]]
void running(const double* a, double* b, int n) {
  double t[9];
  for (int i = 0; i < n; ++i) {  // want: parallel
    t[0] = a[i];
    for (int j = 1; j < 9; ++j) t[j] = t[j - 1] * 0.5 + a[i];  // want: serial
    b[i] = t[8];
  }
}

[[clustrix::cluster]]
void square(const float* a, float* b, int n) {
  float t[4][4];
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int r = 0; r < 4; ++r)  // want: parallel
      for (int c = 0; c < 4; ++c)  // want: parallel
        t[r][c] = a[16 * i + 4 * c + r];
    for (int r = 0; r < 4; ++r)  // want: parallel
      for (int c = 0; c < 4; ++c)  // want: parallel
        b[16 * i + 4 * r + c] = t[r][c] + t[c][r];
  }
}

template <class T>
[[clustrix::cluster]]
void in_template(const T* a, T* b, int n) {
  T t[3];
  for (int i = 0; i < n; ++i) {  // want: parallel
    t[0] = a[i];
    t[1] = t[0] * a[i];
    t[2] = t[1] + t[0];
    b[i] = t[2];
  }
}

// The caller's array: what the last iteration leaves in it counts.
[[clustrix::cluster]]
void callers_row(const double* a, double* b, double* t, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < 16; ++j) t[j] = a[16 * i + j];  // want: parallel
    for (int j = 0; j < 16; ++j) b[16 * i + j] = t[15 - j];  // want: parallel
  }
}

// The last iteration does not write all that the others left.
[[clustrix::cluster]]
void shrinking(const double* a, double* b, double* t, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int j = 0; j < n - i; ++j) t[j] = a[i] + j;  // want: parallel
    for (int j = 0; j < n - i; ++j) b[i * n + j] = t[j];  // want: parallel
  }
}

// One element more is read than written.
[[clustrix::cluster]]
void one_too_far(const double* a, double* b, int n) {
  double t[17] = {};
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int j = 0; j < 16; ++j) t[j] = a[16 * i + j];  // want: parallel
    for (int j = 0; j < 16; ++j) b[16 * i + j] = t[j + 1];  // want: parallel
    t[16] = a[i];
  }
}

// Read where the condition did not write.
[[clustrix::cluster]]
void now_and_then(const double* a, double* b, int n) {
  double t[4] = {1, 2, 3, 4};
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] > 0.5)
      for (int j = 0; j < 4; ++j) t[j] = a[i] * j;  // want: parallel
    b[i] = t[0] + t[3];
  }
}

// Read before it is written.
[[clustrix::cluster]]
void too_early(const double* a, double* b, int n) {
  double t[4] = {1, 2, 3, 4};
  for (int i = 0; i < n; ++i) {  // want: serial
    b[i] = t[1];
    for (int j = 0; j < 4; ++j) t[j] = a[i] * j;  // want: parallel
  }
}

// Wanted after the loop.
[[clustrix::cluster]]
double after_all(const double* a, double* b, int n) {
  double t[4] = {1, 2, 3, 4};
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < 4; ++j) t[j] = a[i] * j;  // want: parallel
    b[i] = t[2];
  }
  return t[3];
}

// Seen through a pointer; the condition is the same in all iterations.
[[clustrix::cluster]]
double through_pointer(const double* a, double* b, int n, int m) {
  double t[4] = {1, 2, 3, 4};
  const double* p = t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < m; ++j) t[j] = a[i] * j;  // want: parallel
    b[i] = m > 2 ? t[2] : 0;
  }
  return p[3];
}

// Kept for the next step of a loop around.
[[clustrix::cluster]]
void kept(const double* a, double* b, int n) {
  double t[4] = {1, 2, 3, 4};
  for (int step = 0; step < 3; ++step) {  // want: serial
    b[step] += t[3];
    for (int i = 0; i < n; ++i) {  // want: parallel
      for (int j = 0; j < 4; ++j) t[j] = a[i] * j;  // want: parallel
      b[i] = t[2];
    }
  }
}

int main() {
  const int n = 120;
  std::vector<double> a(16 * n), b(16 * n), t(n, 7.0), wide(n * n);
  std::vector<float> f(16 * n), g(16 * n);
  Random random(5);
  random.fillUnit(a);
  random.fillUnit(f);
  local_row(a.data(), b.data(), n);
  show("local_row", b);
  partly_filled(a.data(), b.data(), n, 13);
  show("partly_filled", b);
  partly_filled(a.data(), b.data(), n, -1);
  show("partly_filled", b);
  running(a.data(), b.data(), n);
  show("running", b);
  square(f.data(), g.data(), n);
  show("square", g);
  in_template(a.data(), b.data(), n);
  in_template(f.data(), g.data(), n);
  show("in_template", b);
  show("in_template", g);
  callers_row(a.data(), b.data(), t.data(), n);
  show("callers_row", b);
  show("callers_row", t);
  callers_row(a.data(), b.data(), t.data(), 0);
  show("callers_row", t);
  shrinking(a.data(), wide.data(), t.data(), n);
  show("shrinking", wide);
  show("shrinking", t);
  one_too_far(a.data(), b.data(), n);
  show("one_too_far", b);
  now_and_then(a.data(), b.data(), n);
  show("now_and_then", b);
  too_early(a.data(), b.data(), n);
  show("too_early", b);
  put("after_all", after_all(a.data(), b.data(), n));
  show("after_all", b);
  put("through_pointer", through_pointer(a.data(), b.data(), n, 2));
  put("through_pointer", through_pointer(a.data(), b.data(), n, 4));
  show("through_pointer", b);
  kept(a.data(), b.data(), n);
  show("kept", b);
}
