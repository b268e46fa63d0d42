// Variables that are assigned a choice between a new value and their own: assignments under a condition.
#include "show.h"

#include <vector>

[[clustrix::cluster]]
int last_place(const double* a, int n) {
  int last = -1;
  for (int i = 0; i < n; ++i) last = a[i] > 0.95 ? i : last;  // want: parallel
  return last;
}

[[clustrix::cluster]]
double last_value(const double* a, int n, double last) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    last = a[i] <= 0.95 ? last : a[i] * 2;
  }
  return last;
}

[[clustrix::cluster]]
long long wider(const int* a, int n) {
  long long last = 1LL << 40;
  for (int i = 0; i < n; ++i) last = a[i] > 190 ? i : last;  // want: parallel
  return last;
}

[[clustrix::cluster]]
int several(const int* a, int n) {
  int last = -1;
  for (int i = 0; i < n; ++i) last = a[i] > 190 ? i : a[i] < 5 ? -i : last;  // want: parallel
  return last;
}

[[clustrix::cluster]]
bool ever(const int* a, int n) {
  bool found = false;
  for (int i = 0; i < n; ++i) found = a[i] == 77 ? true : found;  // want: parallel
  return found;
}

[[clustrix::cluster]]
int count(const int* a, int n) {
  int number = 0;
  for (int i = 0; i < n; ++i) number = a[i] > 100 ? number + 1 : number;  // want: parallel
  return number;
}

[[clustrix::cluster]]
double sum(const double* a, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i) total = a[i] > 0.5 ? total + a[i] : a[i] < 0.25 ? total - a[i] : total;  // want: parallel
  return total;
}

[[clustrix::cluster]]
int greatest_of_some(const int* a, const int* b, int n) {
  int top = 0;
  for (int i = 0; i < n; ++i) top = b[i] > 100 ? (a[i] > top ? a[i] : top) : top;  // want: parallel
  return top;
}

[[clustrix::cluster]]
int in_rows(const int* a, int n, int m) {
  int last = -1;
  for (int i = 0; i < n; ++i)                                                      // want: parallel
    for (int j = 0; j < m; ++j) last = a[i * m + j] > 190 ? i * m + j : last;  // want: parallel
  return last;
}

[[clustrix::cluster]]
void private_to_iterations(const int* a, int* out, int n) {
  int kept = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    kept = a[i];
    kept = a[i] > 100 ? i : kept;
    out[i] = kept;
  }
}

[[clustrix::cluster]]
void behind_a_branch(const int* a, int n, int& first, int& second) {
  int x = -1, y = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] % 2 == 0)
      x = a[i] > 150 ? i : x;
    else
      y = a[i] > 150 ? i : y;
  }
  first = x;
  second = y;
}

int main() {
  Random random(41);
  for (const int n : {0, 1, 2, 9, 4000}) {
    std::vector<double> a(n);
    random.fillUnit(a);
    std::vector<int> k(n), l(n), out(n);
    random.fillBelow(k, 200);
    random.fillBelow(l, 200);
    put("n", n);
    put("last_place", last_place(a.data(), n));
    put("last_value", last_value(a.data(), n, -1.5));
    put("wider", wider(k.data(), n));
    put("several", several(k.data(), n));
    put("ever", static_cast<int>(ever(k.data(), n)));
    put("count", count(k.data(), n));
    put("sum", sum(a.data(), n));
    put("greatest_of_some", greatest_of_some(k.data(), l.data(), n));
    put("in_rows", in_rows(k.data(), n / 3, 3));
    private_to_iterations(k.data(), out.data(), n);
    show("private_to_iterations", out);
    int first = -3, second = -3;
    behind_a_branch(k.data(), n, first, second);
    put("first", first);
    put("second", second);
  }
}
