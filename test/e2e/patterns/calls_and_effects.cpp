// Bodies in helpers, and bodies that do more than compute: output, volatile, atomics, statics, recursion, allocation.
#include "trial.h"

#include <atomic>
#include <memory>

static double scaled(double x, double factor) { return x * factor + 1.0; }

[[clustrix::cluster]]
void by_value(double* a, const double* b, int n) {
  // A helper that computes.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = scaled(b[i], 0.5);
}

static void setElement(double* a, const double* b, int i, int shift) { a[i] = b[i + shift] * 0.5; }

[[clustrix::cluster]]
void in_a_helper(double* a, const double* b, int n) {
  // A helper that reads and writes through pointers.
  for (int i = 0; i < n; ++i)  // want: parallel
    setElement(a, b, i, 2);
}

[[clustrix::cluster]]
void chain_in_a_helper(double* a, int n) {
  // The same helper, the arrays are one and the shift is not zero.
  for (int i = 1; i < n; ++i)  // want: serial
    setElement(a, a, i, -1);
}

static void addTo(double& sum, double x) { sum += x; }

[[clustrix::cluster]]
double by_reference(const double* a, int n) {
  // A helper that accumulates into its argument.
  double sum = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    addTo(sum, a[i]);
  return sum;
}

static void wholeArray(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) a[i] += b[i];
}

[[clustrix::cluster]]
void loop_in_a_helper(double* m, const double* x, int rows, int columns) {
  // A helper with a loop of its own for each row.
  for (int i = 0; i < rows; ++i)  // want: parallel
    wholeArray(m + i * columns, x, columns);
}

template <class Operation>
static double applied(double x, Operation operation) {
  return operation(operation(x));
}

[[clustrix::cluster]]
void handed_a_lambda(double* a, double by, int n) {
  // A function object through a template.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = applied(a[i], [by](double x) { return x * by - 0.5; });
}

[[clustrix::cluster]]
void mathematical(double* a, const double* b, int n) {
  // Functions of the library that touch nothing.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = std::sqrt(b[i]) + std::sin(a[i]) * std::exp(-b[i]);
}

static int fibonacci(int k) { return k < 2 ? k : fibonacci(k - 1) + fibonacci(k - 2); }

[[clustrix::cluster]]
void recursive(int* a, const int* v, int n) {
  // A pure function that calls itself.
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = fibonacci(v[i] & 7);
}

[[clustrix::cluster]]
void prints(const int* v, int n) {
  // Output has an order.
  for (int i = 0; i < n; ++i)  // want: serial
    std::printf("prints %d\n", v[i]);
}

[[clustrix::cluster]]
void prints_rarely(int* a, int n) {
  // Output under a condition.
  for (int i = 0; i < n; ++i) {  // want: serial
    a[i] += i;
    if (a[i] % 400 == 7) std::printf("prints_rarely %d\n", i);
  }
}

[[clustrix::cluster]]
void observed(volatile int* flag, int* a, int n) {
  // Each access to a volatile object counts.
  for (int i = 0; i < n; ++i) {  // want: serial
    *flag = *flag + 1;
    a[i] += *flag;
  }
}

[[clustrix::cluster]]
void tickets(std::atomic<int>& next, int* a, int n) {
  // Who comes first gets the lower number.
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = next.fetch_add(1);
}

[[clustrix::cluster]]
void atomic_count(std::atomic<int>& count, const int* v, int n) {
  // The order of additions does not matter, nobody looks in between.
  for (int i = 0; i < n; ++i)  // may: parallel
    if (v[i] > 0) count.fetch_add(1, std::memory_order_relaxed);
}

static int numbered() {
  static int last = 0;
  return ++last;
}

[[clustrix::cluster]]
void static_in_a_helper(int* a, int n) {
  // The helper counts its calls.
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] += numbered();
}

[[clustrix::cluster]]
void static_temporary(double* a, const double* b, int n) {
  // A temporary that happens to be static.
  static double t;
  for (int i = 0; i < n; ++i) {  // may: parallel
    t = b[i] * 2.0;
    a[i] = t + 1.0;
  }
}

