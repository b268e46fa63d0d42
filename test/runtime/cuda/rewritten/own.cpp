// Arrays that each iteration fills before it reads them: threads have workspaces of their own, whose used elements
// begin behind the first.
#include "compare.h"

void smoothPlainly(double* out, const double* in, double* row, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {
    for (int c = 1; c < columns - 1; ++c) row[c] = in[r * columns + c - 1] + in[r * columns + c + 1];
    double sum = 0;
    for (int c = 1; c < columns - 1; ++c) sum += row[columns - 1 - c] * row[c];
    out[r] = sum;
  }
}

[[clustrix::cluster]] void smooth(double* out, const double* in, double* row, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {
    for (int c = 1; c < columns - 1; ++c) row[c] = in[r * columns + c - 1] + in[r * columns + c + 1];
    double sum = 0;
    for (int c = 1; c < columns - 1; ++c) sum += row[columns - 1 - c] * row[c];
    out[r] = sum;
  }
}

int main() {
  const int rows = 3000, columns = 40;
  std::vector<double> in(static_cast<std::size_t>(rows) * columns), out(rows), row(columns);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<double>(i * i % 64) / 4;
  std::vector<double> plainOut = out, plainRow = row;
  smooth(out.data(), in.data(), row.data(), rows, columns);
  smoothPlainly(plainOut.data(), in.data(), plainRow.data(), rows, columns);
  return same("out", out, plainOut) && same("row", row, plainRow) ? rightWith(out) : 1;
}
