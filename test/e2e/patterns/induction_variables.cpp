// Induction variables beside the loop's own: constant steps, several, in branches and nests, downwards, coupled.
#include "trial.h"

[[clustrix::cluster]]
void counts_along(double* a, const double* b, int n) {
  // k is i + 3 all the time.
  int k = 3;
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[k] = b[i];
    ++k;
  }
}

[[clustrix::cluster]]
void counts_by_two(double* a, const double* b, int n) {
  // Incremented before it is used, by two.
  int k = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    k += 2;
    a[k] = b[i] * b[k];
  }
}

[[clustrix::cluster]]
void counts_by_parameter(double* a, const double* b, int n, int by) {
  // The step is known at run time only; zero makes all iterations write one element.
  int k = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    k += by;
    a[k] = b[i];
  }
}

[[clustrix::cluster]]
void counts_down(double* a, const double* b, int n) {
  // From the end of b to its front.
  int k = n;
  for (int i = 0; i < n; ++i) {  // want: parallel
    --k;
    a[i] += b[k];
  }
}

[[clustrix::cluster]]
void run_time_everything(double* a, const double* b, int n, int first, int step) {
  // Start and step from outside, a second variable beside.
  int j = 1, k = 0;
  for (int i = first - 1; i < n; i += step) {  // want: parallel
    k += j;
    a[i] += b[n - k];
  }
}

[[clustrix::cluster]]
void in_both_branches(double* a, const double* b, const double* c, int n) {
  // Each branch increments once.
  int j = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (b[i] > 1.0) {
      ++j;
      a[j] = b[i] + c[i];
    } else {
      ++j;
      a[j] = c[i] - 1.0;
    }
  }
}

[[clustrix::cluster]]
void in_one_branch(double* a, const double* b, const double* c, int n) {
  // A second element is written in some iterations only: packing.
  int j = -1;
  for (int i = 0; i < n; ++i) {  // may: parallel
    ++j;
    a[j] = b[i];
    if (c[i] > 0) {
      ++j;
      a[j] = c[i];
    }
  }
}

[[clustrix::cluster]]
void twice_an_iteration(double* a, const double* b, const double* c, int n) {
  // Two increments, a write after each.
  int j = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    ++j;
    a[j] = b[i] + 1.0;
    ++j;
    a[j] = c[i] - 1.0;
  }
}

[[clustrix::cluster]]
void one_behind_the_other(double* a, double* b, const double* c, int n) {
  // Coupled: k from j, the next j from k; k is 2i.
  int j = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int k = j + 1;
    a[i] = b[k] - c[i];
    j = k + 1;
    b[k] = a[i] + c[k];
  }
}

[[clustrix::cluster]]
void through_the_nest() {
  // One variable counts through both loops.
  int k = 0;
  for (int i = 0; i < pitch; ++i)      // want: parallel
    for (int j = 0; j < pitch; ++j) {  // want: parallel
      flat[k] = aa[i][j] + bb[i][j];
      ++k;
    }
}

[[clustrix::cluster]]
void with_a_gap(double* a, int rows, int columns) {
  // Counts in the inner loop and once more after it.
  int k = 0;
  for (int i = 0; i < rows; ++i) {       // want: parallel
    for (int j = 0; j < columns; ++j) {  // want: parallel
      a[k] *= 2.0;
      ++k;
    }
    ++k;
  }
}

[[clustrix::cluster]]
void recurrence_inside() {
  // The inner loop is a recurrence, the counter runs through both.
  int k = 0;
  for (int i = 0; i < pitch; ++i)      // want: parallel
    for (int j = 1; j < pitch; ++j) {  // want: serial
      aa[j][i] = 0.5 * aa[j - 1][i] + flat[k] * bb[j][i];
      ++k;
    }
}

[[clustrix::cluster]]
void packed_triangle(double* a, int m) {
  // The counter's closed form is a quadratic polynomial in i.
  int k = 0;
  for (int i = 0; i < m; ++i)       // may: parallel
    for (int j = 0; j <= i; ++j) {  // want: parallel
      a[k] += 0.5 * i - j;
      ++k;
    }
}

[[clustrix::cluster]]
void by_the_loop_variable(double* a, const double* b, int m) {
  // Sums of sums: steps of i.
  int k = 0;
  for (int i = 1; i < m; ++i) {  // may: parallel
    k += i;
    a[k] = b[i];
  }
}

[[clustrix::cluster]]
void geometric(double* a, int n) {
  // Multiplied, not incremented.
  int k = 1;
  for (int i = 0; i < 11; ++i) {  // may: parallel
    a[k] += n;
    k *= 2;
  }
}

[[clustrix::cluster]]
int used_afterwards(double* a, const double* b, int n) {
  // The last value is returned.
  int k = 5;
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[k] = b[i];
    k += 2;
  }
  return k;
}

