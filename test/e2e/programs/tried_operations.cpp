// Searches that divide and shift by what counts: iterations behind the one that leaves are tried as well.
#include "show.h"

[[clustrix::cluster]]
bool is_prime(int n) {
  for (int j = 2; j < n; ++j)  // want: parallel
    if (n % j == 0) return false;
  return n > 1;
}

[[clustrix::cluster]]
int least_divisor(unsigned long n) {
  int d = 0;
  for (int j = 2; j < 4000; ++j)  // want: parallel
    if (n % j == 0) {
      d = j;
      break;
    }
  return d;
}

[[clustrix::cluster]]
int greatest_divisor(int n) {
  int j = n / 2;
  for (; j > 0; --j) {  // want: parallel
    if (n % j == 0) break;
  }
  return j;
}

// That no divisor is below 1 is asked before the loop.
[[clustrix::cluster]]
int divisor_between(int n, int first, int last) {
  for (int j = first; j <= last; ++j)  // want: parallel
    if (n % j == 0) return j;
  return -1;
}

[[clustrix::cluster]]
int by_step(const std::vector<int>& a, int x) {
  for (int i = 0; i < static_cast<int>(a.size()); ++i)  // want: parallel
    if (a[i] / x == 7) return i;
  return -1;
}

[[clustrix::cluster]]
int guarded_divisor(int n, int first, int last) {
  for (int j = first; j <= last; ++j)  // want: parallel
    if (j > 0 && n % j == 0) return j;
  return -1;
}

[[clustrix::cluster]]
int lowest_bit(unsigned mask, int width) {
  int bit = -1;
  for (int b = 0; b < width; ++b)  // want: parallel
    if (mask & (1u << b)) {
      bit = b;
      break;
    }
  return bit;
}

[[clustrix::cluster]]
long row_with_divisor(const std::vector<int>& a, int limit) {
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    int count = 0;
    for (int j = 1; j < limit; ++j)  // may: parallel
      if (a[i] % j == 0) ++count;
    if (count > 5) return static_cast<long>(i);
  }
  return -1;
}

int half_of(int n, int j) { return n % (2 * j + 1); }

[[clustrix::cluster]]
int by_a_helper(int n) {
  for (int j = 1; j < n; ++j)  // want: parallel
    if (half_of(n, j) == 0) return j;
  return -1;
}

// --- Traps

[[clustrix::cluster]]
int from_below(int n) {
  for (int j = -9; j < n; ++j)  // want: serial
    if (n % j == 0) return j;
  return -1;
}

[[clustrix::cluster]]
int by_elements(const std::vector<int>& a, int n) {
  for (int i = 0; i < static_cast<int>(a.size()); ++i)  // want: serial
    if (n % a[i] == 0) return i;
  return -1;
}

[[clustrix::cluster]]
int by_changed(int n, int x) {
  for (int i = 0; i < n; ++i) {  // want: serial
    int d = i + 1;
    if (i > x) d = 0;
    if (n % d == 2) return i;
  }
  return -1;
}

[[clustrix::cluster]]
int one_of_two(const std::vector<int>& a, int n) {
  for (int j = 1; j < static_cast<int>(a.size()); ++j)  // want: serial
    if (half_of(n, j) == 0 || half_of(n, a[j]) == 0) return j;
  return -1;
}

#define DIVIDES_EITHER(n, a, b) ((n) % (a) == 0 && (n) % (b) == 0)

[[clustrix::cluster]]
int by_macro(const std::vector<int>& a, int n) {
  for (int j = 1; j < static_cast<int>(a.size()); ++j)  // want: serial
    if (DIVIDES_EITHER(n, j, a[j])) return j;
  return -1;
}

[[clustrix::cluster]]
int shifted_by_elements(const std::vector<int>& a, unsigned mask) {
  for (int i = 0; i < static_cast<int>(a.size()); ++i)  // want: serial
    if (mask >> a[i] == 1) return i;
  return -1;
}

int main() {
  for (const int n : {-3, 0, 1, 2, 3, 9, 91, 3001, 8633, 1009 * 7}) put("prime", static_cast<int>(is_prime(n)));
  for (const unsigned long n : {1ul, 2ul, 15ul, 3001ul * 3989ul, 18446744073709551557ul})
    put("least", least_divisor(n));
  for (const int n : {0, 1, 2, 9, 91, 3001, 8633}) put("greatest", greatest_divisor(n));
  put("between", divisor_between(8633, 2, 8000));
  put("from_one", divisor_between(8633, 1, 8000));
  put("leaves_before", divisor_between(-8633, -1, 50));
  put("none", divisor_between(8633, 2, 80));
  Random random(8);
  for (const int n : {0, 1, 5, 5000}) {
    std::vector<int> a(n);
    for (int& one : a) one = 1 + random.below(3000);
    for (const int x : {1, 3, 400, -2}) put("step", by_step(a, x));
    put("divisor", row_with_divisor(a, 40));
    put("none", row_with_divisor(a, 0));
    if (n > 9) a[n - 1] = 0;
    if (n > 9) a[7] = 1;
    put("elements", by_elements(a, 60));
    put("two", one_of_two(a, 45));
    if (n > 9) a[7] = 7;
    put("macro", by_macro(a, 7));
    std::vector<int> amounts(n, 3);
    if (n > 9) amounts[n - 1] = 40;
    put("amounts", shifted_by_elements(amounts, 8));
  }
  put("guarded", guarded_divisor(8633, -5000, 8000));
  for (const unsigned mask : {0u, 1u, 4u, 1u << 31}) put("bit", lowest_bit(mask, 32));
  put("wide", lowest_bit(8, 60));
  put("helper", by_a_helper(3001 * 3));
  put("below", from_below(63));
  put("changed", by_changed(50, 20));
}
