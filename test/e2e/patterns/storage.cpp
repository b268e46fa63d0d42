// Where arrays live: derived pointers, two arrays in one buffer, allocated, of run-time length, rows, structures.
#include "trial.h"

#include <array>
#include <cstdlib>
#include <memory>

static double series[2048];
static double other[2048];
static double* selected = series;

// idle: behind_in_one_buffer
[[clustrix::cluster]]
void behind_in_one_buffer(double* flat_array, int n) {
  // Both pointers into one buffer, a constant apart: old values are read ahead.
  double* x = flat_array + 4;
  for (int i = 0; i < n; ++i)  // want: serial
    flat_array[i] = x[i] * 0.5 + 1.0;
}

[[clustrix::cluster]]
void second_half(double* all, int n) {
  // The upper half of a buffer feeds the lower one.
  double* const high = all + n / 2;
  for (int i = 0; i < n / 2; ++i)  // want: parallel
    all[i] = high[i] * 0.5;
}

[[clustrix::cluster]]
void equal_pointers(double* all, const double* b, int n) {
  // Two names for one place.
  double* x = all;
  for (int i = 0; i < n; ++i)  // want: parallel
    all[i] = x[i] + b[i];
}

// idle: chained_pointers
[[clustrix::cluster]]
void chained_pointers(double* all, const double* b, int n) {
  // The second name is one element ahead of the first: a recurrence in disguise.
  double* x = all + 1;
  for (int i = 0; i < n; ++i)  // want: serial
    x[i] = 0.5 * all[i] + b[i];
}

[[clustrix::cluster]]
void file_scope(int n) {
  // Two arrays of file scope.
  for (int i = 0; i < n; ++i)  // want: parallel
    series[i] = other[i] * 2.0 - series[i];
}

[[clustrix::cluster]]
void file_scope_pointer(int n) {
  // A pointer of file scope to an array of file scope.
  for (int i = 0; i < n; ++i)  // want: parallel
    other[i] = selected[i] + 1.0;
}

[[clustrix::cluster]]
double allocated(const double* b, int n) {
  // Fresh memory overlaps nothing.
  double* t = static_cast<double*>(std::malloc(sizeof(double) * (n + 1)));
  t[0] = 1.0;
  for (int i = 0; i < n; ++i)  // want: parallel
    t[i + 1] = b[i] * 2.0;
  double sum = 0;
  for (int i = 0; i <= n; ++i)  // want: parallel
    sum += t[i];
  std::free(t);
  return sum;
}

[[clustrix::cluster]]
double new_and_delete(const double* b, int n) {
  // new[] and delete[].
  double* t = new double[n + 1];
  for (int i = 0; i < n; ++i)  // want: parallel
    t[i] = b[i] - 1.0;
  double sum = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    sum += t[i] * t[i];
  delete[] t;
  return sum;
}

[[clustrix::cluster]]
void run_time_length(double* out, const double* b, int n) {
  // An array of run-time length, an extension of g++ and Clang.
  double t[n + 1];
  for (int i = 0; i <= n; ++i)  // want: parallel
    t[i] = b[i] + 0.5;
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = t[i] * t[i + 1];
}

[[clustrix::cluster]]
void owned(double* a, int n) {
  // A local vector as intermediate.
  std::vector<double> t(n);
  for (int i = 0; i < n; ++i)  // want: parallel
    t[i] = a[n - 1 - i];
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += t[i];
}

[[clustrix::cluster]]
void table_of_rows(double** rows, int n, int m) {
  // Pointers to rows that could be one and the same: the host's threads look at them. // idle: table_of_rows
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // may: parallel
      rows[i][j] = rows[i][j] * 2.0 + i;
}

[[clustrix::cluster]]
double sum_of_rows(double** rows, int n, int m) {
  // Only read: equal rows do no harm. // idle: sum_of_rows
  double sum = 0;
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // may: parallel
      sum += rows[i][j];
  return sum;
}

struct Body {
  double position[3];
  double speed[3];
  int id;
};

[[clustrix::cluster]]
void array_of_structures(Body* bodies, double step, int n) {
  // Members that are arrays themselves.
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int k = 0; k < 3; ++k)  // want: parallel
      bodies[i].position[k] += step * bodies[i].speed[k];
}

