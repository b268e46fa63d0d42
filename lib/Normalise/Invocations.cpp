#include "Normalise/Invocations.h"

#include "Library/Standard.h"
#include "Normalise/TextPlaces.h"
#include "Syntax/TreeVisitor.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

class InvocationFinder : public TreeVisitor {
 public:
  InvocationFinder(const clang::ASTContext& context, std::vector<TextChange>& changes)
      : places_(context), changes_(changes) {}

  bool VisitCallExpr(clang::CallExpr* call) override {
    const bool invokes = call->getNumArgs() > 0 && does(call->getDirectCallee(), Does::Invoke);
    if (invokes && !call->getArg(0)->getType()->isMemberPointerType()) spell(*call);
    return true;
  }

 private:
  void spell(const clang::CallExpr& call) {
    const clang::Expr& function = *call.getArg(0);
    const auto begin = places_.at(call.getBeginLoc()), end = places_.behind(call.getRParenLoc());
    const auto first = places_.at(function.getBeginLoc()), behind = places_.behind(function.getEndLoc());
    const auto next = places_.at(call.getNumArgs() > 1 ? call.getArg(1)->getBeginLoc() : call.getRParenLoc());
    if (!begin || !end || !first || !behind || !next || *behind > *next) return;
    const TextChange all{.begin = *begin, .end = *end, .replacement = ""};
    if (std::any_of(changes_.begin(), changes_.end(), [&](const TextChange& one) { return overlap(one, all); })) return;
    changes_.push_back({.begin = *begin, .end = *first, .replacement = "(" + lines(*begin, *first)});
    changes_.push_back({.begin = *behind, .end = *next, .replacement = ")(" + lines(*behind, *next)});
  }
  /// The ends of lines between two places: what follows stays on its line.
  std::string lines(std::size_t begin, std::size_t end) const {
    return std::string(static_cast<std::size_t>(places_.text().substr(begin, end - begin).count('\n')), '\n');
  }

  const TextPlaces places_;
  std::vector<TextChange>& changes_;
};

}  // namespace

void spellInvocations(clang::ASTContext& context, const clang::FunctionDecl* function,
                      std::vector<TextChange>& changes) {
  InvocationFinder(context, changes).TraverseStmt(function->getBody());
}

}  // namespace clustrix::compiler
