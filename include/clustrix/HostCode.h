// Host code: what a function does between its launches, as far as arrays that stay on devices have to know.
//
//     for (int t = 0; t < steps; ++t) {          Loop 0
//       for (int i = 0; i < n; ++i) ...            Loop 1        a launch, or not: the plan decides
//       std::swap(a, b);                           Code          touches nothing
//       last = b[0];                               Code          reads b[0]
//       report(b, n);                              Code          touches anything
//     }
//
// The frontend says for every piece what its evaluation may touch; the plan, once it knows the launches, says where the
// host has to be told (see docs/generated-code.md). An over-approximation is sound throughout.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// Memory that a launch may have left on a device, as far as an evaluation touches it.
struct HostEffect {
  bool anything = false;            // then the rest says nothing
  std::vector<std::string> reads;   // C++ lvalues, or `pointer, count`, valid just before; what others need comes first
  std::vector<std::string> writes;  // likewise; they may be read, too
  int lends = -1;                   // SourceUnit::functions that it calls, surely, and behind all of `reads`
  std::vector<std::string> frees{};  // pointers that malloc gave, or null ones, which it surely frees

  static HostEffect everything() { return {true, {}, {}, -1}; }
  bool nothing() const { return !anything && reads.empty() && writes.empty() && lends < 0 && frees.empty(); }
  friend bool operator==(const HostEffect&, const HostEffect&) = default;
};

struct HostNode {
  enum Kind {
    Code,      // a statement, or an expression that its statement evaluates again and again
    Loop,      // AnnotatedFunction::loops[loop]; each child is entered again and again, from anywhere in the loop
    Choice,    // one of the children runs, or none
    Jumps,     // the same, but a child may also be entered from anywhere inside: the cases of a switch, handlers
    Sequence,  // the children in their order
    Lifetime,  // behind it, up to the end of the sequence, a local variable lives whose memory a launch could touch;
               // `touch`: whether more may go away with it, such as what it was swapped with
  } kind = Sequence;
  std::size_t begin = 0, end = 0;  // of the text; Lifetime: the place where one can be declared
  bool sole = false;               // a statement that is all of a branch or of a loop's body, without braces
  bool expression = false;         // [begin, end) can be put in parentheses: there is no place for a statement
  int loop = -1;
  HostEffect touch;
  std::string owner;          // Lifetime: the variable, where no more goes away with it than it owns by then
  std::vector<int> embedded;  // Code: the loops in the middle of it
  std::vector<HostNode> children;
};

struct HostCode {
  std::string problem = "unknown";     // why nothing can be said, or ""
  std::size_t begin = 0, end = 0;      // from behind the body's `{` to its `}`; 0 where no statement can be put
  std::vector<std::string> registers;  // local variables that no pointer and no launch's array reaches
  HostNode body;
};

}  // namespace clustrix::compiler
