// What arrays are beside their elements: their sizes by sizeof, by macros and by the library, ranges over them,
// references to them; and calls of algorithms that are a loop's or a branch's whole body.
#include "show.h"

#include <algorithm>
#include <iterator>
#include <vector>

#define COUNT(x) (sizeof(x) / sizeof((x)[0]))

int primes[7] = {2, 3, 5, 7, 11, 13, 17};
double weights[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
const char letters[] = "abcdefghij";

template <std::size_t N>
static int last(const int (&values)[N]) {
  return values[N - 1];
}

[[clustrix::cluster]]
void by_sizeof(int* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = primes[i % (sizeof primes / sizeof *primes)];  // want: parallel
}

[[clustrix::cluster]]
void by_macro(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = weights[i % COUNT(weights)][i % COUNT(weights[0])] + letters[i % (sizeof letters - 1)];
}

[[clustrix::cluster]]
void by_macro_in_a_bound(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int sum = 0;
    for (std::size_t k = 0; k < COUNT(primes); ++k) sum += primes[k] * i;  // want: parallel
    a[i] = sum;
  }
}

[[clustrix::cluster]]
void by_type(int* a, int n) {
  const int steps[] = {3, 1, 4, 1, 5};
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = steps[i % (sizeof steps / sizeof steps[0])] + static_cast<int>(std::rank_v<decltype(weights)>);
}

[[clustrix::cluster]]
void ranges(int* a, int n) {
  int steps[3] = {5, 6, 7};
  steps[1] = n;
  for (int i = 0; i < n; ++i) {  // may: parallel
    int sum = 0;
    for (int x : steps) sum += x * i;   // may: parallel
    for (int x : primes) sum -= x;      // may: parallel
    a[i] = sum;
  }
}

[[clustrix::cluster]]
void whole(int* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = primes[i % std::size(primes)] + last(primes) + static_cast<int>(std::ssize(primes));
}

[[clustrix::cluster]]
void filled(double* __restrict a, const double* __restrict b, int n) {
  for (int i = 0; i < n; ++i) std::fill(a + i * 4, a + i * 4 + 4, b[i]);  // want: parallel
}

[[clustrix::cluster]]
void copied(double* __restrict a, const double* __restrict b, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (b[i] > 2)
      std::copy(b + i * 4, b + i * 4 + 4, a + i * 4);
    else
      std::fill(a + i * 4, a + i * 4 + 4, -1.0);
}

int main() {
  std::vector<int> a(53);
  by_sizeof(a.data(), 53), show("sizeof", a);
  by_macro_in_a_bound(a.data(), 53), show("bound", a);
  by_type(a.data(), 53), show("type", a);
  ranges(a.data(), 53), show("ranges", a);
  whole(a.data(), 53), show("whole", a);
  std::vector<double> d(53), e(80), f(80);
  by_macro(d.data(), 53), show("macro", d);
  for (int i = 0; i < 80; ++i) e[i] = i % 7;
  filled(f.data(), e.data(), 20), show("filled", f);
  copied(f.data(), e.data(), 20), show("copied", f);
}
