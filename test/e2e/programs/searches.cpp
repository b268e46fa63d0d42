// Searches: loops that are left early by break, return or throw, where the iterations before write nothing.
#include "show.h"

#include <array>
#include <span>
#include <stdexcept>

[[clustrix::cluster]]
int first_above(const std::vector<double>& v, double limit) {
  for (int i = 0; i < static_cast<int>(v.size()); ++i)  // want: parallel
    if (v[i] > limit) return i;
  return -1;
}

[[clustrix::cluster]]
int with_value(const std::vector<int>& v, int n, int key, int& value) {
  int index = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (v[i] % 1000 == key) {
      index = i;
      value = v[i];
      break;
    }
  }
  return index;
}

[[clustrix::cluster]]
int counter_lives_on([[clustrix::extent(n)]] const int* a, int n, int stop) {
  int i;
  for (i = 3; i < n; i += 2) {  // want: parallel
    const int twice = a[i] * 2;
    if (twice == stop) break;
  }
  return i;
}

[[clustrix::cluster]]
bool any_negative(std::span<const double> v) {
  bool found = false;
  for (const double x : v)  // want: parallel
    if (x < 0) {
      found = true;
      break;
    }
  return found;
}

[[clustrix::cluster]]
bool sorted(const std::vector<int>& v) {
  for (std::size_t i = 1; i < v.size(); ++i)  // want: parallel
    if (v[i - 1] > v[i]) return false;
  return true;
}

[[clustrix::cluster]]
bool same(const std::vector<int>& a, const std::vector<int>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    if (a[i] == b[i]) continue;
    return false;
  }
  return true;
}

[[clustrix::cluster]]
long from_behind(const std::vector<int>& v, int key) {
  long at = static_cast<long>(v.size());
  while (at > 0) {  // want: parallel
    if (v[static_cast<std::size_t>(at - 1)] == key) break;
    --at;
  }
  return at;
}

[[clustrix::cluster]]
int countdown([[clustrix::extent(n)]] const int* a, int n, int key) {
  for (int i = n; i-- > 0;)  // want: parallel
    if (a[i] == key) return i;
  return -1;
}

[[clustrix::cluster]]
void check(const std::vector<double>& v) {
  for (std::size_t i = 0; i < v.size(); ++i)  // want: parallel
    if (v[i] != v[i]) throw std::runtime_error("no number at " + std::to_string(i));
}

[[clustrix::cluster]]
int row_with(const std::vector<int>& a, int rows, int columns, int key) {
  int row = -1;
  for (int r = 0; r < rows; ++r) {  // want: parallel
    int hits = 0;
    for (int c = 0; c < columns; ++c)  // want: parallel
      if (a[r * columns + c] == key) ++hits;
    if (hits > 1) {
      row = r;
      break;
    }
  }
  return row;
}

[[clustrix::cluster]]
int out_of_two(const std::vector<int>& a, int rows, int columns, int key) {
  for (int r = 0; r < rows; ++r)        // want: parallel
    for (int c = 0; c < columns; ++c)   // want: parallel
      if (a[r * columns + c] == key) return r * 10000 + c;
  return -1;
}

static int table[500];

[[clustrix::cluster]]
int several_ways(int n, int low, int high) {
  int code = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (table[i] < low) {
      if (table[i] == 0)
        code = 1;
      else
        code = 2;
      break;
    }
    if (table[i] > high) {
      code = 1000 + i;
      break;
    } else if (table[i] == high) {
      code = 5000 + i;
      return code;
    }
  }
  return code;
}

[[clustrix::cluster]]
int writes_where_it_leaves(std::vector<int>& v, int key) {
  int seen = 0, last = -1;
  for (int i = 0; i < static_cast<int>(v.size()); ++i) {  // want: parallel
    last = v[i];
    if (last == key) {
      for (int k = 0; k <= i; ++k) seen += v[k] & 1;  // want: parallel
      v[i] = -1;
      v[0] += 7;
      break;
    }
  }
  return seen * 1000 + last % 1000;
}

