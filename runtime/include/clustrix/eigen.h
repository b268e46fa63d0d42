// How matrices and arrays of Eigen that iterations of their own have made are combined: see clustrix/ObjectReduction.h.
#pragma once

#include <Eigen/Core>

namespace clustrix {
namespace eigen {

/// `acc += a * b`. A negative zero is what adding anything to leaves the other.
struct Sum {
  template <class Matrix>
  static Matrix identity(const Matrix& whole) {
    return Matrix::Constant(whole.rows(), whole.cols(), -typename Matrix::Scalar(0));
  }
  template <class Matrix>
  static void combine(Matrix& left, const Matrix& right) {
    left += right;
  }
};

}  // namespace eigen
}  // namespace clustrix
