// Counters and bounds that begin with braces or with their type's zero.
#include "show.h"

[[clustrix::cluster]]
double sum(const std::vector<double>& a) {
  double total{};
  for (std::size_t i{}; i < a.size(); i++) total += a[i];  // want: parallel
  return total;
}

[[clustrix::cluster]]
void nested(std::vector<int>& a, int rows, int columns) {
  for (int i{}; i < rows; ++i)                 // want: parallel
    for (auto j = int(); j < columns; ++j)     // want: parallel
      a[i * columns + j] += i - j;
}

[[clustrix::cluster]]
void from_memory(std::vector<int>& a, const std::vector<int>& from) {
  for (int i{from[0]}; i < 90; ++i) a[i] += i;             // want: parallel
  for (int i(from[1] + 1), end{from[2]}; i < end; ++i) a[i] *= 2;  // want: parallel
}

[[clustrix::cluster]]
int shifted(std::vector<int>& a) {
  const int by{}, more = {}, three{3};
  int last{};
  for (int i = {}; i < 80; ++i) {  // want: parallel
    a[i + by] = a[i + more] + three;
    last = i;
  }
  for (int i{static_cast<int>(a.size()) - 1}; i >= int{}; --i) a[i] -= unsigned{} + short();  // want: parallel
  return last;
}

/// While loops and pointers that begin so.
[[clustrix::cluster]]
int others(std::vector<int>& a) {
  std::size_t k{};
  while (k < a.size()) {  // want: parallel
    a[k] ^= 5;
    ++k;
  }
  for (int *p{a.data()}; p != a.data() + 70; ++p) *p += 2;  // want: parallel
  int found{};
  for (char c{}; c < 60; ++c)  // want: parallel
    if (a[c] > 9) ++found;
  return found + static_cast<int>(k);
}

[[clustrix::cluster]]
void references(std::vector<int>& a, const std::vector<int>& b) {
  for (auto it{a.begin()}; it != a.end(); ++it) *it += 1;  // want: parallel
  for (std::size_t i{}; i < a.size(); ++i) {               // want: parallel
    int& to{a[i]};
    const int& from{b[i]};
    to += from;
  }
  int& second{a[1]};
  for (std::size_t i{2}; i < a.size(); ++i) second += a[i];  // want: parallel
}

struct Box {
  int low{}, high = 70;
  std::vector<double> values;

  [[clustrix::cluster]]
  void halve() {
    for (int i{low}; i < high; ++i) values[i] /= 2;  // want: parallel
  }
};

int main() {
  std::vector<double> a(100);
  std::vector<int> b(100);
  for (int i = 0; i < 100; ++i) a[i] = 0.5 * i, b[i] = 7 * i % 31;
  std::printf("sum %.6f\n", sum(a));
  nested(b, 9, 11);
  show("nested", b);
  from_memory(b, {3, 4, 77});
  show("from_memory", b);
  std::printf("last %d\n", shifted(b));
  show("shifted", b);
  std::printf("others %d\n", others(b));
  show("b", b);
  references(b, std::vector<int>(100, 3));
  show("references", b);
  Box box{.values = a};
  box.halve();
  show("halve", box.values);
}
