// What host code touches, in words.
#pragma once

#include "HostCode/HostEffects.h"

#include "../Fixtures/ParsedFunction.h"

namespace clustrix::compiler::test {

/// Of the last of the statements in a function with these parameters, behind `head`: "reads a[0]; ".
inline std::string touchedPlaces(const std::string& head, const std::string& parameters,
                                 const std::string& statements) {
  const ParsedFunction parsed(head + "void f(" + parameters + ") {\n  double x = 0;\n  " + statements + "\n}\n");
  const auto* body = llvm::cast<clang::CompoundStmt>(parsed.function().getBody());
  const Annotated none;
  const HostEffect effect = HostEffects(parsed.function().getASTContext(), body, none).of({body->body_back()});
  if (effect.anything) return "anything";
  std::string text;
  for (const std::string& place : effect.reads) text += "reads " + place + "; ";
  for (const std::string& place : effect.frees) text += "frees " + place + "; ";
  for (const std::string& place : effect.writes) text += "writes " + place + "; ";
  return text;
}

}  // namespace clustrix::compiler::test
