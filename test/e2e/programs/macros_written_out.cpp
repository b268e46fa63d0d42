// Macros that hold what has to be cut out of a loop's text: sums, extremes with places, appends, scans, members.
#include "show.h"

struct Points {
  int n;
  double *x, *y;
};

#define AT(i, j) a[(i) * n + (j)]
[[clustrix::cluster]] void product(double* a, const double* b, const double* c, int n) {
  for (int k = 0; k < n; ++k)      // want: parallel
    for (int i = 0; i < n; ++i)    // want: parallel
      for (int j = 0; j < n; ++j)  // want: parallel
        AT(i, j) += b[i * n + k] * c[k * n + j];
}

[[clustrix::cluster]] void element(double* a, const double* b, int n, int i, int j) {
  for (int k = 0; k < n; ++k)  // want: parallel
    AT(i, j) += b[k] * b[n - 1 - k];
}

// The element is one of the array that is read.
// idle: paths
#define LOWER(s, t) ((s <= t) ? s : t)
[[clustrix::cluster]] int paths(int* cost, int n, int i, int j) {
  for (int k = i + 1; k < j; ++k)  // want: parallel
    cost[i * n + j] = LOWER(cost[i * n + j], cost[i * n + k] + cost[k * n + j]);
  return cost[i * n + j];
}

[[clustrix::cluster]] double lowest(const Points& p) {
  double least = 1e30;
  for (int i = 0; i < p.n; ++i)  // want: parallel
    least = LOWER(least, p.x[i] * p.y[i]);
  return least;
}

#define KEEP         \
  if (x[i] < 0.5) {  \
    list[count] = i; \
    ++count;         \
  }
[[clustrix::cluster]] int kept(const double* x, int* list, int n) {
  int count = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    KEEP
  }
  return count;
}

#define TOTALS \
  y[i] = sum;  \
  sum += x[i];
[[clustrix::cluster]] void totals(const double* x, double* y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    TOTALS
  }
}

#define IF_MORE(value, place) \
  if (value > most) {         \
    most = value;             \
    at = place;               \
  }
[[clustrix::cluster]] int highest(const double* x, int n, double& most) {
  int at = -1;
  most = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    IF_MORE(x[i], i)
  }
  return at;
}

#define CELL(i, j) values_[(i) * n_ + (j)]
#define ADD(v) sum_ += (v)
class Grid {
 public:
  explicit Grid(int n) : n_(n), values_(n * n, 1.0), sum_(0) {}
  [[clustrix::cluster]] void fold() {
    for (int i = 0; i < n_; ++i) ADD(CELL(i, i) * 0.5);  // want: parallel
  }
  double sum() const { return sum_; }

 private:
  int n_;
  std::vector<double> values_;
  double sum_;
};

// The macros' own names mean something else where their text is read again, and macros that hold loops keep their
// place.
#define twice(x) (twice((x) - 1) + 1)
double(twice)(double x) { return 2 * x; }
[[clustrix::cluster]] double named(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += twice(x[i]);  // want: parallel
  return sum;
}

#define EACH(i, n) for (int i = 0; i < n; ++i)
#define SUM_OF_ROW EACH(j, n) sum += x[i * n + j];
[[clustrix::cluster]] void rows(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    SUM_OF_ROW  // may: parallel
        y[i] = sum;
  }
}

// What is carried is carried, written out or not.
#define STEP                \
  last = last * 0.5 + x[i]; \
  y[i] = last
[[clustrix::cluster]] double filtered(const double* x, double* y, int n) {
  double last = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    STEP;
  }
  return last;
}

#define MOVED(to, from) v[to] = v[from] + (count += 1)
[[clustrix::cluster]] int moved(int* v, int n) {
  int count = 0;
  for (int i = 1; i < n; ++i) MOVED(i, i - 1);  // want: serial
  return count;
}

int main() {
  Random random(12);
  for (const int n : {1, 4, 40}) {
    std::vector<double> a(n * n), b(n * n), c(n * n), x(n * n), y(n * n);
    std::vector<int> list(n * n), cost(n * n);
    for (auto* all : {&a, &b, &c, &x, &y})
      for (double& one : *all) one = random.coarse();
    random.fillBelow(cost, 1000);
    product(a.data(), b.data(), c.data(), n);
    element(a.data(), b.data(), n, n / 2, n / 3);
    show("a", a);
    put("paths", paths(cost.data(), n, 0, n - 1));
    put("lowest", lowest({n, x.data(), y.data()}));
    put("kept", kept(x.data(), list.data(), n * n));
    show("list", list);
    totals(x.data(), y.data(), n * n);
    show("totals", y);
    double most = 0;
    put("highest", highest(x.data(), n * n, most));
    put("most", most);
    Grid grid(n);
    grid.fold();
    put("fold", grid.sum());
    put("named", named(x.data(), n));
    rows(x.data(), y.data(), n);
    show("rows", y);
    put("filtered", filtered(x.data(), y.data(), n * n));
    show("y", y);
    put("moved", moved(list.data(), n * n));
    show("list", list);
  }
}
