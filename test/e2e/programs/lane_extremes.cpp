// What loops inside leave beside sums, where several threads of a GPU share an iteration: extremes with and without their
// places, zeros of both signs, NaN, what holds in all iterations or in any; and what iterations of the nest combine
// themselves. Numbers are shown as their bits.
#include "bits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

[[clustrix::cluster]]
void softmax(const float* in, float* out, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    float greatest = in[i * columns];
    for (int j = 1; j < columns; ++j) greatest = std::max(greatest, in[i * columns + j]);  // want: parallel
    float sum = 0;
    for (int j = 0; j < columns; ++j) {  // want: parallel
      out[i * columns + j] = in[i * columns + j] - greatest;
      sum += out[i * columns + j];
    }
    for (int j = 0; j < columns; ++j) out[i * columns + j] /= sum;  // want: parallel
  }
}

[[clustrix::cluster]]
void row_extremes(const double* a, double* least, double* greatest, double* sum, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double low = 1, high = -1, total = 0;
    for (int j = columns - 1; j >= 0; --j) {  // want: parallel
      const double one = a[i * columns + j];
      if (one < low) low = one;
      high = one >= high ? one : high;
      total += one;
    }
    least[i] = low;
    greatest[i] = high;
    sum[i] = total;
  }
}

// A NaN that comes in the middle is replaced by what comes behind it.
[[clustrix::cluster]]
void after_nan(const double* a, double* y, double* z, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double top = 0, quiet = -5;
    for (int j = 0; j < columns; ++j) {  // want: parallel
      top = std::max(a[i * columns + j], top);
      quiet = std::fmax(quiet, a[i * columns + j]);
    }
    y[i] = top;
    z[i] = quiet;
  }
}

[[clustrix::cluster]]
void row_places(const double* a, int* first, long* last, double* top, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double most = -2;
    int at = -1;
    for (int j = 0; j < columns; ++j)  // want: parallel
      if (a[i * columns + j] > most) {
        most = a[i * columns + j];
        at = j;
      }
    double bottom = 2;
    long where = -1;
    for (int j = 0; j < columns; ++j)  // want: parallel
      if (a[i * columns + j] <= bottom) {
        bottom = a[i * columns + j];
        where = j * 2L;
      }
    first[i] = at;
    last[i] = where;
    top[i] = most + bottom;
  }
}

[[clustrix::cluster]]
void row_questions(const int* a, int* y, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    bool all = true, any = false;
    unsigned bits = 0, common = ~0u;
    int count = 0, most = -1;
    for (int j = 0; j < columns; ++j) {  // want: parallel
      const int one = a[i * columns + j];
      all = all && one > 0;
      any |= one == 77;
      bits |= one;
      common &= one | 1;
      if (one % 3 == 0) count -= one;
      most = std::max(most, one);
    }
    y[i] = (all ? 1 : 0) + (any ? 2 : 0) + static_cast<int>(bits ^ common) + count + most;
  }
}

// Elements that the loop reads and writes: once each, whatever becomes of the extreme.
[[clustrix::cluster]]
void doubled(double* a, double* top, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double most = -1;
    for (int j = 0; j < columns; ++j) {  // want: parallel
      a[i * columns + j] *= 2;
      most = std::max(most, a[i * columns + j]);
    }
    top[i] = most;
  }
}

[[clustrix::cluster]]
double sweep(const double* from, double* to, int width, int height) {
  double change = 0;
  for (int y = 1; y < height - 1; ++y)  // want: parallel
    for (int x = 1; x < width - 1; ++x) {  // want: parallel
      const double mean = 0.25 * (from[(y - 1) * width + x] + from[(y + 1) * width + x] + from[y * width + x - 1] +
                                  from[y * width + x + 1]);
      change = std::max(change, std::abs(mean - from[y * width + x]));
      to[y * width + x] = mean;
    }
  return change;
}

struct Found {
  double value;
  int row, column;
};

[[clustrix::cluster]]
Found least_of(const double* a, int rows, int columns) {
  double value = 3;
  int row = -1, column = -1;
  for (int i = 0; i < rows; ++i)  // want: parallel
    for (int j = 0; j < columns; ++j)  // want: parallel
      if (a[i * columns + j] < value) {
        value = a[i * columns + j];
        row = i;
        column = j;
      }
  return {value, row, column};
}

// Quarters: their sums are exact in any grouping.
[[clustrix::cluster]]
double total(const double* a, const double* b, long* positive, bool* bounded, int planes, int rows, int columns) {
  double sum = 0;
  long count = 0;
  bool small = true;
  for (int k = 0; k < planes; ++k)  // want: parallel
    for (int i = 0; i < rows; ++i)  // want: parallel
      for (int j = 0; j < columns; ++j) {  // want: parallel
        const long at = (static_cast<long>(k) * rows + i) * columns + j;
        sum += a[at] * b[at];
        if (a[at] > 0) ++count;
        small = small && a[at] < 0.75;
      }
  *positive = count;
  *bounded = small;
  return sum;
}

