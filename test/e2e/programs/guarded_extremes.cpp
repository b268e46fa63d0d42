// Extremes whose update stands behind a `continue`, behind further tests, or in several statements that ask the same.
#include "show.h"

#include <algorithm>
#include <limits>
#include <vector>

// A NaN is not below or equal to anything: it is taken, and what comes next replaces it.
[[clustrix::cluster]]
void skipping_lesser(const double* a, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] <= m) continue;
    m = a[i];
    at = i;
  }
  top = m;
  place = at;
}

// A NaN is not above anything: it is passed over.
[[clustrix::cluster]]
void skipping_unless_greater(const double* a, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const double x = a[i];
    if (!(x > m)) {
      continue;
    }
    at = i;
    m = x;
  }
  top = m;
  place = at;
}

[[clustrix::cluster]]
void not_below_takes_ties(const double* a, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] < m) continue;
    m = a[i];
    at = i;
  }
  top = m;
  place = at;
}

[[clustrix::cluster]]
void negated_branch(const double* a, int n, double& low, int& place) {
  double m = low;
  int at = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (!(a[i] >= m)) {
      m = a[i];
      at = i;
    }
  low = m;
  place = at;
}

[[clustrix::cluster]]
void other_branch(const double* a, int n, double& low, int& place) {
  double m = low;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] >= m) {
    } else {
      m = a[i];
      at = i;
    }
  }
  low = m;
  place = at;
}

[[clustrix::cluster]]
void integers(const int* a, int n, int& top, int& place) {
  int m = top, at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] <= m) continue;
    m = a[i];
    at = i;
  }
  top = m;
  place = at;
}

[[clustrix::cluster]]
void integers_in_place(const int* a, int n, int& place) {
  int at = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] >= a[at]) continue;
    at = i;
  }
  place = at;
}

[[clustrix::cluster]]
void usable(const double* a, const int* kind, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (kind[i] % 3 == 0 && a[i] > m) {
      m = a[i];
      at = i;
    }
  top = m;
  place = at;
}

[[clustrix::cluster]]
void unusable(const double* a, const int* kind, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (kind[i] % 3 != 0 || a[i] <= m || i % 5 == 1) continue;
    m = a[i];
    at = i;
  }
  top = m;
  place = at;
}

[[clustrix::cluster]]
double usable_alone(const double* a, const int* kind, int n, double m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (kind[i] % 3 == 0 && !(a[i] <= m)) m = a[i];
  return m;
}

[[clustrix::cluster]]
void inner_rows(const double* a, int n, int m, double& top, int& row, int& column) {
  double best = top;
  int at = -1, to = -1;
  for (int i = 0; i < n; ++i) {    // want: parallel
    for (int j = 0; j < m; ++j) {  // want: parallel
      if (a[i * m + j] <= best) continue;
      best = a[i * m + j];
      at = i;
      to = j;
    }
  }
  top = best;
  row = at;
  column = to;
}

[[clustrix::cluster]]
void nested_block(const double* a, const int* kind, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (kind[i] > 10) {
      if (!(a[i] > m)) continue;
      m = a[i];
      at = i;
    }
  }
  top = m;
  place = at;
}

[[clustrix::cluster]]
void choices(const double* a, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    at = a[i] > m ? i : at;
    m = a[i] > m ? a[i] : m;
  }
  top = m;
  place = at;
}

[[clustrix::cluster]]
void choices_taking_nan(const double* a, int n, double& top, int& place) {
  double m = top;
  long long at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    at = a[i] <= m ? at : i;
    m = a[i] <= m ? m : a[i];
  }
  top = m;
  place = static_cast<int>(at);
}

[[clustrix::cluster]]
void choice_and_library(const double* a, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    at = a[i] > m ? i : at;
    m = std::max(m, a[i]);
  }
  top = m;
  place = at;
}

[[clustrix::cluster]]
void branch_and_library(const std::vector<double>& a, double& low, std::size_t& place) {
  double m = low;
  std::size_t at = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    if (!(m < a[i])) at = i;
    m = std::min(a[i], m);
  }
  low = m;
  place = at;
}

[[clustrix::cluster]]
void asked_once(const double* a, int n, double& top, int& place, int& twice) {
  double m = top;
  int at = -1, other = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const double x = a[i] * 0.5;
    const bool better = x > m;
    at = better ? i : at;
    if (better) other = 2 * i;
    m = better ? x : m;
  }
  top = m;
  place = at;
  twice = other;
}

