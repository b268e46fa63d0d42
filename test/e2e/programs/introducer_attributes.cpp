// The attribute behind a lambda's introducer, where C++23 has it and nvcc knows none: in initialisers of objects, in
// functions, over several lines, and of lambdas without a loop that could run in parallel.
#include "show.h"

#include <vector>

struct Operation {
  int k;
  int (*run)(int*, int);
} chosen = {9, [] [[clustrix::cluster]] (int* a, int n) -> int {
              for (int i = 0; i < n; ++i) a[i] = i % 300;  // want: parallel
              return n > 0 ? a[0] : 0;
            }};

auto serial = [] [[clustrix::cluster]] (int* a, int n) {
  for (int i = 1; i < n; ++i) a[i] = a[i - 1] * 3 % 101 + i;
};

auto lines = [] [[clustrix::cluster]] (int* a, int n) {
  for (int i = 0; i < n; ++i) a[i] += 2 * i;  // want: parallel
};

auto behind = [](int* a, int n) [[clustrix::cluster]] {
  for (int i = 0; i < n; ++i) a[i] -= i;  // want: parallel
};

void inside(std::vector<int>& a) {
  const int k = 5;
  auto add = [k, &a] [[clustrix::cluster(gpus = 2)]] (int n) {
    for (int i = 0; i < n; ++i) a[i] += k;  // want: parallel
  };
  add(static_cast<int>(a.size()));
}

int main() {
  std::vector<int> a(400, 3);
  const int first = chosen.run(a.data(), 400);
  show("chosen", a);
  serial(a.data(), 300 + first);
  lines(a.data(), 400);
  behind(a.data(), 400);
  show("lines", a);
  inside(a);
  show("inside", a);
}
