// Traps: bounds that are elements at one place, which change, or which the host cannot read before the loop.
#include "show.h"

#include <vector>

// The bound is one of the elements that the loop writes.
[[clustrix::cluster]]
void bound_changes(int* d, int n) {
  for (int i = 0; i < n; i++)       // want: serial
    for (int j = 0; j < d[0]; j++)  // may: parallel
      d[i] -= 1;
}

[[clustrix::cluster]]
void bound_is_written(int* u, int* d, int n) {
  for (int i = 0; i < n; i++) {  // want: serial
    for (int j = 0; j < d[1]; j++) u[i] += j;  // may: parallel
    d[1] -= 1;
  }
}

// `u` begins at `d`: what it writes would be the bound.
// idle: bound_in_the_way
[[clustrix::cluster]]
void bound_in_the_way(int* u, const int* d, int n) {
  for (int i = 0; i < n; i++)       // may: parallel
    for (int j = 0; j < d[1]; j++)  // may: parallel
      u[i * 4 + j % 4] = i + 1;
}

// The host must not read what the loop would not: there is no such element.
[[clustrix::cluster]]
void bound_is_not_reached(int* u, const int* d, int n) {
  for (int i = 0; i < n; i++)  // may: parallel
    if (u[i] > 1000)
      for (int j = 0; j < d[1 << 28]; j++) u[i] += j;  // may: parallel
}

// Two rows by one pointer each, which are the same row.
// idle: same_row
[[clustrix::cluster]]
void same_row(double** a, int n) {
  for (int j = 1; j < n; j++) a[1][j] = a[0][j - 1] + 1;  // may: parallel
}

// The loop moves the row that it reads.
[[clustrix::cluster]]
void row_moves(double** a, double* b, int n) {
  for (int j = 0; j < n; j++) {  // want: serial
    b[j] = a[0][j];
    a[0] = a[1];
  }
}

[[clustrix::cluster]]
void bound_grows(float (*u)[16], int n) {
  for (int i = 0; i < 8; i++) {  // want: serial
    for (int j = 0; j < (1 << n); j++) u[i][j] = u[i][j] * 2 + 1;  // want: parallel
    n = i % 4;
  }
}

// The bound runs past the row.
// idle: past_the_row
[[clustrix::cluster]]
void past_the_row(int* p, int rows, int m) {
  for (int j = 1; j < rows; j++)  // want: serial
    for (int i = 0; i < m; i++) p[20 * j + i] = p[20 * j - 20 + i] * 3 + 1;  // may: parallel
}

// The subscript wraps around before it gets to memory.
[[clustrix::cluster]]
void subscript_wraps(int* o, const int* b, unsigned char first) {
  for (int i = 0; i < 50; i++) o[i] = b[2 * static_cast<unsigned char>(first + 3) + 1] + i;  // may: parallel
}

int main() {
  std::vector<int> a{3, 1, 4, 1, 5, 9, 2, 6};
  bound_changes(a.data(), 8), show("changes", a);
  int e[2] = {0, 20};
  bound_is_written(a.data(), e, 8), show("written", a), show("e", std::vector<int>(e, e + 2));
  std::vector<int> b{3, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  bound_in_the_way(b.data(), b.data(), 4), show("way", b);
  bound_is_not_reached(b.data(), b.data(), 16), show("reached", b);
  std::vector<double> x(20, 1), y(20, 3);
  double* rows[2] = {x.data(), x.data()};
  same_row(rows, 20), show("same", x);
  rows[1] = y.data();
  row_moves(rows, x.data() + 10, 5), show("moves", x);
  static float table[8][16];
  bound_grows(table, 4), show("grows", std::vector<float>(&table[0][0], &table[0][0] + 128));
  std::vector<int> past(120);
  for (int i = 0; i < 20; ++i) past[i] = i;
  past_the_row(past.data(), 4, 38), show("past", past);
  std::vector<int> o(50), wide(600);
  for (int i = 0; i < 600; ++i) wide[i] = i;
  for (const unsigned char first : {3, 254}) subscript_wraps(o.data(), wide.data(), first), show("wraps", o);
}
