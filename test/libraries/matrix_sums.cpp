// Matrices of Eigen that iterations add to: of fixed and any size, in templates, by noalias(), members of classes.
// Where one lies in an array that the loop reads, and where others see it, the loop is as it is.
#include <Eigen/Dense>

#include <iostream>
#include <vector>
[[clustrix::cluster]] Eigen::MatrixXd covariance(const std::vector<Eigen::VectorXd>& x, int n) {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(4, 4);
  for (int i = 0; i < n; ++i) {
    Eigen::VectorXd d = Eigen::VectorXd::Constant(4, i % 7);
    sum += d * d.transpose();
  }
  return sum;
}
[[clustrix::cluster]] void fixed(Eigen::Matrix3d& a, Eigen::Array4d& b, double* other, int n) {
  for (int i = 0; i < n; ++i) {
    a += Eigen::Matrix3d::Identity() * i;
    b -= Eigen::Array4d::Constant(other[i]);
  }
}
template <class T>
[[clustrix::cluster]] void typed(Eigen::Matrix<T, -1, -1>& a, int n) {
  for (int i = 0; i < n; ++i) a += Eigen::Matrix<T, -1, -1>::Constant(a.rows(), a.cols(), T(i));
}
template <class T>
[[clustrix::cluster]] void typedApart(Eigen::Matrix<T, -1, -1>& a, int n, int m) {
  for (int i = 0; i < n; ++i) a += Eigen::Matrix<T, -1, -1>::Constant(m, m, T(i));
}
[[clustrix::cluster]] void noalias(Eigen::MatrixXd& a, int n) {
  for (int i = 0; i < n; ++i) {
    Eigen::MatrixXd x = Eigen::MatrixXd::Constant(3, 3, i);
    a.noalias() += x * x;
  }
}
[[clustrix::cluster]] void block(Eigen::MatrixXd& a, int n) {
  for (int i = 0; i < n; ++i) a.row(0) += Eigen::RowVectorXd::Constant(3, i);
}
struct Sums {
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(3, 3);
  [[clustrix::cluster]] void add(int n) {
    for (int i = 0; i < n; ++i) m += Eigen::MatrixXd::Constant(3, 3, i);
  }
};
int main() {
  std::cout << covariance({}, 100) << "\n";
  Eigen::Matrix3d a = Eigen::Matrix3d::Zero();
  Eigen::Array4d b = Eigen::Array4d::Zero();
  std::vector<double> o(20, 1.5);
  fixed(a, b, o.data(), 20);
  std::cout << a << "\n" << b << "\n";
  a.setZero();
  fixed(a, b, a.data(), 9);
  std::cout << a << "\n" << b << "\n";
  Eigen::MatrixXf f = Eigen::MatrixXf::Zero(2, 2);
  typedApart(f, 30, 2);
  std::cout << f << "\n";
  typed(f, 3);
  std::cout << f << "\n";
  Eigen::MatrixXd d = Eigen::MatrixXd::Zero(3, 3);
  noalias(d, 20);
  std::cout << d << "\n";
  block(d, 10);
  std::cout << d << "\n";
  Sums s;
  s.add(10);
  std::cout << s.m << "\n";
}
