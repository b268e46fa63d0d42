// What is said of a loop stands in a function of its own, which copies numbers and pointers: names of which the text
// means more than a value, variables that change in front of a launch and behind it, and what a copy could not be.
#include "show.h"

#include <array>
#include <utility>

// The number may be an element of the array: its address is compared, and a copy would have another.
[[clustrix::cluster]]
void scaled(double* a, const double& by, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = a[i] * by + 1;
}

// So may the number of iterations, and the pointer be one of those that it leads to.
static int count = 0;

[[clustrix::cluster]]
void up_to_count(int* a) {
  for (int i = 0; i < count; ++i)  // want: parallel
    a[i] = i + 1;
}

struct Cell {
  int* at;
  int n;
};

[[clustrix::cluster]]
void through(Cell& cell) {
  for (int i = 0; i < cell.n; ++i)  // want: parallel
    cell.at[i] -= 3;
}

// Macros mention the names that are copied.
#define COUNT n
#define AT(i, j) a[(i) * n + (j)]

[[clustrix::cluster]]
void by_macros(double* a, int n) {
  for (int i = 0; i < COUNT; ++i)  // want: parallel
    for (int j = 0; j < COUNT; ++j)  // want: parallel
      AT(i, j) = AT(i, j) + i - j;
}

// A constant sizes an array in the body and a row of the parameter: it has to stay one.
constexpr int width = 8;

template <int W>
[[clustrix::cluster]]
void rows_of(double (*rows)[W], int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double first[W];
    for (int j = 0; j < W; ++j) first[j] = rows[i][j];
    for (int j = 0; j < W; ++j) rows[i][W - 1 - j] = first[j];
  }
}

[[clustrix::cluster]]
void of_constant_rows(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < 40; ++j) {  // want: parallel
      double part[width];
      for (int k = 0; k < width; ++k) part[k] = a[i * 40 + j] + k;
      a[i * 40 + j] = part[width - 1] - part[0];
    }
}

// The variable is stepped by the loop that begins with it, and is looked at afterwards.
[[clustrix::cluster]]
int from_here(int* a, int k, int rows, int n) {
  for (; k < rows; ++k)          // want: parallel
    for (int i = 0; i < n; ++i)  // want: parallel
      a[k * n + i] += k + i;
  return k;
}

// Structured bindings are no variables: no lambda may have one by reference.
[[clustrix::cluster]]
void bound(std::pair<std::vector<double>, int>& whole, const Cell& cell) {
  auto& [values, n] = whole;
  for (int i = 0; i < n; ++i)  // want: parallel
    values[i] = values[i] * 2 + n;
  const auto [at, size] = cell;
  for (int i = 0; i < size; ++i)  // want: parallel
    at[i] += size;
}

// An array of variable length, and one of fixed length that is named itself.
[[clustrix::cluster]]
double arrays(const double* a, int n) {
  double fixed[64];
  for (int i = 0; i < 64; ++i)  // want: parallel
    fixed[i] = a[i % (n > 0 ? n : 1)];
  std::array<double, 64> other;
  for (int i = 0; i < 64; ++i)  // want: parallel
    other[i] = fixed[63 - i];
  double sum = 0;
  for (int i = 0; i < 64; ++i)  // want: parallel
    sum += other[i] * fixed[i];
  return sum;
}

// All names that the launch would like to have are taken.
[[clustrix::cluster]]
double names(double* launch, const double* loop, double answer, int site) {
  double total = 1;
  for (int apart = 0; apart < site; ++apart) {  // want: parallel
    launch[apart] = loop[apart] * answer;
    total += launch[apart];
  }
  return total + answer;
}

// The copies are made where the loop stands: between the two the variables have changed.
[[clustrix::cluster]]
double changed(double* a, double* b, int n, double by) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = b[i] * by;
  std::swap(a, b);
  n /= 2;
  by += 1;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = b[i] + by;
  double last = 0, sum = 0;
  int i;
  for (i = 0; i < n; ++i) {  // want: parallel
    last = a[i] - by;
    sum += last;
  }
  return sum + last + i + n;
}

// Sums, places, searches and running values come out of it.
[[clustrix::cluster]]
int results(const std::vector<int>& v, int n, int key, std::vector<int>& running) {
  int best = v[0], at = 0;
  for (int i = 1; i < n; ++i)  // want: parallel
    if (v[i] > best) {
      best = v[i];
      at = i;
    }
  int found = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (v[i] == key) {
      found = i;
      break;
    }
  int sum = at + found;
  for (int i = 0; i < n; ++i) {  // want: parallel
    sum += v[i];
    running[i] = sum;
  }
  return best + sum;
}

// Members by the object, beside a parameter that hides one; a lambda's own copies and references.
struct Field {
  std::vector<double> values;
  double by;
  int n;

  [[clustrix::cluster]]
  void step(const double* add, double by) {
    for (int i = 0; i < n; ++i)  // want: parallel
      values[i] = values[i] * this->by + add[i] * by;
  }
};

double by_lambda(double* a, int n) {
  double by = 3, sum = 0;
  auto work = [a, n, &by, &sum]() [[clustrix::cluster]] {
    for (int i = 0; i < n; ++i) {  // want: parallel
      a[i] *= by;
      sum += a[i];
    }
  };
  work();
  by = 2;
  work();
  return sum;
}

int main() {
  Random random(61);
  for (const int n : {0, 2, 7, 1000}) {
    std::vector<double> a(64 + 40 * static_cast<std::size_t>(n)), b(a.size());
    random.fillUnit(a);
    random.fillUnit(b);
    scaled(a.data(), 0.5, n);
    scaled(a.data(), a[static_cast<std::size_t>(n / 2)], n);
    scaled(a.data(), a[0], n);
    show("scaled", a);
    std::vector<int> k(64 + 4 * static_cast<std::size_t>(n), 5);
    count = n;
    up_to_count(k.data());
    show("up_to_count", k);
    Cell cell{k.data(), n};
    through(cell);
    show("through", k);
    put("from_here", from_here(k.data(), n > 8 ? 1 : 0, 4, n));
    show("from_here", k);
    arrays(a.data(), n);
    put("arrays", arrays(a.data() + 3, n));
    put("names", names(a.data(), b.data(), 0.75, n));
    put("changed", changed(a.data(), b.data(), n, 1.5));
    show("changed", b);
    of_constant_rows(a.data(), n);
    show("of_constant_rows", a);
    put("by_lambda", by_lambda(b.data(), n));
    std::pair<std::vector<double>, int> whole(b, n);
    bound(whole, cell);
    show("bound", whole.first);
    show("bound to", k);
    std::vector<int> v(static_cast<std::size_t>(n) + 1), running(v.size());
    random.fillBelow(v, 500);
    put("results", results(v, n, v[static_cast<std::size_t>(n / 2)], running));
    show("running", running);
    Field field{b, 0.875, n};
    field.step(a.data(), 0.25);
    show("field", field.values);
  }
  // The number of iterations and the pointer among what is written.
  int numbers[12] = {};
  count = 1;
  up_to_count(&count);
  put("count", count);
  Cell own{nullptr, 1};
  own.at = &own.n;
  through(own);
  put("own", own.n);
  std::vector<double> square(60 * 60), wide(60 * 8);
  random.fillUnit(square);
  random.fillUnit(wide);
  by_macros(square.data(), 60);
  show("by_macros", square);
  rows_of(reinterpret_cast<double(*)[width]>(wide.data()), 60);
  show("rows_of", wide);
  show("numbers", numbers, 12);
}