// Sums of planes: rows one after another, in the order of the source.
[[clustrix::cluster]]
void plane_sums(const double* a, double* mean, double* top, int planes, int rows, int columns) {
  for (int k = 0; k < planes; ++k) {  // want: parallel
    double sum = 0, most = -1;
    for (int i = 0; i < rows; ++i) {
      double row = 0;
      for (int j = 0; j < columns; ++j) row += a[(k * rows + i) * columns + j];  // want: parallel
      sum += row * (i + 1);
      mean[k * rows + i] = row / columns;
      for (int j = 0; j < columns; ++j) most = std::max(most, a[(k * rows + i) * columns + j] * mean[k * rows + i]);
    }
    mean[k * rows] += sum;
    top[k] = most;
  }
}

// As much as lanes tell each other beside an extreme.
struct Spot {
  double value;
  long row, column;
  double x, y;
};
[[clustrix::cluster]]
Spot greatest_of(const double* a, int rows, int columns) {
  double value = 0, x = 2, y = 3;
  long row = -1, column = -1;
  for (int i = 0; i < rows; ++i)  // want: parallel
    for (int j = 0; j < columns; ++j)  // want: parallel
      if (a[i * columns + j] > value) {
        value = a[i * columns + j];
        row = i;
        column = j;
        x = i * 0.5 + j;
        y = j * 0.25 - i;
      }
  return {value, row, column, x, y};
}

namespace {

enum class Kind { Quarters, Zeros, WithNan };

/// Few different values, so that many are equal.
std::vector<double> data(std::size_t count, unsigned seed, Kind kind) {
  std::vector<int> steps(count);
  Random(seed).fillBelow(steps, 1000);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = (steps[i] % 9 - 4) * 0.25;
    if (kind == Kind::Zeros) values[i] = steps[i] % 2 == 0 ? 0.0 : -0.0;
    if (kind == Kind::WithNan && steps[i] < 20) values[i] = std::numeric_limits<double>::quiet_NaN();
  }
  return values;
}

void rows_of(int rows, int columns, Kind kind) {
  const auto size = static_cast<std::size_t>(rows) * columns;
  const std::vector<double> a = data(size, 1, kind);
  std::vector<double> y(rows), z(rows), w(rows), out(size);
  std::vector<float> in(a.begin(), a.end()), soft(size);
  softmax(in.data(), soft.data(), rows, columns);
  if (kind == Kind::Quarters) bits("softmax", soft);
  row_extremes(a.data(), y.data(), z.data(), w.data(), rows, columns);
  bits("least", y);
  bits("greatest", z);
  if (kind != Kind::WithNan) bits("sum", w);
  after_nan(a.data(), y.data(), z.data(), rows, columns);
  for (double& one : y) one = one == one ? one : 99;
  bits("after_nan", y);
  if (kind != Kind::Zeros) bits("quiet", z);  // fmax may answer either zero
  std::vector<int> first(rows);
  std::vector<long> last(rows);
  row_places(a.data(), first.data(), last.data(), y.data(), rows, columns);
  show("first", first);
  show("last", last);
  bits("places", y);
  out = a;
  doubled(out.data(), y.data(), rows, columns);
  bits("doubled", y);
  const double change = sweep(a.data(), out.data(), columns, rows);
  bits("change", std::vector<double>{change});
  const Found found = least_of(a.data(), rows, columns);
  bits("value", std::vector<double>{found.value});
  show("place", std::vector<int>{found.row, found.column});
}

void whole(int rows, int columns) {
  std::vector<int> a(static_cast<std::size_t>(rows) * columns), y(rows);
  Random(3).fillBelow(a, 100000);
  row_questions(a.data(), y.data(), rows, columns);
  show("questions", y);
}

void planes_of(int planes, int rows, int columns) {
  const auto size = static_cast<std::size_t>(planes) * rows * columns;
  const std::vector<double> a = data(size, 5, Kind::Quarters), b = data(size, 6, Kind::Quarters);
  long positive = 0;
  bool bounded = false;
  std::vector<double> results = {total(a.data(), b.data(), &positive, &bounded, planes, rows, columns)};
  bits("total", results);
  show("positive", std::vector<long>{positive, bounded});
  std::vector<double> mean(static_cast<std::size_t>(planes) * rows), top(planes);
  plane_sums(a.data(), mean.data(), top.data(), planes, rows, columns);
  bits("mean", mean);
  bits("top", top);
}

}  // namespace

int main() {
  for (const Kind kind : {Kind::Quarters, Kind::Zeros, Kind::WithNan})
    for (const int columns : {1, 8, 33, 150, 600}) rows_of(13, columns, kind);
  rows_of(3000, 20, Kind::Quarters);
  rows_of(1, 1000, Kind::Quarters);
  for (const int columns : {5, 40, 300}) whole(20, columns);
  planes_of(5, 7, 45);
  planes_of(300, 3, 20);
  planes_of(2, 4, 700);
  std::vector<double> peak(1040 * 150, 0.5);
  peak[500 * 150 + 77] = 9;
  const Spot spot = greatest_of(peak.data(), 1040, 150);
  bits("spot", std::vector<double>{spot.value, spot.x, spot.y});
  show("spot_place", std::vector<long>{spot.row, spot.column});
}
