// Legality: may the iterations of a loop run in any order, and under which run-time conditions?
//
//     LoopModel ──analyse──► Legality { parallel, guards, reductions, privates, reasons }
//
// `parallel` means proven (by isl, on exact access relations, or conservatively) or asserted by the author, under the
// `guards`; the original loop runs where a guard fails. A loop that is not parallel has at least one reason, which
// names the pair of accesses or the effect that stands in the way.
#pragma once

#include "clustrix/LoopModel.h"

#include <memory>
#include <variant>
#include <vector>

namespace clustrix::compiler {

struct Reason {
  std::string code;  // id of docs/remarks.md: "dependence.flow", "effect.call", ...
  std::string message;
  std::string hint;  // an edit that would lift it, or ""
  SourcePoint at;
  std::optional<SourcePoint> other;  // the second access of the pair
  std::vector<Edit> edits{};         // the hint, when it can be applied mechanically (see LoopModel.h)
};

/// One comparison over parameters: `value >= 0` or `value == 0`.
struct Comparison {
  Polynomial value;
  bool equal = false;
};
/// A disjunction of conjunctions over parameters; holds when any row holds.
struct ParameterGuard {
  std::vector<std::vector<Comparison>> anyOf;
  std::string why;  // `columns stay within the pitch`
};
/// `value % divisor == 0`, both over parameters.
struct DivisibleGuard {
  Polynomial value, divisor;
};
/// What `written` writes in the whole loop overlaps nothing that `other` touches; or, when `sameAllowed`, both start at
/// the same address (the analysis has shown that one array instead of two would be as good). Of an array with itself:
/// no two of its rows, which are behind pointers, overlap.
struct DisjointGuard {
  ArrayId written, other;
  bool sameAllowed = false;
};
/// What `array` touches in the whole loop does not overlap the scalar `expression`.
struct ScalarDisjointGuard {
  ArrayId array;
  std::string expression;  // C++ lvalue
};
/// The objects of two scalars (C++ lvalues), one of which the loop writes, do not overlap.
struct ScalarsDisjointGuard {
  std::string first, second;
};
/// In place of a guard for each pair, where those would be hundreds: nothing that the loop writes, of these arrays and
/// variables, overlaps anything else among them that it touches. No two are taken for one here.
struct AllDisjointGuard {
  std::vector<ArrayId> arrays;
  std::vector<ArrayId> own;                // with storage of their own each
  std::vector<std::string> written, read;  // variables, C++ lvalues
};
/// `min <= value <= max` for all counters of `loops` in range, evaluated by interval arithmetic at run time.
struct RangeGuard {
  Polynomial value;
  Int128 min = 0, max = 0;
  std::vector<int> loops;
};
/// No two of the elements of `list` that the loop reads as these values are the same number: an inspection tells.
struct DistinctGuard {
  NumberList list;
  std::vector<SymbolId> values;  // listed ones, in ascending order
};
/// No two iterations touch the same element of `array`: an inspection goes through all that each of them touches.
struct ApartGuard {
  ArrayId array;
};
using Guard = std::variant<ParameterGuard, DivisibleGuard, DisjointGuard, ScalarDisjointGuard, ScalarsDisjointGuard,
                           AllDisjointGuard, RangeGuard, DistinctGuard, ApartGuard>;

/// A variable, or an element at an index that is the same in all iterations, that iterations combine into.
struct Reduction {
  int scalar = -1;  // into LoopModel::scalars, or -1:
  ArrayId array;    // ... element `index` of this array
  std::optional<Polynomial> index;
  UpdateOperator op = UpdateOperator::Add;
  bool ties = false;
  bool ignoresNan = false;  // fmin, fmax: see Update
  bool takesNan = false;    // `std::max(x, m)`: see Update
  std::vector<int> locations;
  /// The updated element varies in inner loops (`c[j] += ...`): legal, combined as a whole array.
  bool ofArray = false;
  std::optional<DeclaredOperation> declared{};  // UpdateOperator::Declared
};

/// A variable that each iteration writes before it reads it.
struct Private {
  int scalar = -1;
  bool lastValue = false;    // the value of the last iteration that wrote it is read after the loop
  bool conditional = false;  // not every iteration writes it: where none does, its value from before the loop stays
};

/// An array of which each iteration writes every element before it reads it, or none does.
struct PrivateArray {
  ArrayId array;
  bool lastValue = false;  // its elements may be read after the loop: those of the last iteration, which wrote them all
  bool copiesIn = false;   // some that no iteration writes are read: as they are before the loop
};

/// How the iterations of a parallel loop run.
enum class Form {
  Independent,  // each once, in any order
  Search,       // up to the first that leaves: any order finds it, and the loop's own text goes on from there
  Scan,         // twice: what `reductions` add up to, then each from what the iterations before it add up to
};

struct Legality {
  bool parallel = false;
  bool asserted = false;
  Form form = Form::Independent;
  std::vector<Reason> reasons;  // not empty when not parallel
  std::vector<Guard> guards;
  /// So many of them, the first ones, say that the model is right: that its loops can be counted, and no integer wraps.
  std::size_t ofModel = 0;
  std::vector<Reduction> reductions;
  std::vector<Private> privates;
  std::vector<PrivateArray> privateArrays;
  std::vector<std::string> evidence;  // isl relations and sets, for --emit=legality
  /// Of iterations that combine into arrays through lists: what holds where no number is twice in one of these, and
  /// nothing is combined. Parallel, without a further one.
  std::shared_ptr<const Legality> whereDistinct{};
};

/// Whether iterations combine copies of whole arrays.
bool combinesArrays(const Legality& legality);

/// After: Feautrier 1991 (exact dependences), Pugh 1992, Grosser et al. 2015 (parametric delinearisation).
/// Never parallel when in doubt; the isl operations of one call are bounded, and past the bound the loop stays serial.
Legality analyse(const LoopModel& model);

/// The legality as text, in a fixed order.
std::string print(const Legality& legality, const LoopModel& model);

}  // namespace clustrix::compiler

// Compiled once, in lib/Analysis/Print.cpp.
extern template class std::vector<clustrix::compiler::Reason>;
extern template class std::vector<clustrix::compiler::Comparison>;
extern template class std::vector<clustrix::compiler::Guard>;
extern template class std::vector<clustrix::compiler::Reduction>;
extern template class std::vector<clustrix::compiler::PrivateArray>;
