// Scratch arrays of a function's own that another one fills in each iteration: dead behind the loop, unless something
// keeps them.
#include "show.h"

static void solution(double x, double y, double* u) {
  for (int m = 0; m < 5; ++m) u[m] = x * m + y;
}

[[clustrix::cluster]]
double error_norm(const std::vector<double>& v, std::vector<double>& e, int n) {
  double exact[5], add;
  double sum = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    solution(i * 0.25, 2.0, exact);
    for (int m = 0; m < 5; ++m) {
      add = v[5 * i + m] - exact[m];
      e[5 * i + m] = add;
      sum += add * add;
    }
  }
  return sum;
}

static double* kept = nullptr;
static void solutionKept(double x, double* u) {
  for (int m = 0; m < 5; ++m) u[m] = x * m;
  kept = u;
}

[[clustrix::cluster]]
void scratch_that_is_kept(std::vector<double>& e, int n) {
  static double exact[5];
  for (int i = 0; i < n; ++i) {  // want: serial
    solutionKept(i * 0.25, exact);
    e[i] = exact[4];
  }
}

[[clustrix::cluster]]
double read_through_a_pointer(std::vector<double>& e, int n) {
  double exact[5] = {};
  for (int i = 0; i < n; ++i) {  // want: serial
    solutionKept(i * 0.25, exact);
    e[i] = exact[3];
  }
  return kept[4];
}

int main() {
  Random random(13);
  const int n = 3000;
  std::vector<double> e(5 * n), v(5 * n);
  random.fillUnit(v);
  put("error_norm", error_norm(v, e, n));
  scratch_that_is_kept(e, n);
  put("kept", kept[4]);
  put("read_through_a_pointer", read_through_a_pointer(e, n));
  show("scratch", e.data(), 5 * n);
}
