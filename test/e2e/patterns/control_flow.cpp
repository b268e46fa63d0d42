// Conditions of all kinds inside an iteration: if, else, goto, switch, continue, nested, invariant, and loops that end.
#include "trial.h"

[[clustrix::cluster]]
void positive_only(double* a, const double* b, const double* c, int n) {
  // One if.
  for (int i = 0; i < n; ++i)  // want: parallel
    if (c[i] > 0.0) a[i] += b[i] * c[i];
}

[[clustrix::cluster]]
void either_or(double* a, double* b, const double* c, int n) {
  // Each branch writes its own array.
  for (int i = 0; i < n; ++i)  // want: parallel
    if (c[i] > 0.0)
      a[i] = c[i] * 2.0;
    else
      b[i] = c[i] - 1.0;
}

[[clustrix::cluster]]
void nested_ifs(double* a, const double* b, const double* c, const double* d, int n) {
  // A condition over a value that the condition before has changed.
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] <= b[i] - 1.0) {
      a[i] -= b[i] * d[i];
      if (a[i] > 0.0)
        a[i] = 1.0;
      else if (a[i] < -1.0)
        a[i] = c[i];
    }
    a[i] += d[i];
  }
}

[[clustrix::cluster]]
void forward_gotos(double* a, const double* b, double* c, const double* d, int n) {
  // An if-else in the old way.
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (d[i] > 0.0) goto positive;
    a[i] = -b[i] + d[i];
    goto both;
  positive:
    c[i] = a[i] + d[i];
  both:
    a[i] = b[i] + c[i] * d[i];
  }
}

[[clustrix::cluster]]
void goto_the_next(double* a, const double* b, const double* c, int n) {
  // goto in place of continue.
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (c[i] < 0.0) goto next;
    a[i] += b[i] * c[i];
    if (a[i] > 1.0) goto next;
    a[i] += 0.25;
  next:;
  }
}

[[clustrix::cluster]]
void goto_skips_the_chain(double* a, double* b, const double* c, int n) {
  // Some iterations write the element that the next one tests.
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] >= 0.2) goto next;
    if (b[i] >= 1.2) goto chain;
    a[i] += c[i];
  chain:
    b[i + 1] = c[i] + 1.0;
  next:;
  }
}

[[clustrix::cluster]]
void invariant_condition(double* a, const double* b, const double* c, int n, int x) {
  // The same answer in all iterations.
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (x > 0)
      a[i] = b[i] + c[i];
    else
      a[i] = b[i] - c[i];
  }
}

[[clustrix::cluster]]
void by_position(double* a, const double* b, int n) {
  // A condition on the loop variable.
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (i + 1 == n / 2)
      a[i] = 0.0;
    else if (i % 3 == 0)
      a[i] += b[i];
  }
}

[[clustrix::cluster]]
void condition_cuts_the_chain(double* a, int n) {
  // a[i - 1] is read for odd i and written for even i only.
  for (int i = 1; i < n; ++i) {  // want: parallel
    if (i % 2 == 1) a[i] = a[i - 1] * 0.5;
  }
}

[[clustrix::cluster]]
void three_cases(double* a, const double* b, const int* v, int n) {
  // switch with fall-through and default.
  for (int i = 0; i < n; ++i) {  // want: parallel
    switch (v[i] & 3) {
      case 0:
        a[i] += b[i];
        break;
      case 1:
        a[i] *= 2.0;
        [[fallthrough]];
      case 2:
        a[i] -= b[i] * b[i];
        break;
      default:
        a[i] = 0.5;
    }
  }
}

[[clustrix::cluster]]
void skipping(double* a, const double* b, int n) {
  // continue.
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (b[i] < 1.0) continue;
    a[i] = 1.0 / b[i];
  }
}

[[clustrix::cluster]]
void inner_goes_on(double* a, const double* b, int rows, int columns) {
  // continue of the inner loop, work after it.
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double sum = 0;
    for (int j = 0; j < columns; ++j) {  // want: parallel
      if (b[i * columns + j] < 1.0) continue;
      sum += b[i * columns + j];
    }
    a[i] = sum;
  }
}

