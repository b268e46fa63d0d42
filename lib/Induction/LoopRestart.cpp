// How the text of a loop is made to begin at a later iteration.
//
//     for (int i = 0; i < n; ++i)      for (int i = static_cast<int>(VALUE); i < n; ++i)
//     while (i < n) { ...; ++i; }      i = static_cast<int>(VALUE); while (i < n) { ...; ++i; }
//     for (double x : v)               for (double x : clustrix::from(v, ITERATION))
#include "Induction/LoopHeader.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Syntax/InitialValue.h"

namespace clustrix::compiler {

namespace {

const clang::Expr* startExpression(const clang::Stmt* loop, const clang::VarDecl* variable) {
  const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop);
  const clang::Stmt* init = for_ ? for_->getInit() : nullptr;
  if (!init) return nullptr;
  if (llvm::isa<clang::DeclStmt>(init)) return initialValueOf(*variable);
  const auto* expression = llvm::dyn_cast<clang::Expr>(init);
  if (const auto* full = llvm::dyn_cast_or_null<clang::FullExpr>(expression)) expression = full->getSubExpr();
  const auto* assignment = expression ? llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParens()) : nullptr;
  if (assignment) return assignment->getRHS();
  const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(expression);
  return call && call->getNumArgs() == 2 ? call->getArg(1) : nullptr;
}

bool hasInit(const clang::Stmt* loop) {
  const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop);
  return for_ && for_->getInit();
}

}  // namespace

void LoopHeaders::readRestart(const clang::Stmt* loop, const LoopHeader& header) {
  if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(loop)) {
    const auto where = walk_.text.offsets(range->getRangeInit()->getSourceRange());
    if (where)
      model_.restart =
          Restart{where->first, where->second,
                  "clustrix::from(" + walk_.host.sourceText(range->getRangeInit()->getSourceRange()) + ", ", ")", true};
    return;
  }
  // Further variables of the header would have to begin later, too.
  if (!header.variable || !header.secondaries.empty()) return;
  const std::string name = header.variable->getNameAsString();
  Restart restart;
  restart.ofCounter = header.pointer.has_value();
  if (header.pointer) {
    const auto slope = header.pointer->offset->polynomial.coefficientOf(model_.loops[0].counter);
    if (!slope || !slope->constant()) return;
    restart.open = std::to_string(*slope->constant()) + " * (";
  } else {
    restart.open =
        "static_cast<" + walk_.host.typeText(header.variable->getType(), header.variable->getLocation()) + ">(";
  }
  // `for (; n-- > 0;)` steps in its condition: before an iteration the variable is one more than in it.
  const bool stepsFirst = header.stepInside && header.stepPlace != StepPlace::Outside;
  restart.close = !stepsFirst ? ")" : header.stepInside->isIncrementOp() ? " - 1)" : " + 1)";
  if (!hasInit(loop)) {
    restart.open = name + (header.pointer ? " += " : " = ") + restart.open;
    restart.close += ";";
    model_.restart = restart;
    return;
  }
  const clang::Expr* start = startExpression(loop, header.variable);
  const auto where = start ? walk_.text.offsets(start->getSourceRange()) : std::nullopt;
  if (!where || llvm::isa<clang::CXXDefaultArgExpr>(start)) return;
  if (header.pointer) restart.open = "(" + walk_.host.sourceText(start->getSourceRange()) + ") + " + restart.open;
  if (header.variable->getInitStyle() == clang::VarDecl::ListInit && llvm::isa<clang::InitListExpr>(start)) {
    if (header.pointer) return;
    restart.open = "{" + restart.open;
    restart.close += "}";
  }
  std::tie(restart.begin, restart.end) = *where;
  model_.restart = restart;
}

}  // namespace clustrix::compiler
