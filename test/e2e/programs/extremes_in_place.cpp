// Minima, maxima and sums kept in an element or a field, with the target named on both sides of the assignment: each
// mention has to become the kernel's own.
#include "show.h"

#include <algorithm>

struct Range {
  int low = 1 << 20, high = -(1 << 20);
  long long sum = 0;
};

[[clustrix::cluster]]
void in_element(const int* a, unsigned* seen, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    seen[3] = std::min<unsigned>(seen[3], static_cast<unsigned>(a[i]) ^ 77u);
  }
}

[[clustrix::cluster]]
int in_local_element(const int* a, int n) {
  int found[4] = {1 << 20, -(1 << 20), 0, 0};
  for (int i = 0; i < n; ++i) {  // want: parallel
    found[1] = a[i] > found[1] ? a[i] : found[1];
  }
  return found[0] + found[1];
}

[[clustrix::cluster]]
Range in_fields(const int* a, int n) {
  Range range;
  for (int i = 0; i < n; ++i) {  // want: parallel
    range.low = std::min(range.low, a[i]);
    range.high = a[i] < range.high ? range.high : a[i];
    range.sum = a[i] + range.sum;
  }
  return range;
}

int main() {
  Random random(23);
  std::vector<int> a(3000);
  for (int& value : a) value = random.below(100000) - 500;
  std::vector<unsigned> seen(8, 90000u);
  for (const int n : {0, 1, 2, 7, 3000}) {
    in_element(a.data(), seen.data(), n);
    show("seen", seen.data(), 8);
    put("local", in_local_element(a.data(), n));
    const Range range = in_fields(a.data(), n);
    put("low", range.low);
    put("high", range.high);
    put("sum", range.sum);
    // The result lies within what is read.
    in_element(reinterpret_cast<const int*>(seen.data()), seen.data(), 8);
    show("inside", seen.data(), 8);
  }
}