[[clustrix::cluster]]
void inner_repeats(double* a, const int* v, int n) {
  // An inner while over private values only.
  for (int i = 0; i < n; ++i) {  // want: parallel
    int x = v[i] & 255, steps = 0;
    while (x > 1) {  // want: serial
      x = x % 2 == 0 ? x / 2 : x - 1;
      ++steps;
    }
    a[i] = steps;
  }
}

[[clustrix::cluster]]
void inner_breaks(double* a, const double* b, int n) {
  // An inner loop that ends early, with a place found in each row.
  for (int i = 0; i < n; ++i) {  // want: parallel
    int found = -1;
    for (int j = 0; j < 8; ++j)  // may: parallel
      if (b[i + j] > 1.5) {
        found = j;
        break;
      }
    a[i] = found;
  }
}

[[clustrix::cluster]]
void short_circuit(double* a, const double* b, const double* c, int n) {
  // Conditions joined, a division guarded by one of them.
  for (int i = 0; i < n; ++i)  // want: parallel
    if (c[i] != 0.0 && b[i] / c[i] > 3.0 && !(a[i] > 0.25)) a[i] = b[i] / c[i];
}

[[clustrix::cluster]]
void sign_by_condition(double* a, const double* b, int n, bool negative) {
  // Conditional operators.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = (negative ? -1.0 : 1.0) * (b[i] > 1.25 ? b[i] : a[i]);
}

[[clustrix::cluster]]
int ends_when_too_large(double* a, const double* b, const double* c, int n) {
  // The loop's end depends on what has been computed so far.
  int done = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    a[i + 1] = 0.75 * a[i] + b[i] * c[i];
    if (a[i + 1] > 1.25) break;
    ++done;
  }
  return done;
}

[[clustrix::cluster]]
void bound_in_the_data(int* a, int n) {
  // The upper bound is an element that the loop changes.
  a[0] = n;
  for (int i = 0; i < a[0]; ++i)  // want: serial
    if (i % 10 == 1) a[0] -= 3;
}

int main() {
  trial("positive_only", [](Data& x, int n) { positive_only(x.a, x.b, x.c, n); });
  trial("positive_only_shifted", [](Data& x, int n) { positive_only(x.a + 1, x.b, x.a, n); });
  trial("either_or", [](Data& x, int n) { either_or(x.a, x.b, x.c, n); });
  trial("nested_ifs", [](Data& x, int n) { nested_ifs(x.a, x.b, x.c, x.d, n); });
  trial("forward_gotos", [](Data& x, int n) { forward_gotos(x.a, x.b, x.c, x.d, n); });
  trial("goto_the_next", [](Data& x, int n) { goto_the_next(x.a, x.b, x.c, n); });
  trial("goto_skips_the_chain", [](Data& x, int n) { goto_skips_the_chain(x.a, x.b, x.c, n); });
  trial("invariant_condition", [](Data& x, int n) { invariant_condition(x.a, x.b, x.c, n, n % 2); });
  trial("by_position", [](Data& x, int n) { by_position(x.a, x.b, n); });
  trial("condition_cuts_the_chain", [](Data& x, int n) { condition_cuts_the_chain(x.a, n); });
  trial("three_cases", [](Data& x, int n) { three_cases(x.a, x.b, x.v, n); });
  trial("skipping", [](Data& x, int n) { skipping(x.a, x.b, n); });
  trial("inner_goes_on", [](Data& x, int) { inner_goes_on(x.a, x.b, 50, 40); }, {1});
  trial("inner_repeats", [](Data& x, int n) { inner_repeats(x.a, x.v, n); });
  trial("inner_breaks", [](Data& x, int n) { inner_breaks(x.a, x.b, n); });
  trial("short_circuit", [](Data& x, int n) { short_circuit(x.a, x.b, x.c, n); });
  trial("sign_by_condition", [](Data& x, int n) { sign_by_condition(x.a, x.b, n, n % 2 == 1); });
  trial("ends_when_too_large",
        [](Data& x, int n) { put("ends_when_too_large", ends_when_too_large(x.a, x.b, x.c, n)); });
  trial("bound_in_the_data", [](Data& x, int n) { bound_in_the_data(x.w, n); });
}
