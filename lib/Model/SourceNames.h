// Polynomials in the names that the source has: models count iterations, and people know the loop's variable.
//
//     for (int i = 1; i < n; i += 2) a[i - 1] = b[i / 2];       a[2*k], b[k]  ──►  a[i - 1], b[((i - 1)/2)]
#pragma once

#include "clustrix/LoopModel.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// `lists.begin` of an array whose base is `lists.begin.data()`: models call it `lists_begin`.
std::string sourceName(const ArrayObject& array);

/// Of a model that lives longer.
class SourceNames {
 public:
  explicit SourceNames(const LoopModel& model);

  /// The variable of a loop where its counter is, as far as the source has such a variable.
  std::string operator()(const Polynomial& value) const;
  /// The same, with `name` for the symbols that are left; see nameOf.
  std::string operator()(const Polynomial& value, const std::function<std::string(SymbolId)>& name) const;
  /// Of a variable, a parameter, or a counter whose variable takes a division: `(i/2)`.
  std::string nameOf(SymbolId id) const;

 private:
  /// `step*id` is what the loop's variable is behind its first value: `distance`, over the variable.
  struct Counter {
    SymbolId id;
    Polynomial step, distance;
  };
  std::optional<Polynomial> without(const Counter& counter, const Polynomial& value) const;
  Polynomial inVariables(Polynomial value) const;

  const LoopModel& model_;
  std::vector<Counter> counters_;  // inner loops first
};

}  // namespace clustrix::compiler
