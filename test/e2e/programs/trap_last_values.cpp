// Traps: variables whose value after the loop is the last iteration's, or that carry a value between iterations.
#include "show.h"

[[clustrix::cluster]]
int last_assigned(const int* a, int* out, int n) {
  int last = -5;
  for (int i = 0; i < n; ++i) {  // may: parallel
    last = a[i] + 1;
    out[i] = last * 2;
  }
  return last;
}

[[clustrix::cluster]]
int sometimes_assigned(const int* a, int n) {
  int seen = -1;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (a[i] % 11 == 0) seen = a[i] + i;
  return seen;
}

[[clustrix::cluster]]
void carried_flag(const int* a, int* out, int n) {
  bool inside = false;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] % 10 == 0) inside = !inside;
    out[i] = inside ? a[i] : 0;
  }
}

[[clustrix::cluster]]
void previous(const int* a, int* out, int n) {
  int before = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    out[i] = a[i] - before;
    before = a[i];
  }
}

[[clustrix::cluster]]
void running_sum(const int* a, int* out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {  // may: parallel
    sum += a[i];
    out[i] = sum;
  }
}

[[clustrix::cluster]]
int sum_read_inside(const int* a, int* out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    sum += a[i] % 5;
    if (sum > 100) sum -= 90;
    out[i] = a[i];
  }
  return sum;
}

[[clustrix::cluster]]
double mixed_operators(const double* a, int n) {
  double value = 1;
  for (int i = 0; i < n; ++i) {  // want: serial
    value += a[i];
    value *= 0.5;
  }
  return value;
}

// No last value: the first one counts.
[[clustrix::cluster]]
int first_seen(const int* a, int n, int key) {
  int at = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (at < 0 && a[i] == key) at = i;
  return at;
}

[[clustrix::cluster]]
int second_largest(const int* a, int n) {
  int top = -1, second = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] > top) {
      second = top;
      top = a[i];
    } else if (a[i] > second) {
      second = a[i];
    }
  }
  return second;
}

[[clustrix::cluster]]
int induction(int* a, int n) {
  int k = 3;
  for (int i = 0; i < n; ++i) {  // may: parallel
    a[i] += k;
    k += 2;
  }
  return k;
}

int main() {
  Random random(69);
  const int n = 6007;
  std::vector<int> a(n), out(n);
  std::vector<double> d(n);
  random.fillBelow(a, 1000);
  random.fillUnit(d);
  put("last", last_assigned(a.data(), out.data(), n));
  put("last_none", last_assigned(a.data(), out.data(), 0));
  put("seen", sometimes_assigned(a.data(), n));
  carried_flag(a.data(), out.data(), n);
  show("flag", out);
  previous(a.data(), out.data(), n);
  show("previous", out);
  previous(a.data(), a.data(), n);
  show("in_place", a);
  for (int& x : a) x = (x % 1000 + 1000) % 1000;
  running_sum(a.data(), out.data(), n);
  show("running", out);
  put("read_inside", sum_read_inside(a.data(), out.data(), n));
  put("mixed", mixed_operators(d.data(), n));
  put("first", first_seen(a.data(), n, 500));
  put("second", second_largest(a.data(), n));
  put("induction", induction(a.data(), n));
  show("a", a);
}
