// What is met first: a flag that is set once, a place that starts as none, and extremes that begin with none.
#include "show.h"

#include <limits>

namespace {
const double nothing = std::numeric_limits<double>::quiet_NaN();
const double endless = std::numeric_limits<double>::infinity();
}  // namespace

[[clustrix::cluster]]
bool by_flag(const int* a, int n, int x, int& where) {
  bool found = false;
  int at = 77;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (!found && a[i] == x) {
      found = true;
      at = i;
    }
  }
  where = at;
  return found;
}

[[clustrix::cluster]]
int by_number_flag(const int* a, int n, int x, int found) {
  int value = -5;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > x && found == 0) {
      value = a[i];
      found = 1;
    }
  return value * 2 + found;
}

[[clustrix::cluster]]
int by_open_flag(const int* a, int n, int x) {
  int open = 1, at = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (open && a[i] == x) {
      at = i;
      open = 0;
    }
  return at + open;
}

[[clustrix::cluster]]
int by_place(const int* a, int n, int x, int at) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (at < 0 && a[i] == x) at = i;
  return at;
}

[[clustrix::cluster]]
long by_end(const std::vector<int>& a, int x, std::size_t from) {
  std::size_t at = a.size();
  for (std::size_t i = from; i < a.size(); ++i)  // want: parallel
    if (a[i] == x && at == a.size()) at = i;
  return static_cast<long>(at);
}

[[clustrix::cluster]]
long by_greatest(const std::vector<int>& a, int x) {
  std::size_t at = static_cast<std::size_t>(-1);
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (at == static_cast<std::size_t>(-1) && a[i] == x) at = i;
  return static_cast<long>(at);
}

[[clustrix::cluster]]
int counted_from_one(const int* a, int n, int x) {
  int at = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (!at && a[i] == x) at = i + 1;
  return at;
}

[[clustrix::cluster]]
int behind_continue(const int* a, int n, int x) {
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (at >= 0 || a[i] != x) continue;
    at = i;
  }
  return at;
}

[[clustrix::cluster]]
int beside_work(const int* a, double* b, int n, int x) {
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    b[i] = a[i] * 0.5;
    if (at == -1 && a[i] == x) at = i;
  }
  return at;
}

[[clustrix::cluster]]
int in_rows(const int* a, int n, int m, int x) {
  int row = -1, column = -1;
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // want: parallel
      if (row < 0 && a[i * m + j] == x) {
        row = i;
        column = j;
      }
  return row * 1000 + column;
}

// Backwards from a bound: that the place is no negative number is asked before the loop.
[[clustrix::cluster]]
int from_behind(const int* a, int first, int n, int x) {
  int at = -1;
  for (int i = n - 1; i >= first; --i)  // want: parallel
    if (at < 0 && a[i & 1023] == x) at = i;
  return at;
}

[[clustrix::cluster]]
int largest(const double* a, int n, double& value) {
  int best = -1;
  double m = value;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (best < 0 || a[i] > m) {
      m = a[i];
      best = i;
    }
  value = m;
  return best;
}

[[clustrix::cluster]]
int last_smallest(const int* a, const char* usable, int n, int best, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (usable[i] && (best == -1 || a[i] <= m)) {
      best = i;
      m = a[i];
    }
  return best * 7 + m % 7;
}

[[clustrix::cluster]]
int largest_taking_nan(const double* a, int n) {
  int best = -1;
  double m = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (best < 0 || !(a[i] <= m)) {
      m = a[i];
      best = i;
    }
  return best;
}

[[clustrix::cluster]]
int nearest(const double* distance, const char* done, int n) {
  int u = -1;
  for (int v = 0; v < n; ++v)  // want: parallel
    if (!done[v] && (u == -1 || distance[v] < distance[u])) u = v;
  return u;
}

[[clustrix::cluster]]
int smallest_in_place(const int* a, int n) {
  int best = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (best == -1 || a[i] < a[best]) best = i;
  return best;
}

[[clustrix::cluster]]
int usable_in_place(const int* a, const char* usable, int n) {
  int best = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (usable[i] && a[i] > a[best] && i % 5 != 1) best = i;
  return best;
}

[[clustrix::cluster]]
int shortest_path(const std::vector<double>& weights, std::vector<double>& distance, std::vector<char>& done, int n) {
  int sum = 0;
  for (int round = 0; round < n; ++round) {  // want: serial
    int u = -1;
    for (int v = 0; v < n; ++v)  // want: parallel
      if (!done[v] && (u == -1 || distance[v] < distance[u])) u = v;
    done[u] = 1;
    sum = sum * 3 % 1009 + u;
    for (int v = 0; v < n; ++v)  // may: parallel, idle
      if (!done[v] && distance[u] + weights[u * n + v] < distance[v]) distance[v] = distance[u] + weights[u * n + v];
  }
  return sum;
}

