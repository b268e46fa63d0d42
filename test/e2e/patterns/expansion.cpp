// What belongs to one iteration although it is declared outside: scalars, structs, arrays; values carried around.
#include "trial.h"

[[clustrix::cluster]]
void one_temporary(double* a, const double* b, const double* c, int n) {
  // Written before it is read.
  double t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    t = b[i] * c[i];
    a[i] = t * t + t;
  }
}

[[clustrix::cluster]]
void exchanged(double* a, double* b, int n) {
  // The temporary of an exchange.
  double t = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}

[[clustrix::cluster]]
double last_value(double* a, const double* b, int n) {
  // The temporary is read after the loop.
  double t = -1.0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    t = b[i] * 2.0;
    a[i] = t;
  }
  return t;
}

[[clustrix::cluster]]
double last_where(const double* a, int n) {
  // Written in some iterations, read after the loop: the last one counts.
  double t = -1.0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > 0.0) t = a[i];
  return t;
}

[[clustrix::cluster]]
void sticks(double* a, const double* b, int n) {
  // Written in some iterations and read in all: the value of an earlier iteration.
  double t = 0.5;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (b[i] > 1.3) t = b[i];
    a[i] = t;
  }
}

[[clustrix::cluster]]
void both_branches_write(double* a, const double* b, int n) {
  // Written on each way through the iteration.
  double t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (b[i] > 1.3)
      t = b[i] * 2.0;
    else
      t = 1.0;
    a[i] += t;
  }
}

[[clustrix::cluster]]
void wraps_around(double* a, const double* b, int n) {
  // The index of the iteration before; first the last element's.
  int before = n - 1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i] = (b[i] + b[before]) * 0.5;
    before = i;
  }
}

[[clustrix::cluster]]
void wraps_around_twice(double* a, const double* b, int n) {
  // The indices of the two iterations before.
  int before = n - 1, two_before = n - 2;
  for (int i = 0; i < n; ++i) {  // may: parallel
    a[i] = (b[i] + b[before] + b[two_before]) * 0.25;
    two_before = before;
    before = i;
  }
}

[[clustrix::cluster]]
void carried_around(double* a, const double* b, int n) {
  // The value of the iteration before: b[i - 1] but for the first.
  double x = b[n];
  for (int i = 0; i < n; ++i) {  // may: parallel
    a[i] = (b[i] + x) * 0.5;
    x = b[i];
  }
}

[[clustrix::cluster]]
void carried_result(double* a, const double* b, int n) {
  // The value carried is what was computed: a recurrence in a scalar.
  double x = 0.25;
  for (int i = 0; i < n; ++i) {  // want: serial
    x = 0.5 * x + b[i];
    a[i] = x;
  }
}

[[clustrix::cluster]]
void scratch_array(double* out, const double* b, int n) {
  // Eight elements outside, written wholly in each iteration before they are read.
  double t[8];
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int k = 0; k < 8; ++k)  // want: parallel
      t[k] = b[i + k] * k;
    double sum = 0;
    for (int k = 0; k < 8; ++k)  // want: parallel
      sum += t[k] * t[7 - k];
    out[i] = sum;
  }
}

[[clustrix::cluster]]
void scratch_keeps(double* out, const double* b, int n) {
  // The last element is never written anew: it hands values on.
  double t[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int k = 0; k < 7; ++k)  // want: serial
      t[k] = 0.5 * t[k + 1] + b[i + k];
    t[7] = t[0] * 0.25;
    out[i] = t[3];
  }
}

[[clustrix::cluster]]
void scratch_inside(double* out, const double* b, int rows, int columns) {
  // A row's scratch, declared inside, filled up to a run-time bound.
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double t[64];
    for (int j = 0; j < columns; ++j)  // want: parallel
      t[j] = b[i * columns + j] * 2.0;
    for (int j = 0; j < columns; ++j)  // want: parallel
      out[i * columns + j] = t[columns - 1 - j] + t[0];
  }
}

[[clustrix::cluster]]
void row_of_file_scope(const double* b) {
  // A row of a global array as scratch for each column: its last contents stay.
  for (int i = 0; i < pitch; ++i) {  // may: parallel
    for (int j = 0; j < pitch; ++j)  // want: parallel
      flat[j] = b[i] + bb[j][i];
    for (int j = 0; j < pitch; ++j)  // want: parallel
      aa[j][i] = flat[j] * flat[pitch - 1 - j];
  }
}

struct Point {
  double x, y;
};

[[clustrix::cluster]]
void temporary_struct(double* a, const double* b, const double* c, int n) {
  // Both fields are written first.
  Point p;
  for (int i = 0; i < n; ++i) {  // want: parallel
    p.x = b[i] + c[i];
    p.y = b[i] - c[i];
    a[i] = p.x * p.y;
  }
}

[[clustrix::cluster]]
void struct_keeps_one(double* a, const double* b, int n) {
  // One field is written first, the other accumulates and is read.
  Point p = {0, 0};
  for (int i = 0; i < n; ++i) {  // want: serial
    p.x = b[i];
    p.y = 0.5 * p.y + p.x;
    a[i] = p.y;
  }
}

[[clustrix::cluster]]
void reused_names(double* a, double* b, const double* c, int n) {
  // One temporary, two lives in one iteration.
  double t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    t = a[i] + c[i];
    a[i] = t * 2.0;
    t = b[i] - c[i];
    b[i] = t + 0.5;
  }
}

