// Range-for over arrays of objects that hold containers, and over arrays of the function's own, of its class and outside.
#include "show.h"

struct Row {
  std::vector<int> values = std::vector<int>(16, 3);
  int by = 2;
};

[[clustrix::cluster]]
int rows(int n) {
  Row lines[12];
  for (auto& line : lines) line.by += n;         // may: parallel
  for (auto& line : lines) line.values[3] += n;  // may: parallel
  std::vector<int> parts[5];
  for (auto& part : parts) part.resize(6);  // may: parallel
  for (auto& part : parts) part[2] += n;    // may: parallel
  int total = 0;
  for (const Row& line : lines) total += line.by + line.values[3];  // may: parallel
  return total + parts[4][2];
}

template <int N>
[[clustrix::cluster]] int own() {
  int a[N] = {};
  for (auto& x : a) x += 2;    // want: parallel
  int total = 0;
  for (int x : a) total += x;  // want: parallel
  return total;
}

static int table[30];

[[clustrix::cluster]]
int outside() {
  for (int& x : table) x += 3;  // want: parallel
  int total = 0;
  for (const int x : table) total += x;  // want: parallel
  return total;
}

[[clustrix::cluster]]
void given(double (&a)[20]) {
  for (auto& x : a) x += 1;  // want: parallel
}

struct Holder {
  double values[20];

  [[clustrix::cluster]]
  void twice() {
    for (auto& x : values) x *= 2;  // want: parallel
  }
};

int main() {
  Holder holder{};
  holder.values[3] = 2;
  holder.twice();
  given(holder.values);
  show("values", holder.values, 20);
  std::printf("%d %d %d %d %d\n", rows(3), rows(0), own<5>(), own<40>(), outside());
}