[[clustrix::cluster]]
int in_nested_branches(const int* a, const int* b, int n, int x) {
  bool found = false;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (!found) {
      if (a[i] > x) {
        if (b[i] % 2 == 1) {
          found = true;
          at = i;
        }
      }
    }
  }
  return at;
}

[[clustrix::cluster]]
int first_in_a_branch(const double* a, int n, double& value) {
  int best = -1;
  double m = value;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (best == -1) {
      best = i;
      m = a[i];
    } else if (a[i] > m) {
      best = i;
      m = a[i];
    }
  }
  value = m;
  return best;
}

[[clustrix::cluster]]
int first_in_a_branch_in_place(const int* a, const char* usable, int n) {
  int best = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (!usable[i]) continue;
    if (best < 0)
      best = i;
    else if (a[i] <= a[best])
      best = i;
  }
  return best;
}

[[clustrix::cluster]]
double first_of_a_flag(const double* a, const char* usable, int n) {
  bool first = true;
  double m = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (!usable[i]) continue;
    const double x = a[i] * 2;
    if (first || x > m) {
      m = x;
      first = false;
    }
  }
  return m == m ? m : -1.5;
}

// --- Traps

[[clustrix::cluster]]
int other_first_value(const double* a, int n) {
  int best = -1;
  double m = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (best == -1) {
      best = i;
      m = a[i] * 0.5;
    } else if (a[i] > m) {
      best = i;
      m = a[i];
    }
  }
  return best;
}

[[clustrix::cluster]]
int may_stay_none(const int* a, int n, int x) {
  int at = -1;
  for (int i = 0; i < n; ++i)  // want: serial
    if (at < 0 && a[i] == x) at = i - 5;
  return at;
}

[[clustrix::cluster]]
int unknown_place(const int* a, const int* id, int n, int x) {
  int at = -1;
  for (int i = 0; i < n; ++i)  // want: serial
    if (at < 0 && a[i] == x) at = id[i];
  return at;
}

[[clustrix::cluster]]
int is_read(const int* a, int* b, int n, int x) {
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (at < 0 && a[i] == x) at = i;
    b[i] = at;
  }
  return at;
}

[[clustrix::cluster]]
int is_taken_back(const int* a, int n, int x) {
  bool found = false;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (!found && a[i] == x) {
      found = true;
      at = i;
    }
    if (a[i] == x + 1) found = false;
  }
  return at;
}

[[clustrix::cluster]]
int counts_down(const int* a, int n, int x, int left) {
  int at = -1;
  for (int i = 0; i < n; ++i)  // want: serial
    if (left > 0 && a[i] == x) {
      at = i;
      left = left - 1;
    }
  return at * 10 + left;
}

[[clustrix::cluster]]
int limit_moves(const int* a, int n, int x) {
  int at = -1, limit = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (at < limit && a[i] == x) at = i;
    if (a[i] == x + 1) limit = 2 * i;
  }
  return at;
}

// Elements that the program never looks at need not be there.
[[clustrix::cluster]]
int follows(const int* to, const int* a, int n, int x) {
  int at = -1;
  for (int i = 0; i < n; ++i)  // want: serial
    if (at < 0 && a[to[i]] == x) at = i;
  return at;
}

[[clustrix::cluster]]
int divides(const int* a, int n, int x) {
  int at = -1;
  for (int i = 0; i < n; ++i)  // want: serial
    if (at < 0 && 100 / a[i] == x) at = i;
  return at;
}

[[clustrix::cluster]]
int two_kinds(const double* a, const double* b, int n) {
  int best = -1;
  double m = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (best < 0 || a[i] > m) {
      m = a[i];
      best = i;
    }
    if (b[i] > m) {
      m = b[i];
      best = i;
    }
  }
  return best;
}

[[clustrix::cluster]]
int two_kinds_turned(const double* a, const double* b, int n) {
  int best = -1;
  double m = 0.25;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (b[i] > m) {
      m = b[i];
      best = i;
    }
    if (a[i] > 0.5 && (best < 0 || a[i] > m)) {
      m = a[i];
      best = i;
    }
  }
  return best;
}

[[clustrix::cluster]]
double best_forgets(const double* a, int n) {
  int best = -1;
  double m = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (best < 0 || a[i] > m) {
      m = a[i];
      best = i;
    }
    if (a[i] < 0.01) best = -1;
  }
  return m + best;
}

// Nothing is met where the test behind it fails, also before there is any.
[[clustrix::cluster]]
int tested_behind(const int* a, const int* usable, int n, int& value) {
  int at = -1, best = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    if ((at < 0 || a[i] >= best) && usable[i] > 0) {
      best = a[i];
      at = i;
    }
  value = best;
  return at;
}

