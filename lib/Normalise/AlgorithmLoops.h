// The loops that calls of algorithms stand for, a function for each family of algorithms.
//
//     std::find(x, x + n, 3)      at = n;  for (k = 0; k < n; ++k) if (x[k] == 3) { at = k; break; }      x + at
//
// A loop does what the library's specification says of the call, for ranges that overlap as well: where the launch in
// the call's place finds that it may not run, the call itself does.
#pragma once

#include "Normalise/AlgorithmCalls.h"

#include "clustrix/StandardLibrary.h"

namespace clustrix::compiler {

/// One call, told apart from how it is spelled.
struct AlgorithmCall {
  Algorithm algorithm = Algorithm::None;  // None: of bytes
  bool counted = false;                   // of a first element and a number: `std::fill_n`
  int projects = 0;                       // how many arguments stand in front of a projection; 0: it has none
  std::vector<const clang::Expr*> arguments;
  bool ranges = false;
  const clang::CallExpr* expression = nullptr;
  const clang::Expr* projection = nullptr;  // of the elements that are looked at
  /// What of a place in the range, in a loop: itself, the element there (`*std::max_element(...)`), or how far it is
  /// behind the first one (`std::find(x, x + n, 3) - x`).
  enum Use { Whole, Element, Distance } use = Whole;
};

/// A loop of `count` iterations with `body`, and what its value is when the call has one.
struct AlgorithmLoop {
  std::string count, body;
  Operation operation;       // its lambda is defined in front
  std::string declarations;  // "": no value
  std::string value;         // over the declared variables
  std::string fallback;      // the variable that the call's own value goes into, with what follows: `at = % - (first)`

  /// An argument of the call that begins at a later iteration: `before`, the iteration and `after` in its place.
  struct Restart {
    const clang::Expr* argument = nullptr;
    std::string before, after;
  };
  std::vector<Restart> restarts{};  // not empty: the loop is left early, and the call can begin where it was
  bool writes = false;              // worth it where nobody wants the value, too
  bool exactApart = false;          // the same as the call only where its ranges do not overlap
  bool onlyInLoops = false;         // by itself, the call is better as it is
};

/// Names that the source has none like.
struct LoopNames {
  std::string k, apply, result, best, at, held, most, last;
};

/// What the families share: how to read arguments, and the names to write.
struct LoopMaker {
  const ArgumentReader& read;
  const LoopNames& names;

  /// The elements that the call walks; `next` becomes the index of the argument behind them.
  std::optional<Sequence> walked(const AlgorithmCall& call, std::size_t& next) const;
  std::string typeName(clang::QualType type) const;
};

/// `for_each`, `transform`, `copy`, `fill`, `accumulate`, `inner_product`, `count`, `max_element` and their like, which
/// go through all elements in their order.
bool isElementwise(Algorithm algorithm);
std::optional<AlgorithmLoop> elementwiseLoop(const LoopMaker& make, const AlgorithmCall& call);
/// `find`, `any_of`, `adjacent_find`, `mismatch`, `is_sorted` and their like, which stop early.
std::optional<AlgorithmLoop> searchLoop(const LoopMaker& make, const AlgorithmCall& call);
/// `replace`, `swap_ranges`, `reverse`, `adjacent_difference` and their like, which move or change elements.
std::optional<AlgorithmLoop> rearrangingLoop(const LoopMaker& make, const AlgorithmCall& call);
/// `partial_sum`, `inclusive_scan`, `exclusive_scan` and `copy_if`: what is written depends on all that came before.
std::optional<AlgorithmLoop> runningLoop(const LoopMaker& make, const AlgorithmCall& call);

/// `memcpy`, `memmove` and `memset` of whole elements.
std::optional<AlgorithmLoop> bytesLoop(const LoopMaker& make, const AlgorithmCall& call);
bool isOfBytes(const clang::FunctionDecl& function);

}  // namespace clustrix::compiler
