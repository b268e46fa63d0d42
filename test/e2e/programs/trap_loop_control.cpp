// Traps: the counter, the bound, the step or the container changes while the loop runs.
#include "show.h"

[[clustrix::cluster]]
int jumps_ahead(int* a, int n) {
  int visits = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    a[i] += 2;
    ++visits;
    if (a[i] % 4 == 0) i += 3;
  }
  return visits;
}

[[clustrix::cluster]]
void bound_moves(int* a, int n) {
  int last = n / 2;
  for (int i = 0; i < last; ++i) {  // want: serial
    a[i] ^= 3;
    if (a[i] % 7 == 0 && last < n) ++last;
  }
}

[[clustrix::cluster]]
void step_moves(int* a, int n) {
  int step = 1;
  for (int i = 0; i < n; i += step) {  // want: serial
    a[i] -= 5;
    step = 1 + (a[i] & 3);
  }
}

[[clustrix::cluster]]
void doubling(int* a, int n) {
  for (int i = 1; i < n; i *= 2)  // want: serial
    a[i] = i;
}

static void push_on(int& i) { i += 2; }

[[clustrix::cluster]]
void by_reference(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    a[i] += 9;
    push_on(i);
  }
}

[[clustrix::cluster]]
void through_address(int* a, int n) {
  int i = 0;
  int* p = &i;
  for (i = 0; i < n; ++i) {  // want: serial
    a[i] *= 3;
    *p += 1;
  }
}

// idle: bound_in_array
[[clustrix::cluster]]
void bound_in_array(int* a) {
  for (int i = 1; i < a[0]; ++i) {  // want: serial
    a[i] += 1;
    if (i == 20) a[0] = 100;
  }
}

[[clustrix::cluster]]
void bound_written(std::vector<int>& v, int& n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    v[i] += n;
    if (i == 10) n = 30;
  }
}

[[clustrix::cluster]]
void container_shrinks(std::vector<int>& v) {
  for (std::size_t i = 0; i < v.size(); ++i)  // want: serial
    if (v[i] % 3 == 0) v.pop_back();
}

[[clustrix::cluster]]
void two_counters(int* a, int n) {
  for (int i = 0, j = n - 1; i < j; ++i, --j) {  // may: parallel
    const int keep = a[i];
    a[i] = a[j];
    a[j] = keep;
  }
}

int main() {
  Random random(67);
  const int n = 3001;
  std::vector<int> a(n);
  random.fillBelow(a, 1000);
  put("visits", jumps_ahead(a.data(), n));
  bound_moves(a.data(), n);
  step_moves(a.data(), n);
  doubling(a.data(), n);
  by_reference(a.data(), n);
  through_address(a.data(), n);
  show("a", a);
  for (int& x : a) x %= 500;
  a[0] = 60;
  bound_in_array(a.data());
  int bound = 2000;
  bound_written(a, bound);
  put("bound", bound);
  two_counters(a.data(), n);
  show("b", a);
  container_shrinks(a);
  show("shrunk", a);
}
