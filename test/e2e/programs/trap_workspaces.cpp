// Work arrays of any size that are no iteration's own: elements that an earlier iteration has set, that the last one
// leaves out, that another name reads, that lie among a container's rows.
#include "show.h"

#include <span>
#include <vector>

/// What one iteration leaves, the next one reads.
[[clustrix::cluster]]
void carried(const double* a, double* b, int n, int m) {
  std::vector<double> w(m);
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int j = 1; j < m; ++j) w[j] = a[i + j] + w[j - 1] * 0.5;
    w[0] = w[m - 1];
    b[i] = w[m / 2];
  }
}

/// The size of what an iteration fills shrinks: elements of earlier ones are left, and the caller sees them.
[[clustrix::cluster]]
void shrinking(const double* a, double* b, std::vector<double>& w, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int j = 0; j < n - i; ++j) w[j] = a[j] * i;
    b[i] = w[0];
  }
}

/// Filled up to m, read up to more.
[[clustrix::cluster]]
void beyond(const double* a, double* b, int n, int m, int more) {
  std::vector<double> w(more, 1.0);
  for (int i = 0; i < n; ++i) {  // may: parallel
    for (int j = 0; j < m; ++j) w[j] = a[i + j];
    double s = 0;
    for (int j = 0; j < more; ++j) s += w[j];
    b[i] = s;
  }
}

/// Read through a second pointer, which may lead there.
[[clustrix::cluster]]
void overlapping(const double* a, double* b, double* w, const double* other, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    for (int j = 0; j < m; ++j) w[j] = a[i + j];
    b[i] = other[m / 2] + w[0];
  }
}

/// The results are in the work array's way.
[[clustrix::cluster]]
void intoItself(const double* a, double* b, double* w, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    for (int j = 0; j < m; ++j) w[j] = a[i + j];
    b[i] = w[0] + w[m - 1];
  }
}

/// An iteration changes elements in place, and reads others that stay as they were.
[[clustrix::cluster]]
void inPlace(const double* a, double* b, std::vector<double>& w, int n) {
  const int m = static_cast<int>(w.size());
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int j = 0; j < m; ++j) w[j] += a[i + j];
    b[i] = w[m / 2];
  }
}

/// Filled only where a number says so.
[[clustrix::cluster]]
void sometimes(const double* a, double* b, int n, int m) {
  std::vector<double> w(m);
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] > 0.5)
      for (int j = 0; j < m; ++j) w[j] = a[i + j];
    b[i] = w[m / 3];
  }
}

/// Rows of which each is memory of its own.
[[clustrix::cluster]]
void rows(const double* a, double* b, std::vector<std::vector<double>>& w, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 6; ++k) w[j][k] = a[i + j] * k;
    b[i] = w[4][5] - w[0][1];
  }
}

/// Its addresses are kept.
[[clustrix::cluster]]
void kept(const double* a, const double** b, int n, int m) {
  std::vector<double> w(m);
  const double* const first = w.data();
  for (int i = 0; i < n; ++i) {  // may: parallel
    for (int j = 0; j < m; ++j) w[j] = a[i + j];
    b[i] = &w[m - 1] - (m - 1) == first ? a + i : a;
  }
}

/// The container grows in the middle.
[[clustrix::cluster]]
void growing(const double* a, double* b, int n) {
  std::vector<double> w;
  for (int i = 0; i < n; ++i) {  // want: serial
    w.resize(i + 1);
    for (int j = 0; j <= i; ++j) w[j] = a[j];
    b[i] = w[i] + w.size();
  }
}

struct Shown {
  double* first;
  [[clustrix::cluster]]
  void fill(const double* a, int n, int m) {
    std::span<double> view(&first[1], static_cast<std::size_t>(m));
    for (int i = 0; i < n; ++i) view[i & 3] = a[i];  // may: parallel
  }
};

/// A view goes away, and what it shows does not: the last iteration writes one of its elements alone.
[[clustrix::cluster]]
void shown(const double* a, double* w, int n, int m) {
  std::span<double> view(w, static_cast<std::size_t>(m));
  for (int i = 0; i < n; ++i) {  // may: parallel
    view[i & 7] = a[i];
    view[i & 7] += 1;
  }
}

int main() {
  Random random(7);
  const int n = 200, m = 20;
  std::vector<double> a(n + 2 * m), b(n), w(n);
  random.fillUnit(a);
  random.fillUnit(w);
  carried(a.data(), b.data(), n, m);
  show("carried", b);
  shrinking(a.data(), b.data(), w, n);
  show("shrinking", b);
  show("what it leaves", w);
  beyond(a.data(), b.data(), n, m, m);
  show("beyond", b);
  beyond(a.data(), b.data(), n, m, 2 * m);
  show("beyond", b);
  overlapping(a.data(), b.data(), w.data(), w.data() + 100, n, m);
  show("beside", b);
  overlapping(a.data(), b.data(), w.data(), w.data(), n, m);
  show("the same", b);
  show("the same, left", w);
  intoItself(a.data(), w.data(), w.data() + n / 2, n / 2, m);
  show("beside itself", w);
  intoItself(a.data(), w.data() + 3, w.data(), n / 2, m);
  show("into itself", w);
  inPlace(a.data(), b.data(), w, m);
  show("in place", w);
  sometimes(a.data(), b.data(), n, m);
  show("sometimes", b);
  std::vector<std::vector<double>> apart(5, std::vector<double>(6));
  rows(a.data(), b.data(), apart, n);
  show("rows", b);
  show("a row", apart[3]);
  std::vector<const double*> places(n);
  kept(a.data(), places.data(), n, m);
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += places[i] - a.data();
  put("kept", sum);
  growing(a.data(), b.data(), n);
  show("growing", b);
  Shown{w.data()}.fill(a.data(), n, m);
  show("filled", w);
  shown(a.data(), w.data() + 30, n, m);
  show("shown", w);
}
