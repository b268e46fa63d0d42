// Headers with several variables, steps in the condition, several conditions, and bounds behind pointers.
#include "show.h"

#include <array>

[[clustrix::cluster]]
void reverse(int* a, int n) {
  for (int i = 0, j = n - 1; i < j; ++i, --j) {  // want: parallel
    const int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

[[clustrix::cluster]]
void bound_kept(std::vector<int>& v) {
  for (int i = 0, e = static_cast<int>(v.size()); i != e; ++i) v[i] += e;  // want: parallel
}

[[clustrix::cluster]]
void strided(int* a, const int* b, int n, int first) {
  int i, j;
  for (i = 0, j = first; i < n; i++, j += 3) a[j] = b[i] + j;  // want: parallel
}

[[clustrix::cluster]]
void scaled(double* a, int n, double x) {
  for (int i = 0, half = n / 2; i < n; i = 2 + i) a[i] = x * half + i;  // want: parallel
}

[[clustrix::cluster]]
int counts_down(int* a, int n) {
  while (n--) a[n] += n;  // want: parallel
  return n;
}

[[clustrix::cluster]]
int steps_before(int* a, int n) {
  int i = n;
  while (--i >= 0) a[i] -= 3 * i;  // want: parallel
  return i;
}

[[clustrix::cluster]]
unsigned to_zero(int* a, unsigned n) {
  unsigned i;
  for (i = n; i; --i) a[i - 1] ^= static_cast<int>(i);  // want: parallel
  return i;
}

[[clustrix::cluster]]
void before_the_body(int* a, int n) {
  for (int i = -1; ++i < n;) a[i] += i;  // want: parallel
}

[[clustrix::cluster]]
void while_wanted(int* a, int n, int m, bool wanted) {
  for (int i = 0; i < n && i < m && wanted; ++i) a[i] += 7;  // want: parallel
}

[[clustrix::cluster]]
void without_step(int* a, int n) {
  for (int i = 0; i < n;) {  // want: parallel
    a[i] += 2;
    i += 2;
  }
}

[[clustrix::cluster]]
int tested_last(int* a, int n) {
  int i = 0;
  do {  // want: parallel
    a[i] += 4;
    ++i;
  } while (i < n);
  return i;
}

[[clustrix::cluster]]
void between(const int* first, const int* last, int* out) {
  for (const int* p = first; p != last; ++p) {  // may: parallel
    out[p - first] = *p + 1;
  }
}

[[clustrix::cluster]]
void fill_between(int* first, int* last) {
  for (; first != last; ++first) *first = 6;  // want: parallel
}

[[clustrix::cluster]]
void pointers_in_header(int* a, int n) {
  for (int *p = a, *e = a + n; p < e; ++p) *p *= 2;  // want: parallel
}

[[clustrix::cluster]]
void iterators_in_header(std::vector<int>& v) {
  for (auto p = v.begin(), e = v.end(); p != e; ++p) *p -= 1;  // want: parallel
}

[[clustrix::cluster]]
void tiles(int* a, int n, int tile) {
  for (int first = 0; first < n; first += tile)                     // may: parallel
    for (int i = first; i < first + tile && i < n; ++i) a[i] += 5;  // want: parallel
}

[[clustrix::cluster]]
void rows_of_rest(int* a, int n) {
  for (int i = 0; i < n; ++i)                                  // want: parallel
    for (int j = 0, e = n - i; j < e; ++j) a[i * n + j] += j;  // want: parallel
}

enum Colour { Red, Green, Blue, Colours };

[[clustrix::cluster]]
void colours(std::array<int, Colours>& count) {
  for (int c = Red; c != Colours; ++c) count[static_cast<std::size_t>(c)] += c;  // want: parallel
}

[[clustrix::cluster]]
void narrow(int* a, unsigned char n) {
  for (unsigned char i = 0, j = 200; i < n; ++i, ++j) a[i] += j;  // want: parallel
}

int main() {
  Random random(5);
  for (const int n : {0, 1, 7, 40, 1000}) {
    std::vector<int> v(static_cast<std::size_t>(4 * n + 20)), w(v.size());
    random.fillBelow(v, 1000);
    random.fillBelow(w, 1000);
    int* a = v.data();
    reverse(a, n);
    bound_kept(w);
    strided(a, w.data(), n, 5);
    show("strided", a, static_cast<long long>(v.size()));
    put("down", counts_down(a, n));
    put("before", steps_before(a, n));
    put("zero", to_zero(a, static_cast<unsigned>(n)));
    before_the_body(a, n);
    while_wanted(a, n, n / 2 + 1, true);
    while_wanted(a, n, n, false);
    while_wanted(a, n / 3, n, true);
    without_step(a, n);
    put("last", tested_last(a, n));
    show("headers", a, n);
    between(a, a + n, w.data());
    fill_between(a, a + n / 2);
    pointers_in_header(a, n);
    iterators_in_header(w);
    tiles(a, n, 16);
    rows_of_rest(a, n == 0 ? 0 : n == 1000 ? 31 : n / 8);
    narrow(a, static_cast<unsigned char>(n > 40 ? 90 : n));
    show("a", a, static_cast<long long>(v.size()));
    show("w", w.data(), static_cast<long long>(w.size()));
    std::array<int, Colours> count{};
    colours(count);
    show("colours", count.data(), Colours);
    std::vector<double> d(static_cast<std::size_t>(n));
    scaled(d.data(), n, 0.5);
    show("scaled", d.data(), n);
  }
}
