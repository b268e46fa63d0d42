// Members with initialisers in the class, and lambdas with captures of their own, beside variables of the same names.
#include "show.h"

#include <algorithm>

struct Twice {
  int x;
  int y = x * 2;
};

struct Third {
  int* z;
  int y = z[2];
};

struct Made {
  int x;
  int y = x * 2;
  explicit Made(int v) : x(v) {}
};

struct Plain {
  int z = 3;
  int x = 5;
};

[[clustrix::cluster]]
void aggregates(int* a, int* b, const int* z, const int* x, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    Twice o{a[i]};
    a[i] = o.y + x[i];
  }
  for (int i = 0; i < n; ++i) {  // may: parallel
    Third o{b + i * 4};
    a[i] += o.y + z[i];
  }
}

[[clustrix::cluster]]
void constructed(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    Made o(a[i]);
    a[i] = o.y;
  }
  for (int i = 0; i < n; ++i) {  // want: parallel
    Plain o{a[i]};
    a[i] = o.x + o.z;
  }
}

[[clustrix::cluster]]
void captured(int* a, const int* b, int n, int k) {
  std::for_each(a, a + n, [b](int& x) { x += b[0]; });                        // want: parallel
  std::transform(a, a + n, a, [b, k](int x) { return x * b[k] + k + b[1]; });  // want: parallel
  for (int i = 0; i < n; ++i) {                                               // want: parallel
    const auto sum = [b](int x) { return x + b[2]; };
    a[i] = sum(a[i]) + b[2];
  }
}

int main() {
  const int n = 1001;
  std::vector<int> a(n), b(4 * n), z(n), x(n);
  for (int i = 0; i < 4 * n; ++i) b[i] = i % 13;
  for (int i = 0; i < n; ++i) {
    a[i] = i % 7;
    z[i] = i % 5;
    x[i] = i % 3;
  }
  aggregates(a.data(), b.data(), z.data(), x.data(), n);
  show("aggregates", a);
  captured(a.data(), b.data(), n, 3);
  show("captured", a);
  constructed(a.data(), n);
  show("constructed", a);
}
