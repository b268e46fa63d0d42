// One member of an element is written where other members of any element are read: nothing that is written is read.
#include "show.h"

#include <array>
#include <span>
#include <utility>

struct Cell {
  double x, y;
  int next[4];
  double sum;
  std::array<float, 2> pair;
};

[[clustrix::cluster]]
void of_vectors(std::vector<Cell>& c) {
  const int n = static_cast<int>(c.size());
  for (int i = 0; i < n; ++i) {  // want: parallel
    double s = 0;
    for (int k = 0; k < 4; ++k) s += c[c[i].next[k]].x;
    c[i].sum = s;
  }
}

[[clustrix::cluster]]
void of_pointers(Cell* c [[clustrix::extent(n)]], int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const Cell& other = c[c[i].next[1]];
    c[i].pair[0] = static_cast<float>(other.x + other.y);
    c[i].pair[1] = static_cast<float>(other.sum);
  }
}

[[clustrix::cluster]]
void of_spans(std::span<Cell> c, const std::vector<int>& at) {
  for (std::size_t i = 0; i < c.size(); ++i)  // want: parallel
    c[i].y = c[at[i]].x + c[c[i].next[3]].pair[1];
}

Cell table[900];

[[clustrix::cluster]]
void of_arrays(int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    table[i].next[0] = table[table[i].next[2]].next[3];
}

[[clustrix::cluster]]
void of_references(std::vector<Cell>& c, const std::vector<int>& at) {
  for (std::size_t i = 0; i < c.size(); ++i) {  // want: parallel
    Cell& here = c[i];
    const Cell& there = c[at[i]];
    here.sum += there.x * there.y;
  }
}

// The members take turns: what one loop has written, on whatever device, the next one reads everywhere.
[[clustrix::cluster]]
void in_turns(std::vector<Cell>& c, const std::vector<int>& at, int steps) {
  const int n = static_cast<int>(at.size());
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i) c[i].sum = c[at[i]].x + 0.5 * c[c[i].next[0]].y;  // want: parallel
    for (int i = 0; i < n; ++i) c[i].x = 0.25 * c[at[n - 1 - i]].sum;             // want: parallel
    for (int i = 0; i < n; ++i) c[i].y = c[c[i].next[2]].x - c[at[i]].sum;        // want: parallel
  }
}

[[clustrix::cluster]]
void of_pairs(std::vector<std::pair<double, int>>& v) {
  for (std::size_t i = 0; i < v.size(); ++i)  // want: parallel
    v[i].first = v[v[i].second].second;
}

// Only some of the elements are written, and none in another iteration's place.
[[clustrix::cluster]]
void of_some(std::vector<Cell>& c, const std::vector<int>& at, int limit) {
  const int n = static_cast<int>(c.size());
  for (int i = 0; i < n; ++i)  // want: parallel
    if (at[i] < limit) c[n - 1 - i].sum = c[at[i]].x;
}

void print(const char* name, const std::vector<Cell>& c) {
  std::vector<double> all;
  for (const Cell& one : c) {
    all.insert(all.end(), {one.x, one.y, one.sum, one.pair[0], one.pair[1]});
    all.insert(all.end(), one.next, one.next + 4);
  }
  show(name, all);
}

int main() {
  Random random(77);
  const int n = 2000;
  std::vector<Cell> c(n);
  std::vector<int> at(n);
  std::vector<std::pair<double, int>> pairs(n);
  random.fillBelow(at, n);
  for (Cell& one : c) {
    one.x = random.unit();
    one.y = random.unit();
    one.sum = 0;
    one.pair = {1, 2};
    for (int& next : one.next) next = random.below(n);
  }
  for (auto& [value, place] : pairs) place = random.below(n);
  of_vectors(c);
  print("vectors", c);
  of_pointers(c.data(), n);
  print("pointers", c);
  of_spans(c, at);
  print("spans", c);
  for (int i = 0; i < 900; ++i) {
    table[i] = c[i];
    for (int& next : table[i].next) next %= 900;
  }
  of_arrays(900);
  print("arrays", std::vector<Cell>(table, table + 900));
  of_references(c, at);
  print("references", c);
  in_turns(c, at, 5);
  print("turns", c);
  of_pairs(pairs);
  std::vector<double> firsts;
  for (const auto& [value, place] : pairs) firsts.push_back(value);
  show("pairs", firsts);
  of_some(c, at, n / 3);
  print("some", c);
}