[[clustrix::cluster]]
int counter_outside(double* a, int n) {
  // The loop variable lives on.
  int i;
  for (i = 0; i < n; ++i)  // want: parallel
    a[i] *= 0.5;
  return i;
}

[[clustrix::cluster]]
void line_with_ends(int n) {
  // A line of its own for each row, with ends that were set before.
  double line[pitch];
  line[0] = 0.5;
  for (int i = 0; i < n; ++i) {      // want: parallel
    for (int j = 1; j < pitch; ++j)  // want: parallel
      line[j] = bb[i][j];
    for (int j = 1; j < pitch; ++j)  // want: parallel
      aa[i][j] = line[j] - line[j - 1];
  }
}

[[clustrix::cluster]]
void line_with_an_end_that_moves(int n) {
  // Each row leaves its end for the next.
  double line[pitch];
  line[0] = 0.5;
  for (int i = 0; i < n; ++i) {      // want: serial
    for (int j = 1; j < pitch; ++j)  // want: parallel
      line[j] = bb[i][j];
    for (int j = 1; j < pitch; ++j)  // want: parallel
      aa[i][j] = line[j] - line[j - 1];
    line[0] = line[pitch - 1];
  }
}

[[clustrix::cluster]]
void line_between(int n, int filled, int first, int last) {
  // Whether all that is read was written is known when the loop begins.
  double line[pitch] = {};
  for (int i = 0; i < n; ++i) {       // want: parallel
    for (int j = 0; j < filled; ++j)  // want: parallel
      line[j] = bb[i][j];
    for (int j = first; j < last; ++j)  // want: parallel
      aa[i][j] = line[j + 1] - line[j - 1];
  }
}

[[clustrix::cluster]]
void up_to_a_remainder(int n) {
  // What is behind the remainder is an earlier row's.
  double line[pitch] = {};
  for (int i = 0; i < n; ++i) {          // want: serial
    for (int j = 0; j < i % 5 + 1; ++j)  // want: parallel
      line[j] = bb[i][j];
    for (int j = 0; j < 5; ++j)  // want: parallel
      aa[i][j] = line[j];
  }
}

[[clustrix::cluster]]
void growing_line(int n) {
  // A longer part of the line for each row: what is behind it is an earlier row's no more than the one in front.
  double line[pitch] = {};
  for (int i = 0; i < n; ++i) {      // want: serial
    for (int j = i; j < pitch; ++j)  // want: parallel
      line[j] = bb[i][j];
    for (int j = 0; j < pitch; ++j)  // want: parallel
      aa[i][j] = line[j];
  }
}

int main() {
  trial("one_temporary", [](Data& x, int n) { one_temporary(x.a, x.b, x.c, n); });
  trial("exchanged", [](Data& x, int n) { exchanged(x.a, x.b, n); });
  trial("exchanged_shifted", [](Data& x, int n) { exchanged(x.a, x.a + 1, n); });
  trial("last_value", [](Data& x, int n) { put("last_value", last_value(x.a, x.b, n)); });
  trial("last_where", [](Data& x, int n) { put("last_where", last_where(x.a, n)); });
  trial("sticks", [](Data& x, int n) { sticks(x.a, x.b, n); });
  trial("both_branches_write", [](Data& x, int n) { both_branches_write(x.a, x.b, n); });
  trial("wraps_around", [](Data& x, int n) { wraps_around(x.a, x.b, n); });
  trial("wraps_around_in_place", [](Data& x, int n) { wraps_around(x.a, x.a, n); });
  trial("wraps_around_twice", [](Data& x, int n) { wraps_around_twice(x.a, x.b, n); });
  trial("carried_around", [](Data& x, int n) { carried_around(x.a, x.b, n); });
  trial("carried_around_in_place", [](Data& x, int n) { carried_around(x.a, x.a, n); });
  trial("carried_result", [](Data& x, int n) { carried_result(x.a, x.b, n); });
  trial("scratch_array", [](Data& x, int n) { scratch_array(x.a, x.b, n); });
  trial("scratch_keeps", [](Data& x, int n) { scratch_keeps(x.a, x.b, n); });
  trial("scratch_inside", [](Data& x, int) { scratch_inside(x.a, x.b, 50, 40); }, {1});
  trial("row_of_file_scope", [](Data& x, int) { row_of_file_scope(x.b); }, {1});
  trial("temporary_struct", [](Data& x, int n) { temporary_struct(x.a, x.b, x.c, n); });
  trial("struct_keeps_one", [](Data& x, int n) { struct_keeps_one(x.a, x.b, n); });
  trial("reused_names", [](Data& x, int n) { reused_names(x.a, x.b, x.c, n); });
  trial("counter_outside", [](Data& x, int n) { put("counter_outside", counter_outside(x.a, n)); });
  for (const int n : {pitch, 3, 0}) {
    trial(("line_with_ends_" + std::to_string(n)).c_str(), [n](Data&, int) { line_with_ends(n); }, {1});
    trial(("line_with_an_end_that_moves_" + std::to_string(n)).c_str(),
          [n](Data&, int) { line_with_an_end_that_moves(n); }, {1});
    trial(("line_between_" + std::to_string(n)).c_str(),
          [n](Data&, int) {
            line_between(n, 40, 1, 39);
            line_between(n, 20, 1, 22);
          },
          {1});
    trial(("up_to_a_remainder_" + std::to_string(n)).c_str(), [n](Data&, int) { up_to_a_remainder(n); }, {1});
    trial(("growing_line_" + std::to_string(n)).c_str(), [n](Data&, int) { growing_line(n); }, {1});
  }
}
