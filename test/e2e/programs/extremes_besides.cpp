// Extremes of the iterations that count: a condition beside the comparison, in one `if`.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
double nearest(const double* distance, const char* visited, int n, int& at) {
  double best = 1e300;
  at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (!visited[i] && distance[i] < best) {
      best = distance[i];
      at = i;
    }
  }
  return best;
}

[[clustrix::cluster]]
int other_than(const int* a, int n, int self) {
  int best = -1000000;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (i != self && a[i] % 3 == 0 && a[i] > best) best = a[i];
  return best;
}

[[clustrix::cluster]]
int compared_first(const std::vector<int>& a, const std::vector<char>& counts) {
  int best = 1000000;
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (a[i] < best && counts[i]) best = a[i];
  return best;
}

// The condition asks what the extremum is so far: only in order.
[[clustrix::cluster]]
int asks_for_the_best(const int* a, const int* b, int n) {
  int best = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if (b[i] > best / 2 && a[i] > best) best = a[i];
  return best;
}

// The second part counts how often the first one held.
[[clustrix::cluster]]
int counts_the_steps(const int* a, int n) {
  int best = 0, steps = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] > best && ++steps) best = a[i];
  return best + 1000 * steps;
}

// Where the first part fails, the second one must not be tried: there is no such element.
[[clustrix::cluster]]
int guarded_by_the_first(const std::vector<int>& a, const int* where, int n) {
  int best = 1000000;
  for (int i = 0; i < n; ++i)  // want: serial
    if (where[i] < best && a[where[i]] > 0) best = where[i];
  return best;
}

int main() {
  const int n = 5003;
  Random random(77);
  std::vector<double> distance(n);
  random.fillUnit(distance);
  std::vector<char> visited(n);
  std::vector<int> a(n), b(n), where(n);
  random.fillBelow(visited, 2);
  random.fillBelow(a, 100000);
  random.fillBelow(b, 100000);
  int at = 0;
  put("nearest", nearest(distance.data(), visited.data(), n, at));
  put("nearest_at", at);
  std::fill(visited.begin(), visited.end(), 1);
  put("nearest_none", nearest(distance.data(), visited.data(), n, at));
  put("none_at", at);
  put("other_than", other_than(a.data(), n, static_cast<int>(std::max_element(a.begin(), a.end()) - a.begin())));
  random.fillBelow(visited, 3);
  put("compared_first", compared_first(a, visited));
  put("asks_for_the_best", asks_for_the_best(a.data(), b.data(), n));
  put("counts_the_steps", counts_the_steps(a.data(), n));
  for (int i = 0; i < n; ++i) where[i] = i < 10 ? 7 : 1 << 30;
  put("guarded_by_the_first", guarded_by_the_first(a, where.data(), n));
}
