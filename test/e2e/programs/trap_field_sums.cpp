// Traps: operators that look like sums of objects and are none.
#include "show.h"

#include <vector>

struct Crossed {
  double x, y;
};
inline Crossed operator+(const Crossed& a, const Crossed& b) { return {a.x + b.y, a.y + b.x}; }

struct Kept {
  double x, y;
};
inline Kept operator+(const Kept& a, const Kept& b) { return {a.x + b.x, a.y}; }

struct Twice {
  double x, y;
};
inline Twice operator+(const Twice& a, const Twice& b) { return {a.x + b.x + b.x, a.y + b.y}; }

struct Difference {
  double x, y;
};
inline Difference operator+(const Difference& a, const Difference& b) { return {a.x - b.x, b.y - a.y}; }

struct Averaged {
  double x;
  Averaged& operator+=(const Averaged& other) {
    x = (x + other.x) * 0.5;
    return *this;
  }
};

struct Last {
  double x, y;
  Last& operator+=(const Last& other) {
    x += other.x;
    y = other.y;
    x = x + 1;
    return *this;
  }
};

// Right in the end, and of two steps that depend on each other.
struct Chained {
  double x, y;
  Chained& operator+=(const Chained& other) {
    x += other.x;
    y += x;
    return *this;
  }
};

template <class T>
[[clustrix::cluster]]
T sum(const std::vector<double>& a, T all) {
  for (std::size_t i = 0; i < a.size(); ++i) all = all + T{a[i], a[i] * 0.5};  // want: serial
  return all;
}

[[clustrix::cluster]]
Averaged averaged(const std::vector<double>& a) {
  Averaged all{0};
  for (std::size_t i = 0; i < a.size(); ++i) all += Averaged{a[i]};  // want: serial
  return all;
}

[[clustrix::cluster]]
Last last(const std::vector<double>& a) {
  Last all{0, 0};
  for (std::size_t i = 0; i < a.size(); ++i) all += Last{a[i], a[i] * 0.5};  // want: serial
  return all;
}

[[clustrix::cluster]]
Chained chained(const std::vector<double>& a) {
  Chained all{0, 0};
  for (std::size_t i = 0; i < a.size(); ++i) all += Chained{a[i], 0.5};  // want: serial
  return all;
}

struct Vec {
  double x, y;
};
inline Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y}; }

// What was added so far is looked at.
[[clustrix::cluster]]
Vec looked_at(const std::vector<double>& a, std::vector<double>& out) {
  Vec all{0, 0};
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: serial
    all = all + Vec{a[i], 1};
    out[i] = all.x;
  }
  return all;
}

[[clustrix::cluster]]
Vec added_to_itself(const std::vector<double>& a) {
  Vec all{1e-300, 0};
  for (std::size_t i = 0; i < a.size(); ++i) all = all + (all + Vec{a[i], 1});  // want: serial
  return all;
}

int main() {
  Random random(63);
  for (const int n : {0, 1, 2, 40}) {
    std::vector<double> a(n), out(n);
    random.fillUnit(a);
    put("n", n);
    const auto both = [](const char* name, const auto& v) {
      std::printf("%s\n", name);
      put("x", v.x);
      put("y", v.y);
    };
    both("crossed", sum(a, Crossed{0, 0}));
    both("kept", sum(a, Kept{0, 0}));
    both("twice", sum(a, Twice{0, 0}));
    both("difference", sum(a, Difference{0, 0}));
    put("averaged", averaged(a).x);
    both("last", last(a));
    both("chained", chained(a));
    both("looked_at", looked_at(a, out));
    show("looked_at.out", out);
    both("added_to_itself", added_to_itself(a));
  }
}
