// Bounds that are expressions over parameters, and bounds that are not known to lie above the start.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
void arithmetic(int* a, int n, int m) {
  for (int i = n / 2; i < n - 1; ++i)  // want: parallel
    a[i] += m;
  for (int i = 2 * m; i < 3 * m + 1; ++i)  // want: parallel
    a[i] -= i;
  for (int i = m - n; i < 0; ++i)  // may: parallel
    a[i + n - m] += 1;
}

[[clustrix::cluster]]
void chosen(int* a, int n, int m) {
  const int end = n < m ? n : m;
  for (int i = 0; i < end; ++i)  // want: parallel
    a[i] *= 3;
  const int first = std::max(n - 100, 0);
  for (int i = first; i < n; ++i)  // want: parallel
    a[i] += 17;
  for (int i = 0; i < std::min(n, m); ++i)  // may: parallel
    a[i] -= 2;
}

struct Range {
  int begin = 0, end = 0;
};

[[clustrix::cluster]]
void from_struct(int* a, const Range& range, const Range* other) {
  for (int i = range.begin; i < range.end; ++i)  // may: parallel
    a[i] += 5;
  const int last = other->end;
  for (int i = other->begin; i < last; ++i)  // may: parallel
    a[i] ^= 3;
}

[[clustrix::cluster]]
void two_limits(int* a, const int* b, int n, int m) {
  for (int i = 0; i < n && i < m; ++i)  // may: parallel
    a[i] += b[i];
}

int main() {
  Random random(14);
  const int n = 9001;
  std::vector<int> a(n), b(n);
  random.fillBelow(a, 1000);
  random.fillBelow(b, 1000);
  arithmetic(a.data(), n, 2500);
  show("arithmetic", a);
  chosen(a.data(), n, 4000);
  chosen(a.data(), 50, 4000);
  show("chosen", a);
  const Range range{100, 8000}, other{4000, 3000};
  from_struct(a.data(), range, &other);
  from_struct(a.data(), other, &range);
  show("struct", a);
  two_limits(a.data(), b.data(), n, 700);
  two_limits(a.data(), b.data(), -3, 700);
  show("limits", a);
}
