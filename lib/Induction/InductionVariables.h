// Variables that every iteration of a loop moves by the same amount, beside the one in the loop's header:
//
//     for (int i = 0; i < n; ++i) { a[k] = b[i]; k += 2; }      in iteration c:  k = k0 + 2*c
//     for (int i = 0; i < n; ++i) *out++ = b[i];                in iteration c:  out = out0 + c
//     for (int i = 0; i < n; ++i) { a[i] = b[i] - b[k]; k = i; }   in iteration c > 0:  k = i0 + c - 1
//
// The walk supposes a step and shows it: where each iteration that starts from `start + step*c` ends at
// `start + step*(c + 1)`, the supposition holds by induction. All suppositions of a walk are made and shown together.
#pragma once

#include "clustrix/LoopModel.h"

#include "clang/AST/Decl.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class Stmt;
}

namespace clustrix::compiler {

/// A symbol under a name that lasts from one walk to the next: the counter of `loop`, or the parameter `expression`.
struct LastingSymbol {
  const clang::Stmt* loop = nullptr;
  std::string expression, name;
  Int128 min = 0, max = 0;
  friend auto operator<=>(const LastingSymbol&, const LastingSymbol&) = default;
};

/// A polynomial over such symbols: the coefficient of each product of them.
using LastingPolynomial = std::map<std::vector<LastingSymbol>, std::int64_t>;

/// By how much an iteration moves a variable (integers: units; pointers: elements), where the `needs` hold.
struct Step {
  struct Need {
    LastingPolynomial value;
    Int128 min = 0, max = 0;
    friend bool operator==(const Need&, const Need&) = default;
  };
  LastingPolynomial amount;
  bool wrapsAround =
      false;  // `amount` is not what is added, but what the iteration leaves: the next one starts from it
  std::vector<Need> needs;
  friend bool operator==(const Step&, const Step&) = default;
};

/// What the walks have learnt so far. It grows, but for a step that is found uneven, which never comes back: the walks
/// come to an end.
struct Inductions {
  using LoopVariable = std::pair<const clang::Stmt*, std::pair<const clang::Decl*, std::string>>;

  /// Variables from outside the modelled loop, read before an iteration writes them: carried, unless they step evenly.
  std::set<std::pair<const clang::Decl*, std::string>> wanted;
  std::map<LoopVariable, Step> steps;
  std::set<LoopVariable> uneven;
  friend bool operator==(const Inductions&, const Inductions&) = default;
};

}  // namespace clustrix::compiler
