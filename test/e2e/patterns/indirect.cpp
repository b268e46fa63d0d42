// Subscripts that come from data: gather, scatter, histograms, sparse matrices, linked lists, tables.
#include "trial.h"

#include <list>

[[clustrix::cluster]]
void gathered(std::vector<double>& out, const std::vector<double>& in, const std::vector<int>& at) {
  // Reads anywhere, writes in order.
  for (std::size_t i = 0; i < at.size(); ++i)  // want: parallel
    out[i] = in[at[i]] * 2.0;
}

[[clustrix::cluster]]
void gathered_by_pointers(double* out, const double* in, const int* at, int n) {
  // The same without extents.
  for (int i = 0; i < n; ++i)  // may: parallel
    out[i] += in[at[i]];
}

[[clustrix::cluster]]
double gathered_sum(const std::vector<double>& in, const std::vector<int>& at) {
  // A reduction over gathered values.
  double sum = 0;
  for (std::size_t i = 0; i < at.size(); ++i)  // want: parallel
    sum += in[at[i]];
  return sum;
}

[[clustrix::cluster]]
void scattered(std::vector<double>& out, const std::vector<double>& in, const std::vector<int>& at) {
  // Writes anywhere: free only if no place comes twice.
  for (std::size_t i = 0; i < at.size(); ++i)  // may: parallel, idle
    out[at[i]] = in[i];
}

[[clustrix::cluster]]
void scattered_updates(std::vector<double>& out, const std::vector<int>& at) {
  // Reads and writes anywhere, no addition.
  for (std::size_t i = 0; i < at.size(); ++i)  // want: serial, idle
    out[at[i]] = 0.5 * out[at[i]] + static_cast<double>(i);
}

[[clustrix::cluster]]
void histogram(std::vector<int>& bins, const std::vector<int>& values) {
  // An addition of one anywhere.
  for (std::size_t i = 0; i < values.size(); ++i)  // want: parallel
    ++bins[values[i]];
}

[[clustrix::cluster]]
void weighted_histogram(double (&bins)[64], const int* values, const double* weights, int n) {
  // Into an array of fixed length, the place by remainder.
  for (int i = 0; i < n; ++i)  // want: parallel
    bins[values[i] & 63] += weights[i];
}

[[clustrix::cluster]]
void halves_of_a_histogram(std::vector<int>& bins, const std::vector<int>& values) {
  // Bins are read beside: the count so far matters.
  for (std::size_t i = 0; i < values.size(); ++i)  // want: serial
    if (bins[values[i] / 2] < 3) ++bins[values[i]];
}

[[clustrix::cluster]]
void through_two_tables(std::vector<int>& out, const std::vector<int>& first, const std::vector<int>& second) {
  // Two indirections.
  for (std::size_t i = 0; i < first.size(); ++i)  // want: parallel
    out[i] = second[second[first[i]]];
}

[[clustrix::cluster]]
void follows_itself(std::vector<int>& next) {
  // Path compression: reads what earlier iterations have shortened.
  for (std::size_t i = 0; i < next.size(); ++i)  // want: serial
    next[i] = next[next[i]];
}

[[clustrix::cluster]]
void sparse_times_vector(std::vector<double>& y, const std::vector<int>& start, const std::vector<int>& column,
                         const std::vector<double>& value, const std::vector<double>& x) {
  // Compressed rows.
  for (std::size_t r = 0; r < y.size(); ++r) {  // want: parallel
    double sum = 0;
    for (int k = start[r]; k < start[r + 1]; ++k)  // want: parallel
      sum += value[k] * x[column[k]];
    y[r] = sum;
  }
}

[[clustrix::cluster]]
void transposed_sparse(std::vector<double>& y, const std::vector<int>& start, const std::vector<int>& column,
                       const std::vector<double>& value, const std::vector<double>& x) {
  // Compressed rows, transposed: sums into y from all rows.
  for (std::size_t r = 0; r < x.size(); ++r)       // want: parallel
    for (int k = start[r]; k < start[r + 1]; ++k)  // want: parallel
      y[column[k]] += value[k] * x[r];
}

[[clustrix::cluster]]
void sparse_solve(std::vector<double>& x, const std::vector<int>& start, const std::vector<int>& column,
                  const std::vector<double>& value) {
  // Rows that use earlier rows' results.
  for (std::size_t r = 0; r < x.size(); ++r)       // want: serial
    for (int k = start[r]; k < start[r + 1]; ++k)  // want: serial
      x[r] = 0.5 * x[r] - 0.125 * value[k] * x[column[k]];
}

struct Node {
  int value;
  Node* next;
};

[[clustrix::cluster]]
int sum_of_list(const Node* head) {
  // A linked list has no subscripts.
  int sum = 0;
  for (const Node* p = head; p != nullptr; p = p->next)  // want: serial
    sum += p->value;
  return sum;
}

[[clustrix::cluster]]
void scaled_list(std::list<double>& values, double factor) {
  // Nor has std::list.
  for (double& x : values)  // may: parallel
    x *= factor;
}

[[clustrix::cluster]]
void through_pointers(double* const* cells, int n) {
  // Any two pointers may be equal.
  for (int i = 0; i < n; ++i)  // want: serial
    *cells[i] = 0.5 * *cells[i] + i;
}

