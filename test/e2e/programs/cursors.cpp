// Copies by cursors: pointers that are stepped where they are used, in the head, or both.
#include "show.h"

#include <cstddef>
#include <vector>

[[clustrix::cluster]]
void copy_between(const double* first, const double* last, double* out) {
  while (first != last) *out++ = *first++;  // want: parallel
}

[[clustrix::cluster]]
void scale_between(const double* first, const double* last, double* out) {
  while (first < last) *out++ = *first++ * 2;  // want: parallel
}

[[clustrix::cluster]]
void copy_in_head(const double* first, const double* last, double* out) {
  for (; first != last; ++first, ++out) *out = *first;  // want: parallel
}

[[clustrix::cluster]]
void copy_counted(const double* q, double* p, int n) {
  for (; n > 0; --n, ++p, q += 2) *p = *q;  // want: parallel
}

[[clustrix::cluster]]
void copy_step_only(const double* q, double* p, int n) {
  for (; n--;) *p++ = *q++;  // want: parallel
}

[[clustrix::cluster]]
void copy_while_positive(const double* q, double* p, int n) {
  while (n-- > 0) *p++ = *q++;  // want: parallel
}

[[clustrix::cluster]]
void copy_stepped_first(const double* q, double* p, int n) {
  for (; n > 0;) {  // want: parallel
    n--;
    *p++ = *q++;
  }
}

[[clustrix::cluster]]
void copy_backwards(const double* first, const double* last, double* out) {
  while (last != first) *--out = *--last;  // want: parallel
}

[[clustrix::cluster]]
void copy_changed(const double* first, const double* last, double* out) {
  while (first != last) {  // want: parallel
    double v = *first++;
    if (v < 0.5) v = 0;
    *out++ = v;
  }
}

[[clustrix::cluster]]
void copy_positive_only(const double* first, const double* last, double* out) {
  while (first != last) {  // want: parallel
    if (*first++ > 0.5)
      *out = 1;
    else
      *out = -1;
    out++;
  }
}

[[clustrix::cluster]]
double sum_between(const double* first, const double* last) {
  double sum = 0;
  while (first != last) sum += *first++;  // want: parallel
  return sum;
}

[[clustrix::cluster]]
int count_down(const int* a, int n, int& rest) {
  int sum = 0;
  while (n > 3) sum += a[--n];  // want: parallel
  rest = n;
  return sum;
}

[[clustrix::cluster]]
void rows(const double* a, double* out, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const double* p = a + i * m;
    const double* end = p + m;
    double sum = 0;
    while (p != end) sum += *p++;  // may: parallel
    out[i] = sum;
  }
}

[[clustrix::cluster]]
void two_in_head(const std::vector<double>& a, std::vector<double>& b) {
  const double* end = a.data() + a.size();
  double* q = b.data();
  for (const double* p = a.data(); p != end; ++p, ++q) *q = *p * *p;  // want: parallel
}

// A step that nothing reaches.
[[clustrix::cluster]]
void count_beside(const int* b, int* __restrict c, int n) {
  int* out = c + 1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (b[i] > 0) {
      if (1 <= 0) {
        out[0] = 0;
        out += 1;
      }
    }
    c[0] += b[i];
  }
  *out = n;
}

int main() {
  Random random(95);
  for (const int n : {0, 1, 2, 9, 3000}) {
    std::vector<double> a(2 * n), out(n, 3.0);
    random.fillUnit(a);
    std::vector<int> k(n);
    random.fillBelow(k, 100);
    put("n", n);
    copy_between(a.data(), a.data() + n, out.data());
    show("copy_between", out);
    scale_between(a.data(), a.data() + n, out.data());
    show("scale_between", out);
    copy_in_head(a.data() + n, a.data() + 2 * n, out.data());
    show("copy_in_head", out);
    copy_counted(a.data(), out.data(), n);
    show("copy_counted", out);
    copy_step_only(a.data(), out.data(), n);
    show("copy_step_only", out);
    copy_while_positive(a.data() + n, out.data(), n);
    show("copy_while_positive", out);
    copy_stepped_first(a.data(), out.data(), n);
    show("copy_stepped_first", out);
    copy_backwards(a.data() + n, a.data() + 2 * n, out.data() + n);
    show("copy_backwards", out);
    copy_changed(a.data(), a.data() + n, out.data());
    show("copy_changed", out);
    copy_positive_only(a.data(), a.data() + n, out.data());
    show("copy_positive_only", out);
    put("sum_between", sum_between(a.data(), a.data() + n));
    int rest = -1;
    put("count_down", count_down(k.data(), n, rest));
    put("rest", rest);
    rows(a.data(), out.data(), n / 4, 8);
    show("rows", out);
    std::vector<int> counted(2);
    count_beside(k.data(), counted.data(), n);
    show("counted", counted);
    std::vector<double> square(2 * n);
    two_in_head(a, square);
    show("two_in_head", square);
    // In place, ahead and behind.
    std::vector<double> b = a;
    if (n > 2) copy_between(b.data() + 1, b.data() + n, b.data());
    show("ahead", b);
    if (n > 2) copy_between(b.data(), b.data() + n, b.data() + 1);
    show("behind", b);
    if (n > 2) copy_in_head(b.data(), b.data() + n, b.data() + 1);
    show("behind_in_head", b);
  }
}
