// Loops that may end early: searches, returns, exits of the program, exceptions, sentinels.
#include "trial.h"

#include <cstdlib>
#include <stdexcept>

[[clustrix::cluster]]
int first_match(const std::vector<int>& a, int key) {
  // The first of the equal ones; a vector knows its length.
  int at = -1;
  for (int i = 0; i < static_cast<int>(a.size()); ++i)  // want: parallel
    if (a[i] == key) {
      at = i;
      break;
    }
  return at;
}

[[clustrix::cluster]]
int first_match_by_pointer(const int* a, int key, int n) {
  // Without an extent: elements behind the match may not exist.
  int at = -1;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (a[i] == key) {
      at = i;
      break;
    }
  return at;
}

[[clustrix::cluster]]
int returned_match(const std::vector<double>& a, double limit) {
  // The search is the function.
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (a[i] > limit) return static_cast<int>(i);
  return -1;
}

[[clustrix::cluster]]
int last_match(const int* a, int key, int n) {
  // No early end: the last one counts.
  int at = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] == key) at = i;
  return at;
}

[[clustrix::cluster]]
int last_match_from_behind(const std::vector<int>& a, int key) {
  // Downwards to the first that matches.
  for (int i = static_cast<int>(a.size()) - 1; i >= 0; --i)  // want: parallel
    if (a[i] == key) return i;
  return -1;
}

[[clustrix::cluster]]
bool any_above(const std::vector<double>& a, double limit) {
  // A flag and a break.
  bool found = false;
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (a[i] > limit) {
      found = true;
      break;
    }
  return found;
}

[[clustrix::cluster]]
int first_difference(const int (&a)[2000], const int (&b)[2000]) {
  // The condition in the loop's head, arrays of fixed length.
  int i = 0;
  while (i < 2000 && a[i] == b[i])  // may: parallel
    ++i;
  return i;
}

[[clustrix::cluster]]
int length(const char* text) {
  // The end is a mark in the data.
  int n = 0;
  while (text[n] != '\0')  // want: serial
    ++n;
  return n;
}

[[clustrix::cluster]]
void updates_until(double* a, const double* b, const double* c, int n) {
  // The end depends on what is only read; elements before it are written.
  for (int i = 0; i < n; ++i) {  // may: parallel
    a[i] += b[i] * c[i];
    if (c[i] > 0.49) break;
  }
}

[[clustrix::cluster]]
int budget_spent(const int* prices, int budget, int n) {
  // The end depends on a sum so far.
  int i;
  for (i = 0; i < n; ++i) {  // want: serial
    budget -= prices[i] & 7;
    if (budget < 0) break;
  }
  return i;
}

[[clustrix::cluster]]
void leaves_the_program(double* a, const double* b, int n) {
  // std::exit in an iteration that never comes.
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (b[i] < -1000.0) std::exit(3);
    a[i] = b[i] * 0.5;
  }
}

[[clustrix::cluster]]
int throws_in_the_middle(std::vector<int>& a, int limit) {
  // What was done before the exception stays done.
  try {
    for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
      if (a[i] > limit) throw std::range_error("too large");
      a[i] = -a[i];
    }
  } catch (const std::range_error&) {
    return 1;
  }
  return 0;
}

[[clustrix::cluster]]
int nested_search(int key) {
  // goto out of two loops.
  int r = 0, c = 0;
  for (r = 0; r < pitch; ++r)    // may: parallel
    for (c = 0; c < pitch; ++c)  // may: parallel
      if (static_cast<int>(aa[r][c] * 1024) == key) goto found;
found:
  return r * 1000 + c;
}

[[clustrix::cluster]]
void waits(double* a, int n) {
  // Iterates until it has converged: each pass needs the one before.
  double change = 1.0;
  int passes = 0;
  while (change > 0.01 && passes < 50) {  // want: serial
    change = 0.0;
    for (int i = 0; i < n; ++i) {  // want: parallel
      const double next = 0.5 * a[i] + 0.1;
      change = std::fmax(change, std::fabs(next - a[i]));
      a[i] = next;
    }
    ++passes;
  }
}

int main() {
  Random random(12);
  std::vector<int> a(2000);
  std::vector<double> d(2000);
  random.fillBelow(a, 300);
  for (double& x : d) x = random.coarse();
  for (const int key : {a[0], a[700], a[1999], -1}) {
    put("first_match", first_match(a, key));
    put("first_match_by_pointer", first_match_by_pointer(a.data(), key, 2000));
    put("last_match", last_match(a.data(), key, 2000));
    put("last_match_from_behind", last_match_from_behind(a, key));
  }
  put("first_match_none", first_match({}, 3));
  a[1500] = 4321;
  put("beyond_the_match", first_match_by_pointer(a.data(), 4321, 2000000000));
  for (const double limit : {0.5, 0.998, 2.0}) {
    put("returned_match", returned_match(d, limit));
    put("any_above", any_above(d, limit));
  }
  static int one[2000], two[2000];
  put("no_difference", first_difference(one, two));
  two[1300] = two[1700] = 1;
  put("first_difference", first_difference(one, two));
  put("length", length("a few words to be counted"));
  trial("updates_until", [](Data& x, int n) { updates_until(x.a, x.b, x.c, n); });
  put("budget_spent", budget_spent(a.data(), 2000, 2000));
  trial("leaves_the_program", [](Data& x, int n) { leaves_the_program(x.a, x.b, n); });
  put("throws_not", throws_in_the_middle(a, 5000));
  for (int& x : a) x = -x;
  put("throws_in_the_middle", throws_in_the_middle(a, 4000));
  show("a", a);
  trial("nested_search", [](Data&, int) { put("nested_search", nested_search(200)); }, {1});
  trial("waits", [](Data& x, int n) { waits(x.a, n); });
}