int main() {
  Random random(2024);
  for (const int n : {0, 1, 2, 9, 700, 9001}) {
    std::vector<int> a(n + 8), b(n + 8);
    std::vector<double> d(n + 8), e(n + 8), out(n + 8);
    std::vector<char> usable(n + 8);
    random.fillBelow(a, 300);
    random.fillUnit(d);
    random.fillUnit(e);
    for (char& one : usable) one = random.below(4) == 0;
    for (const int x : {3, 250, 299, 301}) {
      int where = 0;
      put("flag", static_cast<int>(by_flag(a.data(), n, x, where)));
      put("where", where);
      for (const int found : {0, 1, -3, 9}) put("number", by_number_flag(a.data(), n, x, found));
      put("open", by_open_flag(a.data(), n, x));
      for (const int at : {-1, -7, 0, 5}) put("place", by_place(a.data(), n, x, at));
      put("end", by_end({a.begin(), a.begin() + n}, x, n / 3));
      put("greatest", by_greatest({a.begin(), a.begin() + n}, x));
      put("one", counted_from_one(a.data(), n, x));
      put("continue", behind_continue(a.data(), n, x));
      put("beside", beside_work(a.data(), out.data(), n, x));
      put("rows", in_rows(a.data(), n / 9, 9, x));
      std::vector<int> ring(1024);
      random.fillBelow(ring, 300);
      put("behind", from_behind(ring.data(), 0, n, x));
      put("below", from_behind(ring.data(), -40, n, x));
      put("stays", may_stay_none(a.data(), n, x));
      std::vector<int> id(n + 1);
      for (int& one : id) one = random.below(20) - 10;
      put("unknown", unknown_place(a.data(), id.data(), n, x));
      put("nested", in_nested_branches(a.data(), id.data(), n, x));
      put("read", is_read(a.data(), b.data(), n, x));
      show("reads", b.data(), n);
      put("back", is_taken_back(a.data(), n, x));
      put("down", counts_down(a.data(), n, x, 3));
      put("moves", limit_moves(a.data(), n, x));
    }
    std::vector<int> to(n), ones(n, 50);
    for (int i = 0; i < n; ++i) to[i] = i > n / 2 ? 1 << 30 : i;
    if (n > 1) {
      put("follows", follows(to.data(), a.data(), n, a[n / 2]));
      ones[n - 1] = 0;
      put("divides", divides(ones.data(), n, 2));
    }
    for (int variant = 0; variant < 6; ++variant) {
      std::vector<double> f = d;
      std::vector<int> g = a;
      if (variant == 1) f[0] = nothing;
      if (variant == 2) f.assign(f.size(), -endless);
      if (variant == 3)
        for (std::size_t i = 0; i < f.size(); i += 3) f[i] = nothing;
      if (variant == 4) f.assign(f.size(), nothing);
      if (variant == 2 || variant == 4) g.assign(g.size(), variant == 2 ? std::numeric_limits<int>::min() : 0x7fffffff);
      if (variant == 5) usable.assign(usable.size(), 0);
      if (variant == 5 && n > 2) usable[n - 2] = 1;
      double value = variant == 3 ? 5 : 0;
      put("largest", largest(f.data(), n, value));
      put("value", value == value ? value : -1.5);
      put("smallest", last_smallest(g.data(), usable.data(), n, -1, 4));
      put("from_one", last_smallest(g.data(), usable.data(), n, 1, 4));
      put("nan", largest_taking_nan(f.data(), n));
      put("nearest", nearest(f.data(), usable.data(), n));
      put("in_place", smallest_in_place(g.data(), n));
      put("usable", usable_in_place(g.data(), usable.data(), n));
      put("two", two_kinds(f.data(), e.data(), n));
      put("turned", two_kinds_turned(f.data(), e.data(), n));
      value = variant == 3 ? 5 : 0;
      put("branch", first_in_a_branch(f.data(), n, value));
      put("branch_value", value == value ? value : -1.5);
      put("branch_place", first_in_a_branch_in_place(g.data(), usable.data(), n));
      put("first_flag", first_of_a_flag(f.data(), usable.data(), n));
      put("other_first", other_first_value(d.data(), n));
      put("forgets", best_forgets(d.data(), n));
    }
  }
  const int n = 60;
  std::vector<double> weights(n * n), distance(n, 1e9);
  std::vector<char> done(n);
  random.fillUnit(weights);
  distance[5] = 0;
  put("paths", shortest_path(weights, distance, done, n));
  show("distances", distance.data(), n);
  for (const int on : {0, 1}) {
    const std::vector<int> a{4, 9, 9, 3, 8, 2, 9, 1}, usable{0, on, 0, on, on, 0, 0, on};
    int value = 0;
    put("tested behind", tested_behind(a.data(), usable.data(), 8, value)), put("value", value);
  }
}
