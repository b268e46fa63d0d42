// Host code between launches that calls helpers: accessors, setters, allocation, what frees and what only may; local
// vectors whose memory goes, is given away, or is the caller's.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

class Grid {
 public:
  explicit Grid(int n) : n_(n), values_(n, 0.5) {}
  int count() const { return n_; }
  int half() const { return count() / 2; }
  int last() const { return static_cast<int>(values_.size()) - 1; }
  double& at(int i) { return values_[i]; }
  double front() const { return values_[0]; }
  double scale() const { return scale_; }
  void rescale(double by) { scale_ *= by; }
  double* data() { return values_.data(); }

 private:
  int n_;
  double scale_ = 1;
  std::vector<double> values_;
};

template <class T>
T* allocate(int n) {
  return static_cast<T*>(std::malloc(sizeof(T) * n));
}
template <class T>
void release(T** p) {
  if (*p != nullptr) {
    std::free(*p);
    *p = nullptr;
  }
}
void releaseIf(double* p, bool is) {
  if (is) std::free(p);
}
void set(double& to, double x) { to = x; }
struct Pair {
  double a, b;
  double sum() const { return a + b; }
};
double sumOf(const Pair* p) { return p ? p->sum() : -1; }
double twice(const Pair& p) { return 2 * p.sum(); }

}  // namespace

[[clustrix::cluster]]
void accessors(Grid& grid, double* x) {
  const int n = grid.count();
  for (int i = 0; i < n; ++i) x[i] = 0.25 * i;
  for (int t = 0; t < grid.half() % 7; ++t) {
    for (int i = 0; i < grid.count(); ++i) x[i] = x[i] * grid.scale() + t;
    grid.rescale(1.125);
    if (grid.last() > 3) x[grid.last()] += grid.front();
    grid.at(t) = x[t];
  }
  double* own = grid.data();
  for (int i = 0; i < n; ++i) own[i] += x[i];
  set(x[1], grid.at(1));
  for (int i = 0; i < n; ++i) x[i] += own[i];
}

[[clustrix::cluster]]
double scratch(double* x, int n) {
  double* work = allocate<double>(n);
  for (int i = 0; i < n; ++i) work[i] = x[i] + 1;
  for (int i = 0; i < n; ++i) x[i] = work[i] * 2;
  release(&work);
  double* more = allocate<double>(n);
  for (int i = 0; i < n; ++i) more[i] = x[i] - 1;
  for (int i = 0; i < n; ++i) x[i] += more[i];
  // Not freed: what launches have written there counts.
  releaseIf(more, n < 0);
  const double found = more[n / 2];
  std::free(more);
  return found + (work == nullptr);
}

[[clustrix::cluster]]
std::vector<double> returned(const double* x, int n) {
  std::vector<double> result(n);
  for (int i = 0; i < n; ++i) result[i] = x[i] * 3;
  for (int i = 0; i < n; ++i) result[i] += 1;
  return result;
}

[[clustrix::cluster]]
void givenAway(std::vector<double>& out, std::vector<double>& other, int n) {
  {
    std::vector<double> local(n, 1.5);
    for (int i = 0; i < n; ++i) local[i] += i;
    for (int i = 0; i < n; ++i) out[i] += local[i];
    local.swap(other);
  }
  {
    std::vector<double> moved(n, 2.5);
    for (int i = 0; i < n; ++i) moved[i] -= i;
    for (int i = 0; i < n; ++i) other[i] += moved[i];
    out = std::move(moved);
  }
  for (int i = 0; i < n; ++i) out[i] += other[i];
  double row[8];
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 8; ++i) row[i] = out[i] + t;
    for (int i = 0; i < n; ++i) out[i] += row[i % 8];
  }
}

[[clustrix::cluster]]
double objects(Pair* pairs, int n) {
  for (int i = 0; i < n; ++i) pairs[i] = {0.5 * i, 1.0 - i};
  double sum = 0;
  for (int t = 0; t < 5; ++t) {
    sum += twice(pairs[t]) + pairs[n - 1 - t].sum();
    sum += sumOf(pairs + t);
    Pair* const none = t > 2 ? nullptr : pairs;
    sum += sumOf(none) + (none ? 1 : 2);
    for (int i = 0; i < n; ++i) pairs[i].a += t;
  }
  return sum;
}

int main() {
  const int n = 1000;
  Grid grid(n);
  std::vector<double> x(n, 0.5), other(n, 4);
  accessors(grid, x.data());
  double sum = scratch(x.data(), n);
  const std::vector<double> more = returned(x.data(), n);
  givenAway(x, other, n);
  std::vector<Pair> pairs(n);
  sum += objects(pairs.data(), n);
  for (int i = 0; i < n; i += 37)
    std::printf("%.17g %.17g %.17g %.17g %.17g\n", x[i], more[i], other[i], grid.at(i), pairs[i].sum());
  std::printf("%.17g %.17g\n", sum, grid.scale());
}
