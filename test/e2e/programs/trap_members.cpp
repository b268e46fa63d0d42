// Traps: members of elements elsewhere that overlap what is written after all.
#include "show.h"

#include <cstring>
#include <utility>

struct Cell {
  double x, y;
  int next[4];
};

struct Bits {
  unsigned low : 4, high : 12;
  int next;
};

struct Both {
  union {
    int whole;
    short half[2];
  };
  int next;
};

struct Outer {
  struct Inner {
    double a, b;
  } inner;
  int next;
};

[[clustrix::cluster]]
void the_same_member(std::vector<Cell>& c) {
  for (std::size_t i = 0; i < c.size(); ++i)  // want: serial
    c[i].x = 0.5 * c[c[i].next[0]].x + 1;
}

[[clustrix::cluster]]
void written_elsewhere(std::vector<Cell>& c) {
  for (std::size_t i = 0; i < c.size(); ++i) {  // want: serial
    c[c[i].next[0]].x = static_cast<double>(i);
    c[i].y = 1;
  }
}

[[clustrix::cluster]]
void whole_elements(std::vector<Cell>& c, std::vector<Cell>& seen) {
  for (std::size_t i = 0; i < c.size(); ++i) {  // want: serial
    seen[i] = c[c[i].next[0]];
    c[i].x = static_cast<double>(i);
  }
}

[[clustrix::cluster]]
void swapped(std::vector<Cell>& c, const std::vector<int>& at) {
  for (std::size_t i = 0; i < c.size(); ++i) {  // want: serial, idle
    std::swap(c[i], c[at[i]]);
    c[i].x += 1;
  }
}

[[clustrix::cluster]]
void neighbours_in_a_word(std::vector<Bits>& b) {
  for (std::size_t i = 0; i < b.size(); ++i)  // want: serial
    b[i].low = b[b[i].next].high & 15u;
}

[[clustrix::cluster]]
void halves_of_a_union(std::vector<Both>& b) {
  for (std::size_t i = 0; i < b.size(); ++i)  // want: serial
    b[i].whole = b[b[i].next].half[0] * 3 + 1;
}

[[clustrix::cluster]]
void member_of_the_member(std::vector<Outer>& o) {
  for (std::size_t i = 0; i < o.size(); ++i) {  // want: serial
    const Outer::Inner other = o[o[i].next].inner;
    o[i].inner.b = other.a + other.b;
  }
}

[[clustrix::cluster]]
void any_of_the_array(std::vector<Cell>& c) {
  for (std::size_t i = 0; i < c.size(); ++i)  // want: serial
    c[i].next[1] = c[c[i].next[0]].next[i % 4];
}

[[clustrix::cluster]]
void copied_bytes(std::vector<Cell>& c) {
  for (std::size_t i = 0; i + 1 < c.size(); ++i) {  // want: serial
    const int next = c[i + 1].next[1] + 1;
    std::memcpy(&c[i].next[1], &c[i + 1].next[1], sizeof next);
    std::memcpy(&c[i + 1].next[2], &next, sizeof next);
  }
}

[[clustrix::cluster]]
void as_numbers(std::vector<Cell>& c, const std::vector<int>& at) {
  double* numbers = reinterpret_cast<double*>(c.data());
  for (std::size_t i = 0; i < c.size(); ++i)  // want: serial, idle
    c[i].y = numbers[4 * at[i] + 1] + 1;
}

// The elements of one begin in the midst of the other's.
// idle: shifted
[[clustrix::cluster]]
void shifted(Cell* c [[clustrix::extent(n)]], const Cell* d [[clustrix::extent(n)]], const int* at, int n) {
  for (int i = 0; i < n; ++i) c[i].y = d[at[i]].x + 1;  // may: parallel
}

template <class Element>
void print(const char* name, const std::vector<Element>& all) {
  show(name, reinterpret_cast<const int*>(all.data()), static_cast<long long>(all.size() * sizeof(Element) / 4));
}

int main() {
  Random random(78);
  const int n = 1500;
  std::vector<Cell> c(n), seen(n);
  std::vector<int> at(n);
  std::vector<Bits> bits(n);
  std::vector<Both> both(n);
  std::vector<Outer> outer(n);
  random.fillBelow(at, n);
  for (int i = 0; i < n; ++i) {
    c[i].x = random.below(100);
    c[i].y = random.below(100);
    for (int& next : c[i].next) next = random.below(n);
    bits[i].low = random.bits() & 15u;
    bits[i].high = random.bits() & 4095u;
    bits[i].next = random.below(n);
    both[i].whole = random.below(70000);
    both[i].next = random.below(n);
    outer[i].inner = {1.0 * random.below(4), 1.0 * random.below(4)};
    outer[i].next = random.below(n);
  }
  the_same_member(c);
  print("same", c);
  written_elsewhere(c);
  print("elsewhere", c);
  whole_elements(c, seen);
  print("whole", seen);
  swapped(c, at);
  print("swapped", c);
  neighbours_in_a_word(bits);
  std::vector<int> lows;
  for (const Bits& one : bits) lows.push_back(static_cast<int>(one.low));
  show("bits", lows);
  halves_of_a_union(both);
  std::vector<int> wholes;
  for (const Both& one : both) wholes.push_back(one.whole);
  show("union", wholes);
  member_of_the_member(outer);
  std::vector<double> inner;
  for (const Outer& one : outer) inner.push_back(one.inner.b);
  show("inner", inner);
  any_of_the_array(c);
  print("array", c);
  copied_bytes(c);
  print("bytes", c);
  as_numbers(c, at);
  print("numbers", c);
  shifted(c.data(), reinterpret_cast<const Cell*>(&c[0].y), at.data(), n - 1);
  print("shifted", c);
}
