// Reductions: sums, products, extremes with and without their places, logical, counted, unrolled, several, of arrays.
#include "trial.h"

[[clustrix::cluster]]
double sum(const double* a, int n) {
  // The sum of an array.
  double s = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    s += a[i];
  return s;
}

[[clustrix::cluster]]
double product(const double* b, int n) {
  // The product, kept near one.
  double p = 1;
  for (int i = 0; i < n; ++i)  // want: parallel
    p *= 1.0 + 0.001 * (b[i] - 1.25);
  return p;
}

[[clustrix::cluster]]
double dot(const double* a, const double* b, int n) {
  // Spelled without a compound assignment.
  double s = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    s = s + a[i] * b[i];
  return s;
}

[[clustrix::cluster]]
double unrolled_dot(const double* a, const double* b, int n) {
  // Unrolled by four in one statement.
  double s = 0;
  for (int i = 0; i < n - 3; i += 4)  // want: parallel
    s = s + a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3];
  return s;
}

[[clustrix::cluster]]
double unrolled_sum(const double* a, int n) {
  // Unrolled by two in two statements.
  double s = 0;
  for (int i = 0; i < n - 1; i += 2) {  // want: parallel
    s += a[i];
    s += a[i + 1];
  }
  return s;
}

[[clustrix::cluster]]
double smallest(const double* a, int n) {
  // A minimum by if.
  double m = 2.0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] < m) m = a[i];
  return m;
}

[[clustrix::cluster]]
double largest_magnitude(const double* a, int n) {
  // The maximum of absolute values.
  double m = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (std::fabs(a[i]) > m) m = std::fabs(a[i]);
  return m;
}

[[clustrix::cluster]]
int place_of_largest(const double* a, int n) {
  // The first of the largest.
  double m = a[0];
  int at = 0;
  for (int i = 1; i < n; ++i)  // want: parallel
    if (a[i] > m) {
      m = a[i];
      at = i;
    }
  return at;
}

[[clustrix::cluster]]
int last_of_the_smallest(const int* a, int n) {
  // Ties go to the later one.
  int m = 1 << 20, at = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] <= m) {
      m = a[i];
      at = i;
    }
  return at;
}

[[clustrix::cluster]]
int place_in_steps(const double* a, int n, int step) {
  // The place counted by a second variable, the magnitude compared.
  double m = std::fabs(a[0]);
  int k = step, at = 0;
  for (int i = 1; i < n; ++i) {  // want: parallel
    if (std::fabs(a[k]) > m) {
      m = std::fabs(a[k]);
      at = i;
    }
    k += step;
  }
  return at;
}

[[clustrix::cluster]]
double place_in_matrix(int& row, int& column) {
  // Maximum with two coordinates.
  double m = aa[0][0];
  row = column = 0;
  int r = 0, c = 0;
  for (int i = 0; i < pitch; ++i)    // want: parallel
    for (int j = 0; j < pitch; ++j)  // want: parallel
      if (aa[i][j] > m) {
        m = aa[i][j];
        r = i;
        c = j;
      }
  row = r;
  column = c;
  return m;
}

[[clustrix::cluster]]
double positive_sum(const double* a, int n) {
  // Under a condition.
  double s = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > 0.0) s += a[i];
  return s;
}

[[clustrix::cluster]]
int counted(const int* v, int limit, int n) {
  // A count.
  int k = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (v[i] < limit) ++k;
  return k;
}

[[clustrix::cluster]]
bool all_in_range(const int* v, int low, int high, int n) {
  // Logical and, by a flag that is only ever cleared.
  bool good = true;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (v[i] < low || v[i] > high) good = false;
  return good;
}

[[clustrix::cluster]]
unsigned mixed_bits(const int* v, int n) {
  // Exclusive or.
  unsigned x = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    x ^= static_cast<unsigned>(v[i]) * 2654435761u;
  return x;
}

[[clustrix::cluster]]
double several(const double* a, const double* b, int n) {
  // Three at once, one of them an extreme.
  double s = 0, q = 0, m = -1.0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    s += a[i];
    q += a[i] * b[i];
    m = std::fmax(m, b[i]);
  }
  return s + 10 * q + 100 * m;
}

