// Loops over views of numbers: whole, from some number, of std::size_t, nested, left early, with a reduction.
#include "show.h"

#include <ranges>
#include <vector>

[[clustrix::cluster]]
void whole(std::vector<int>& v, int n) {
  for (int i : std::views::iota(0, n)) v[i] = 3 * i + 1;  // want: parallel
}

[[clustrix::cluster]]
void inner(std::vector<double>& out, const std::vector<double>& in) {
  for (const auto i : std::views::iota(std::size_t{1}, in.size() - 1))  // want: parallel
    out[i] = in[i - 1] + 2 * in[i] + in[i + 1];
}

[[clustrix::cluster]]
void table(std::vector<int>& v, int rows, int columns) {
  for (int i : std::views::iota(0, rows))       // want: parallel
    for (int j : std::views::iota(0, columns))  // want: parallel
      v[i * columns + j] += i - j;
}

[[clustrix::cluster]]
double sum(const std::vector<double>& v) {
  double total = 0;
  for (auto i : std::ranges::iota_view(0, static_cast<int>(v.size()))) total += v[i] * i;  // want: parallel
  return total;
}

[[clustrix::cluster]]
int first_of(const std::vector<int>& v, int value) {
  for (int i : std::views::iota(0, static_cast<int>(v.size())))  // want: parallel
    if (v[i] == value) return i;
  return -1;
}

// The number is the iteration's own: what the body makes of it has no next iteration.
[[clustrix::cluster]]
void its_own(std::vector<int>& v, int n) {
  for (int i : std::views::iota(0, n)) {  // may: parallel
    v[i] += 1;
    i += 5;
    if (i < n) v[i] += 10;
  }
}

[[clustrix::cluster]]
void bound_moves(std::vector<int>& v, int n) {
  for (int i : std::views::iota(0, n)) {  // want: serial
    v[i] += n;
    --n;
  }
}

int main() {
  std::vector<int> v(60);
  whole(v, 60), show("whole", v);
  std::vector<double> in(41), out(41);
  for (int i = 0; i < 41; ++i) in[i] = 0.25 * i * i;
  inner(out, in), show("inner", out);
  table(v, 6, 10), show("table", v);
  put("sum", sum(in));
  put("first", first_of(v, 19)), put("none", first_of(v, -1000));
  its_own(v, 60), show("own", v);
  bound_moves(v, 30), show("moves", v);
}
