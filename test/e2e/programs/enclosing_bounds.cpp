// Loops inside others: what is around them decides whether their iterations can meet. No guard asks for what always
// holds there, and none that never holds makes a loop look parallel.
#include "show.h"

double table[48][48];

[[clustrix::cluster]]
void distances() {
  for (int k = 0; k < 48; ++k)
    for (int i = 0; i < 48; ++i)    // want: serial
      for (int j = 0; j < 48; ++j)  // want: serial
        table[i][j] = table[i][k] + table[k][j] * 0.25;
}

[[clustrix::cluster]]
void below_the_diagonal(double* a, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i)  // want: parallel
      for (int j = 0; j < n; ++j)    // want: parallel
        a[i * n + j] += a[k * n + j] * 0.125;
}

[[clustrix::cluster]]
void guarded(double* a, int n, int offset) {
  if (offset > 0 && offset < n)
    for (int i = 0; i < n; ++i)  // want: serial
      a[i + offset] = a[i] * 0.5;
  if (offset >= n)
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i + offset] = a[i] * 0.5;
}

[[clustrix::cluster]]
void moved_inside(double* a, int n) {
  // The bound on i is gone when the inner loop begins.
  for (int i = 0; i < 4; ++i) {
    i += n;
    for (int j = 0; j < n; ++j)  // may: parallel
      a[j + i] = a[j] * 0.5 + i;
    i -= n;
  }
}

[[clustrix::cluster]]
void bound_moves(double* a, int n, int m) {
  for (int i = 0; i < n; ++i) {
    n = m;
    for (int j = 0; j < m; ++j)  // may: parallel
      a[j + n] = a[j] * 0.5 + i;
  }
}

// idle: through_memory
[[clustrix::cluster]]
void through_memory(double* a, int* bound, int m) {
  for (int i = 0; i < *bound; ++i)
    for (int j = 0; j < m; ++j)  // may: parallel
      a[j + *bound] = a[j] * 0.5 + i;
}

[[clustrix::cluster]]
void unsigned_down(double* a, unsigned n) {
  // k wraps around past zero; then the loop ends.
  for (unsigned k = n - 1; k < n; --k)
    for (unsigned j = 0; j < n; ++j)  // may: parallel
      a[j + k] = a[j] * 0.5 + 1;
}

int main() {
  Random random(59);
  for (auto& row : table) random.fillUnit(row);
  distances();
  show("distances", table[0], 48 * 48);
  std::vector<double> a(8192);
  random.fillUnit(a);
  below_the_diagonal(a.data(), 40);
  show("below_the_diagonal", a);
  for (const int offset : {-3, 0, 3, 50, 80}) {
    if (offset >= 0) guarded(a.data(), 60, offset);
    show("guarded", a);
  }
  moved_inside(a.data(), 100);
  show("moved_inside", a);
  bound_moves(a.data(), 2, 64);
  show("bound_moves", a);
  int bound = 3;
  through_memory(a.data(), &bound, 90);
  show("through_memory", a);
  unsigned_down(a.data(), 20);
  show("unsigned_down", a);
}
