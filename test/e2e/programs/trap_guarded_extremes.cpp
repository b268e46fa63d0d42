// Traps: what looks like an extremum with its place, and depends on more than the extremum.
#include "show.h"

#include <algorithm>
#include <vector>

// The place asks when the extremum has been replaced already.
[[clustrix::cluster]]
void place_too_late(const double* a, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    m = a[i] > m ? a[i] : m;
    at = a[i] >= m ? i : at;
  }
  top = m;
  place = at;
}

// How often the extremum was replaced depends on the order.
[[clustrix::cluster]]
int counted(const double* a, int n, double m) {
  int count = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] <= m) continue;
    m = a[i];
    ++count;
  }
  return count;
}

[[clustrix::cluster]]
int counted_by_flag(const double* a, int n, double m) {
  int count = 0, at = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    const bool better = a[i] > m;
    at = better ? i : at;
    m = better ? a[i] : m;
    count += better;
  }
  return count + at;
}

[[clustrix::cluster]]
int counted_beside(const double* a, int n, double m) {
  int count = 0, at = -1;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] > m) {
      m = a[i];
      at = (count += 1, i);
    }
  return count * 10000 + at;
}

// The test behind the comparison counts how often it is asked.
[[clustrix::cluster]]
int asked(const double* a, int n, double m) {
  int count = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] > m && ++count > 0) m = a[i];
  return count;
}

// The value steps on once more where it is taken.
[[clustrix::cluster]]
double stepping(const double* p, int n, double m) {
  for (int i = 0; i < n; ++i)  // want: serial
    if (*p++ > m) m = *p++;
  return m;
}

[[clustrix::cluster]]
double second_best(const double* a, int n, double m) {
  double second = m;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] <= m) continue;
    second = m;
    m = a[i];
  }
  return second;
}

// What follows the `continue` does more than take the extremum.
[[clustrix::cluster]]
void records(const double* a, double* out, int n, double m) {
  for (int i = 0; i < n; ++i) {  // want: serial
    out[i] = 0;
    if (a[i] <= m) continue;
    m = a[i];
    out[i] = m;
  }
}

// The `continue` leaves the inner loop's iteration only.
[[clustrix::cluster]]
int rows_with_more_behind(const double* a, int n, int w, double m) {
  int rows = 0;
  for (int i = 0; i < n; ++i) {    // want: serial
    for (int j = 0; j < w; ++j) {  // may: parallel
      if (a[i * w + j] <= m) continue;
      m = a[i * w + j];
    }
    rows += m > 0.9;
  }
  return rows;
}

// Two comparisons that differ where a NaN is.
[[clustrix::cluster]]
void differs_for_nan(const double* a, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    at = a[i] <= m ? at : i;
    m = std::max(m, a[i]);
  }
  top = m;
  place = at;
}

// Equal values: one keeps the first, the other takes the last.
[[clustrix::cluster]]
void differs_for_ties(const int* a, int n, int& top, int& place) {
  int m = top, at = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    at = a[i] >= m ? i : at;
    m = std::max(m, a[i]);
  }
  top = m;
  place = at;
}

[[clustrix::cluster]]
void tested_place(const int* a, const int* kind, int n, int& top, int& place) {
  int m = top, at = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    at = kind[i] > 3 && a[i] > m ? i : at;
    m = std::max(m, a[i]);
  }
  top = m;
  place = at;
}

// The filter is moved by what is found.
[[clustrix::cluster]]
int moving_filter(const int* a, int n) {
  int m = 0, at = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if (i > at + 3 && a[i] > m) {
      m = a[i];
      at = i;
    }
  return at;
}

[[clustrix::cluster]]
int flag_in_value(const int* a, int n) {
  int m = 0, at = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const bool better = a[i] > m;
    at = better ? i + at : at;
    m = better ? a[i] : m;
  }
  return at;
}

int main() {
  Random random(13);
  const int n = 2000;
  std::vector<double> a(2 * n), out(n);
  for (double& x : a) x = random.coarse();
  std::vector<int> whole(n), kind(n);
  random.fillBelow(whole, 300);
  random.fillBelow(kind, 9);
  double top = 0.1;
  int place = -7;
  place_too_late(a.data(), n, top, place);
  put("place_too_late", top);
  put("place_too_late.at", place);
  put("counted", counted(a.data(), n, 0.1));
  put("counted_by_flag", counted_by_flag(a.data(), n, 0.1));
  put("counted_beside", counted_beside(a.data(), n, 0.1));
  put("asked", asked(a.data(), n, 0.1));
  put("stepping", stepping(a.data(), n, 0.1));
  put("second_best", second_best(a.data(), n, 0.1));
  records(a.data(), out.data(), n, 0.1);
  show("records", out);
  put("rows_with_more_behind", rows_with_more_behind(a.data(), n / 8, 8, 0.1));
  a[700] = std::nan("");
  top = 0.1;
  differs_for_nan(a.data(), n, top, place);
  put("differs_for_nan", top);
  put("differs_for_nan.at", place);
  int most = 1;
  differs_for_ties(whole.data(), n, most, place);
  put("differs_for_ties", most);
  put("differs_for_ties.at", place);
  most = 1;
  tested_place(whole.data(), kind.data(), n, most, place);
  put("tested_place", most);
  put("tested_place.at", place);
  put("moving_filter", moving_filter(whole.data(), n));
  put("flag_in_value", flag_in_value(whole.data(), n));
}
