// Searches in loops with headers of every shape: the loop's own text goes on from the iteration that leaves.
#include "show.h"

[[clustrix::cluster]]
int two_variables(const std::vector<int>& a, int key) {
  int at = -1;
  for (int i = 0, j = 5; i < static_cast<int>(a.size()); ++i, j += 2) {  // may: parallel
    if (a[i] == key) {
      at = i * 1000 + j;
      break;
    }
  }
  return at;
}

[[clustrix::cluster]]
int assigned_together(const std::vector<int>& a, int key) {
  int i, e;
  for (i = 0, e = static_cast<int>(a.size()); i < e; ++i)  // may: parallel
    if (a[i] == key) break;
  return i;
}

[[clustrix::cluster]]
int step_at_the_end(const std::vector<int>& a, int key) {
  int at = -1;
  for (int i = 0; i < static_cast<int>(a.size());) {  // may: parallel
    if (a[i] == key) {
      at = i;
      break;
    }
    i += 2;
  }
  return at;
}

[[clustrix::cluster]]
int step_before(const std::vector<int>& a, int key) {
  int i = static_cast<int>(a.size());
  while (--i >= 0) {  // may: parallel
    if (a[i] == key) break;
  }
  return i;
}

[[clustrix::cluster]]
int step_up_before(const std::vector<int>& a, int key) {
  int at = -7;
  for (int i = -1; ++i < static_cast<int>(a.size());) {  // may: parallel
    if (a[i] == key) {
      at = i;
      break;
    }
  }
  return at;
}

[[clustrix::cluster]]
int step_behind(const std::vector<int>& a, int key) {
  int n = static_cast<int>(a.size());
  while (n--) {  // may: parallel
    if (a[n] == key) break;
  }
  return n;
}

[[clustrix::cluster]]
int tested_last(const std::vector<int>& a, int key) {
  const int n = static_cast<int>(a.size());
  int i = 0;
  if (n == 0) return -2;
  do {  // may: parallel
    if (a[i] == key) break;
    ++i;
  } while (i < n);
  return i;
}

[[clustrix::cluster]]
int tested_last_stepping(const std::vector<int>& a, int key) {
  const int n = static_cast<int>(a.size());
  int i = 0;
  if (n == 0) return -2;
  do {  // may: parallel
    if (a[i] == key) break;
  } while (++i < n);
  return i;
}

[[clustrix::cluster]]
int two_conditions(const std::vector<int>& a, int limit, bool on, int key) {
  int i;
  for (i = 0; i < static_cast<int>(a.size()) && i < limit && on; ++i)  // may: parallel
    if (a[i] == key) break;
  return i;
}

int main() {
  for (const int n : {0, 1, 9, 5000}) {
    std::vector<int> a(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) a[static_cast<std::size_t>(i)] = i * 7 % 5003;
    for (const int at : {-1, 0, 1, 4, 1234, 4998}) {
      const int key = at < 0 ? 99999 : at * 7 % 5003;
      put("two", two_variables(a, key));
      put("together", assigned_together(a, key));
      put("end", step_at_the_end(a, key));
      put("before", step_before(a, key));
      put("up", step_up_before(a, key));
      put("behind", step_behind(a, key));
      put("last", tested_last(a, key));
      put("stepping", tested_last_stepping(a, key));
      put("conditions", two_conditions(a, 3000, true, key));
      put("off", two_conditions(a, 3000, false, key));
    }
  }
}
