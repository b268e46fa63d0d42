// Algorithms that stop early, where what they stop by may not be tried on all elements, or leaves traces.
#include "show.h"

#include <algorithm>
#include <functional>

[[clustrix::cluster]]
long dividing(const std::vector<int>& v, int total) {
  return std::find_if(v.begin(), v.end(), [=](int x) { return x == 0 || total / x > 50; }) - v.begin();  // want: serial
}

[[clustrix::cluster]]
long looking_up(const std::vector<int>& v, const int* table) {
  return std::find_if(v.begin(), v.end(), [=](int x) { return x < 0 || table[x] == 3; }) - v.begin();  // want: serial
}

[[clustrix::cluster]]
int counting_calls(const std::vector<int>& v, int key) {
  int calls = 0;
  const bool found = std::any_of(v.begin(), v.end(), [&](int x) {  // want: serial
    ++calls;
    return x == key;
  });
  return calls * 2 + found;
}

[[clustrix::cluster]]
long marking(std::vector<int>& v) {
  return std::find_if(v.begin(), v.end(), [](int& x) { return (x += 1) % 10 == 0; }) - v.begin();  // want: serial
}

[[clustrix::cluster]]
int in_heads(const std::vector<int>& v) {
  int key = 0;
  while (std::find(v.begin(), v.end(), key) != v.end()) ++key;
  for (int i = 0; std::none_of(v.begin(), v.end(), [=](int x) { return x == key + i; }) && i < 5; ++i) key += 2;  // may: parallel
  return key;
}

[[clustrix::cluster]]
long searching_rows(const int* a, int n, int m, long* at) {
  long sum = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    at[i] = std::find(a + i * m, a + (i + 1) * m, 3) - (a + i * m);  // may: parallel
    sum += at[i];
  }
  return sum;
}

[[clustrix::cluster]]
long projected(const std::vector<int>& v) {
  return std::ranges::find(v, -3, std::negate<>()) - v.begin();
}

// Where the lengths differ, no element is looked at.
// idle: unequal_lengths
[[clustrix::cluster]]
bool unequal_lengths(const std::vector<int>& v, const std::vector<int>& w) {
  return std::equal(v.begin(), v.end(), w.begin(), w.end()) || std::ranges::equal(v, w);
}

int main() {
  for (const int n : {0, 1, 30, 4000}) {
    Random random(2);
    std::vector<int> v(n), w(n + 1), table(101, 1);
    random.fillBelow(v, 100);
    for (int& x : v) x += 1;
    table[v.empty() ? 0 : v[n / 2]] = 3;
    if (n > 3) v[n - 2] = 0;
    put("dividing", dividing(v, 1000));
    if (n > 3) v[n - 1] = -7;
    put("looking_up", looking_up(v, table.data()));
    put("counting_calls", counting_calls(v, 50));
    put("marking", marking(v));
    show("marking.v", v);
    put("in_heads", in_heads(v));
    std::vector<long> at(n / 10 + 1);
    put("searching_rows", searching_rows(v.data(), n / 10, 10, at.data()));
    show("searching_rows.at", at);
    put("projected", projected(v));
    put("unequal_lengths", unequal_lengths(v, w));
  }
}