static double total;

[[clustrix::cluster]]
void global_sum(const double* a, int n) {
  // A variable of file scope accumulates.
  for (int i = 0; i < n; ++i)  // want: parallel
    total += a[i];
}

[[clustrix::cluster]]
void remembered(double* a, const double* b, int n) {
  // A variable of file scope hands a value to the next iteration.
  for (int i = 0; i < n; ++i) {  // want: serial
    a[i] = b[i] - 0.5 * total;
    total = a[i];
  }
}

[[clustrix::cluster]]
void allocates_each(double* a, int n) {
  // Memory that is released in the same iteration. The function is over the complexity threshold: // idle: allocates_each
  for (int i = 0; i < n; ++i) {  // may: parallel
    const auto t = std::make_unique<double[]>(4);
    for (int k = 0; k < 4; ++k)  // may: parallel
      t[k] = a[i] * k;
    a[i] = t[3] - t[1];
  }
}

struct Generator {
  unsigned state = 1;
  unsigned next() { return state = state * 1664525u + 1013904223u; }
};

[[clustrix::cluster]]
void generator_outside(unsigned* a, Generator& generator, int n) {
  // A member function changes its object.
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = generator.next();
}

[[clustrix::cluster]]
void generator_inside(unsigned* a, int n) {
  // A fresh object in each iteration.
  for (int i = 0; i < n; ++i) {  // want: parallel
    Generator generator;
    generator.state = static_cast<unsigned>(i);
    a[i] = generator.next() ^ generator.next();
  }
}

int main() {
  trial("by_value", [](Data& x, int n) { by_value(x.a, x.b, n); });
  trial("in_a_helper", [](Data& x, int n) { in_a_helper(x.a, x.b, n); });
  trial("in_a_helper_overlapping", [](Data& x, int n) { in_a_helper(x.a, x.a, n); });
  trial("chain_in_a_helper", [](Data& x, int n) { chain_in_a_helper(x.a, n); });
  trial("by_reference", [](Data& x, int n) { put("by_reference", by_reference(x.a, n)); });
  trial("loop_in_a_helper", [](Data& x, int) { loop_in_a_helper(x.a, x.b, 50, 40); }, {1});
  trial("loop_in_a_helper_row", [](Data& x, int) { loop_in_a_helper(x.a, x.a + 120, 50, 40); }, {1});
  trial("handed_a_lambda", [](Data& x, int n) { handed_a_lambda(x.a, 0.75, n); });
  trial("mathematical", [](Data& x, int n) { mathematical(x.a, x.b, n); });
  trial("recursive", [](Data& x, int n) { recursive(x.w, x.v, n); });
  trial("prints", [](Data& x, int n) { prints(x.v, n); }, {20, 0});
  trial("prints_rarely", [](Data& x, int n) { prints_rarely(x.w, n); });
  trial("observed", [](Data& x, int n) {
    volatile int flag = 3;
    observed(&flag, x.w, n);
  });
  trial("tickets", [](Data& x, int n) {
    std::atomic<int> next{5};
    tickets(next, x.w, n);
  });
  trial("atomic_count", [](Data& x, int n) {
    std::atomic<int> count{0};
    atomic_count(count, x.v, n);
    put("atomic_count", count.load());
  });
  trial("static_in_a_helper", [](Data& x, int n) { static_in_a_helper(x.w, n); });
  trial("static_temporary", [](Data& x, int n) { static_temporary(x.a, x.b, n); });
  trial("global_sum", [](Data& x, int n) {
    global_sum(x.a, n);
    put("global_sum", total);
  });
  trial("remembered", [](Data& x, int n) { remembered(x.a, x.b, n); });
  trial("allocates_each", [](Data& x, int n) { allocates_each(x.a, n); });
  Generator generator;
  std::vector<unsigned> numbers(1003);
  generator_outside(numbers.data(), generator, 1003);
  show("generator_outside", numbers);
  generator_inside(numbers.data(), 1003);
  show("generator_inside", numbers);
}
