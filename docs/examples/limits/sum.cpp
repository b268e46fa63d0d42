#include <cstdio>
#include <vector>

[[clustrix::cluster]] double total(const std::vector<double>& terms) {
  double sum = 0;
  for (const double term : terms) sum += term;
  return sum;
}

[[clustrix::cluster]] double asWritten(const std::vector<double>& terms) {
  double sum = 0;
  [[clustrix::serial]] for (const double term : terms) sum += term;
  return sum;
}

int main() {
  std::vector<double> terms;
  for (int i = 1; i <= 10'000'000; ++i) terms.push_back(1.0 / i);
  std::printf("total %.17g, as written %.17g\n", total(terms), asWritten(terms));
}
