// push_back in some iterations, where something else looks at the container, or the elements cannot be counted first.
#include "show.h"

#include <deque>
#include <string>

[[clustrix::cluster]]
void by_size(std::vector<int>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    if (x[i] > static_cast<int>(v.size())) v.push_back(x[i]);
}

[[clustrix::cluster]]
void until(std::vector<int>& v, const int* x, std::size_t n) {
  for (std::size_t i = 0; v.size() < n; ++i)  // want: serial
    if (x[i % 100] > 300) v.push_back(x[i % 100]);
}

[[clustrix::cluster]]
void increasing(std::vector<int>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    if (v.empty() || x[i] > v.back()) v.push_back(x[i]);
}

[[clustrix::cluster]]
void reads_first(std::vector<int>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    if (x[i] > v[0]) v.push_back(v[0] + x[i]);
}

// The rows of a sparse matrix: where one ends is how many elements there are.
[[clustrix::cluster]]
void rows_of(const int* a, int rows, int columns, std::vector<int>& column, std::vector<int>& start) {
  for (int r = 0; r < rows; ++r) {       // want: serial
    for (int c = 0; c < columns; ++c)    // want: parallel
      if (a[r * columns + c] > 800) column.push_back(c);
    start.push_back(static_cast<int>(column.size()));
  }
}

[[clustrix::cluster]]
void two_names(std::vector<int>& v, std::vector<int>& w, const int* x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (x[i] % 2 == 0) v.push_back(x[i]);
    if (x[i] % 3 == 0) w.push_back(-x[i]);
  }
}

[[clustrix::cluster]]
void of_itself(std::vector<int>& v, const std::vector<int>& in) {
  const std::size_t n = in.size();
  for (std::size_t i = 0; i < n; ++i)  // want: parallel
    if (in[i] % 2 == 0) v.push_back(in[i] + 1);
}

// Reads what it adds, where there is room for it.
[[clustrix::cluster]]
void follows(std::vector<int>& v, const int* old, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (old[i] % 2 == 0) v.push_back(old[i] / 2 + 1);
}

// The last iteration makes the elements move that all of them have written. Where they were is no memory to compare.
// unverified: late
[[clustrix::cluster]]
void late(std::vector<int>& v, int* p, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i] = 3 * p[i] + 1;
    if (i + 1 == n) v.push_back(p[i]);
  }
}

[[clustrix::cluster]]
void at_once(std::vector<int>& v, int* p, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i] += 2;
    v.push_back(i);
  }
}

[[clustrix::cluster]]
void while_iterating(std::vector<int>& v) {
  for (auto it = v.begin(); it != v.end() && v.size() < 40; ++it)  // want: serial
    if (*it % 2 == 0) {
      v.push_back(*it + 1);
      it = v.begin() + (it - v.begin());
    }
}

[[clustrix::cluster]]
void popped(std::vector<int>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    if (x[i] % 2 == 0) v.push_back(x[i]);
    if (x[i] % 5 == 0 && !v.empty()) v.pop_back();
  }
}

[[clustrix::cluster]]
void through_reference(std::vector<int>& v, std::vector<int>& w, const int* x, int n) {
  std::vector<int>& other = n % 2 == 0 ? v : w;
  for (int i = 0; i < n; ++i) {  // may: parallel
    if (x[i] % 2 == 0) v.push_back(x[i]);
    if (x[i] % 3 == 0) other.push_back(-x[i]);
  }
}

[[clustrix::cluster]]
void bits(std::vector<bool>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    if (x[i] > 200) v.push_back(x[i] > 500);
}

[[clustrix::cluster]]
void words(std::vector<std::string>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    if (x[i] > 900) v.push_back("w");
}

[[clustrix::cluster]]
void queue(std::deque<int>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    if (x[i] > 900) v.push_back(x[i]);
}

[[clustrix::cluster]]
void leaving(std::vector<int>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    if (x[i] > 990) break;
    if (x[i] > 500) v.push_back(x[i]);
  }
}

// What is tested depends on what earlier iterations have written.
[[clustrix::cluster]]
void seen(std::vector<int>& v, std::vector<char>& known, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial, idle
    if (!known[x[i]]) {
      known[x[i]] = 1;
      v.push_back(x[i]);
    }
}

[[clustrix::cluster]]
void limited(std::vector<int>& v, const int* x, int n, int most) {
  int left = most;
  for (int i = 0; i < n; ++i)  // want: serial
    if (x[i] > 500 && left > 0) {
      v.push_back(x[i]);
      --left;
    }
}

[[clustrix::cluster]]
void in_expressions(std::vector<int>& v, std::vector<int>& w, const int* x, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    x[i] > 500 ? v.push_back(x[i]) : w.push_back(i);
    if (x[i] > 800 && (v.push_back(-1), x[i] % 2)) w.push_back(-2);
  }
}

