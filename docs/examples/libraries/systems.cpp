// Iterations that drive Eigen: a system of equations each, of a size that is known when the program runs.
#include <Eigen/Dense>

#include <cstdio>
#include <cstdlib>
#include <vector>

/// Deflections of a chain of springs for each stiffness, and their norms.
[[clustrix::cluster]]
void deflections(const std::vector<double>& stiffness, const Eigen::VectorXd& load, std::vector<double>& norms) {
  const int n = static_cast<int>(load.size());
  for (std::size_t s = 0; s < stiffness.size(); ++s) {
    Eigen::MatrixXd chain = Eigen::MatrixXd::Identity(n, n) * (2.0 + stiffness[s]);
    for (int i = 1; i < n; ++i) chain(i, i - 1) = chain(i - 1, i) = -1.0;
    const Eigen::VectorXd deflection = chain.ldlt().solve(load);
    norms[s] = deflection.norm();
  }
}

/// Lengths of vectors that lie behind each other.
[[clustrix::cluster]]
void lengths(const std::vector<double>& coordinates, std::vector<double>& length) {
  for (std::size_t v = 0; v < length.size(); ++v) {
    const Eigen::Map<const Eigen::Vector3d> vector(coordinates.data() + 3 * v);
    length[v] = vector.norm();
  }
}

/// The greatest eigenvalue of blocks of a matrix.
[[clustrix::cluster]]
std::vector<double> eigenvalues(const Eigen::MatrixXd& all, int width) {
  std::vector<double> greatest;
  for (int first = 0; first + width <= all.rows(); first += width) {
    Eigen::MatrixXd block = all.block(first, first, width, width);
    block = (block + block.transpose()).eval() / 2;
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(block);
    greatest.push_back(solver.eigenvalues().maxCoeff());
  }
  return greatest;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 120;
  std::vector<double> stiffness(40), norms(40);
  for (int s = 0; s < 40; ++s) stiffness[s] = 0.01 * (s + 1);
  Eigen::VectorXd load(n);
  for (int i = 0; i < n; ++i) load(i) = 1.0 / (1 + i);
  deflections(stiffness, load, norms);
  for (int s = 0; s < 40; s += 8) std::printf("deflection %.9f\n", norms[s]);

  std::vector<double> coordinates(300), length(100);
  for (int c = 0; c < 300; ++c) coordinates[c] = 0.25 * (c % 17);
  lengths(coordinates, length);
  for (int v = 0; v < 100; v += 30) std::printf("length %.9f\n", length[v]);

  Eigen::MatrixXd all(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) all(i, j) = 1.0 / (1 + (i * 7 + j * 3) % 11);
  for (const double value : eigenvalues(all, n / 6)) std::printf("eigenvalue %.9f\n", value);
}
