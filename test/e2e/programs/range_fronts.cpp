// Loops over a range that declare something in front of it: `for (int i = 0; auto& x : v)`.
#include "show.h"

#include <array>

[[clustrix::cluster]]
void numbered(std::vector<double>& v) {
  for (int i = 0; auto& x : v) x += i++;  // want: parallel
}

[[clustrix::cluster]]
double weighted(const std::vector<double>& v) {
  double s = 0;
  for (int i = 1; const double x : v) {  // want: parallel
    s += x * i;
    i += 2;
  }
  return s;
}

[[clustrix::cluster]]
void scaled(std::vector<double>& v, double by) {
  for (const double k = by * 2, half{0.5}; auto& x : v) x = x * k + half;  // want: parallel
}

[[clustrix::cluster]]
void scattered(std::vector<double>& v, double* out, int from) {
  for (long at = from; const auto& x : v) {  // want: parallel
    out[at] = x;
    at += 3;
  }
}

[[clustrix::cluster]]
void empty_braces(std::array<int, 300>& v) {
  for (unsigned i{}; auto& x : v) {  // want: parallel
    x += static_cast<int>(i * i);
    ++i;
  }
}

/// Each iteration sets it before it reads it.
[[clustrix::cluster]]
void its_own(std::vector<double>& v) {
  for (double t = 5; auto& x : v) {  // want: parallel
    t = x * 3;
    x = t + t * t;
  }
}

/// The variable of the same name outside stays as it is.
[[clustrix::cluster]]
int hidden(std::vector<double>& v) {
  int i = 77;
  for (int i = 3; auto& x : v) x *= i++ % 5;  // want: parallel
  return i;
}

[[clustrix::cluster]]
int set_in_front(std::vector<double>& v) {
  int i = 77;
  for (i = 5; auto& x : v) x += i;  // want: serial
  return i;
}

int calls = 0;
int next() { return ++calls; }

[[clustrix::cluster]]
void called(std::vector<double>& v) {
  for (const int i = next(); auto& x : v) x += i;  // want: serial
}

[[clustrix::cluster]]
void from_another(std::vector<double>& v) {
  for (int i = 2, j = i * 3; auto& x : v) x += j + i;  // may: parallel
}

[[clustrix::cluster]]
void alike(std::vector<double>& v) {
  for (int i = 0, j = 0; auto& x : v) {  // may: parallel
    x += i + j * 2;
    ++i;
    j += 3;
  }
}

/// What is left of the iteration before.
[[clustrix::cluster]]
void smoothed(std::vector<double>& v) {
  for (double before = 0.5; auto& x : v) {  // want: serial
    before = before * 0.25 + x;
    x = before;
  }
}

[[clustrix::cluster]]
void running(std::vector<double>& v) {
  for (double sum = 0; auto& x : v) {  // may: parallel
    sum += x;
    x = sum;
  }
}

[[clustrix::cluster]]
int packed(const std::vector<double>& v, double* out) {
  int kept = 0;
  for (int j = 0; const double x : v)  // may: parallel
    if (x > 0.5) out[j++] = x, kept = j;
  return kept;
}

[[clustrix::cluster]]
void stepped_sometimes(std::vector<double>& v) {
  for (int i = 0; auto& x : v) {  // want: serial
    if (x > 0.25) ++i;
    x += i % 7;
  }
}

[[clustrix::cluster]]
void referred(std::vector<double>& v, std::vector<double>& w) {
  for (auto& other = w; auto& x : v) {  // may: parallel
    x += 1;
    other[0] += 0.5;
  }
}

[[clustrix::cluster]]
void inside(std::vector<double>& v, int n) {
  for (int r = 0; r < n; ++r)                    // may: parallel
    for (int i = r; auto& x : v) x += 0.5 * i++;  // want: parallel
}

int main() {
  for (const int n : {0, 1, 5, 300, 1000}) {
    Random random(7);
    std::vector<double> v(static_cast<std::size_t>(n)), w(3), out(static_cast<std::size_t>(3 * n + 10));
    random.fillUnit(v);
    std::array<int, 300> fixed{};
    numbered(v), show("numbered", v);
    put("weighted", weighted(v));
    scaled(v, 0.25), show("scaled", v);
    scattered(v, out.data(), 4), show("scattered", out);
    empty_braces(fixed), show("empty_braces", fixed.data(), 300);
    random.fillUnit(v);
    its_own(v), show("its_own", v);
    put("hidden", hidden(v)), show("hidden", v);
    put("set_in_front", set_in_front(v)), show("set_in_front", v);
    called(v), show("called", v);
    from_another(v), show("from_another", v);
    alike(v), show("alike", v);
    random.fillUnit(v);
    put("packed", packed(v, out.data())), show("packed", out);
    stepped_sometimes(v), show("stepped_sometimes", v);
    running(v), show("running", v);
    random.fillUnit(v);
    smoothed(v), show("smoothed", v);
    referred(v, w), show("referred", w);
    inside(v, 4), show("inside", v);
  }
}
