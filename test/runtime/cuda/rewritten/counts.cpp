// A histogram, its running sums, and what it keeps: arrays that iterations combine into, a scan and packing.
#include "compare.h"

[[clustrix::cluster]] int count(const std::vector<int>& key, std::vector<int>& hist, std::vector<int>& ends,
                                std::vector<int>& kept) {
  const int n = static_cast<int>(key.size()), m = static_cast<int>(hist.size());
  for (int i = 0; i < n; ++i) hist[key[i]] += 1;
  int sum = 0;
  for (int j = 0; j < m; ++j) {
    sum += hist[j];
    ends[j] = sum;
  }
  int next = 0;
  for (int i = 0; i < n; ++i)
    if (key[i] % 3 == 0) kept[next++] = i;
  return next;
}

int countPlainly(const std::vector<int>& key, std::vector<int>& hist, std::vector<int>& ends, std::vector<int>& kept) {
  const int n = static_cast<int>(key.size()), m = static_cast<int>(hist.size());
  for (int i = 0; i < n; ++i) hist[key[i]] += 1;
  int sum = 0;
  for (int j = 0; j < m; ++j) {
    sum += hist[j];
    ends[j] = sum;
  }
  int next = 0;
  for (int i = 0; i < n; ++i)
    if (key[i] % 3 == 0) kept[next++] = i;
  return next;
}

int main() {
  std::vector<int> key(12000), hist(40, 2), ends(40, -1), kept(12000, -1);
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<int>(i * i % 40);
  std::vector<int> plainHist = hist, plainEnds = ends, plainKept = kept;
  const std::vector<int> next{count(key, hist, ends, kept)};
  const std::vector<int> plainNext{countPlainly(key, plainHist, plainEnds, plainKept)};
  const bool right = same("hist", hist, plainHist) && same("ends", ends, plainEnds) && same("kept", kept, plainKept) &&
                     same("next", next, plainNext);
  return right ? rightWith(ends) : 1;
}
