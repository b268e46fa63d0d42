// Variables from outside the loop that a called function writes through pointers.
#include "show.h"

static void two(int k, double* p, double* q) {
  *p = k * 0.5;
  *q = k + 1;
}

[[clustrix::cluster]]
void outside(double* a, int n) {
  double p, q;
  for (int k = 0; k < n; ++k) {  // want: parallel
    two(k, &p, &q);
    a[k] = p + q;
  }
}

[[clustrix::cluster]]
double last_ones(double* a, int n) {
  double p = -1, q = -2;
  for (int k = 0; k < n; ++k) {  // want: parallel
    two(k, &p, &q);
    a[k] = p * q;
  }
  return p + q;
}

static int split(double x, int* whole) {
  *whole = static_cast<int>(x);
  return *whole % 7;
}

[[clustrix::cluster]]
void returns_one(const double* x, int* a, int n) {
  int w;
  for (int k = 0; k < n; ++k) {  // want: parallel
    const int rest = split(x[k], &w);
    a[k] = w * 10 + rest;
  }
}

static double weigh(double x, const double* by) { return x * *by; }

[[clustrix::cluster]]
void only_reads(const double* x, double* a, double factor, int n) {
  for (int k = 0; k < n; ++k) a[k] = weigh(x[k], &factor);  // want: parallel
}

struct Frame {
  void turn(double x, double* y, double* z) const {
    *y = c * x;
    *z = x - *y;
  }
  double c;
};

[[clustrix::cluster]]
void by_member(const Frame& frame, const double* x, double* a, int n) {
  double y, z;
  for (int k = 0; k < n; ++k) {  // want: parallel
    frame.turn(x[k], &y, &z);
    a[k] = y - 2 * z;
  }
}

static void add(double* sum, double x) { *sum += x; }

[[clustrix::cluster]]
double sums(const double* x, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) add(&sum, x[k]);  // may: parallel
  return sum;
}

// --- Traps

static void sometimes(int k, double* p) {
  if (k % 3 == 0) *p = k;
}

[[clustrix::cluster]]
void keeps(double* a, int n) {
  double p = 5;
  for (int k = 0; k < n; ++k) {  // want: serial
    sometimes(k, &p);
    a[k] = p;
  }
}

static void moves(double x, double* p) { *p = *p * 0.5 + x; }

[[clustrix::cluster]]
void carries(const double* x, double* a, int n) {
  double p = 0;
  for (int k = 0; k < n; ++k) {  // want: serial
    moves(x[k], &p);
    a[k] = p;
  }
}

static void count(int* total, int x) { *total += x; }

[[clustrix::cluster]]
int counts(const int* x, int n) {
  int total = 3;
  for (int k = 0; k < n; ++k) count(&total, x[k]);  // want: serial
  return total;
}

static double* kept = nullptr;
static void keep(double* p, double x) {
  if (!kept) kept = p;
  *p = x;
  *kept += 1;
}

[[clustrix::cluster]]
double gets_out(const double* x, double* a, int n) {
  double p = 0;
  for (int k = 0; k < n; ++k) {  // want: serial
    keep(&p, x[k]);
    a[k] = p;
  }
  kept = nullptr;
  return p;
}

static void walks(double* p, double x) {
  *p++ = x;
  *--p *= 2;
}

[[clustrix::cluster]]
double moves_on(const double* x, double* a, int n) {
  double p = 0;
  for (int k = 0; k < n; ++k) {  // want: serial
    walks(&p, x[k]);
    a[k] = p;
  }
  return p;
}

static void exchange(double* p, double* q) {
  const double t = *p;
  *p = *q;
  *q = t;
}

[[clustrix::cluster]]
void twice_the_same(double* a, int n) {
  double p, q = 3;
  for (int k = 0; k < n; ++k) {  // want: serial
    p = k;
    exchange(&p, &q);
    a[k] = p + 2 * q;
  }
}

int main() {
  Random random(77);
  for (const int n : {0, 1, 2, 9, 3000}) {
    std::vector<double> x(n), a(n);
    std::vector<int> whole(n);
    for (double& one : x) one = random.below(9000) * 0.125;
    outside(a.data(), n);
    show("outside", a.data(), n);
    put("last", last_ones(a.data(), n));
    show("lasts", a.data(), n);
    returns_one(x.data(), whole.data(), n);
    show("one", whole.data(), n);
    only_reads(x.data(), a.data(), 1.5, n);
    show("reads", a.data(), n);
    by_member({0.25}, x.data(), a.data(), n);
    show("member", a.data(), n);
    put("sum", sums(x.data(), n));
    keeps(a.data(), n);
    show("keeps", a.data(), n);
    carries(x.data(), a.data(), n);
    show("carries", a.data(), n);
    put("counts", counts(whole.data(), n));
    put("out", gets_out(x.data(), a.data(), n));
    show("got", a.data(), n);
    put("on", moves_on(x.data(), a.data(), n));
    show("moved", a.data(), n);
    twice_the_same(a.data(), n);
    show("same", a.data(), n);
  }
}
