// Polynomial (in)equalities as an isl set: the bridge from loop models to isl.
//
//     k0 >= 0, n*m - 1 - k0 >= 0   ──►   [n*m] -> { [k0] : 0 <= k0 < n*m }
//
// isl knows affine expressions only. A product of parameters is one parameter of its own (`n*m` above); a product with
// a counter becomes an unknown of its own in a row, and is left out as a constraint. Both only add points: whatever is
// proven of the set holds for the loop.
#pragma once

#include "Analysis/Facts.h"

#include <map>
#include <vector>

namespace clustrix::compiler {

/// The unknowns of one iteration of the loops: what counters and opaque values are called in a System.
using Iteration = std::map<Monomial, int>;

/// A linear expression over the columns of a System.
struct Row {
  std::map<int, std::int64_t> parameters, variables;
  std::int64_t constant = 0;
  bool overflow = false;  // no expression: coefficients were too large
};

Row difference(const Row& left, const Row& right);
Row plus(Row row, std::int64_t constant);

/// Each product is of parameters alone or a single counter or opaque value.
bool isAffineOverCounters(const Facts& facts, const Polynomial& value);

class System {
 public:
  explicit System(const Facts& facts) : facts_(facts) {}

  /// Unknown products become unbounded variables of the iteration `at`.
  Row row(const Polynomial& value, Iteration& at);
  void nonNegative(Row row);
  void zero(Row row);
  /// The variable of a symbol, made when it is new.
  int variable(SymbolId id, Iteration& at);
  /// A variable that stands for no symbol.
  int variable(const std::string& name);
  /// `at` lies in the domain, as far as the constraints are affine; opaque values and quotients met so far keep to
  /// their bounds and divisions.
  void restrict(const Domain& domain, Iteration& at);

  /// All points, with what is known of the parameters in them. Null when isl refuses.
  isl::BasicSet points();

 private:
  int parameter(const Monomial& monomial);
  int unknown(const Monomial& monomial, Iteration& at);
  void divide(const Domain& domain, Iteration& at);
  void divide(const Domain& domain, SymbolId quotient, Iteration& at);
  void addFacts();

  const Facts& facts_;
  std::vector<Monomial> parameters_;
  std::map<Monomial, int> columns_;  // of parameters
  std::vector<std::string> variables_;
  std::vector<Row> equalities_, inequalities_;
};

/// The set with its parameters as further variables behind its own: its points for any of them. Null when isl gives up,
/// and where there are no variables.
isl::Set withParametersAsVariables(const isl::BasicSet& points);

/// The parameters for which the set has a point; an over-approximation without quotients. Null stays null.
isl::Set toParameters(const isl::BasicSet& points);
isl::Set toParameters(isl::Set points);
/// No parameters at all.
isl::Set emptyParameters(const Facts& facts);
/// All parameters of which `facts` permit, as far as affine, restricted to those that `near` names.
isl::Set knownParameters(const Facts& facts, const isl::Set& near, const std::vector<Polynomial>& more = {});

/// The product of symbols that a parameter of our sets stands for.
std::optional<Polynomial> productOf(const Facts& facts, const std::string& name);
/// The constant and the parameters of a constraint; nothing where a number does not fit, or a name is not ours.
std::optional<Polynomial> overParameters(const Facts& facts, const isl::Constraint& constraint);

}  // namespace clustrix::compiler
