#include <cstdio>
#include <halve.h>
#include <heat.h>

int main() {
  const int width = 96, height = 64;
  std::vector<double> now(width * height), next(width * height);
  for (int i = 0; i < width * height; ++i) now[i] = i % 17;
  std::printf("title %s\n", title());
  std::printf("sum %.6f\n", heat(now, next, width, height));
  std::printf("corner %.6f\n", next[width + 1]);
  halve(next);
  std::printf("halved %.6f\n", next[width + 1]);
  std::printf("plain %d\n", plainSum(10));
}
