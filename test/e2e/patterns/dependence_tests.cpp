// Dependence tests in one dimension: strides, offsets, directions, equal and crossing subscripts.
#include "trial.h"

[[clustrix::cluster]]
void odd_from_even(double* a, const double* b, int n) {
  // Stride 2: odd elements are written, even ones are read.
  for (int i = 1; i < n; i += 2)  // want: parallel
    a[i] = a[i - 1] + b[i];
}

[[clustrix::cluster]]
void two_of_three(double* a, int n) {
  // Stride 3: two residues are read, the third is written.
  for (int i = 0; i < n / 3; ++i)  // want: parallel
    a[3 * i] = a[3 * i + 1] - a[3 * i + 2];
}

[[clustrix::cluster]]
void gcd_decides(double* a, int n) {
  // 4i + 1 and 6j + 2 never meet: their difference is odd.
  for (int i = 0; i < n / 2; ++i)  // want: parallel
    a[4 * i + 1] = 0.5 * a[6 * i + 2];
}

[[clustrix::cluster]]
void gcd_admits(int* a, int n) {
  // 2i and 4j meet for i = 2j.
  for (int i = 0; i < n; ++i)  // want: serial
    a[2 * i] = (a[4 * i] + 3) % 1009;
}

[[clustrix::cluster]]
void forward_flow(double* a, const double* b, int n) {
  // Distance 1, value of the iteration before.
  for (int i = 1; i < n; ++i)  // want: serial
    a[i] = 0.5 * a[i - 1] + b[i];
}

[[clustrix::cluster]]
void backward_flow(double* a, const double* b, int n) {
  // The same from the end to the front.
  for (int i = n - 2; i >= 0; --i)  // want: serial
    a[i] = 0.5 * a[i + 1] + b[i];
}

[[clustrix::cluster]]
void anti_upwards(double* a, const double* b, int n) {
  // Reads what the next iteration overwrites.
  for (int i = 0; i < n - 1; ++i)  // want: serial
    a[i] = a[i + 1] + b[i];
}

[[clustrix::cluster]]
void anti_downwards(double* a, const double* b, int n) {
  // Looks like a recurrence, runs against it: an anti dependence.
  for (int i = n - 2; i >= 0; --i)  // want: serial
    a[i + 1] = a[i] + b[i];
}

[[clustrix::cluster]]
void reversed_copy(double* a, const double* b, int n) {
  // Downwards without any dependence.
  for (int i = n - 1; i >= 0; --i)  // want: parallel
    a[i] = b[i] + 1.0;
}

[[clustrix::cluster]]
void same_offset(double* a, const double* b, int n) {
  // Read and written with the same offset.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i + 3] = a[i + 3] * b[i];
}

[[clustrix::cluster]]
void far_enough(double* a) {
  // The distance equals the number of iterations.
  for (int i = 0; i < 100; ++i)  // want: parallel
    a[i] = a[i + 100] * 0.5;
}

[[clustrix::cluster]]
void one_too_many(double* a) {
  // One iteration more: the last one writes what the first one reads.
  for (int i = 0; i < 101; ++i)  // want: serial
    a[i] = a[i + 100] * 0.5;
}

[[clustrix::cluster]]
void behind_the_end(double* a, int n) {
  // Reads start where the writes end.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = a[2 * i + n] - 1.0;
}

[[clustrix::cluster]]
void first_element_read(double* a, const double* b, int n) {
  // a[0] is read by all and written by none.
  for (int i = 1; i < n; ++i)  // want: parallel
    a[i] = a[0] + b[i];
}

[[clustrix::cluster]]
void first_element_written(double* a, const double* b, int n) {
  // The first iteration writes the a[0] that the others read.
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = a[0] + b[i];
}

// idle: middle_element
[[clustrix::cluster]]
void middle_element(double* a, const double* b, int n) {
  // a[n / 2] changes half way.
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = a[n / 2] + b[i];
}

[[clustrix::cluster]]
void one_cell_for_all(double* a, const double* b, int n) {
  // Each iteration overwrites the same element: only the last value stays.
  for (int i = 0; i < n; ++i)  // may: parallel
    a[0] = b[i];
}

