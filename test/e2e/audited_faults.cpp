// What only an audit tells: the author says that iterations are independent, and in one of the calls they are not.
#include <cstdio>
#include <vector>

[[clustrix::cluster]] void scatter(double* a, const int* to, const double* x, int n) {
  [[clustrix::independent]] for (int i = 0; i < n; ++i)
    a[to[i]] += x[i];  // fault
}

struct Row {
  double values[100];
};

[[clustrix::cluster]] void scatter_rows(Row* rows, const int* to, int n) {
  for (int i = 0; i < n; ++i)
    [[clustrix::independent]] for (int j = 0; j < 100; ++j)
      rows[i].values[to[j]] += 1;  // fault of threads
}

[[clustrix::cluster]] void shift(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) a[i] = b[i];  // needed
}

[[clustrix::cluster]] void interleave(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) a[2 * i] = b[2 * i];  // not needed
}

int main(int count, char**) {
  std::vector<double> a(100), x(100, 0.5);
  std::vector<int> to(100);
  for (int i = 0; i < 100; ++i) to[i] = count > 1 ? i / 2 : 99 - i;
  scatter(a.data(), to.data(), x.data(), 100);
  std::vector<Row> rows(10);
  scatter_rows(rows.data(), to.data(), 10);
  shift(a.data() + 1, a.data(), 99);       // its guard fails: it runs as written
  interleave(a.data(), a.data() + 1, 40);  // so it does here, where it would not matter
  std::printf("a %.3f %.3f\n", a[99], rows[9].values[99]);
}
