// Traps: running values that a first pass without them would get wrong, and counters that do not only move on.
#include "show.h"

[[clustrix::cluster]]
double smoothed(const double* a, double* b, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    s = s * 0.5 + a[i];
    b[i] = s;
  }
  return s;
}

[[clustrix::cluster]]
int decides(const int* a, int* b, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (sum < 5000) sum += a[i];
    b[i] = sum;
  }
  return sum;
}

[[clustrix::cluster]]
long feeds_itself(const int* a, long* b, int n) {
  long sum = 1;
  for (int i = 0; i < n; ++i) {  // want: serial
    sum += a[i] + sum % 3;
    b[i] = sum;
  }
  return sum;
}

[[clustrix::cluster]]
int through_memory(const int* a, int* b, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    b[i] = a[i] * 3 + sum % 5;
    sum += b[i];
  }
  return sum;
}

[[clustrix::cluster]]
int through_a_local(const int* a, int* b, int n) {
  int sum = 0, last = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    b[i] = (last = sum) + 1;
    sum += a[i] + last % 2;
  }
  return sum;
}

inline int moved(int& state) { return state += 3; }

[[clustrix::cluster]]
int through_a_call(const int* a, int* b, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    int step = a[i];
    b[i] = sum + moved(step);
    sum += step;
  }
  return sum;
}

[[clustrix::cluster]]
int used_in_a_subscript(const int* a, int* b, int n) {
  int at = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    at += a[i] % 2;
    b[at] = a[i];
  }
  return at;
}

[[clustrix::cluster]]
int two_operators(const int* a, int* b, int n) {
  int x = 1;
  for (int i = 0; i < n; ++i) {  // want: serial
    x += a[i];
    x ^= 5;
    b[i] = x;
  }
  return x;
}

[[clustrix::cluster]]
int goes_back(const int* a, int* out, int n) {
  int j = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] % 3 == 0) out[j++] = a[i];
    if (a[i] % 3 == 1 && j > 0) --j;
  }
  return j;
}

[[clustrix::cluster]]
int set_back(const int* a, int* out, int n) {
  int j = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] % 3 == 0) out[j++] = a[i];
    if (j == 40) j = 0;
  }
  return j;
}

[[clustrix::cluster]]
int stays(const int* a, int* out, int n) {
  int j = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] % 3 == 0) out[j] = a[i];
    if (a[i] % 5 == 0) ++j;
  }
  return j;
}

[[clustrix::cluster]]
int before_and_after(const int* a, int* out, int n) {
  int j = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] % 3 == 0)
      out[j++] = a[i];
    else
      out[++j] = -a[i];
  }
  return j;
}

[[clustrix::cluster]]
int also_read(const int* a, int* out, int n) {
  int j = 1;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] % 3 == 0) out[j++] = a[i] + out[0] % 2;
  return j;
}

[[clustrix::cluster]]
int onto_itself(int* a, int n) {
  int j = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] % 3 == 0) a[j++] = a[i];
  return j;
}

[[clustrix::cluster]]
int asked_for(const int* a, int* out, int n, int most) {
  int j = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] % 3 == 0 && j < most) out[j++] = a[i];
  return j;
}

[[clustrix::cluster]]
int in_a_choice(const int* a, int* b, int n) {
  int j = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    b[i] = a[i] % 2 ? j++ : -j;
  return j;
}

// Legal, and a dangling else away from wrong.
[[clustrix::cluster]]
int dangling(const int* a, int* b, int n) {
  int sum = 0, others = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    sum += a[i];
    if (a[i] % 2 == 0)
      b[i] = sum;
    else
      ++others;
  }
  return sum * 3 + others;
}

// The passes of a scan have no copies of an array to combine into: parallel, and left to the host.
[[clustrix::cluster]]
int running_sum_and_histogram(const int* a, int* b, int* bins, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {  // may: parallel
    sum += a[i];
    b[i] = sum;
    bins[a[i] & 15] += 1;
  }
  return sum;
}

// The same where the running variable only steps, under a condition that always holds.
[[clustrix::cluster]]
unsigned steps_beside_rows(int n) {
  unsigned bins[4][8] = {};
  int j = 3;
  for (int i = 0; i < n; ++i) {  // may: parallel
    bins[j & 0][0] += 1u;
    if (n > 0) j = j + 3;
  }
  return bins[0][0] + static_cast<unsigned>(j);
}

int main() {
  Random random(93);
  const int n = 9001;
  std::vector<int> a(n), b(n + 2), out(2 * n + 2);
  random.fillBelow(a, 1000);
  std::vector<double> x(n), y(n);
  std::vector<long> l(n);
  for (double& value : x) value = random.coarse();
  put("smoothed", smoothed(x.data(), y.data(), n));
  show("y", y);
  put("decides", decides(a.data(), b.data(), n));
  show("decided", b);
  put("feeds", static_cast<long long>(feeds_itself(a.data(), l.data(), n)));
  show("fed", l);
  put("memory", through_memory(a.data(), b.data(), n));
  show("through", b);
  put("local", through_a_local(a.data(), b.data(), n));
  show("locals", b);
  put("call", through_a_call(a.data(), b.data(), n));
  show("calls", b);
  put("subscript", used_in_a_subscript(a.data(), b.data(), n));
  show("subscripts", b);
  put("operators", two_operators(a.data(), b.data(), n));
  show("operated", b);
  put("back", goes_back(a.data(), out.data(), n));
  show("backs", out);
  put("set_back", set_back(a.data(), out.data(), n));
  show("sets", out);
  put("stays", stays(a.data(), out.data(), n));
  show("stayed", out);
  put("both", before_and_after(a.data(), out.data(), n));
  show("boths", out);
  put("read", also_read(a.data(), out.data(), n));
  show("reads", out);
  put("asked", asked_for(a.data(), out.data(), n, 77));
  show("answers", out);
  put("choice", in_a_choice(a.data(), b.data(), n));
  show("choices", b);
  put("dangling", dangling(a.data(), b.data(), n));
  show("dangled", b);
  std::vector<int> bins(16, 2);
  put("histogram", running_sum_and_histogram(a.data(), b.data(), bins.data(), n));
  show("bins", bins);
  show("running", b);
  put("steps", static_cast<long long>(steps_beside_rows(n)));
  put("itself", onto_itself(a.data(), n));
  show("a", a);
}
