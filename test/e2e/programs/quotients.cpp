// Quotients and remainders in conditions, subscripts and bounds: which iterations and elements they mean exactly.
#include "show.h"

[[clustrix::cluster]]
void odd_from_even(double* a, int n) {
  for (int i = 1; i < n; ++i)  // want: parallel
    if (i % 2 == 1) a[i] = a[i - 1] * 0.5;
}

[[clustrix::cluster]]
void odd_by_bits(double* a, unsigned n) {
  for (unsigned i = 1; i < n; ++i)  // want: parallel
    if (i & 1) a[i] = a[i - 1] + 0.5;
}

[[clustrix::cluster]]
void not_first_of_four(double* a, std::size_t n) {
  for (std::size_t i = 4; i < n; ++i)  // want: parallel
    if (i % 4 != 0) a[i] += a[i - i % 4];
}

[[clustrix::cluster]]
void negative_odd(double* a, int n, int first) {
  // For negative i, i % 2 is -1 or 0.
  for (int i = first; i < n; ++i)  // want: parallel
    if (i % 2 == 0) a[i] = a[i + 1] * 0.5;
}

[[clustrix::cluster]]
void both_ways(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (i % 2 == 0)
      a[i] *= 2.0;
    else
      a[i] += a[i - 1 + i % 2];
}

[[clustrix::cluster]]
void there_and_back(double (&out)[600], const double* in, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[(i / 6) * 6 + (5 - i % 6)] = in[i];
}

[[clustrix::cluster]]
void in_pairs(std::vector<int>& out, const std::vector<int>& in, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[2 * (i >> 1) + (1 - (i & 1))] = in[i] + in[i / 2];
}

[[clustrix::cluster]]
void colours(double* u, int n, int m, int colour) {
  for (int i = 1; i < n - 1; ++i)                          // want: parallel
    for (int j = 1 + (i + colour) % 2; j < m - 1; j += 2)  // want: parallel
      u[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
}

[[clustrix::cluster]]
void colours_by_condition(double* u, int n, int m, int colour) {
  for (int i = 1; i < n - 1; ++i)    // want: parallel
    for (int j = 1; j < m - 1; ++j)  // want: parallel
      if ((i + j) % 2 == colour)
        u[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
}

[[clustrix::cluster]]
void hashed(unsigned* out, const unsigned* table, unsigned n) {
  // Meant to wrap: some element of the table.
  for (unsigned i = 0; i < n; ++i)  // want: parallel
    out[i] = table[(i * 2654435761u) & 63] + table[(i * 2654435761u + 7) % 61] + ((i * 2654435761u) >> 26);
}

[[clustrix::cluster]]
void counted(int* bins, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    bins[x[i] & 15] += i % 3;
}

int main() {
  Random random(21);
  for (const int n : {600, 7, 1, 0}) {
    std::vector<double> a(700), b(700);
    random.fillUnit(a);
    random.fillUnit(b);
    odd_from_even(a.data(), n);
    odd_by_bits(a.data() + 1, n);
    not_first_of_four(a.data(), n);
    show("steps", a.data(), 700);
    negative_odd(a.data() + 50, n > 49 ? n - 49 : n, -50);
    both_ways(a.data(), n);
    show("signs", a.data(), 700);
    static double out[600];
    there_and_back(out, b.data(), n);
    show("there_and_back", out, 600);
    std::vector<int> in(700), pairs(700), bins(16);
    random.fillBelow(in, 1000);
    in_pairs(pairs, in, n);
    show("in_pairs", pairs.data(), 700);
    for (int& x : in) x -= 500;
    counted(bins.data(), in.data(), n);
    show("counted", bins.data(), 16);
    std::vector<unsigned> table(64), hashes(700);
    random.fillBelow(table, 1000);
    hashed(hashes.data(), table.data(), n);
    show("hashed", hashes.data(), 700);
  }
  std::vector<double> u(40 * 50);
  random.fillUnit(u);
  for (const int colour : {0, 1}) {
    colours(u.data(), 40, 50, colour);
    colours_by_condition(u.data(), 40, 50, colour);
    colours_by_condition(u.data(), 3, 3, colour);
  }
  show("colours", u.data(), 40 * 50);
}
