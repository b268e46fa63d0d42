// Order within an iteration: statements to be reordered, distributed or split, iterations to be peeled or rerolled.
#include "trial.h"

[[clustrix::cluster]]
void reads_before_writes(double* a, double* b, const double* c, int n) {
  // b[i - 1] is from the iteration before, b[i + 1] still old.
  for (int i = 1; i < n - 1; ++i) {  // may: parallel
    a[i] = b[i - 1] + c[i];
    b[i] = b[i + 1] - c[i] * 0.5;
  }
}

[[clustrix::cluster]]
void old_value_wanted(double* a, double* b, const double* c, int n) {
  // a[i + 1] is old: distribution or a copy would do.
  for (int i = 0; i < n; ++i) {  // may: parallel
    a[i] = c[i] * 0.5;
    b[i] += a[i + 1] * c[i];
  }
}

[[clustrix::cluster]]
void chain_and_update(double* a, double* b, const double* c, int n) {
  // The second statement is a recurrence, the first is free: a candidate for distribution.
  for (int i = 1; i < n; ++i) {  // may: parallel
    a[i] += b[i] * c[i];
    b[i] = 0.5 * b[i - 1] + c[i];
  }
}

[[clustrix::cluster]]
void flow_between_statements(double* a, double* b, const double* c, int n) {
  // The first statement feeds the second one of the next iteration.
  for (int i = 1; i < n; ++i) {  // may: parallel
    a[i] = c[i] + 1.0;
    b[i] = a[i - 1] * 2.0;
  }
}

[[clustrix::cluster]]
void cycle_of_two(double* a, double* b, const double* c, int n) {
  // Each statement feeds the other of the next iteration: no order helps.
  for (int i = 1; i < n; ++i) {  // want: serial
    a[i] = 0.5 * b[i - 1] + c[i];
    b[i] = 0.5 * a[i - 1] - c[i];
  }
}

[[clustrix::cluster]]
void cycle_within(double* a, double* b, const double* c, int n) {
  // a feeds b at once, b feeds a in the next iteration.
  for (int i = 1; i < n; ++i) {  // want: serial
    a[i] = 0.5 * b[i - 1] + c[i];
    b[i] = 0.5 * a[i];
  }
}

[[clustrix::cluster]]
void free_statements(double* a, double* b, double* c, const double* d, int n) {
  // Three statements with flow inside the iteration only.
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i] = d[i] + 1.0;
    b[i] = a[i] * d[i];
    c[i] = a[i] - b[i];
  }
}

[[clustrix::cluster]]
void node_to_split(double* a, double* b, const double* c, int n) {
  // a[i] is written, a[i] and a[i + 1] are read after it.
  for (int i = 0; i < n - 1; ++i) {  // may: parallel
    a[i] = b[i] + c[i];
    b[i] = (a[i] + a[i + 1]) * 0.5;
  }
}

[[clustrix::cluster]]
void first_to_peel(double* a, const double* b, int n) {
  // Only the first iteration reads what it writes; the others read a[0].
  a[0] = b[0];
  for (int i = 0; i < n; ++i) {  // may: parallel
    if (i == 0)
      a[0] = b[0] * 2.0;
    else
      a[i] = a[0] + b[i];
  }
}

[[clustrix::cluster]]
void last_to_peel(double* a, const double* b, int n) {
  // The last iteration writes the element that all others read.
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = a[n - 1] * 0.5 + b[i];
}

[[clustrix::cluster]]
void peeled(double* a, const double* b, int n) {
  // The same, the last iteration apart.
  for (int i = 0; i < n - 1; ++i)  // want: parallel
    a[i] = a[n - 1] * 0.5 + b[i];
  if (n > 0) a[n - 1] = a[n - 1] * 0.5 + b[n - 1];
}

[[clustrix::cluster]]
void rerolled_sum(double* a, const double* b, double factor, int n) {
  // Unrolled by five, no dependences.
  for (int i = 0; i < n - 4; i += 5) {  // want: parallel
    a[i] += factor * b[i];
    a[i + 1] += factor * b[i + 1];
    a[i + 2] += factor * b[i + 2];
    a[i + 3] += factor * b[i + 3];
    a[i + 4] += factor * b[i + 4];
  }
}

[[clustrix::cluster]]
void rerolled_chain(double* a, int n) {
  // Unrolled by three, each statement multiplies by the next element.
  for (int i = 0; i < n - 3; i += 3) {  // want: serial
    a[i] = a[i + 1] * a[i];
    a[i + 1] = a[i + 2] * a[i + 1];
    a[i + 2] = a[i + 3] * a[i + 2];
  }
}

[[clustrix::cluster]]
void rerolled_gather(std::vector<double>& a, const std::vector<double>& b, const std::vector<int>& at, int n) {
  // Unrolled by two, the operand is gathered.
  for (int i = 0; i < n - 1; i += 2) {  // want: parallel
    a[i] += 0.5 * b[at[i]];
    a[i + 1] += 0.5 * b[at[i + 1]];
  }
}

[[clustrix::cluster]]
void unrolled_overlaps(double* a, const double* b, int n) {
  // Unrolled by two, but the step is one: the second statement meets the next first one.
  for (int i = 0; i < n - 1; ++i) {  // want: serial
    a[i] = b[i] + 1.0;
    a[i + 1] = b[i] - 1.0;
  }
}

[[clustrix::cluster]]
void fused(double* a, double* b, const double* c, int n) {
  // Two loops in one: the second half works on the mirrored element.
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i] = c[i] * 2.0;
    b[n - 1 - i] = c[n - 1 - i] * 3.0;
  }
}

int main() {
  trial("reads_before_writes", [](Data& x, int n) { reads_before_writes(x.a, x.b, x.c, n); });
  trial("old_value_wanted", [](Data& x, int n) { old_value_wanted(x.a, x.b, x.c, n); });
  trial("chain_and_update", [](Data& x, int n) { chain_and_update(x.a, x.b, x.c, n); });
  trial("flow_between_statements", [](Data& x, int n) { flow_between_statements(x.a, x.b, x.c, n); });
  trial("cycle_of_two", [](Data& x, int n) { cycle_of_two(x.a, x.b, x.c, n); });
  trial("cycle_within", [](Data& x, int n) { cycle_within(x.a, x.b, x.c, n); });
  trial("free_statements", [](Data& x, int n) { free_statements(x.a, x.b, x.c, x.d, n); });
  trial("node_to_split", [](Data& x, int n) { node_to_split(x.a, x.b, x.c, n); });
  trial("first_to_peel", [](Data& x, int n) { first_to_peel(x.a, x.b, n); });
  trial("last_to_peel", [](Data& x, int n) { last_to_peel(x.a, x.b, n); });
  trial("peeled", [](Data& x, int n) { peeled(x.a, x.b, n); });
  trial("rerolled_sum", [](Data& x, int n) { rerolled_sum(x.a, x.b, 0.375, n); });
  trial("rerolled_chain", [](Data& x, int n) { rerolled_chain(x.a, n); });
  trial("rerolled_gather", [](Data& x, int n) {
    std::vector<int> at(n);
    for (int i = 0; i < n; ++i) at[i] = x.order[i];
    rerolled_gather(x.numbers[0], x.numbers[1], at, n);
  });
  trial("unrolled_overlaps", [](Data& x, int n) { unrolled_overlaps(x.a, x.b, n); });
  trial("fused", [](Data& x, int n) { fused(x.a, x.b, x.c, n); });
}
