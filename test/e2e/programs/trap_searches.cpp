// Traps: loops that are left early and are no searches, or may not look behind the iteration that leaves.
#include "show.h"

#include <cstdlib>

[[clustrix::cluster]]
int counts_on_the_way(const std::vector<int>& v, int key) {
  int odd = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    odd += v[i] & 1;
    if (v[i] == key) break;
  }
  return odd;
}

[[clustrix::cluster]]
int carried_condition(const std::vector<int>& v, int limit) {
  int last = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    if (v[i] - last > limit) return static_cast<int>(i);
    last = v[i];
  }
  return -1;
}

[[clustrix::cluster]]
int seen_where_it_leaves(const std::vector<int>& v, int key) {
  int even = -1, at = -1;
  for (int i = 0; i < static_cast<int>(v.size()); ++i) {  // want: serial
    if (v[i] == key) {
      at = even;
      break;
    }
    if (v[i] % 2 == 0) even = i;
  }
  return at;
}

// No element behind the sentinel may exist.
[[clustrix::cluster]]
int sentinel(const int* a, int n, int key) {
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] == key) return i;
  return -1;
}

// The index is data: behind the end mark it may be anything.
[[clustrix::cluster]]
int indirect(const std::vector<int>& at, const std::vector<int>& v, int key) {
  for (std::size_t i = 0; i < at.size(); ++i) {  // want: serial
    if (at[i] < 0) return -1;
    if (v[at[i]] == key) return static_cast<int>(i);
  }
  return -2;
}

[[clustrix::cluster]]
int local_table(const std::vector<int>& v) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    const int primes[4] = {2, 3, 5, 7};
    if (v[i] < 0) return static_cast<int>(i);
    if (primes[v[i]] == 11) return -1;
  }
  return -2;
}

// Behind the zero the divisors may be zero as well.
[[clustrix::cluster]]
int divides(const std::vector<int>& v, int x) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    if (i > 0 && v[i - 1] == 0) return -1;
    if (x % v[i] == 5) return static_cast<int>(i);
  }
  return -2;
}

inline int quotient(int a, int b) { return a / b; }

[[clustrix::cluster]]
int divides_in_a_call(const std::vector<int>& v, int x) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    if (v[i] == 0) return -1;
    if (quotient(x, v[i] - 1) == 5) return static_cast<int>(i);
  }
  return -2;
}

// Behind the leaving iteration the inner loop would not end.
[[clustrix::cluster]]
int endless_behind(const std::vector<int>& v) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    if (v[i] <= 0) return static_cast<int>(i);
    int x = v[i];
    while (x != 1) x = x % 2 == 0 ? x / 2 : 1;  // want: serial
    if (x != 1) return -1;
  }
  return -2;
}

// A guard keeps the search inside; where it fails, the loop runs as written.
[[clustrix::cluster]]
int more_than_there_are(const std::vector<int>& v, int n, int key) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (v[i] == key) return i;
  return -1;
}

[[clustrix::cluster]]
int neighbours(const std::vector<int>& v, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (v[i] == v[i + 1]) return i;
  return -1;
}

// Only the inner loop is left.
[[clustrix::cluster]]
void inner_only(const std::vector<int>& a, std::vector<int>& out, int rows, int columns, int key) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    out[r] = -1;
    for (int c = 0; c < columns; ++c)  // may: parallel
      if (a[r * columns + c] == key) {
        out[r] = c;
        break;
      }
  }
}

// A `continue` keeps what stands before the `break` from being certain to leave.
[[clustrix::cluster]]
int may_stay(const std::vector<int>& v, int key) {
  int near = 0;
  for (int i = 0; i < static_cast<int>(v.size()); ++i) {  // want: serial
    if (v[i] / 10 == key / 10) {
      ++near;
      if (v[i] != key) continue;
      break;
    }
  }
  return near;
}

[[clustrix::cluster]]
int break_of_switch(const std::vector<int>& v) {
  int found = -1;
  for (int i = 0; i < static_cast<int>(v.size()); ++i) {  // want: parallel
    switch (v[i]) {
      case 1: {
        const int unused = v[i];
        static_cast<void>(unused);
        break;
      }
      case 777:
        return i;
      default:
        break;
    }
    if (v[i] > 900) {
      found = i;
      break;
    }
  }
  return found;
}

// The loop itself ends, and the bound with it, where it leaves.
[[clustrix::cluster]]
int bound_in_the_end(const std::vector<int>& v, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (v[i] == 3) {
      n = i;
      break;
    }
  return n;
}

int main() {
  Random random(82);
  const int n = 6007;
  std::vector<int> v(n);
  random.fillBelow(v, 700);
  v[5000] = 701;
  put("odd", counts_on_the_way(v, 701));
  put("carried", carried_condition(v, 690));
  put("seen", seen_where_it_leaves(v, 701));
  put("sentinel", sentinel(v.data(), 1 << 30, 701));
  std::vector<int> at(n);
  for (int i = 0; i < n; ++i) at[i] = i < 4000 ? (i * 7) % n : 1 << 29;
  at[4000] = -1;
  put("indirect", indirect(at, v, 702));
  std::vector<int> small(n);
  for (int i = 0; i < n; ++i) small[i] = i < 3000 ? i % 4 : 1 << 28;
  small[3000] = -1;
  put("table", local_table(small));
  std::vector<int> divisors(n);
  for (int i = 0; i < n; ++i) divisors[i] = i < 3000 ? i + 3 : i == 3000 ? 1 : 0;
  divisors[3001] = 0;
  put("divides", divides(std::vector<int>(divisors.begin(), divisors.begin() + 3000), 7));
  for (int i = 0; i < n; ++i) divisors[i] = i < 3000 ? i + 3 : i == 3000 ? 0 : 1;
  put("quotient", divides_in_a_call(divisors, 1000));
  for (int i = 0; i < n; ++i) small[i] = i < 3000 ? i + 1 : -i;
  put("endless", endless_behind(small));
  put("inside", more_than_there_are(v, n, 701));
  put("outside", more_than_there_are(v, 1 << 30, 701));
  put("neighbours", neighbours(v, 1 << 30));
  for (int i = 0; i < n; ++i) small[i] = i;
  put("no_neighbours", neighbours(small, n - 1));
  std::vector<int> out(60);
  inner_only(v, out, 60, 100, 17);
  show("inner", out);
  put("near", may_stay(v, 701));
  put("switch", break_of_switch(v));
  v[4321] = 777;
  put("switch", break_of_switch(v));
  v[4000] = 950;
  put("switch", break_of_switch(v));
  put("bound", bound_in_the_end(v, n));
  put("bound", bound_in_the_end(small, 2));
}