[[clustrix::cluster]]
double sum_behind_pointers(const double* const* rows, int n, int m) {
  // Rows behind an array of pointers: nothing is written, so that they stay what they are. The host's threads read them
  // where they are. // idle: sum_behind_pointers
  double sum = 0;
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // want: parallel
      sum += rows[i][j];
  return sum;
}

struct Cell {
  double value;
  Cell* next;
};

[[clustrix::cluster]]
double greatest_of_cells(Cell* const* cells, int n, int& place) {
  // The place and the value behind a pointer, and one pointer further.
  double greatest = -1e300;
  int at = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (cells[i]->next->value > greatest) {
      greatest = cells[i]->next->value;
      at = i;
    }
  place = at;
  return greatest;
}

[[clustrix::cluster]]
void counted_in_cells(Cell* const* cells, int n) {
  // What is written may be what is read next.
  for (int i = 0; i < n; ++i)  // want: serial
    cells[i]->next->value += cells[i]->value;
}

[[clustrix::cluster]]
void carried_by_reference(const Cell* const* cells, double& sum, int n) {
  // The sum may lie in one of the cells.
  for (int i = 0; i < n; ++i)  // want: serial
    sum += cells[i]->value;
}

int main() {
  Random random(90);
  const int n = 2003;
  std::vector<double> in(n), out(n), y(n);
  std::vector<int> at(n), bins(n), values(n);
  for (double& x : in) x = random.coarse();
  random.fillBelow(at, n);
  random.fillBelow(values, 500);
  gathered(out, in, at);
  gathered(in, in, at);
  show("gathered", out);
  show("gathered_in_place", in);
  gathered_by_pointers(out.data(), in.data(), at.data(), n);
  gathered_by_pointers(in.data(), in.data(), at.data(), n);
  show("gathered_by_pointers", out);
  for (double& x : in) x = random.coarse();
  put("gathered_sum", gathered_sum(in, at));
  scattered(out, in, at);
  show("scattered", out);
  scattered_updates(out, at);
  show("scattered_updates", out);
  histogram(bins, values);
  histogram(bins, {});
  show("histogram", bins);
  static double weighted[64];
  weighted_histogram(weighted, values.data(), in.data(), n);
  show("weighted_histogram", weighted, 64);
  halves_of_a_histogram(bins, values);
  show("halves_of_a_histogram", bins);
  through_two_tables(bins, values, at);
  through_two_tables(at, at, at);
  show("through_two_tables", bins);
  follows_itself(at);
  show("follows_itself", at);
  std::vector<int> start(n + 1), column;
  std::vector<double> value;
  for (int r = 0; r < n; ++r) {
    for (int k = random.below(6); k > 0; --k) column.push_back(random.below(n)), value.push_back(random.coarse());
    start[r + 1] = static_cast<int>(column.size());
  }
  sparse_times_vector(y, start, column, value, in);
  show("sparse_times_vector", y);
  sparse_times_vector(in, start, column, value, in);
  for (double& x : y) x = random.coarse();
  for (double& x : in) x = random.coarse();
  transposed_sparse(y, start, column, value, in);
  transposed_sparse(y, start, column, value, y);
  put("transposed_sparse", y[100]);
  for (double& x : in) x = random.coarse();
  sparse_solve(in, start, column, value);
  show("sparse_solve", in);
  // Rows that use only themselves.
  for (int r = 0; r < n; ++r) {
    start[r + 1] = start[r] + r % 3;
    for (int k = start[r]; k < start[r + 1]; ++k) column[k] = r;
  }
  sparse_solve(in, start, column, value);
  show("sparse_solve.apart", in);
  std::vector<Node> nodes(300);
  for (int i = 0; i < 300; ++i) nodes[i] = {values[i], i > 0 ? &nodes[i - 1] : nullptr};
  put("sum_of_list", sum_of_list(&nodes[299]));
  std::list<double> listed(in.begin(), in.begin() + 100);
  scaled_list(listed, 0.5);
  show("scaled_list", std::vector<double>(listed.begin(), listed.end()));
  std::vector<double*> cells(n);
  for (int i = 0; i < n; ++i) cells[i] = &out[random.below(n)];
  through_pointers(cells.data(), n);
  show("through_pointers", out);
  std::vector<Cell> linked(60);
  std::vector<Cell*> pointers(60);
  for (int i = 0; i < 60; ++i) {
    linked[i] = {(i * 17 % 60) * 0.5, &linked[(i * 7 + 1) % 60]};
    pointers[i] = &linked[(i * 11) % 60];
  }
  for (int i = 0; i < pitch * pitch; ++i) flat[i] = i % 7 * 0.25;
  const double* rows[pitch];
  for (int i = 0; i < pitch; ++i) rows[i] = flat + (i * 5 % pitch) * pitch;
  put("sum_behind_pointers", sum_behind_pointers(rows, pitch, pitch));
  int place = 0;
  put("greatest_of_cells", greatest_of_cells(pointers.data(), 60, place));
  put("greatest_of_cells.place", place);
  counted_in_cells(pointers.data(), 60);
  carried_by_reference(pointers.data(), linked[30].value, 60);
  for (int i = 0; i < 60; i += 7) put("cell", linked[i].value);
}
