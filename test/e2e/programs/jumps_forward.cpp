// Jumps that stay inside the iteration: forward goto, switch with fallthrough, blocks that run once.
#include "show.h"

[[clustrix::cluster]]
void two_ways(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (b[i] > 0.5) goto large;
    a[i] = b[i] * 2;
    goto done;
  large:
    a[i] = b[i] - 1;
  done:;
  }
}

[[clustrix::cluster]]
void to_the_end(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] % 3 == 0) goto next;
    if (a[i] % 3 == 1) {
      a[i] += 10;
      goto next;
    }
    a[i] *= 2;
  next:;
  }
}

// Both ways assign `t`, so that it is the iteration's own.
[[clustrix::cluster]]
void assigned_on_both_ways(double* a, int n) {
  double t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] < 0.25) goto small;
    t = a[i];
    goto use;
  small:
    t = 1;
  use:
    a[i] = t * t;
  }
}

[[clustrix::cluster]]
void out_of_an_inner_loop(const int* a, int* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    int found = -1;
    for (int c = 0; c < columns; ++c)  // may: parallel
      if (a[r * columns + c] % 7 == 3) {
        found = c;
        goto store;
      }
    found = columns;
  store:
    out[r] = found;
  }
}

[[clustrix::cluster]]
long counts(const int* a, int n) {
  long odd = 0, even = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] % 2 == 0) goto is_even;
    ++odd;
    goto next;
  is_even:
    even += 2;
  next:;
  }
  return odd * 1000000 + even;
}

[[clustrix::cluster]]
void falls_through(int* a, const int* kind, int n) {
  int t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    switch (kind[i] % 5) {
      case 0:
        t = 1;
        break;
      case 1:
        t = 2;
        [[fallthrough]];
      case 2:
        t = a[i];
        switch (a[i] % 3) {
          case 0:
            t += 5;
            break;
          default:
            --t;
        }
        break;
      default:
        t = 7;
    }
    a[i] = t;
  }
}

[[clustrix::cluster]]
void blocks(double* a, int n) {
  double t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    do {
      t = a[i];
      if (t > 0.75) break;
      t += 1;
      if (t > 1.5) continue;
      t *= 2;
    } while (0);
    a[i] = t;
  }
}

int main() {
  Random random(7);
  for (const int n : {0, 1, 5, 1000, 4099}) {
    std::vector<double> a(n), b(n);
    random.fillUnit(a);
    random.fillUnit(b);
    std::vector<int> k(n), v(n), out(n);
    random.fillBelow(k, 50);
    random.fillBelow(v, 50);
    two_ways(a.data(), b.data(), n);
    show("two_ways", a.data(), n);
    assigned_on_both_ways(b.data(), n);
    show("both", b.data(), n);
    blocks(a.data(), n);
    show("blocks", a.data(), n);
    put("counts", counts(v.data(), n));
    to_the_end(v.data(), n);
    show("to_the_end", v.data(), n);
    falls_through(v.data(), k.data(), n);
    show("falls_through", v.data(), n);
    out_of_an_inner_loop(k.data(), out.data(), n / 50, 50);
    show("inner", out.data(), n / 50);
  }
}
