// What a random function gets and how its results are shown. inputs.py relies
// on the sizes and on the values: arrays of `int`, `short` and `long long` hold
// [-1023, 1023], floating ones whole numbers in [-63, 63], unsigned ones
// anything.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <bitset>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

struct Cell {
  int left, right;
  double weight;
  int tags[4];
};

struct Part {
  int one, two;
};

/// A base part, and members that lie on one another.
struct Whole : Part {
  int three;
  union {
    int four;
    unsigned bits;
  };
  struct {
    short five, six;
  };
};

struct Flags {
  unsigned low : 5;
  int level : 11;
  unsigned mid : 7;
  unsigned on : 1;
  unsigned char plain;
};

enum class Level : short { None, Some = 3, Many = 7 };

struct Pair {
  int first, second;
};

struct Small {
  int values[2];
};

struct Vec2 {
  int x, y;
  Vec2& operator+=(const Vec2& o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  friend Vec2 operator+(Vec2 a, const Vec2& b) { return {a.x + b.x, a.y + b.y}; }
};
inline Vec2 operator-(const Vec2& a, const Vec2& b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2 operator*(const Vec2& a, int by) { return {a.x * by, a.y * by}; }
constexpr int dot(const Vec2& a, const Vec2& b) { return a.x % 64 * b.x + a.y % 64 * b.y; }

/// For reductions into fields.
struct Totals {
  int sum = 0;
  unsigned bits = 0;
  int low = 1000;
  double weight = 0;
};

/// Two dimensions behind a call operator.
class Matrix {
 public:
  Matrix(int rows, int columns)
      : rows_(rows), columns_(columns), values_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int& operator()(int row, int column) { return values_[static_cast<std::size_t>(row * columns_ + column)]; }
  int operator()(int row, int column) const { return values_[static_cast<std::size_t>(row * columns_ + column)]; }
  std::vector<int>& values() { return values_; }

 private:
  int rows_, columns_;
  std::vector<int> values_;
};

/// A container within an object.
struct Field {
  std::vector<double> values;
  double scale = 1;
};

struct Inputs {
  int t, n, m, p, k, s;
  int *a, *b, *c;  // in one buffer, as u and v, and x and y: may overlap
  unsigned *u, *v;
  double *x, *y;
  unsigned* hist;
  float* f;
  short* h;
  unsigned char* q;
  long long* w;
  std::vector<int>& vec;
  std::vector<double>& wide;
  std::array<int, 128>& arr;
  std::span<int> span;
  int (*grid)[16];
  std::vector<std::vector<int>>& rows;
  Cell* cells;
  Whole* wholes;
  Flags* flags;
  Level* levels;
  bool* set;
  std::complex<double>* z;
  const int *idx, *key;
  unsigned* count;  // its own, or an element of u's
  long long& total;
  std::vector<int>& out;  // empty
  Matrix& matrix;
  Field& field;
};

extern int table[128];

/// Shows a scalar beside the arrays of the running call.
void report(const char* name, long long value);
void report(const char* name, double value);
template <class T, std::size_t N>
void report(const char* name, const T (&values)[N]) {
  for (const T value : values) report(name, static_cast<long long>(value));
}

/// A function of another file: nobody knows what it does to the array.
void stir(int* values, int count);

enum class Layout { Apart, Any };

/// Functions of another file that harness.yml describes. Their results and what
/// they write are in [-1023, 1023].
namespace foreign {
int wave(int x);
int sum(int n, const int* x);
int sum(const int* x);                                  // of four, which nothing describes
int product(int n, int m, const int* x, const int* y);  // of y's first n * m
void add(int n, int by, const int* x, int* y);
void smooth(const int* x, int begin, int end, int* y);
void ramp(int* first, int n);
void put(int i, int* x);
void raise(int& target, const int& by);
void turn(Cell& cell);
int weigh(const Cell& cell);
int ticket();
int beyond(int x, const int* y);               // the description names a third parameter
int by_value(int x, int* y);                   // and here one that is a number
int unwritten(const int* x);                   // and here one that cannot be written
void copy(void* to, const void* from, int n);  // ints
int of_any(int n, ...);
int of_all(const std::vector<int>& all, int i);
int shifted(int n, const int* x, int by);  // reads from x[by]
int first_byte(const void* x);
struct Counter {
  int value;
  int get() const;
};
inline int visible(int x) { return x / 3; }
}  // namespace foreign

/// Runs a function on all inputs of the layout, and prints a line for each:
/// results, and a hash of each array that is no longer what it was.
void check(const char* name, Layout layout, int (*call)(Inputs&));