[[clustrix::cluster]]
double whole_matrix() {
  // One sum over a nest.
  double s = 0;
  for (int i = 0; i < pitch; ++i)    // want: parallel
    for (int j = 0; j < pitch; ++j)  // want: parallel
      s += aa[i][j] * bb[j][i];
  return s;
}

[[clustrix::cluster]]
void row_sums(double* a) {
  // An element of an array accumulates.
  for (int i = 0; i < pitch; ++i) {  // want: parallel
    a[i] = 0;
    for (int j = 0; j < pitch; ++j)  // want: parallel
      a[i] += aa[i][j];
  }
}

[[clustrix::cluster]]
void column_sums(double* a) {
  // A whole array accumulates in the outer loop.
  for (int i = 0; i < pitch; ++i)    // want: parallel
    for (int j = 0; j < pitch; ++j)  // want: parallel
      a[j] += aa[i][j];
}

[[clustrix::cluster]]
double sum_of_temporaries(const double* a, const double* b, int n) {
  // The term is a temporary.
  double s = 0, t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    t = a[i] - b[i];
    s += t * t;
  }
  return s;
}

[[clustrix::cluster]]
double decaying(const double* a, int n) {
  // Not associative: each addend shrinks the sum.
  double s = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    s = s * 0.9 + a[i];
  return s;
}

[[clustrix::cluster]]
double alternating(const double* a, int n) {
  // The sum is subtracted from the next element.
  double s = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    s = a[i] - s;
  return s;
}

[[clustrix::cluster]]
double watched(const double* a, double* out, int n) {
  // The running sum steers what is written.
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    s += a[i];
    if (s > 0.5) {
      out[i] = s;
      s -= 1.0;
    }
  }
  return s;
}

int main() {
  trial("sum", [](Data& x, int n) { put("sum", sum(x.a, n)); });
  trial("product", [](Data& x, int n) { put("product", product(x.b, n)); });
  trial("dot", [](Data& x, int n) { put("dot", dot(x.a, x.b, n)); });
  trial("unrolled_dot", [](Data& x, int n) { put("unrolled_dot", unrolled_dot(x.a, x.b, n)); });
  trial("unrolled_sum", [](Data& x, int n) { put("unrolled_sum", unrolled_sum(x.a, n)); });
  trial("smallest", [](Data& x, int n) { put("smallest", smallest(x.a, n)); });
  trial("largest_magnitude", [](Data& x, int n) { put("largest_magnitude", largest_magnitude(x.a, n)); });
  trial("place_of_largest", [](Data& x, int n) { put("place_of_largest", place_of_largest(x.a, n)); });
  trial("last_of_the_smallest", [](Data& x, int n) { put("last_of_the_smallest", last_of_the_smallest(x.v, n)); });
  trial("place_in_steps", [](Data& x, int n) { put("place_in_steps", place_in_steps(x.a, n, 3)); });
  trial("place_in_matrix",
        [](Data&, int) {
          int row, column;
          put("place_in_matrix", place_in_matrix(row, column));
          put("row", row);
          put("column", column);
        },
        {1});
  trial("positive_sum", [](Data& x, int n) { put("positive_sum", positive_sum(x.a, n)); });
  trial("counted", [](Data& x, int n) { put("counted", counted(x.v, 100, n)); });
  trial("all_in_range", [](Data& x, int n) {
    put("all_in_range", all_in_range(x.v, -500, 500, n));
    put("some_in_range", all_in_range(x.v, -500, 490, n));
  });
  trial("mixed_bits", [](Data& x, int n) { put("mixed_bits", mixed_bits(x.v, n)); });
  trial("several", [](Data& x, int n) { put("several", several(x.a, x.b, n)); });
  trial("whole_matrix", [](Data&, int) { put("whole_matrix", whole_matrix()); }, {1});
  trial("row_sums", [](Data& x, int) { row_sums(x.a); }, {1});
  trial("column_sums", [](Data& x, int) { column_sums(x.a); }, {1});
  trial("sum_of_temporaries", [](Data& x, int n) { put("sum_of_temporaries", sum_of_temporaries(x.a, x.b, n)); });
  trial("decaying", [](Data& x, int n) { put("decaying", decaying(x.a, n)); });
  trial("alternating", [](Data& x, int n) { put("alternating", alternating(x.a, n)); });
  trial("watched", [](Data& x, int n) { put("watched", watched(x.a, x.b, n)); });
}