[[clustrix::cluster]]
void other_member(Body* bodies, int n) {
  // The neighbour's position is read, only speeds are written.
  for (int i = 0; i + 1 < n; ++i)  // want: parallel
    bodies[i].speed[0] = bodies[i + 1].position[0] - bodies[i].position[0];
}

[[clustrix::cluster]]
void same_member(Body* bodies, int n) {
  // The neighbour's position is read, positions are written.
  for (int i = 0; i + 1 < n; ++i)  // want: serial
    bodies[i].position[0] = 0.5 * bodies[i + 1].position[0];
}

struct Bodies {
  double x[1024], y[1024], speed[1024];
};

[[clustrix::cluster]]
void structure_of_arrays(Bodies& s, double step, int n) {
  // Arrays of one structure never overlap.
  for (int i = 0; i < n; ++i) {  // want: parallel
    s.x[i] += step * s.speed[i];
    s.y[i] -= step * s.x[i];
  }
}

[[clustrix::cluster]]
void fixed_rows(double (*rows)[8], const std::array<double, 8>& factor, int n) {
  // A pointer to arrays.
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < 8; ++j)  // want: parallel
      rows[i][j] *= factor[j];
}

[[clustrix::cluster]]
void both_views(double* all, int rows, int columns) {
  // One buffer by rows and as a whole: the first row is read by all others.
  const double* first = all;
  for (int i = 1; i < rows; ++i) {  // want: parallel
    double* row = all + i * columns;
    for (int j = 0; j < columns; ++j)  // want: parallel
      row[j] -= first[j];
  }
}

int main() {
  Random random(31);
  for (double& x : series) x = random.coarse();
  for (double& x : other) x = random.coarse();
  trial("behind_in_one_buffer", [](Data& x, int n) { behind_in_one_buffer(x.a, n); });
  trial("second_half", [](Data& x, int n) { second_half(x.a, n); });
  trial("equal_pointers", [](Data& x, int n) { equal_pointers(x.a, x.b, n); });
  trial("chained_pointers", [](Data& x, int n) { chained_pointers(x.a, x.b, n); });
  file_scope(2048);
  file_scope(3);
  show("file_scope", series, 2048);
  file_scope_pointer(2000);
  show("file_scope_pointer", other, 2048);
  selected = other + 1;
  file_scope_pointer(2000);
  show("file_scope_pointer_overlapping", other, 2048);
  trial("allocated", [](Data& x, int n) { put("allocated", allocated(x.b, n)); });
  trial("new_and_delete", [](Data& x, int n) { put("new_and_delete", new_and_delete(x.b, n)); });
  trial("run_time_length", [](Data& x, int n) { run_time_length(x.a, x.b, n); });
  trial("owned", [](Data& x, int n) { owned(x.a, n); });
  trial("table_of_rows",
        [](Data& x, int) {
          std::vector<double*> rows(50);
          for (int i = 0; i < 50; ++i) rows[i] = x.a + 40 * (49 - i);
          table_of_rows(rows.data(), 50, 40);
          rows[17] = rows[3];
          rows[30] = rows[29] + 1;
          table_of_rows(rows.data(), 50, 40);
          put("sum_of_rows", sum_of_rows(rows.data(), 50, 40));
        },
        {1});
  std::vector<Body> bodies(701);
  for (Body& body : bodies) body = {{random.coarse(), random.coarse(), random.coarse()}, {random.coarse(), 1, 2}, 0};
  array_of_structures(bodies.data(), 0.125, 701);
  other_member(bodies.data(), 701);
  same_member(bodies.data(), 701);
  for (int k = 0; k < 3; ++k) {
    std::vector<double> shown;
    for (const Body& body : bodies) shown.push_back(body.position[k] + 3 * body.speed[k]);
    show(("bodies" + std::to_string(k)).c_str(), shown);
  }
  static Bodies many;
  random.fillUnit(many.x);
  random.fillUnit(many.y);
  random.fillUnit(many.speed);
  structure_of_arrays(many, 0.25, 1024);
  show("structure_of_arrays", many.x, 3 * 1024);
  static double rows[200][8];
  for (auto& row : rows) random.fillUnit(row);
  fixed_rows(rows, {1, 2, 3, 4, 5, 6, 7, 8}, 200);
  show("fixed_rows", rows[0], 200 * 8);
  trial("both_views", [](Data& x, int) { both_views(x.a, 50, 40); }, {1});
}
