// Traps: loops that update array elements, but whose iterations see what earlier ones left there.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
void running_total(const int* key, int* sum, int* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial, idle
    sum[key[i]] += i;
    out[i] = sum[key[i]];
  }
}

[[clustrix::cluster]]
void operand_reads(const int* key, std::vector<double>& sum, int n) {
  for (int i = 0; i < n; ++i)  // want: serial, idle
    sum[key[i]] += 0.001 * sum[0];
}

[[clustrix::cluster]]
void two_operators(const int* key, std::vector<double>& value, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    value[key[i]] += 0.25;
    value[0] *= 0.999;
  }
}

[[clustrix::cluster]]
void ranks(const int* key, std::vector<int>& next, int* rank, int n) {
  for (int i = 0; i < n; ++i)  // want: serial, idle
    rank[i] = next[key[i]]++;
}

[[clustrix::cluster]]
void ranks_by_assignment(const int* key, std::vector<int>& next, int* rank, int n) {
  for (int i = 0; i < n; ++i)  // want: serial, idle
    rank[i] = next[key[i]] += 2;
}

[[clustrix::cluster]]
void short_circuit(const int* key, std::vector<int>& count, int* out, int n) {
  for (int i = 0; i < n; ++i)  // want: serial, idle
    out[i] = key[i] > 3 && ++count[key[i]] > 5;
}

[[clustrix::cluster]]
void reset(const int* key, std::vector<int>& count, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    count[key[i]] += 1;
    if (key[i] == 7) count[3] = 0;
  }
}

[[clustrix::cluster]]
void truncated(const int* key, std::vector<int>& sum, const double* w, int n) {
  for (int i = 0; i < n; ++i)  // want: serial, idle
    sum[key[i]] += w[i] * 10;
}

[[clustrix::cluster]]
void divided(const int* key, std::vector<double>& value, int n) {
  for (int i = 0; i < n; ++i)  // want: serial, idle
    value[key[i]] = 1 / (value[key[i]] + i);
}

// A NaN replaces an extremum, and is replaced by what comes after it.
[[clustrix::cluster]]
void forgetful(const int* key, std::vector<double>& top, const double* w, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    top[key[i]] = std::max(w[i], top[key[i]]);
}

// The keys and the counts may be the same memory: a count would then change where the others go.
[[clustrix::cluster]]
void counts_itself(const int* key, [[clustrix::extent(64)]] int* count, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    count[key[i] & 63] += 1;
}

int main() {
  Random random(12);
  const int n = 3001;
  std::vector<int> key(n), out(n), count(64);
  std::vector<double> w(n), value(61, 1.0);
  random.fillBelow(key, 61);
  random.fillUnit(w);
  w[100] = w[2000] = std::nan("");
  running_total(key.data(), count.data(), out.data(), n);
  show("running", out);
  operand_reads(key.data(), value, n);
  show("operand", value);
  two_operators(key.data(), value, n);
  show("operators", value);
  ranks(key.data(), count, out.data(), n);
  show("ranks", out);
  ranks_by_assignment(key.data(), count, out.data(), n);
  show("assigned", out);
  short_circuit(key.data(), count, out.data(), n);
  show("circuit", out);
  reset(key.data(), count, n);
  show("reset", count);
  forgetful(key.data(), value, w.data(), n);
  for (double& x : value) x = x == x ? x : -7;
  show("forgetful", value);
  w[100] = w[2000] = 0.5;
  truncated(key.data(), count, w.data(), n);
  show("truncated", count);
  divided(key.data(), value, n);
  show("divided", value);
  std::vector<int> own(n);
  for (int i = 0; i < n; ++i) own[i] = i * 7 % 64;
  counts_itself(own.data(), own.data(), n);
  counts_itself(key.data(), count.data(), n);
  show("own", own);
  show("others", count);
}
