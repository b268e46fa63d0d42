// Loops that use Thrust where iterations would get in each other's way, or at what is of one device: all stay serial.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/swap.h>
#include <thrust/transform.h>

#include <cstdio>
#include <vector>

#include "checksum.h"
#include "for_devices.h"

struct Through {
  int* x;
  __host__ __device__ int operator()(int y) const { return x[0] = y; }
};
[[clustrix::cluster]]
void readsOuter(std::vector<int>& out, const thrust::device_vector<int>& v) {
  for (int j = 0; j < static_cast<int>(out.size()); ++j) out[j] = thrust::reduce(v.begin(), v.end()) + j;
}
[[clustrix::cluster]]
void fillsOuter(thrust::host_vector<int>& h, int n) {
  for (int j = 0; j < n; ++j) thrust::fill(h.begin(), h.end(), j);
}
[[clustrix::cluster]]
void fillsThroughName(thrust::host_vector<int>& h, int n) {
  for (int j = 0; j < n; ++j) {
    auto first = h.begin();
    thrust::sequence(first, first + 4, j);
  }
}
[[clustrix::cluster]]
void writesElement(thrust::host_vector<int>& h, int n) {
  for (int j = 0; j < n; ++j) h[0] = h[0] * 3 % 1001 + j;
}
[[clustrix::cluster]]
void counts(std::vector<int>& out, int n) {
  for (int j = 0; j < static_cast<int>(out.size()); ++j) {
    thrust::device_vector<int> v(n, j);
    thrust::transform(v.begin(), v.end(), v.begin(), Counting());
    out[j] = v[0];
  }
}
[[clustrix::cluster]]
void through(std::vector<int>& out, int* where, int n) {
  for (int j = 0; j < static_cast<int>(out.size()); ++j) {
    thrust::host_vector<int> v(n, j);
    thrust::transform(v.begin(), v.end(), v.begin(), Through{where});
    out[j] = v[0];
  }
}
[[clustrix::cluster]]
void ofHost(std::vector<int>& out, int n) {
  for (int j = 0; j < static_cast<int>(out.size()); ++j) {
    thrust::host_vector<int> v(n, j);
    thrust::for_each(v.begin(), v.end(), OfHost());
    out[j] = v[n - 1];
  }
}
[[clustrix::cluster]]
void swapped(thrust::device_vector<int>& kept, int n) {
  for (int j = 0; j < n; ++j) {
    thrust::device_vector<int> v(n, j);
    kept.swap(v);
  }
}
[[clustrix::cluster]]
void overlaps(std::vector<int>& out, int n) {
  for (int j = 0; j + n <= static_cast<int>(out.size()); ++j) {
    thrust::host_vector<int> v(n, j);
    thrust::copy(v.begin(), v.end(), out.data() + j);
  }
}

int main() {
  std::vector<int> out(40);
  thrust::device_vector<int> v(30, 2);
  readsOuter(out, v);
  show("reads", out);
  thrust::host_vector<int> h(10);
  fillsOuter(h, 7);
  fillsThroughName(h, 9);
  writesElement(h, 50);
  std::printf("outer %d %d %d\n", h[0], h[3], h[9]);
  counts(out, 20);
  show("counts", out);
  int where = 0;
  through(out, &where, 5);
  std::printf("through %d\n", where);
  ofHost(out, 6);
  show("of host", out);
  swapped(v, 12);
  std::printf("swapped %d\n", static_cast<int>(v[3]));
  overlaps(out, 8);
  show("overlaps", out);
}
