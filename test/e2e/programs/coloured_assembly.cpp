// Iterations that combine into arrays through lists: in place where no number is in a list twice, as in the elements of
// one colour, and else in copies. What is written through the list of a mesh's corners is both.
#include <vector>

#include "show.h"

[[clustrix::cluster]]
void raw(const int* at, double* r, int begin, int end) {
  for (int l = begin; l < end; ++l) r[at[l]] += 1.0 / (l + 1);  // want: parallel
}

[[clustrix::cluster]]
void scaled(const std::vector<int>& row, std::vector<double>& value, const std::vector<double>& by) {
  for (std::size_t i = 0; i < row.size(); ++i) value[row[i]] *= by[i];  // want: parallel
}

[[clustrix::cluster]]
void assemble(const std::vector<int>& corners, const std::vector<double>& load, std::vector<double>& rhs, int begin,
              int end) {
  for (int e = begin; e < end; ++e)  // want: parallel
    for (int c = 0; c < 4; ++c) rhs[corners[4 * e + c]] += load[e] * (c + 1);
}

[[clustrix::cluster]]
void both(const int* at, const int* bin, double* sum, std::vector<int>& count, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    sum[at[i]] += i;
    ++count[bin[i] & 15];
  }
}

// Rows of the list have a length that only the run knows.
[[clustrix::cluster]]
void renumbered(const std::vector<int>& number, std::vector<double>& x, int side) {
  for (int k = 0; k < side; ++k)  // want: parallel
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        const int node = number[(k * side + j) * side + i];
        x[node] = 0.25 * i + 3 * j - k;
      }
}
[[clustrix::cluster]]
void overlapping(const int* number, double* x, int n, int m) {
  for (int k = 0; k < n; ++k)  // want: parallel, idle
    for (int i = 0; i < m; ++i) x[number[k + i]] = k;
}

// The list is one of what is written: nobody knows before the loop.
[[clustrix::cluster]]
void itsOwnList(std::vector<int>& list, int n) {
  for (int i = 0; i < n; ++i) list[list[i]] += i;  // want: serial
}
[[clustrix::cluster]]
void readsItself(const std::vector<int>& at, std::vector<double>& x, int n) {
  for (int i = 1; i < n; ++i) x[at[i]] += x[at[i - 1]];  // want: parallel, idle
}

int main() {
  constexpr int n = 6000;
  std::vector<int> apart(n), twice(n), bins(n);
  for (int i = 0; i < n; ++i) {
    apart[i] = static_cast<int>(i * 7001L % n);
    twice[i] = i * 37 % 1000;
    bins[i] = i * 11 % 97;
  }
  for (const std::vector<int>& list : {apart, twice}) {
    std::vector<double> r(n, 1), value(n, 2), by(n), rhs(n, 0), load(n), sum(n, 0);
    std::vector<int> count(16, 0);
    for (int i = 0; i < n; ++i) by[i] = 1 + 0.001 * (i % 100), load[i] = 0.25 * (i % 7);
    raw(list.data(), r.data(), 0, n);
    raw(list.data(), r.data(), 100, n / 2);
    show("r", r);
    scaled(list, value, by);
    show("value", value);
    // In colours, each of which has its corners for itself.
    for (int colour = 0; colour < 3; ++colour) assemble(list, load, rhs, colour * 500, colour * 500 + 500);
    show("rhs", rhs);
    both(list.data(), bins.data(), sum.data(), count, n);
    show("sum", sum);
    show("count", count);
  }
  for (const std::vector<int>& number : {apart, twice}) {
    std::vector<double> x(n, 0);
    renumbered(number, x, 18);
    show("renumbered", x);
    overlapping(number.data(), x.data(), 50, 20);
    show("overlapping", x);
  }
  std::vector<int> list(n);
  for (int i = 0; i < n; ++i) list[i] = i * 31 % 50;
  itsOwnList(list, 1);
  show("list", list);
  std::vector<double> x(n, 1);
  readsItself(apart, x, 60);
  show("x", x);
}
