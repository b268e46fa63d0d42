// Many bins: copies so large that results of several devices meet there, of integers and of floating-point numbers.
#include "compare.h"

[[clustrix::cluster]] void count(const std::vector<int>& key, const std::vector<double>& x, std::vector<int>& hist,
                                 std::vector<int>& first, std::vector<double>& sum) {
  const int n = static_cast<int>(key.size());
  for (int i = 0; i < n; ++i) {
    hist[key[i]] += 1;
    if (i < first[key[i]]) first[key[i]] = i;
  }
  for (int i = 0; i < n; ++i) sum[key[i]] += x[i];
}

void countPlainly(const std::vector<int>& key, std::vector<int>& hist, std::vector<int>& first) {
  const int n = static_cast<int>(key.size());
  for (int i = 0; i < n; ++i) {
    hist[key[i]] += 1;
    if (i < first[key[i]]) first[key[i]] = i;
  }
}

int main() {
  std::vector<int> key(3000), hist(40000, 2), first(40000, 5000);
  std::vector<double> x(key.size()), sum(40000, 0.5);
  for (std::size_t i = 0; i < key.size(); ++i) {
    key[i] = static_cast<int>(i * i % 400 * 99);
    x[i] = 1.0 / static_cast<double>(i + 3);
  }
  std::vector<int> plainHist = hist, plainFirst = first;
  count(key, x, hist, first, sum);
  countPlainly(key, plainHist, plainFirst);
  // Sums in another order have other bits, the same everywhere: whoever runs this compares the line.
  return same("hist", hist, plainHist) && same("first", first, plainFirst) ? rightWith(sum) : 1;
}
