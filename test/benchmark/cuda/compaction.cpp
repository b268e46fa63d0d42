// Stream compaction: a copy of the elements above a threshold, in their order.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
int compact(const double* a, int n, double threshold, double* kept) {
  int count = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] > threshold) kept[count++] = a[i];
  return count;
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 200000));
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> a(n), kept(n);
  for (int i = 0; i < n; ++i) a[i] = noise(i);
  int count = 0;
  for ([[maybe_unused]] long r : Repeats(repeats)) count = compact(a.data(), n, 0.5, kept.data());
  show("count", &count, 1);
  show("kept", kept.data(), count);
}
