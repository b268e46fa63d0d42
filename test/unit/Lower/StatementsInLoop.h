// A loop over doubles, integers, constants and an object, with the statements that a test gives: what is made of their
// expressions.
#pragma once

#include "../Fixtures/Parse.h"
#include "../Fixtures/PieceText.h"

namespace clustrix::compiler::test::statements {

inline LoopModel loop(const std::string& statements) {
  return modelOf(
      "enum { two = 2 }; enum class Kind { first, second }; const int K = 3; struct S { int x, y; };\n"
      "[[clustrix::cluster]] void f(double* a, const double* b, int* k, unsigned u, int n, int m, S s, int S::*part) "
      "{\n  enum { four = 4 }; const int L = 5;\n  for (int i = 0; i < n; ++i) { " +
      statements + " }\n}\n");
}

/// The index of the first element that the statements write: `k_i + m`, or `any`, or `nothing`.
inline std::string written(const std::string& statements) {
  const LoopModel model = loop(statements);
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) return access.index ? text(model, *access.index) : "any";
  return "nothing";
}

/// The text of the kernel, with captures by their names.
inline std::string words(const std::string& statements) {
  const LoopModel model = loop(statements);
  return pieceText(model.kernel.body, model);
}

}  // namespace clustrix::compiler::test::statements
