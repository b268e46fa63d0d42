// Loops inside that begin, or end, at the rest of a division: red and black points, every third diagonal.
#include "bits.h"

#include <vector>

[[clustrix::cluster]]
void red_black(std::vector<double>& u, const std::vector<double>& f, int n, int sweeps, double omega) {
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (int colour = 0; colour < 2; ++colour)
      for (int i = 1; i < n - 1; ++i)  // want: parallel
        for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2) {  // want: parallel
          const double mean = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] +
                                      f[i * n + j]);
          u[i * n + j] += omega * (mean - u[i * n + j]);
        }
}

// What is divided is negative at first.
[[clustrix::cluster]]
void chess(const int* from, int* to, int n, int shift) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = (i + shift) & 1; j < n; j += 2) to[i * n + j] = from[i * n + j] + 1;  // want: parallel
}

// Backwards, by another number, with a factor in front; and an end that moves with the launched loop besides.
[[clustrix::cluster]]
void diagonals(const float* from, float* to, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = n - 1 - 2 * ((5 * i + 1) % 3); j > i; j -= 3) to[i * n + j] = from[i * n + j] * 0.5f;  // want: parallel
}
[[clustrix::cluster]]
void longer(const float* from, float* to, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m + i / 2 - 7 + (n - i) % 7; ++j) to[i * 2 * m + j] += from[i * 2 * m + j];
}

// Two rests at once.
[[clustrix::cluster]]
void both(const int* from, int* to, int n) {
  for (unsigned i = 0; i < static_cast<unsigned>(n); ++i)  // want: parallel
    for (unsigned j = i % 4 + i % 3; j < static_cast<unsigned>(n); ++j) to[i * n + j] = from[i * n + j] - 1;
}

// Lanes share loops that begin at a rest, and add up in their order.
[[clustrix::cluster]]
void sums(const double* from, double* to, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double sum = 0;
    for (int j = i % 2; j < columns; j += 2) sum += from[i * columns + j] / 3;
    to[i] = sum;
  }
}

namespace {

template <class T>
std::vector<T> numbers(int n, int first) {
  std::vector<T> list(n);
  for (int i = 0; i < n; ++i) list[i] = static_cast<T>((first + i * 37) % 101 / (sizeof(T) == sizeof(int) ? 1 : 8.0));
  return list;
}

}  // namespace

int main() {
  for (const int n : {3, 4, 37, 70}) {
    std::vector<double> u = numbers<double>(n * n, 1);
    red_black(u, numbers<double>(n * n, 2), n, 3, 1.3);
    bits("red_black", u);
    for (const int shift : {0, -1, -34, 5}) {
      std::vector<int> to = numbers<int>(n * n, 3);
      chess(numbers<int>(n * n, 4).data(), to.data(), n, shift);
      bits("chess", to);
    }
    std::vector<float> to = numbers<float>(n * n, 5);
    diagonals(numbers<float>(n * n, 6).data(), to.data(), n);
    bits("diagonals", to);
    std::vector<float> wide = numbers<float>(n * 2 * n, 7);
    longer(numbers<float>(n * 2 * n, 8).data(), wide.data(), n, n);
    bits("longer", wide);
    std::vector<int> many = numbers<int>(n * n, 9);
    both(numbers<int>(n * n, 10).data(), many.data(), n);
    bits("both", many);
    std::vector<double> sum(n);
    sums(numbers<double>(n * 300, 11).data(), sum.data(), n, 300);
    bits("sums", sum);
  }
}
