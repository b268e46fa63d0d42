// A five-point stencil of some steps, and what must happen once however many ranks there are: output, a file, numbers
// from <random>, the exit status.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

[[clustrix::cluster]]
void advance(std::vector<double>& a, std::vector<double>& b, int rows, int columns, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < columns - 1; ++j)
        b[i * columns + j] = 0.2 * (a[i * columns + j] + a[(i - 1) * columns + j] + a[(i + 1) * columns + j] +
                                    a[i * columns + j - 1] + a[i * columns + j + 1]);
    a.swap(b);
  }
}

[[clustrix::cluster]]
double total(const std::vector<double>& a) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i];
  return sum;
}

int main(int argc, char** argv) {
  const int rows = std::atoi(argv[1]), columns = std::atoi(argv[2]), steps = std::atoi(argv[3]),
            rounds = std::atoi(argv[4]);
  std::mt19937 random(7);
  std::vector<double> a(static_cast<std::size_t>(rows) * columns), b(a.size());
  for (double& value : a) value = std::uniform_real_distribution<>(0, 1)(random);
  for (int round = 0; round < rounds; ++round) {
    advance(a, b, rows, columns, steps);
    std::printf("round %d total %.17g middle %.17g\n", round, total(a), a[a.size() / 2]);
    std::fflush(stdout);
  }
  if (argc > 5) {
    std::FILE* const file = std::fopen(argv[5], "a");
    std::fputs("written\n", file);
    std::fclose(file);
  }
  return argc > 6 ? std::atoi(argv[6]) : 0;
}
