// The walk of the first `for` loop of the function `f`, for tests of one of its parts. Nothing is walked before run().
#pragma once

#include "Lower/Walker.h"
#include "Source/FilePlaces.h"

#include "ParsedFunction.h"

#include <string>
#include <utility>

namespace clustrix::compiler::test {

class WalkedLoop : public ParsedFunction {
 public:
  explicit WalkedLoop(const std::string& text, WrittenSets known = {})
      : ParsedFunction(text),
        places_(context()),
        input_{.context = context(),
               .attributes = attributes_,
               .function = function(),
               .loop = statement<clang::ForStmt>(),
               .texts = texts_,
               .places = places_,
               .kernelsAt = places_.offset(function().getBeginLoc())},
        known_(std::move(known)),
        walker_(input_, known_, facts_) {}

  clang::ASTContext& context() const { return function().getASTContext(); }
  Walker& walker() { return walker_; }
  Walker& run() {
    walker_.run();
    return walker_;
  }
  /// The first mention of a variable, a function or an enumerator of that name in `f`.
  const clang::DeclRefExpr& mention(const std::string& name) const {
    for (unsigned before = 0;; ++before) {
      const auto& one = statement<clang::DeclRefExpr>(before);
      if (one.getDecl()->getNameAsString() == name) return one;
    }
  }
  /// The object that it names.
  OuterName outer(const std::string& name) {
    const auto found = walker_.names.outerName(&mention(name));
    REQUIRE(found);
    return *found;
  }

 private:
  AttributeTokens attributes_;
  FunctionTexts texts_;
  FilePlaces places_;
  WalkInput input_;
  WrittenSets known_;
  TextFacts facts_;
  Walker walker_;
};

}  // namespace clustrix::compiler::test
