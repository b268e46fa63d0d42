// Values that only some iterations assign, read after the loop: the last one stays, or the one from before the loop.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
int last_negative(const int* a, int n) {
  int last = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] < 0) last = i;
  return last;
}

[[clustrix::cluster]]
bool any_and_all(const int* a, int n, bool& all) {
  bool found = false;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] == 77) found = true;
    if (!(a[i] > -90)) all = false;
  }
  return found;
}

[[clustrix::cluster]]
double several(const int* a, const double* w, int n, int& where) {
  double value = 2.5;
  int copies = 0, kept = 9;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] % 10 == 3) {
      value = w[i] * 2;
      value += 1;
      where = i, copies = a[i];
    } else if (a[i] % 10 == 4) {
      where = -i;
    } else {
      if (a[i] > 10000) kept = i;
    }
  }
  return value + copies + kept;
}

[[clustrix::cluster]]
int in_order_inside(const int* a, int n, int m) {
  int last = 5;
  for (int i = 0; i < n; ++i)      // want: parallel
    for (int j = 0; j < m; ++j) {  // want: parallel
      if (a[i * m + j] % 5 != 1) continue;
      last = i * 1000 + j;
    }
  return last;
}

[[clustrix::cluster]]
int as_condition(const int* a, int n) {
  int last = 1, count = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > 5 && (last = a[i]) % 2 == 0) ++count;
  return last * 10000 + count;
}

[[clustrix::cluster]]
float step_and_update(const float* a, int n, int* out) {
  float high = 0;
  int updates = 3;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] < 0.25f) {
      updates = 0;
      ++updates;
      updates += i;
      out[i] = updates;
    }
    high = std::max(high, a[i]);
  }
  return high + static_cast<float>(updates);
}

// The counters of inner loops outlive all loops, and so does what they count.
[[clustrix::cluster]]
int counters_outside(const int* a, int* out, int n, int m) {
  int j = -3, k = -7;
  for (int i = 0; i < n; ++i) {  // may: parallel
    for (j = 0; j < m; ++j) out[i * m + j] = a[i * m + j] + j;
    if (a[i * m] % 3 == 1)
      for (k = 0; k < m; k += 2) out[i * m + k] -= k;
  }
  return j * 100 + k;
}

[[clustrix::cluster]]
int through_a_choice(const int* a, int n, int& low) {
  int last = 4;
  for (int i = 0; i < n; ++i) {  // may: parallel
    a[i] % 9 == 2 ? last = i : low = -i;
    switch (a[i] & 3) {
      case 1:
        last += 1000;
        break;
      default:
        break;
    }
  }
  return last;
}

// The value of an earlier iteration is read: only the order of the source is right.
[[clustrix::cluster]]
void fill_forward(const int* a, int* out, int n) {
  int last = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] > 0) last = a[i];
    out[i] = last;
  }
}

// What only the first of them assigns needs no order.
[[clustrix::cluster]]
int first_only(const int* a, int n) {
  int first = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (first < 0 && a[i] > 95) first = i;
  return first;
}

void keep(int& target, int value) { target = value; }

[[clustrix::cluster]]
int by_a_helper(const int* a, int n) {
  int last = -1;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (a[i] > 90) keep(last, i);
  return last;
}

#define KEEP(target, value) target = value

[[clustrix::cluster]]
int by_a_macro(const int* a, int n) {
  int last = -1;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (a[i] > 90) KEEP(last, i);
  return last;
}

int main() {
  Random random(8);
  const int n = 4801;
  std::vector<int> a(n), out(n);
  std::vector<double> w(n);
  std::vector<float> f(n);
  for (int& x : a) x = random.below(200) - 100;
  random.fillUnit(w);
  random.fillUnit(f);
  put("negative", last_negative(a.data(), n));
  put("negative_none", last_negative(a.data(), 0));
  std::vector<int> rising(n);
  for (int i = 0; i < n; ++i) rising[i] = i;
  put("negative_never", last_negative(rising.data(), n));
  rising[1] = -1;
  put("negative_early", last_negative(rising.data(), n));
  bool all = true;
  put("any", any_and_all(a.data(), n, all));
  put("all", all);
  all = true;
  put("any_rising", any_and_all(rising.data(), n, all));
  put("all_rising", all);
  put("any_few", any_and_all(rising.data(), 20, all));
  put("all_few", all);
  int where = 12345;
  put("several", several(a.data(), w.data(), n, where));
  put("where", where);
  where = 7;
  put("several_none", several(rising.data(), w.data(), 2, where));
  put("where_none", where);
  put("inside", in_order_inside(a.data(), n / 37, 37));
  put("condition", as_condition(a.data(), n));
  put("outside", counters_outside(a.data(), out.data(), n / 41, 41));
  put("outside_none", counters_outside(a.data(), out.data(), 0, 41));
  show("counted", out);
  put("choice", through_a_choice(a.data(), n, where));
  put("low", where);
  put("step", step_and_update(f.data(), n, out.data()));
  show("out", out);
  fill_forward(a.data(), out.data(), n);
  show("forward", out);
  put("first", first_only(a.data(), n));
  put("helper", by_a_helper(a.data(), n));
  put("macro", by_a_macro(a.data(), n));
}