[[clustrix::cluster]]
void real_valued(double* a, int n, double start) {
  // An accumulated abscissa: rounding makes its closed form another value.
  double x = start;
  for (int i = 0; i < n; ++i) {  // may: parallel
    a[i] = x * x;
    x += 0.125;
  }
}

[[clustrix::cluster]]
void by_the_data(double* a, const int* steps, int n) {
  // The step comes from an array: no closed form, and zero steps collide.
  int k = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    a[k] += i;
    k += steps[i] & 1;
  }
}

[[clustrix::cluster]]
void wraps_at_256(int* a, const int* b, int n) {
  // A counter of eight bits: from iteration 256 on the elements come again.
  unsigned char k = 250;
  for (int i = 0; i < n; ++i) {  // want: serial
    a[k] = (a[k] * 3 + b[i]) % 1009;
    ++k;
  }
}

[[clustrix::cluster]]
void starts_again(int* a, const int* b, int n) {
  // A counter that goes back to zero.
  int k = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    a[k] = (a[k] * 3 + b[i]) % 1009;
    ++k;
    if (k == 17) k = 0;
  }
}

[[clustrix::cluster]]
void moving_pointers(double* a, const double* b, int n) {
  // The pointers are the induction variables.
  double* to = a;
  const double* from = b;
  for (int i = 0; i < n; ++i)  // want: parallel
    *to++ = *from++ * 2.0;
}

[[clustrix::cluster]]
void pointer_to_the_end(double* a, int n) {
  // A pointer counts the loop.
  for (double* p = a; p != a + n; ++p)  // want: parallel
    *p = *p * 3.0 - 1.0;
}

[[clustrix::cluster]]
void two_in_the_header(double* a, const double* b, int n) {
  // i upwards, j downwards, both in the header.
  for (int i = 0, j = n - 1; i < n; ++i, --j)  // want: parallel
    a[i] = b[j];
}

int main() {
  trial("counts_along", [](Data& x, int n) { counts_along(x.a, x.b, n); });
  trial("counts_along_shifted", [](Data& x, int n) { counts_along(x.a, x.a + 1, n); });
  trial("counts_by_two", [](Data& x, int n) { counts_by_two(x.a, x.b, n); });
  trial("counts_by_parameter", [](Data& x, int n) { counts_by_parameter(x.a, x.b, n, 3); });
  trial("counts_by_zero", [](Data& x, int n) { counts_by_parameter(x.a, x.b, n, 0); });
  trial("counts_by_minus_one", [](Data& x, int n) { counts_by_parameter(x.a + n, x.b, n, -1); });
  trial("counts_down", [](Data& x, int n) { counts_down(x.a, x.b, n); });
  trial("run_time_everything", [](Data& x, int n) { run_time_everything(x.a, x.b, n, 2, 3); });
  trial("in_both_branches", [](Data& x, int n) { in_both_branches(x.a, x.b, x.c, n); });
  trial("in_one_branch", [](Data& x, int n) { in_one_branch(x.a, x.b, x.c, n); });
  trial("twice_an_iteration", [](Data& x, int n) { twice_an_iteration(x.a, x.b, x.c, n); });
  trial("one_behind_the_other", [](Data& x, int n) { one_behind_the_other(x.a, x.b, x.c, n); });
  trial("through_the_nest", [](Data&, int) { through_the_nest(); }, {1});
  trial("with_a_gap", [](Data& x, int) { with_a_gap(x.a, 40, 50); }, {1});
  trial("recurrence_inside", [](Data&, int) { recurrence_inside(); }, {1});
  trial("packed_triangle", [](Data& x, int m) { packed_triangle(x.a, m); }, {60, 2, 0});
  trial("by_the_loop_variable", [](Data& x, int m) { by_the_loop_variable(x.a, x.b, m); }, {60, 2, 0});
  trial("geometric", [](Data& x, int n) { geometric(x.a, n); });
  trial("used_afterwards", [](Data& x, int n) { put("used_afterwards", used_afterwards(x.a, x.b, n)); });
  trial("real_valued", [](Data& x, int n) { real_valued(x.a, n, -2.0); }, {200, 0});
  trial("by_the_data", [](Data& x, int n) { by_the_data(x.a, x.w, n); });
  trial("wraps_at_256", [](Data& x, int n) { wraps_at_256(x.v, x.w, n); });
  trial("starts_again", [](Data& x, int n) { starts_again(x.v, x.w, n); });
  trial("moving_pointers", [](Data& x, int n) { moving_pointers(x.a, x.b, n); });
  trial("moving_pointers_shifted", [](Data& x, int n) { moving_pointers(x.a + 1, x.a, n < 20 ? n : 20); });
  trial("pointer_to_the_end", [](Data& x, int n) { pointer_to_the_end(x.a, n); });
  trial("two_in_the_header", [](Data& x, int n) { two_in_the_header(x.a, x.b, n); });
}