struct Fixed {
  const int a = 3;
  double d = 0;
};
struct Closed {
  explicit Closed(int x) : x(x) {}
  int x;
};
struct Holds {
  Closed inner;
};

// Elements that cannot be there before they have their values, or cannot be given them.
[[clustrix::cluster]]
void special(std::vector<Fixed>& f, std::vector<Closed>& c, std::vector<Holds>& h, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    if (x[i] > 500) f.push_back({3, 0.5});
  for (int i = 0; i < n; ++i)  // want: serial
    f.push_back({3, 0.5});
  for (int i = 0; i < n; ++i)  // want: serial
    if (x[i] > 500) c.push_back(Closed(i));
  for (int i = 0; i < n; ++i)  // want: serial
    h.push_back({Closed(i)});
}

int calls = 0;
inline int counted(int x) { return calls += x; }

// What is added has effects of its own.
[[clustrix::cluster]]
void with_effects(std::vector<int>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    if (x[i] > 500) v.push_back(counted(x[i]) % 1000);
}

// A count that steers what follows.
[[clustrix::cluster]]
void steering(std::vector<int>& v, std::vector<int>& w, const int* x, int n) {
  int kept = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (x[i] > 500) {
      v.push_back(x[i]);
      ++kept;
    }
    if (kept % 2) w.push_back(i);
  }
}

int main() {
  Random random(98);
  std::vector<int> x(1500);
  random.fillBelow(x, 1000);
  const int n = static_cast<int>(x.size());
  std::vector<int> v, w{1}, u{5};
  by_size(v, x.data(), n);
  until(v, x.data(), v.size() + 50);
  until(v, x.data(), 3);
  show("sizes", v);
  increasing(w, x.data(), n);
  reads_first(u, x.data(), n);
  show("increasing", w);
  show("first", u);
  std::vector<int> column, start{0};
  rows_of(x.data(), 30, 50, column, start);
  show("column", column);
  show("start", start);
  v = {1, 2, 3};
  w.clear();
  two_names(v, w, x.data(), n);
  show("v", v);
  show("w", w);
  two_names(v, v, x.data(), n);
  show("both", v);
  w.reserve(9000);
  two_names(w, w, x.data(), n);
  show("roomy", w);
  v.reserve(3 * v.size());
  of_itself(v, v);
  of_itself(v, x);
  show("itself", v);
  for (const int first : {2, 3, 64, 1000}) {
    std::vector<int> chain{first, first * 3, 1};
    chain.reserve(64);
    const int* const before = chain.data();
    follows(chain, chain.data(), 3);
    follows(chain, chain.data(), static_cast<int>(chain.size()));
    put("stays", before == chain.data());
    show("chain", chain);
    std::vector<int> longer(20, first);
    longer.reserve(200);
    longer.resize(40, 1);
    longer.resize(20);
    follows(longer, longer.data(), first % 2 == 0 ? 25 : 20);  // the last five are among what it adds
    show("longer", longer);
  }
  std::vector<int> full(x.begin(), x.end());
  full.shrink_to_fit();
  late(full, full.data(), n);
  show("late", full);
  full.reserve(2 * full.size());
  late(full, full.data(), n);
  at_once(full, full.data(), n);
  std::vector<int> others(x);
  at_once(full, others.data(), n);
  show("later", full);
  std::vector<int> one(1, 5);
  at_once(one, one.data(), 1);
  show("one", one);
  std::vector<int> grown{2, 4, 5, 6};
  grown.reserve(64);
  while_iterating(grown);
  show("grown", grown);
  popped(v, x.data(), n);
  show("popped", v);
  through_reference(v, w, x.data(), n);
  through_reference(v, w, x.data(), n - 1);
  show("reference", v);
  std::vector<bool> b;
  bits(b, x.data(), n);
  put("bits", b.size());
  std::vector<std::string> s;
  words(s, x.data(), n);
  put("words", s.size());
  std::deque<int> q;
  queue(q, x.data(), n);
  put("queue", q.size());
  leaving(v, x.data(), n);
  show("left", v);
  std::vector<char> known(1000);
  seen(v, known, x.data(), n);
  limited(v, x.data(), n, 17);
  show("seen", v);
  in_expressions(v, w, x.data(), n);
  show("in", v);
  show("expressions", w);
  std::vector<Fixed> fixed;
  std::vector<Closed> closed;
  std::vector<Holds> holds;
  special(fixed, closed, holds, x.data(), n);
  put("fixed", fixed.size());
  put("closed", closed.size() + static_cast<std::size_t>(closed.back().x + holds.back().inner.x));
  with_effects(v, x.data(), n);
  put("calls", calls);
  show("effects", v);
  steering(v, w, x.data(), n);
  show("steering", v);
  show("steered", w);
}