[[clustrix::cluster]]
void one_cell_passes_on(double* a, const double* b, int n) {
  // The element carries a value from iteration to iteration.
  for (int i = 0; i < n; ++i)  // want: serial
    a[0] = b[i] - 0.5 * a[0];
}

[[clustrix::cluster]]
void half_mirrored(double* a, int n) {
  // Lower half from the upper one: the crossing point is never passed.
  for (int i = 0; i < n / 2; ++i)  // want: parallel
    a[i] = a[n - 1 - i] * 0.25;
}

[[clustrix::cluster]]
void whole_mirrored(double* a, const double* b, int n) {
  // Beyond the crossing point the new values are read.
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = a[n - 1 - i] * 0.5 + b[i];
}

[[clustrix::cluster]]
void swapped_ends(double* a, int n) {
  // Reversal in place, both ends at once.
  for (int i = 0; i < n / 2; ++i) {  // want: parallel
    const double low = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = low;
  }
}

[[clustrix::cluster]]
void blocked_recurrence(double* a, int n) {
  // Within each block of four a chain, between blocks none.
  for (int i = 0; i < n / 4; ++i)  // want: parallel
    for (int j = 1; j < 4; ++j)    // want: serial
      a[4 * i + j] += 0.5 * a[4 * i + j - 1];
}

int main() {
  trial("odd_from_even", [](Data& x, int n) { odd_from_even(x.a, x.b, n); });
  trial("odd_from_even_in_place", [](Data& x, int n) { odd_from_even(x.a, x.a, n); });
  trial("two_of_three", [](Data& x, int n) { two_of_three(x.a, n); });
  trial("gcd_decides", [](Data& x, int n) { gcd_decides(x.a, n); });
  trial("gcd_admits", [](Data& x, int n) { gcd_admits(x.w, n); });
  trial("forward_flow", [](Data& x, int n) { forward_flow(x.a, x.b, n); });
  trial("backward_flow", [](Data& x, int n) { backward_flow(x.a, x.b, n); });
  trial("anti_upwards", [](Data& x, int n) { anti_upwards(x.a, x.b, n); });
  trial("anti_downwards", [](Data& x, int n) { anti_downwards(x.a, x.b, n); });
  trial("reversed_copy", [](Data& x, int n) { reversed_copy(x.a, x.b, n); });
  trial("reversed_copy_shifted", [](Data& x, int n) { reversed_copy(x.a + 1, x.a, n); });
  trial("same_offset", [](Data& x, int n) { same_offset(x.a, x.b, n); });
  trial("same_offset_shifted", [](Data& x, int n) { same_offset(x.a, x.a + 4, n); });
  trial("far_enough", [](Data& x, int) { far_enough(x.a); }, {0});
  trial("one_too_many", [](Data& x, int) { one_too_many(x.a); }, {0});
  trial("behind_the_end", [](Data& x, int n) { behind_the_end(x.a, n); });
  trial("first_element_read", [](Data& x, int n) { first_element_read(x.a, x.b, n); });
  trial("first_element_written", [](Data& x, int n) { first_element_written(x.a, x.b, n); });
  trial("middle_element", [](Data& x, int n) { middle_element(x.a, x.b, n); });
  trial("one_cell_for_all", [](Data& x, int n) { one_cell_for_all(x.a, x.b, n); });
  trial("one_cell_for_all_in_place", [](Data& x, int n) { one_cell_for_all(x.a, x.a, n); });
  trial("one_cell_passes_on", [](Data& x, int n) { one_cell_passes_on(x.a, x.b, n); });
  trial("half_mirrored", [](Data& x, int n) { half_mirrored(x.a, n); });
  trial("whole_mirrored", [](Data& x, int n) { whole_mirrored(x.a, x.b, n); });
  trial("swapped_ends", [](Data& x, int n) { swapped_ends(x.a, n); });
  trial("blocked_recurrence", [](Data& x, int n) { blocked_recurrence(x.a, n); });
}
