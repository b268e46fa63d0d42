// Work arrays that are no iteration's own: elements live on from one iteration to the next, are read through another
// name, are left by an iteration that is not the last, or are asked for in the middle.
#include "show.h"

static double work[8];
static double* const other = work;

/// Iterations with odd numbers read what the one before has filled.
[[clustrix::cluster]]
void every_other(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    if (i % 2 == 0)
      for (int j = 0; j < 8; ++j) work[j] = a[i] + j;
    b[i] = work[3];
  }
}

/// A triangle: what the last iteration leaves out, others have written.
[[clustrix::cluster]]
void shrinking(const double* a, double* b, int n) {
  for (int i = 0; i < n && i < 8; ++i) {  // want: serial
    for (int j = i; j < 8; ++j) work[j] = a[j] * i;
    b[i] = work[7] + work[i];
  }
}

/// One element is read before it is written.
[[clustrix::cluster]]
void behind(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int j = 0; j < 7; ++j) work[j] = a[i] - j;
    b[i] = work[7];
    work[7] = a[i];
  }
}

/// Read through another name.
[[clustrix::cluster]]
void renamed(const double* a, double* b, const double* same, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    for (int j = 0; j < 8; ++j) work[j] = a[i] + j;
    b[i] = same[2] + work[1];
  }
}

[[clustrix::cluster]]
void pointed(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel, idle
    for (int j = 0; j < 8; ++j) work[j] = a[i] + j;
    b[i] = other[2] + work[1];
  }
}

/// A local one, whose address somebody has.
static const double* peek(const double* p) { return p; }
[[clustrix::cluster]]
void lent(const double* a, double* b, int n) {
  double own[8] = {};
  const double* seen = peek(own);
  for (int i = 0; i < n; ++i) {  // may: parallel, idle
    for (int j = 0; j < 8; ++j) own[j] = a[i] + j;
    b[i] = seen[2] + own[1];
  }
}

/// Left in the middle: the array is that of the iteration that leaves, or of the one before.
[[clustrix::cluster]]
int until(const double* a, int n) {
  int found = -1;
  for (int i = 0; i < n; ++i) {  // may: parallel
    for (int j = 0; j < 8; ++j) work[j] = a[i] * j;
    if (work[5] > 4) {
      found = i;
      break;
    }
  }
  return found;
}

/// The last iteration fills it only where its number is even.
[[clustrix::cluster]]
void last_maybe(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] > 0.5) {
      for (int j = 0; j < 8; ++j) work[j] = a[i] + j;
      b[i] = work[2];
    }
  }
}

/// Numbers in braces that are not evenly spaced, go down, or are one.
[[clustrix::cluster]]
void lists(double* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    double s = 0;
    for (int j : {1, 2, 4}) s += j * i;
    for (int j : {9, 6, 3}) s += 100 * j;
    for (const long j : {7L}) s -= j;
    for (unsigned char j : {(unsigned char)250, (unsigned char)255}) s += j;
    for (int j : {2, 2}) s += j;
    for (int j : {3, 5}) {
      j += 1;
      s += j;
    }
    b[i] = s;
  }
}

int main() {
  Random random(62);
  for (const int n : {0, 1, 3, 400}) {
    std::vector<double> a(n + 8), b(n + 8);
    random.fillUnit(a);
    every_other(a.data(), b.data(), n);
    show("every other", b);
    shrinking(a.data(), b.data(), n);
    show("shrinking", b);
    show("work", work, 8);
    behind(a.data(), b.data(), n);
    show("behind", b);
    renamed(a.data(), b.data(), a.data(), n);
    show("renamed", b);
    renamed(a.data(), b.data(), work, n);
    show("the same", b);
    pointed(a.data(), b.data(), n);
    show("pointed", b);
    lent(a.data(), b.data(), n);
    show("lent", b);
    put("until", until(a.data(), n));
    show("work", work, 8);
    last_maybe(a.data(), b.data(), n);
    show("last maybe", b);
    show("work", work, 8);
    lists(b.data(), n);
    show("lists", b);
  }
}
