// Names that could collide in the kernel: members with underscores, locals called like the runtime's own, macros.
#include "show.h"

#define DOUBLED(x) (2 * (x))

class Box {
public:
  explicit Box(int n) : _x(n, 1.5), x_(n, 2.5), n_(n) {}

  [[clustrix::cluster]] void mix(double x) {
    for (int i = 0; i < n_; ++i) {  // want: parallel
      const double _y = _x[i] + x;
      double x = x_[i] - _y;
      x_[i] = x * _y;
    }
  }

  [[clustrix::cluster]] double total(double k, double partial) const {
    double at = k;
    for (int loop = 0; loop < n_; ++loop) {  // want: parallel
      const double k = x_[loop] * partial;
      at += k;
    }
    return at;
  }

  const std::vector<double>& values() const { return x_; }

private:
  std::vector<double> _x, x_;
  int n_;
};

/// Names by which a kernel tells the runtime about itself.
[[clustrix::cluster]] double told_by_kernels(double* a, int n, bool inPlace, bool hostOnly, double order, double identity) {
  double combine = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (inPlace && !hostOnly) a[i] = a[i] * order + identity;
    combine += a[i];
  }
  return combine;
}

static double scale = 3;

[[clustrix::cluster]]
void shadowed_global(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const double outer = ::scale;
    const double scale = 0.5 + outer;
    a[i] = DOUBLED(a[i]) * scale;
  }
}

[[clustrix::cluster]]
double* walk_behind(double* first, int n) {
  double* p = first;
  for (int i = 0; i < n; ++i)  // may: parallel
    *p++ += 1;
  return p;
}

[[clustrix::cluster]]
int condition_writes(int* a, int n) {
  int seen = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if ((seen = a[i]) > 3) a[i] = seen - a[(i + 1) % n];
  return seen;
}

[[clustrix::cluster]]
void local_pointer(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int x = i;
    int* p = &x;
    *p = n - 1 - i;
    a[x] = i;
  }
}

int main() {
  Random random(5);
  const int n = 5003;
  Box box(n);
  box.mix(0.75);
  show("mixed", box.values());
  put("total", box.total(2.0, 0.5));
  std::vector<double> a(n);
  for (double& v : a) v = random.unit();
  put("told", told_by_kernels(a.data(), n, true, false, 0.5, 0.25));
  shadowed_global(a.data(), n);
  show("scaled", a);
  put("walked", static_cast<long>(walk_behind(a.data(), n) - a.data()));
  show("walked", a);
  std::vector<int> b(n);
  for (int& v : b) v = static_cast<int>(random.unit() * 10);
  put("seen", condition_writes(b.data(), n));
  show("conditions", b);
  local_pointer(b.data(), n);
  show("pointer", b);
}
