// Loops that `--fix` lifts, with a program around them that shows their results.
#include <cstdio>
#include <vector>

[[clustrix::cluster]] void triples(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {
    double* t = new double[3];
    for (int j = 0; j < 3; ++j) t[j] = a[i + j];
    b[i] = t[0] - t[1] + t[2];
    delete[] t;
  }
}

[[clustrix::cluster]] double total(const double* a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double& s = sum;
    s += a[i];
  }
  return sum;
}

[[clustrix::cluster]] void squares(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {
    static double t;
    t = a[i] + 1;
    b[i] = t * t;
  }
}

[[clustrix::cluster]] void doubled(const std::vector<double>& a, std::vector<double>& b) {
  for (std::size_t i = 1; i < a.size(); ++i) b[i] = a.at(i) + a.at(i - 1);
}

static void show(const char* name, const std::vector<double>& values) {
  std::printf("%s", name);
  for (const double value : values) std::printf(" %g", value);
  std::printf("\n");
}

int main() {
  std::vector<double> a, b(20);
  for (int i = 0; i < 20; ++i) a.push_back(i % 7 + 0.5);
  triples(a.data(), b.data(), 14);
  show("triples", b);
  std::printf("total %g\n", total(a.data(), 20));
  squares(a.data(), b.data(), 20);
  show("squares", b);
  doubled(a, b);
  show("doubled", b);
}