[[clustrix::cluster]]
void asked_and_left(const double* a, int n, double& top, int& place) {
  double m = top;
  int at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const bool worse = a[i] <= m;
    if (worse) continue;
    m = a[i];
    at = i;
  }
  top = m;
  place = at;
}

[[clustrix::cluster]]
void place_alone(const int* a, int n, int& place) {
  int at = 0;
  for (int i = 0; i < n; ++i) at = a[i] > a[at] ? i : at;  // want: parallel
  place = at;
}

[[clustrix::cluster]]
void in_a_lambda(const double* a, int n, double& top) {
  double m = top;
  const auto take = [&](double x) {
    if (!(x > m)) return;
    m = x;
  };
  for (int i = 0; i < n; ++i) take(a[i]);  // want: parallel
  top = m;
}

void putNumber(const char* name, double value, long long place) {
  if (value != value)
    std::printf("%s nan at %lld\n", name, place);
  else
    std::printf("%s %#.9g at %lld\n", name, value, place);
}

void all(const char* name, const std::vector<double>& a, double start) {
  std::printf("%s\n", name);
  const int n = static_cast<int>(a.size());
  Random random(77);
  std::vector<int> kind(a.size());
  random.fillBelow(kind, 30);
  std::vector<int> whole(a.size());
  random.fillBelow(whole, 500);
  const auto both = [&](const char* what, auto function) {
    double value = start;
    int place = -7;
    function(value, place);
    putNumber(what, value, place);
  };
  both("skipping_lesser", [&](double& v, int& at) { skipping_lesser(a.data(), n, v, at); });
  both("skipping_unless_greater", [&](double& v, int& at) { skipping_unless_greater(a.data(), n, v, at); });
  both("not_below_takes_ties", [&](double& v, int& at) { not_below_takes_ties(a.data(), n, v, at); });
  both("negated_branch", [&](double& v, int& at) { negated_branch(a.data(), n, v, at); });
  both("other_branch", [&](double& v, int& at) { other_branch(a.data(), n, v, at); });
  both("usable", [&](double& v, int& at) { usable(a.data(), kind.data(), n, v, at); });
  both("unusable", [&](double& v, int& at) { unusable(a.data(), kind.data(), n, v, at); });
  putNumber("usable_alone", usable_alone(a.data(), kind.data(), n, start), 0);
  both("nested_block", [&](double& v, int& at) { nested_block(a.data(), kind.data(), n, v, at); });
  both("choices", [&](double& v, int& at) { choices(a.data(), n, v, at); });
  both("choices_taking_nan", [&](double& v, int& at) { choices_taking_nan(a.data(), n, v, at); });
  both("choice_and_library", [&](double& v, int& at) { choice_and_library(a.data(), n, v, at); });
  both("asked_and_left", [&](double& v, int& at) { asked_and_left(a.data(), n, v, at); });
  both("in_a_lambda", [&](double& v, int&) { in_a_lambda(a.data(), n, v); });
  double low = start;
  std::size_t least = 3;
  branch_and_library(a, low, least);
  putNumber("branch_and_library", low, static_cast<long long>(least));
  double top = start;
  int place = -7, twice = -7;
  asked_once(a.data(), n, top, place, twice);
  putNumber("asked_once", top, place);
  put("twice", twice);
  int row = -7, column = -7;
  top = start;
  inner_rows(a.data(), n / 4, 4, top, row, column);
  putNumber("inner_rows", top, row * 4 + column);
  int most = 20;
  integers(whole.data(), n, most, place);
  put("integers", most);
  put("integers.at", place);
  if (n == 0) return;
  integers_in_place(whole.data(), n, place);
  put("integers_in_place", place);
  place_alone(whole.data(), n, place);
  put("place_alone", place);
}

int main() {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  Random random(31);
  const int n = 3000;
  std::vector<double> a(n);
  for (double& x : a) x = random.coarse() - 0.5;
  all("plain", a, 0.1);
  all("never", a, 2.0);
  all("from_nan", a, nan);
  all("from_infinity", a, -infinity);
  a[100] = 9;
  a[101] = -9;
  a[1700] = nan;
  a[2400] = a[2600] = 5;
  all("one_nan", a, 0.1);
  all("one_nan_from_nan", a, nan);
  a[n - 1] = nan;
  all("nan_last", a, 0.1);
  a[n - 1] = 0.25;
  a[0] = nan;
  all("nan_first", a, 50);
  for (double& x : a) x = nan;
  all("only_nan", a, 1);
  for (double& x : a) x = 4;
  all("all_equal", a, 4);
  all("all_equal_from_below", a, 3);
  all("one", {0.5}, 0.25);
  all("none", {}, 0.5);
}