[[clustrix::cluster]]
const int* pointers([[clustrix::extent(n)]] const int* a, int n, int key) {
  for (const int* p = a; p != a + n; ++p)  // want: parallel
    if (*p == key) return p;
  return nullptr;
}

// What steps with the loop begins again where the loop does.
[[clustrix::cluster]]
int stepping(const std::vector<int>& v, int n, int key, int& where) {
  int j = 4;
  long weight = 1000;
  for (int i = 0; i < n; ++i) {  // want: parallel
    weight -= 3;
    if (v[j] == key) {
      where = j + static_cast<int>(weight);
      break;
    }
    j += 2;
  }
  return j * 3 + static_cast<int>(weight);
}

template <class T>
[[clustrix::cluster]] int in_template(const std::vector<T>& v, T key) {
  for (int i = 0; i < static_cast<int>(v.size()); ++i)  // may: parallel
    if (v[i] == key) return i;
  return -1;
}

int main() {
  Random random(81);
  const int n = 20011;
  std::vector<int> a(n);
  random.fillBelow(a, 100000);
  std::vector<double> d(n);
  for (int i = 0; i < n; ++i) d[i] = a[i] * 0.25;
  for (const int at : {0, 1, 2, 700, 10004, 10005, 10006, n - 1}) {
    std::vector<double> v = d;
    v[at] = 1e9;
    put("above", first_above(v, 1e8));
    v[at] = -3;
    put("negative", any_negative(v));
    std::vector<int> w = a;
    w[at] = -5000077;
    int value = 4;
    put("with", with_value(w, n, -77, value));
    put("value", value);
    put("counter", counter_lives_on(w.data(), n, -10000154));
    put("same", same(a, w));
    put("behind", static_cast<long long>(from_behind(w, -5000077)));
    put("countdown", countdown(w.data(), n, -5000077));
    put("two", out_of_two(w, 70, 280, -5000077));
    put("pointer", pointers(w.data(), n, -5000077) ? 1 : 0);
    put("template", in_template(w, -5000077));
    int where = -6;
    put("stepping", stepping(w, 10000, -5000077, where));
    put("where", where);
    put("leaves", writes_where_it_leaves(w, -5000077));
    show("left", w);
  }
  int value = 9;
  put("none", first_above(d, 1e9) + with_value(a, n, -1, value) + countdown(a.data(), n, -1));
  put("none_in", first_above({}, 1) + static_cast<int>(same({}, {})) + static_cast<int>(any_negative({})));
  put("none_counter", counter_lives_on(a.data(), n, -1) * 10 + counter_lives_on(a.data(), 2, -1));
  put("none_behind", static_cast<long long>(from_behind(a, -1)));
  put("none_pointer", pointers(a.data(), n, -1) ? 1 : 0);
  put("none_left", writes_where_it_leaves(a, -1));
  std::vector<int> rising(n);
  for (int i = 0; i < n; ++i) rising[i] = i / 3;
  put("sorted", sorted(rising));
  rising[15000] = 2;
  put("unsorted", sorted(rising));
  put("row", row_with(a, 140, 142, a[100 * 142 + 3]));
  a[100 * 142 + 60] = a[100 * 142 + 3] = -8;
  put("row", row_with(a, 140, 142, -8));
  for (int i = 0; i < 500; ++i) table[i] = 50 + i % 40;
  put("ways", several_ways(500, 10, 90));
  table[300] = 4;
  put("ways", several_ways(500, 10, 90));
  table[200] = 90;
  put("ways", several_ways(500, 10, 90));
  table[100] = 0;
  put("ways", several_ways(500, 10, 90));
  table[3] = 91;
  put("ways", several_ways(500, 10, 90));
  check(d);
  d[15001] = std::nan("");
  d[15301] = std::nan("");
  try {
    check(d);
  } catch (const std::runtime_error& error) {
    std::printf("caught %s\n", error.what());
  }
}
