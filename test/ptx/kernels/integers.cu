// Integers of 8 to 64 bits: one text for host and device, the host's answers are right.
#include "check.h"

constexpr int operations = 26;

template <class T>
__host__ __device__ long long apply(int operation, T x, T y) {
  const T zeroFree = y ? y : T(3);
  switch (operation) {
    case 0:
      return T(x + y);
    case 1:
      return T(x - y);
    case 2:
      return T(static_cast<unsigned long long>(x) * static_cast<unsigned long long>(y));
    case 3:
      return T(x / 3);
    case 4:
      return T(x % 10);
    case 5:
      return T(x / zeroFree);
    case 6:
      return T(x % zeroFree);
    case 7:
      return T(x >> 3);
    case 8:
      return T(static_cast<unsigned long long>(x) << 2);
    case 9:
      return x < y;
    case 10:
      return x == y;
    case 11:
      return x < y ? x : y;
    case 12:
      return T(~x & y);
    case 13:
      return T((x ^ y) | 1);
    case 14:
      return static_cast<int>(static_cast<float>(x % 100000));
    case 15:
      return static_cast<long long>(static_cast<double>(y) * 0.3);
    case 16:
      return T(x / 100) + T(y / 1000);
    case 17:
      return static_cast<signed char>(x);
    case 18:
      return static_cast<unsigned short>(y);
    case 19:
      return static_cast<long long>(x) * static_cast<int>(y);
    case 20:
      return static_cast<unsigned>(x) / (static_cast<unsigned>(y) | 1u);
    case 21:
      return static_cast<long long>(static_cast<double>(x) / 7);
    case 22:
      return x > y ? T(x / 5) : T(y / 11);
    case 23:
      return 77 * static_cast<unsigned char>(x) + 150 * static_cast<unsigned char>(x >> 8 * (sizeof(T) > 1)) +
             29 * static_cast<unsigned char>(y) + 5;
    case 24:
      return -7 * static_cast<signed char>(x) + 100 * static_cast<signed char>(y) - 3 * static_cast<signed char>(x ^ y);
    default:
      return static_cast<unsigned long long>(x) >> (static_cast<unsigned>(y) & 31u);
  }
}

template <class T>
__global__ void applyAll(long long* out, const T* x, const T* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int operation = 0; operation < operations; ++operation)
    out[i * operations + operation] = apply<T>(operation, x[i], y[i]);
}

template <class T>
void test(const char* name, Tally& tally) {
  const int n = 2000;
  std::vector<T> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<T>(mixed(2 * i) >> 9);
    y[i] = static_cast<T>(mixed(2 * i + 1) >> (i % 50));
  }
  OnDevice<T> onX(x), onY(y);
  OnDevice<long long> results(std::vector<long long>(n * operations));
  applyAll<<<(n + 127) / 128, 128>>>(results.data(), onX.data(), onY.data(), n);
  const std::vector<long long> got = results.get();
  for (int i = 0; i < n * operations; ++i)
    tally.check(got[i] == apply<T>(i % operations, x[i / operations], y[i / operations]), name, i % operations);
}

int main() {
  Tally tally;
  test<signed char>("signed char", tally);
  test<unsigned char>("unsigned char", tally);
  test<short>("short", tally);
  test<unsigned short>("unsigned short", tally);
  test<int>("int", tally);
  test<unsigned>("unsigned", tally);
  test<long long>("long long", tally);
  test<unsigned long long>("unsigned long long", tally);
  return tally.status();
}
