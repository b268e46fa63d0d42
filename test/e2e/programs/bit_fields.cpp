// Bit-fields: what is computed with one depends on its width, and writing one leaves the bits beside it as they are.
#include "show.h"

#include <algorithm>
#include <cstring>

enum Colour : unsigned { red, green, blue };

struct Bits {
  unsigned five : 5;
  unsigned four : 4;
  int some : 6;
  bool flag : 1;
  unsigned whole : 32;
  unsigned long long few : 12;
  unsigned long long many : 40;
  Colour colour : 3;
  unsigned char byte : 8;
  short rest[3];
};

[[clustrix::cluster]]
void products(double* a, Bits& z, int n, int k) {
  for (int i = 0; i < n; ++i) a[i] = z.five * k + z.some * (i - 1000);  // want: parallel
}

[[clustrix::cluster]]
void differences(double* a, const Bits& z, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = double(z.five - i) + double(z.whole - i) + double(z.few - i) + double(z.many - i) + (z.flag - i) + (z.byte - i);
}

[[clustrix::cluster]]
int comparisons(const int* a, const Bits& z, int n) {
  int count = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (i - z.four < 0 || a[i] > z.four - 5 || -z.five > a[i]) ++count;
  return count;
}

[[clustrix::cluster]]
int subscripts(const int* a, int* b, const Bits z, int n) {
  int sum = 0;
  for (int i = 8; i < n; ++i) {  // want: parallel
    b[i] = a[i - z.four];
    sum += a[i] * -z.five;
  }
  return sum;
}

[[clustrix::cluster]]
void bounds(int* a, const Bits& z) {
  for (unsigned i = z.four; i < z.five * 10; ++i) a[i] = i;  // may: parallel
}

int kind(unsigned) { return 1; }
int kind(int) { return 2; }

template <class T> int sizeOfValue(T) { return sizeof(T); }

[[clustrix::cluster]]
void kinds(int* a, const Bits& z, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    auto same = z.five;
    a[i] = kind(z.five) + 10 * kind(+z.five) + 100 * kind(same) + 1000 * sizeOfValue(z.few) + (same - i > 5u) * 7;
  }
}

[[clustrix::cluster]]
void lambdas(double* a, const Bits& z, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    const auto less = [&](int by) { return z.five - by; };
    const auto copied = [z](int by) { return z.five - by; };
    a[i] = less(i) + copied(3 * i);
  }
}

template <class T>
[[clustrix::cluster]] void templated(double* a, const T& z, int n) {
  for (int i = 0; i < n; ++i) a[i] = z.five - i;  // want: parallel
}

[[clustrix::cluster]]
void overlapping(unsigned char* a, const Bits& z, int n) {
  for (int i = 0; i < n; ++i) a[i] = z.byte + z.five + i + 1;  // want: parallel
}

class Counter {
public:
  explicit Counter(unsigned steps) : steps_(steps), far_(9) {}
  unsigned steps() const { return steps_; }
  [[clustrix::cluster]] void fill(double* a, int n) const {
    for (int i = 0; i < n; ++i) a[i] = steps_ - i + far_;  // want: parallel
  }

private:
  unsigned steps_ : 7, far_ : 9;
};

[[clustrix::cluster]]
void hidden(double* a, const Counter& c, int n) {
  for (int i = 0; i < n; ++i) a[i] = c.steps() * 2 - i;  // may: parallel
}

struct Cell {
  int before;
  unsigned a : 5;
  unsigned b : 7;
  int after;
};
struct Pair {
  unsigned low : 16, high : 16;
};

[[clustrix::cluster]]
void written(Cell* p, int n) {
  for (int i = 0; i < n; ++i) p[i].a = i;  // want: parallel
}

[[clustrix::cluster]]
void stepped(Cell* p, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i].a += 3;
    ++p[i].b;
  }
}

[[clustrix::cluster]]
void half(Pair* p, int n) {
  for (int i = 0; i < n; ++i) p[i].high = p[i].low * 3 - i;  // want: parallel
}

[[clustrix::cluster]]
void both(Pair* p, const int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i].high = a[i];
    p[i].low = i;
  }
}

[[clustrix::cluster]]
void someOf(Cell* p, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (i % 3 == 0) p[i].b = i;
}

[[clustrix::cluster]]
void neighbours(Pair* p, int n) {
  for (int i = 1; i < n; ++i) p[i].low = p[i - 1].low + 1;  // want: serial
}

[[clustrix::cluster]]
void either(Pair* p, int n, bool first) {
  for (int i = 0; i < n; ++i) (first ? p[i].low : p[i].high) = i;  // may: parallel
}

template <class T>
void bytes(const char* name, const std::vector<T>& values) {
  std::vector<unsigned char> all(values.size() * sizeof(T));
  std::memcpy(all.data(), values.data(), all.size());
  show(name, all);
}

int main() {
  constexpr int n = 2000;
  std::vector<double> x(n);
  std::vector<int> a(n), b(n);
  Random random(17);
  random.fillBelow(a, 30);
  Bits z{};
  z.five = 21, z.four = 8, z.some = -9, z.flag = true, z.whole = 7, z.few = 99, z.many = 5, z.byte = 17, z.colour = blue;
  products(x.data(), z, n, -3), show("products", x);
  differences(x.data(), z, n), show("differences", x);
  put("comparisons", comparisons(a.data(), z, n));
  put("subscripts", subscripts(a.data(), b.data(), z, n)), show("b", b);
  bounds(a.data(), z), show("bounds", a);
  kinds(b.data(), z, n), show("kinds", b);
  lambdas(x.data(), z, n), show("lambdas", x);
  templated(x.data(), z, n), show("templated", x);
  std::vector<unsigned char> c(n);
  overlapping(c.data(), z, n), show("overlapping", c);
  Bits own = z;
  overlapping(reinterpret_cast<unsigned char*>(&own), own, static_cast<int>(sizeof(own)));
  put("own", static_cast<int>(own.byte));
  put("five", static_cast<int>(own.five));
  const Counter counter(100);
  counter.fill(x.data(), n), show("counter", x);
  hidden(x.data(), counter, n), show("hidden", x);
  std::vector<Cell> cells(n);
  for (int i = 0; i < n; ++i) {
    std::memset(&cells[i], 0, sizeof(Cell));
    cells[i].before = i, cells[i].a = 1, cells[i].b = 99, cells[i].after = -i;
  }
  written(cells.data(), n), bytes("written", cells);
  stepped(cells.data(), n), bytes("stepped", cells);
  someOf(cells.data(), n), bytes("some", cells);
  std::vector<Pair> pairs(n);
  for (int i = 0; i < n; ++i) pairs[i].low = 40000 + i, pairs[i].high = i;
  half(pairs.data(), n), bytes("half", pairs);
  either(pairs.data(), n, true), bytes("low", pairs);
  either(pairs.data(), n, false), bytes("high", pairs);
  neighbours(pairs.data(), n), bytes("neighbours", pairs);
  both(pairs.data(), a.data(), n), bytes("both", pairs);
}
