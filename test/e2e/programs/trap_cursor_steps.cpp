// Traps: steps in a body that some iteration leaves out, or that happen more than once.
#include "show.h"

#include <vector>

[[clustrix::cluster]]
void sometimes(const double* first, const double* last, double* out) {
  int held = 0;
  while (first != last) {  // want: serial
    if (*out < 0.5 && held < 3) {
      *out += 1;
      ++held;
    } else {
      *out++ += *first++;
      held = 0;
    }
  }
}

[[clustrix::cluster]]
int pairs(const int* first, const int* last) {
  int sum = 0;
  while (first != last) {  // may: parallel
    const int a = *first++;
    sum += a * *first++;
  }
  return sum;
}

[[clustrix::cluster]]
int runs(const int* first, const int* last) {
  int count = 0;
  while (first != last) {  // want: serial
    const int value = *first++;
    while (first != last && *first == value) ++first;  // may: parallel
    ++count;
  }
  return count;
}

[[clustrix::cluster]]
int only_if(const int* a, int n) {
  int sum = 0, i = 0;
  while (i < n) {  // want: serial
    sum += a[i];
    a[i] > 50 && i++;
    if (a[i] <= 50) sum += 1, i += 1;
  }
  return sum;
}

[[clustrix::cluster]]
int skips(const int* a, int n) {
  int sum = 0;
  while (n > 0) {  // want: serial
    if (sum % 3 == 1) {
      ++sum;
      continue;
    }
    sum += a[--n];
  }
  return sum;
}

[[clustrix::cluster]]
const double* ends_where(const double* first, const double* last, double* out) {
  while (first != last) *out++ = *first++;  // may: parallel
  return first;
}

int main() {
  Random random(97);
  for (const int n : {0, 2, 8, 1000}) {
    std::vector<double> a(n), out(n);
    random.fillUnit(a);
    random.fillUnit(out);
    std::vector<int> k(n + 1);
    random.fillBelow(k, 100);
    put("n", n);
    sometimes(a.data(), a.data() + n, out.data());
    show("sometimes", out);
    put("pairs", pairs(k.data(), k.data() + n));
    for (int& x : k) x %= 4;
    put("runs", runs(k.data(), k.data() + n));
    for (int& x : k) x *= 30;
    put("only_if", only_if(k.data(), n));
    put("skips", skips(k.data(), n));
    put("ends_where", static_cast<long long>(ends_where(a.data(), a.data() + n, out.data()) - a.data()));
    show("ends_where.out", out);
  }
}
