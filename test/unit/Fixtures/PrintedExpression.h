// An expression of Clang's tree as text, so that a test can say which one it expects.
#pragma once

#include "clang/AST/Expr.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace clustrix::compiler::test {

/// As Clang prints it, which is `++ it` where the operator is a function. "nothing" for null.
inline std::string printed(const clang::Expr* expression) {
  if (!expression) return "nothing";
  clang::LangOptions options;
  options.CPlusPlus = true;
  std::string text;
  llvm::raw_string_ostream into(text);
  expression->printPretty(into, nullptr, clang::PrintingPolicy(options));
  return text;
}

}  // namespace clustrix::compiler::test
