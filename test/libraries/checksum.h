// What numbers come to, on a line.
#pragma once

#include <cstdio>
#include <vector>

inline void show(const char* name, const std::vector<int>& numbers) {
  long sum = 0;
  for (const int number : numbers) sum = (sum * 31 + number) % 1000003;
  std::printf("%s %ld\n", name, sum);
}
