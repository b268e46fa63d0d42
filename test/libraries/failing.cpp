// A task that throws: what serial execution leaves behind is what is left behind.
#include <Eigen/Dense>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace checked {
/// Of a library whose functions throw.
inline Eigen::MatrixXd inverse(const Eigen::MatrixXd& matrix) {
  if (matrix.determinant() == 0) throw std::domain_error("singular, of size " + std::to_string(matrix.rows()));
  return matrix.inverse();
}
}  // namespace checked

[[clustrix::cluster]]
void inverses(const std::vector<double>& scale, std::vector<double>& traces, std::vector<double>& seen) {
  for (std::size_t s = 0; s < scale.size(); ++s) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(3, 3) * scale[s];
    traces[s] += checked::inverse(matrix).trace();
    seen.push_back(scale[s]);
  }
}

int main() {
  for (const int singular : {-1, 0, 17, 39}) {
    std::vector<double> scale(40), traces(40, 1.0), seen{-1.0};
    for (int s = 0; s < 40; ++s) scale[s] = singular >= 0 && (s == singular || s == singular + 3) ? 0 : 0.5 + s;
    try {
      inverses(scale, traces, seen);
      std::printf("all %zu\n", seen.size());
    } catch (const std::domain_error& error) {
      std::printf("%s\n", error.what());
    }
    double sum = 0;
    for (const double trace : traces) sum += trace;
    std::printf("sum %.12f seen %zu last %.3f\n", sum, seen.size(), seen.back());
  }
}
