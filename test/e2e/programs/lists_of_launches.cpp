// Lists that launches have left on devices, and that later launches follow.
#include "show.h"

[[clustrix::cluster]]
void sums_of_rows(int* sums, const int* values, int n, int rounds) {
  int list[401], start[101];
  for (int round = 0; round < rounds; ++round) {
    for (int k = 0; k < 401; ++k) list[k] = (k * 7 + round) % n;  // want: parallel
    for (int k = 0; k < 101; ++k) start[k] = 4 * k;               // want: parallel
    for (int i = 0; i < 100; ++i) {                               // want: parallel
      int total = 0;
      for (int j = start[i]; j < start[i + 1]; ++j) total += values[list[j]];
      sums[i] = total;
    }
  }
}

int main() {
  Random random(5);
  std::vector<int> values(300), sums(100);
  random.fillBelow(values, 1000);
  sums_of_rows(sums.data(), values.data(), 300, 3);
  show("sums", sums.data(), 100);
}
