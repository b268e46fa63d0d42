// Subscripts that come from data, for reading: gathers, tables, sparse matrices, neighbours through an index list.
#include "show.h"

[[clustrix::cluster]]
void gather(double* out, const double* in, const int* index, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    out[i] = in[index[i]] * 2;
}

[[clustrix::cluster]]
void sparse(const int* start, const int* column, const double* value, const double* x, double* y, int rows) {
  for (int r = 0; r < rows; ++r) {  // may: parallel
    double sum = 0;
    for (int k = start[r]; k < start[r + 1]; ++k)  // may: parallel
      sum += value[k] * x[column[k]];
    y[r] = sum;
  }
}

[[clustrix::cluster]]
void look_up(unsigned char* bytes, const unsigned char (&table)[256], int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    bytes[i] = table[bytes[i]];
}

[[clustrix::cluster]]
void from_vectors(std::vector<double>& out, const std::vector<double>& in, const std::vector<int>& index) {
  for (std::size_t i = 0; i < index.size(); ++i)  // want: parallel
    out[i] += in[index[i]];
}

int main() {
  Random random(50);
  const int n = 5009;
  std::vector<double> in(n), out(n), more(n, 1.0);
  std::vector<int> index(n);
  random.fillUnit(in);
  random.fillBelow(index, n);
  gather(out.data(), in.data(), index.data(), n);
  show("gather", out);
  gather(in.data(), in.data(), index.data(), n);
  show("in_place", in);
  std::vector<int> start(n + 1), column;
  std::vector<double> value;
  for (int r = 0; r < n; ++r) {
    for (int k = random.below(6); k > 0; --k) column.push_back(random.below(n)), value.push_back(random.unit());
    start[r + 1] = static_cast<int>(column.size());
  }
  sparse(start.data(), column.data(), value.data(), in.data(), out.data(), n);
  show("sparse", out);
  unsigned char table[256];
  for (int i = 0; i < 256; ++i) table[i] = static_cast<unsigned char>(i * 7 + 3);
  std::vector<unsigned char> bytes(n);
  random.fillBelow(bytes, 256);
  look_up(bytes.data(), table, n);
  show("bytes", bytes);
  from_vectors(more, in, index);
  from_vectors(more, more, index);
  show("vectors", more);
}
