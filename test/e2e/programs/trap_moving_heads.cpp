// Conditions that change variables of their loop's head, beside the step with which it counts or in place of one.
#include "show.h"

#include <vector>

[[clustrix::cluster]]
void fromBothEnds(int* b, int n) {
  for (int i = 0, j = n; i < --j; ++i) b[i] = b[j] + 3 * i;  // want: serial
}

[[clustrix::cluster]]
void behindTheTest(int* b, int n) {
  for (int i = 0, j = n; i < j--; ++i) b[i] = 2 * b[j] - i;  // want: serial
}

[[clustrix::cluster]]
void byAssignment(int* b, int n) {
  for (long i = 0, j = n; i < (j -= 2); ++i) b[i] = b[j] + 1;  // want: serial
}

[[clustrix::cluster]]
void twice(int* b, int n) {
  for (int i = 0; ++i < n; ++i) b[i] += i;  // may: parallel
}

[[clustrix::cluster]]
void twiceBehind(int* b, int n) {
  for (int i = 0; i++ < n - 4; i += 2) b[i] += i;  // may: parallel
}

[[clustrix::cluster]]
void twiceByHand(int* b, int n) {
  for (int i = 0; (i += 1) < n; ++i) b[i] -= i;  // may: parallel
}

[[clustrix::cluster]]
void inTheBodyToo(int* b, int n) {
  int i = 0;
  while (++i < n) {  // may: parallel
    b[i] += 2 * i;
    ++i;
  }
}

[[clustrix::cluster]]
void pointers(int* b, int n) {
  for (int *p = b, *q = b + n; p < --q; ++p) *p = *q + 1;  // want: serial
}

[[clustrix::cluster]]
void iterators(std::vector<int>& v) {
  for (auto p = v.begin(), q = v.end(); p < --q; ++p) *p = *q - 1;  // want: serial
}

[[clustrix::cluster]]
void inner(int* b, int n) {
  for (int k = 0; k < n; ++k)  // may: parallel
    for (int i = 0, j = 9; i < --j; ++i) b[9 * k + i] = b[9 * k + j] + i;
}

[[clustrix::cluster]]
int bothTests(int* b, int n) {
  int left = n / 2;
  for (int i = 0; i < n && --left > 0; ++i) b[i] = left;  // may: parallel
  return left;
}

[[clustrix::cluster]]
void choice(int* b, int n) {
  for (int i = 0, j = n; (i & 1 ? j-- : j) > i; ++i) b[i] = j;  // want: serial
}

[[clustrix::cluster]]
void comma(int* b, int n) {
  for (int i = 0, j = n; --j, i < n - 1; ++i) b[i] = b[j] + j;  // want: serial
}

[[clustrix::cluster]]
void step(int* b, int n) {
  for (int i = 0, by = 1; i < n && by++ < 9; i += by) b[i] += by;  // want: serial
}

int main() {
  for (const int n : {0, 1, 2, 3, 8, 9, 100, 501}) {
    std::vector<int> v(static_cast<std::size_t>(9 * n + 20));
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int>(i * i % 97);
    int* const b = v.data() + 5;
    fromBothEnds(b, n);
    show("from both ends", v);
    behindTheTest(b, n);
    show("behind the test", v);
    byAssignment(b, n);
    show("by assignment", v);
    twice(b, n);
    show("twice", v);
    twiceBehind(b, n);
    show("twice behind", v);
    twiceByHand(b, n);
    show("twice by hand", v);
    inTheBodyToo(b, n);
    show("in the body, too", v);
    pointers(b, n);
    show("pointers", v);
    std::vector<int> some(v.begin(), v.begin() + n + 1);
    iterators(some);
    show("iterators", some);
    inner(b, n);
    show("inner", v);
    put("both tests", bothTests(b, n));
    show("elements", v);
    choice(b, n);
    show("choice", v);
    comma(b, n);
    show("comma", v);
    step(b, n);
    show("step", v);
  }
}
