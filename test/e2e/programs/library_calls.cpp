// Calls into a library that only a library model describes: footprints of its pointers, results of its values.
#include "library_calls.h"
#include "show.h"

[[clustrix::cluster]] void waves(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = vendor::wave(x[i]) + i;  // want: parallel
}

[[clustrix::cluster]] void addRows(const double* x, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) vendor::axpy(m, 0.5, x + i * m, y + i * m);  // want: parallel
}

/// Rows that begin nearer to each other than they are long.
[[clustrix::cluster]] void addOverlapping(const double* x, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) vendor::axpy(m, 0.5, x + i * m, y + i);  // want: serial
}

/// A pitch that is given apart from the length: enough in some calls.
[[clustrix::cluster]] void addPitched(const double* x, double* y, int n, int m, int pitch) {
  for (int i = 0; i < n; ++i) vendor::axpy(m, 0.5, &x[i * m], &y[i * pitch]);  // want: parallel
}

[[clustrix::cluster]] double norm(const double* x, int n, int m) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += vendor::dot(m, &x[i * m], &x[i * m]);  // want: parallel
  return sum;
}

/// Both bounds of what is written come from the counter.
[[clustrix::cluster]] void smoothBlocks(const double* x, double* y, int blocks) {
  for (int b = 0; b < blocks; ++b) vendor::smooth(x, 3 * b, 3 * b + 3, y);  // want: parallel
}

[[clustrix::cluster]] void smoothInPlace(double* x, int blocks) {
  for (int b = 0; b < blocks; ++b) vendor::smooth(x, 3 * b, 3 * b + 3, x);  // want: serial
}

/// What is written may be less than what the model says: the rest keeps its values.
[[clustrix::cluster]] void ramps(double* y, int n, int m) {
  for (int i = 0; i < n; ++i) vendor::ramp(y + i * m, m);  // want: parallel
}

/// One row for all iterations: none of them is known to fill it.
[[clustrix::cluster]] void sharedRow(double* row, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    vendor::ramp(row, 4);
    y[i] = row[1] + row[2];
    row[1] = i;
  }
}

[[clustrix::cluster]] void ownRow(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double row[4] = {x[i], x[i], x[i], x[i]};
    vendor::ramp(row, 4);
    double raised = row[3];
    vendor::raise(raised, x[i]);
    y[i] = raised + row[2];
  }
}

[[clustrix::cluster]] void raiseEach(double* y, const double* x, int n) {
  for (int i = 0; i < n; ++i) vendor::raise(y[i], x[i]);  // want: parallel
}

[[clustrix::cluster]] void raiseOne(double* y, const double* x, int n) {
  for (int i = 0; i < n; ++i) vendor::raise(y[0], x[i]);  // want: serial
}

[[clustrix::cluster]] double raiseVariable(const double* x, int n) {
  double sum = 1;
  for (int i = 0; i < n; ++i) vendor::raise(sum, x[i]);  // want: serial
  return sum;
}

/// A scan runs its loop twice: what a call writes must not happen twice.
[[clustrix::cluster]] void runningSum(const double* x, double* y, double* out, int n, int m) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    sum += x[i];
    vendor::axpy(m, sum, x, y + i * m);
    out[i] = sum;
  }
}

[[clustrix::cluster]] void numbered(double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = static_cast<double>(vendor::ticket());  // want: serial
}

static std::vector<double> data(int n) {
  Random random(static_cast<unsigned>(n) + 7);
  std::vector<double> values(static_cast<std::size_t>(n));
  random.fillUnit(values);
  return values;
}

int main() {
  for (const int n : {0, 1, 2, 5, 41}) {
    const int m = 6;
    const auto x = data(n * m + 8);
    auto y = data(2 * n * m + 8);
    waves(x.data(), y.data(), n);
    show("waves", y);
    addRows(x.data(), y.data(), n, m);
    show("addRows", y);
    addOverlapping(x.data(), y.data(), n, m);
    show("addOverlapping", y);
    for (const int pitch : {2 * m, m, m - 1, 0}) addPitched(x.data(), y.data(), n, m, pitch);
    show("addPitched", y);
    put("norm", norm(x.data(), n, m));
    smoothBlocks(x.data(), y.data(), n);
    show("smoothBlocks", y);
    smoothInPlace(y.data(), n);
    show("smoothInPlace", y);
    ramps(y.data(), n, m);
    show("ramps", y);
    double row[4] = {1, 2, 3, 4};
    sharedRow(row, y.data(), n);
    show("sharedRow", y);
    ownRow(x.data(), y.data(), n);
    show("ownRow", y);
    raiseEach(y.data(), x.data(), n);
    show("raiseEach", y);
    raiseOne(y.data(), x.data(), n);
    show("raiseOne", y);
    put("raiseVariable", raiseVariable(x.data(), n));
    auto out = data(n);
    runningSum(x.data(), y.data(), out.data(), n, m);
    show("runningSum", y);
    show("runningSum", out);
    numbered(y.data(), n);
    show("numbered", y);
  }
}
