// Inside: what the plan of a launch has to know of the loops in its body, whose own models stand beside its model.
//
//     for (int i ...)        launched; its model has both loops, and k_i where the text says i
//       for (int j ...)      its own model has one loop, and `i` is a parameter
#pragma once

#include "clustrix/Plan.h"

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clustrix::compiler {

/// The symbols, loops and arrays of one loop's model in terms of that of a loop around it.
class Translation {
 public:
  /// `hidden`: names that mean something else inside, variables of the iteration around.
  Translation(const LoopModel& from, const LoopModel& to, std::set<std::string> hidden = {})
      : from_(from), to_(to), hidden_(std::move(hidden)) {}

  std::optional<Polynomial> operator()(const Polynomial& value) const;
  std::optional<int> loop(int index) const;
  /// The array with the same element 0, or into which the loop around has a variable of its iteration lead.
  std::optional<ArrayId> array(ArrayId id) const;
  bool haveSameStart(ArrayId id) const { return byBase(id).has_value(); }
  /// Whether an expression means the same in both.
  bool isShared(const std::string& expression) const;

 private:
  std::optional<Polynomial> symbol(SymbolId id) const;
  std::optional<ArrayId> byBase(ArrayId id) const;
  std::optional<ArrayId> byAccesses(ArrayId id) const;
  std::vector<std::optional<ArrayId>> touched() const;

  const LoopModel& from_;
  const LoopModel& to_;
  const std::set<std::string> hidden_;
  mutable std::optional<std::vector<std::optional<ArrayId>>> touched_;  // by array of `from_`, once it is asked for
};

/// Pairs of arrays of the launched loop's model.
using ArrayPairs = std::vector<std::pair<ArrayId, ArrayId>>;
/// Whether the guards of a loop inside hold wherever those of the launch do, or where no two of these arrays are one;
/// nothing where that is not known.
std::optional<ArrayPairs> impliedGuards(const LoopModel& inside, const Legality& wanted, const LoopModel& outside,
                                        const Legality& known, const std::set<std::string>& hidden = {});

/// A loop of the body that threads may share.
struct SharedLoop {
  int loop = 0;      // into LoopModel::loops of the launched one
  int mark = 0;      // into KernelText::innerLoops
  ArrayPairs apart;  // ... where no two of these arrays are one
};
/// The loop at `site`, if it is parallel in each iteration of the launched one, hands nothing on, but for `reductions`,
/// and has a head that the kernel can say otherwise: its variable is a number that moves by a constant, and how far
/// depends on the launched loop alone. `model`, `known`: of the launched one.
std::optional<SharedLoop> sharedLoop(const LoopSite& site, const Legality& legality, const LoopModel& model,
                                     const Legality& known, bool reductions);
/// No iteration hands anything to another one, or to what comes behind the loop, but for `reductions`.
bool leavesNothing(const LoopSite& site, const Legality& legality, bool reductions);
/// The legality without what reductions and the places of extremes leave behind.
Legality withoutReductions(Legality legality);
/// The one mark of the loop's head in the body's text.
std::optional<int> markOf(const KernelText& kernel, int loop);
/// How often a mark stands in the body's text.
std::ptrdiff_t marksOf(const KernelText& kernel, BodyPiece::Kind kind, int index);
/// Whether the body of a loop of `function` says any of these words of a kernel's own as words of its own.
bool says(const AnnotatedFunction& function, const KernelText& kernel, std::initializer_list<const char*> words);

/// Whether the launch has shown that the two are no array in common. What an author has asserted shows nothing.
bool areApart(const LoopModel& model, const Legality& legality, ArrayId a, ArrayId b);
bool isIn(const std::vector<int>& loops, int loop);
/// Bytes that neighbours along `loop` find side by side, in one iteration of the loops of `together`.
std::int64_t contiguousBytes(const LoopModel& model, const std::vector<int>& together, int loop);

}  // namespace clustrix::compiler
