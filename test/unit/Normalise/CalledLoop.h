// The loop that a call of an algorithm stands for, as one family of algorithms makes it.
#pragma once

#include "Library/Standard.h"
#include "Normalise/AlgorithmLoops.h"

#include "../Fixtures/ParsedFunction.h"

namespace clustrix::compiler::test {

/// A function whose last statement is the call, with its value unused.
class CalledLoop {
 public:
  explicit CalledLoop(const std::string& call)
      : parsed_(R"(
#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>
struct Item { int key; double weight; double half() const { return weight / 2; } double change(); };
void f(double* a, const double* b, std::vector<int>& v, std::vector<Item>& items, Item* p, int n) {
)" + call + ";\n}\n"),
        read_(parsed_.function().getASTContext()) {
    const auto* statement = llvm::cast<clang::CompoundStmt>(parsed_.function().getBody())->body_back();
    call_.expression = llvm::cast<clang::CallExpr>(llvm::cast<clang::Expr>(statement)->IgnoreUnlessSpelledInSource());
    call_.arguments.assign(call_.expression->arg_begin(), call_.expression->arg_end());
    call_.ranges = llvm::isa<clang::CXXOperatorCallExpr>(call_.expression);
    const clang::NamedDecl* called = call_.expression->getDirectCallee();
    if (call_.ranges) {
      called = llvm::cast<clang::DeclRefExpr>(call_.arguments.front()->IgnoreParenImpCasts())->getDecl();
      call_.arguments.erase(call_.arguments.begin());
    }
    if (const StandardFunction* known = functionNamed(*called, called->getName())) {
      call_.algorithm = known->algorithm;
      call_.counted = known->counted;
      call_.projects = known->projects;
    }
    while (llvm::isa<clang::CXXDefaultArgExpr>(call_.arguments.back())) call_.arguments.pop_back();
  }

  using Family = std::optional<AlgorithmLoop> (*)(const LoopMaker&, const AlgorithmCall&);
  std::optional<AlgorithmLoop> loop(Family family, AlgorithmCall::Use use = AlgorithmCall::Whole) const {
    AlgorithmCall call = call_;
    call.use = use;
    const LoopNames names{"k", "apply", "result", "best", "at", "held", "most", "last"};
    return family(LoopMaker{read_, names}, call);
  }
  const ArgumentReader& read() const { return read_; }
  const clang::Expr* argument(std::size_t index) const { return call_.arguments.at(index); }

 private:
  ParsedFunction parsed_;
  ArgumentReader read_;
  AlgorithmCall call_;
};

}  // namespace clustrix::compiler::test
