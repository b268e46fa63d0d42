// What the loop patterns work on: five arrays of numbers, three of integers and four of file scope, filled anew for
// each call, and printed when a call has changed them. Elements before the first and behind the last are allocated,
// too, so that subscripts such as i - 1 and 2 * i + 3 stay inside.
#pragma once

#include "show.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>

inline constexpr int pitch = 48;
using Grid = double[pitch][pitch];
inline Grid aa, bb, cc;
inline double flat[pitch * pitch];

struct Data {
  static constexpr int margin = 32, capacity = 4096;

  std::vector<double> numbers[5];
  std::vector<int> integers[3];
  double *a, *b, *c, *d, *e;
  int* v;      ///< -500 to 499
  int* w;      ///< 0 to 999
  int* order;  ///< a permutation of 0 to 3999

  explicit Data(int seed) {
    Random random(seed);
    for (auto& values : numbers) values.resize(capacity + 2 * margin);
    for (auto& values : integers) values.resize(capacity + 2 * margin);
    for (auto& values : numbers)
      for (double& x : values) x = random.coarse() - 0.5;
    for (double& x : numbers[1]) x += 1.25;  // b is positive and may divide
    random.fillBelow(integers[0], 1000);
    for (int& x : integers[0]) x -= 500;
    random.fillBelow(integers[1], 1000);
    std::iota(integers[2].begin(), integers[2].end(), -margin);
    for (int i = 3999; i > 0; --i) std::swap(integers[2][margin + i], integers[2][margin + random.below(i + 1)]);
    double** pointers[] = {&a, &b, &c, &d, &e};
    for (int i = 0; i < 5; ++i) *pointers[i] = numbers[i].data() + margin;
    v = integers[0].data() + margin;
    w = integers[1].data() + margin;
    order = integers[2].data() + margin;
    for (double* grid : {aa[0], bb[0], cc[0], flat})
      for (int i = 0; i < pitch * pitch; ++i) grid[i] = random.coarse() - 0.5;
  }
};

template <class T>
void showChanged(const std::string& name, const T* before, const T* after, int count) {
  if (std::memcmp(before, after, sizeof(T) * count) != 0) show(name.c_str(), after, count);
}

/// Calls `pattern` with fresh data for each of the counts and prints what it has changed.
inline void trial(const char* name, const std::function<void(Data&, int)>& pattern,
                  std::initializer_list<int> counts = {1003, 5, 0}) {
  static double before[4][pitch * pitch];
  for (const int count : counts) {
    const std::string prefix = name + ("@" + std::to_string(count));
    const Data original(count + 7);
    Data data(count + 7);
    double* const grids[] = {aa[0], bb[0], cc[0], flat};
    for (int g = 0; g < 4; ++g) std::memcpy(before[g], grids[g], sizeof before[g]);
    pattern(data, count);
    for (int i = 0; i < 5; ++i)
      showChanged(prefix + '.' + "abcde"[i], original.numbers[i].data(), data.numbers[i].data(),
                  static_cast<int>(data.numbers[i].size()));
    for (int i = 0; i < 3; ++i)
      showChanged(prefix + '.' + "vwo"[i], original.integers[i].data(), data.integers[i].data(),
                  static_cast<int>(data.integers[i].size()));
    const char* const names[] = {".aa", ".bb", ".cc", ".flat"};
    for (int g = 0; g < 4; ++g) showChanged(prefix + names[g], before[g], grids[g], pitch * pitch);
  }
}
