// Pointers that are computed from others before the loop, and memory that the function allocates itself.
#include "show.h"

#include <cstdlib>
#include <memory>

[[clustrix::cluster]]
void halves(double* flat, int n) {
  double* low = flat;
  double* high = flat + n;
  for (int i = 0; i < n; ++i) low[i] = 2 * high[i] + 1;  // want: parallel
}

[[clustrix::cluster]]
void planes(double* flat, int n) {
  double* x = flat;
  double* y = &flat[n];
  double* z = y + n;
  for (int i = 0; i < n; ++i) z[i] = x[i] + y[i];  // want: parallel
}

[[clustrix::cluster]]
void shifted_down(int* flat, int n) {
  int* x = flat;
  int* y = flat + 1;
  for (int i = 0; i < n; ++i) y[i] = x[i] + 1;  // want: serial
}

[[clustrix::cluster]]
void even_and_odd(int* flat, int n) {
  int* odd = flat + 1;
  for (int i = 0; i < n; ++i) odd[2 * i] = flat[2 * i] + 1;  // want: parallel
}

[[clustrix::cluster]]
void run_time_offset(int* flat, int n, int gap) {
  int* ahead = flat + gap;
  for (int i = 0; i < n; ++i) ahead[i] += flat[i];  // may: parallel
}

// The offset is another one when the loop runs than when the pointer was made.
[[clustrix::cluster]]
void changed_offset(int* flat, int n, int gap) {
  int* ahead = flat + gap;
  gap = 0;
  for (int i = 0; i < n; ++i) ahead[i + gap] += flat[i];  // may: parallel
}

int buffer[4096];

[[clustrix::cluster]]
void in_file_scope(int n) {
  int* upper = buffer + 2048;
  for (int i = 0; i < n; ++i) upper[i] = buffer[i] * 2;  // want: parallel
}

// The base moves on: what was derived from it does not.
[[clustrix::cluster]]
void moved_base(int* flat, int n) {
  int* behind = flat;
  flat += n;
  for (int i = 0; i < n; ++i) flat[i] = behind[i] + 1;  // want: parallel
}

[[clustrix::cluster]]
double allocated(const double* input, int n) {
  double* a = new double[n];
  auto* b = static_cast<double*>(std::malloc(n * sizeof(double)));
  const auto c = std::make_unique<double[]>(n);
  for (int i = 0; i < n; ++i) a[i] = input[n - 1 - i];  // want: parallel
  for (int i = 0; i < n; ++i) b[i] = a[n - 1 - i] * 2;  // want: parallel
  for (int i = 0; i < n; ++i) c[i] = b[i] + a[i];       // want: parallel
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += c[i] * c.get()[i];  // want: parallel
  delete[] a;
  std::free(b);
  return sum;
}

[[clustrix::cluster]]
void iterators(std::vector<int>& v, const std::vector<int>& w) {
  auto out = v.begin();
  const auto first = w.cbegin(), last = w.cend();
  const auto n = last - first;
  for (long i = 0; i < n; ++i) out[i] += first[i];       // want: parallel
  for (auto p = out, e = v.end(); p != e; ++p) *p += 1;  // want: parallel
}

int main() {
  Random random(9);
  for (const int n : {0, 1, 8, 700}) {
    std::vector<double> d(static_cast<std::size_t>(3 * n));
    random.fillUnit(d);
    halves(d.data(), n);
    planes(d.data(), n);
    show("planes", d.data(), 3 * n);
    std::vector<int> v(static_cast<std::size_t>(3 * n + 8));
    random.fillBelow(v, 100);
    shifted_down(v.data(), n);
    even_and_odd(v.data(), n);
    for (const int gap : {0, 1, n}) {
      run_time_offset(v.data(), n, gap);
      changed_offset(v.data(), n, gap);
    }
    moved_base(v.data(), n);
    show("v", v.data(), static_cast<long long>(v.size()));
    for (int i = 0; i < 4096; ++i) buffer[i] = i;
    in_file_scope(n);
    show("buffer", buffer, 4096);
    put("allocated", allocated(d.data(), n));
    std::vector<int> w(v);
    iterators(w, v);
    show("w", w.data(), static_cast<long long>(w.size()));
  }
}
