// Which variable is cheapest is read off the signs in the matrix of inequalities; an equality that has it costs
// nothing.
#include "Analysis/Projection.h"

#include <isl/mat.h>

#include <vector>

namespace clustrix::compiler {
namespace {

/// So many never leave too many rows.
constexpr int kFewVariables = 6;
/// Of those that a set may have on the way. A step of isl's goes over all of them.
constexpr int kMostRows = 160;

/// How many inequalities bound a variable from each side.
struct Bounds {
  int lower = 0, upper = 0;
  bool equal = false;  // an equality has it

  int rowsAfter(int rows) const { return equal ? rows : rows - lower - upper + lower * upper; }
};

class Matrix {
 public:
  explicit Matrix(isl_mat* matrix) : matrix_(matrix) {}
  ~Matrix() { isl_mat_free(matrix_); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;

  int rows() const { return matrix_ ? isl_mat_rows(matrix_) : 0; }
  int sign(int row, int column) const {
    const isl::Val value(isl_mat_get_element_val(matrix_, row, column));
    return isl_val_sgn(value.get());
  }

 private:
  isl_mat* matrix_;
};

std::vector<Bounds> boundsOf(const isl::BasicSet& set, int variables) {
  std::vector<Bounds> all(static_cast<std::size_t>(variables));
  const Matrix equal(isl_basic_set_equalities_matrix(set.get(), isl_dim_set, isl_dim_cst, isl_dim_param, isl_dim_div));
  const Matrix less(isl_basic_set_inequalities_matrix(set.get(), isl_dim_set, isl_dim_cst, isl_dim_param, isl_dim_div));
  for (int v = 0; v < variables; ++v) {
    Bounds& one = all[static_cast<std::size_t>(v)];
    for (int row = 0; row < equal.rows() && !one.equal; ++row) one.equal = equal.sign(row, v) != 0;
    for (int row = 0; row < less.rows(); ++row) {
      const int sign = less.sign(row, v);
      one.lower += sign > 0;
      one.upper += sign < 0;
    }
  }
  return all;
}

}  // namespace

isl::BasicSet withFewVariables(isl::BasicSet set, int kept) {
  for (;;) {
    const int variables = isl_basic_set_dim(set.get(), isl_dim_set);
    if (variables <= kept + kFewVariables) return set;
    const std::vector<Bounds> all = boundsOf(set, variables);
    const int rows = isl_basic_set_n_constraint(set.get());
    int cheapest = kept;
    for (int v = kept + 1; v < variables; ++v)
      if (all[static_cast<std::size_t>(v)].rowsAfter(rows) < all[static_cast<std::size_t>(cheapest)].rowsAfter(rows))
        cheapest = v;
    if (all[static_cast<std::size_t>(cheapest)].rowsAfter(rows) > kMostRows) return isl::BasicSet();
    isl_basic_set* less = isl_basic_set_project_out(set.take(), isl_dim_set, static_cast<unsigned>(cheapest), 1);
    // Divisions come of divisibility; without them the set is larger.
    set = isl::BasicSet(isl_basic_set_remove_redundancies(isl_basic_set_remove_divs(less)));
  }
}

}  // namespace clustrix::compiler
