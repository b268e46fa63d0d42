// Loops over views of numbers, and over lists of evenly spaced ones, as loops that count: in the text that the frontend
// models, and nowhere else.
//
//     for (const int i : std::views::iota(0, n)) v[i] *= 2;
//     for (int i = (0); i < (n); ++i) v[i] *= 2;
//
//     for (int wall : {0, N - 1}) v[wall] = 0;
//     for (int wall = 0; wall <= 63; wall += 63) v[wall] = 0;
//
// The view keeps its last number, where the counting loop asks for it again: a loop whose bound may change is none that
// can be counted, and stays what it is.
#include "Normalise/IotaLoops.h"

#include "Library/Standard.h"
#include "Normalise/AlgorithmCalls.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/ParentMap.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// The first number, and the one behind the last.
struct Numbers {
  const clang::Expr *first = nullptr, *last = nullptr;
};

std::optional<Numbers> numbersOf(const clang::Expr* range) {
  range = range->IgnoreUnlessSpelledInSource()->IgnoreParens();
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(range)) {
    const bool isIota = call->getOperator() == clang::OO_Call && call->getNumArgs() == 3 &&
                        isOfKind(call->getArg(0)->getType(), ClassKind::Numbers);
    return isIota ? std::optional(Numbers{call->getArg(1), call->getArg(2)}) : std::nullopt;
  }
  const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(range);
  if (!made || made->getNumArgs() != 2 || !isOfKind(made->getType(), ClassKind::Numbers)) return std::nullopt;
  return Numbers{made->getArg(0), made->getArg(1)};
}

/// `{0, 4, 8}`: what is counted from, to and by; nothing of other lists, and where the count would go past the
/// variable's type.
struct Progression {
  std::int64_t first = 0, last = 0, step = 1;
};

std::optional<Progression> progressionOf(const clang::Expr* range, clang::QualType type,
                                         const clang::ASTContext& context) {
  const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(range->IgnoreImplicit());
  if (!list) list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(range->IgnoreParens());
  const auto* braced = list ? llvm::dyn_cast<clang::InitListExpr>(list->getSubExpr()->IgnoreImplicit()) : nullptr;
  if (!braced || braced->getNumInits() == 0) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (const clang::Expr* element : braced->inits()) {
    const auto number = element->isValueDependent() ? std::nullopt : element->getIntegerConstantExpr(context);
    if (!number || !number->isRepresentableByInt64() || element->getType() != braced->getInit(0)->getType())
      return std::nullopt;
    numbers.push_back(number->getExtValue());
  }
  constexpr std::int64_t far = 1 << 30;
  if (std::any_of(numbers.begin(), numbers.end(), [](std::int64_t n) { return n < -far || n > far; }))
    return std::nullopt;
  Progression result{numbers.front(), numbers.back(), numbers.size() > 1 ? numbers[1] - numbers[0] : 1};
  for (std::size_t n = 1; n < numbers.size(); ++n)
    if (numbers[n] - numbers[n - 1] != result.step) return std::nullopt;
  const unsigned bits = context.getIntWidth(type);
  const bool isSigned = type->isSignedIntegerType();
  // The variable goes one step past the last number before the loop ends.
  const std::int64_t behind = result.last + result.step;
  const bool fits = bits >= 32 ? isSigned || behind >= 0
                               : behind >= (isSigned ? -(1 << (bits - 1)) : 0) &&
                                     behind < (std::int64_t{1} << (isSigned ? bits - 1 : bits));
  if (result.step == 0 || !fits) return std::nullopt;
  return result;
}

/// Whether the body only reads the variable: a number of its own may be changed there, one that counts may not.
class Uses : public TreeVisitor {
 public:
  Uses(const clang::VarDecl* variable, const clang::Stmt* body)
      : variable_(variable), parents_(const_cast<clang::Stmt*>(body)) {
    TraverseStmt(const_cast<clang::Stmt*>(body));
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    if (reference->getDecl() != variable_) return true;
    const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parents_.getParent(reference));
    return onlyRead = onlyRead && cast && cast->getCastKind() == clang::CK_LValueToRValue;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) override {
    return onlyRead = onlyRead && lambda->capture_size() == 0;  // it may keep the number, or a reference to it
  }
  bool onlyRead = true;

 private:
  const clang::VarDecl* variable_;
  clang::ParentMap parents_;
};

class IotaFinder : public TreeVisitor {
 public:
  IotaFinder(clang::ASTContext& context, std::vector<TextChange>& changes)
      : context_(context), manager_(context.getSourceManager()), read_(context), changes_(changes) {}

  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt* loop) override {
    const auto change = changeOf(loop);
    const bool free = change && std::none_of(changes_.begin(), changes_.end(),
                                             [&](const TextChange& other) { return overlap(*change, other); });
    if (free) changes_.push_back(*change);
    return true;
  }

 private:
  std::optional<TextChange> changeOf(const clang::CXXForRangeStmt* loop) const {
    const clang::VarDecl* variable = loop->getLoopVariable();
    if (loop->getInit() || variable->getType()->isReferenceType()) return std::nullopt;
    const clang::QualType type = variable->getType().getCanonicalType().getUnqualifiedType();
    if (!type->isIntegerType() || type->isBooleanType() || type->isEnumeralType()) return std::nullopt;
    if (const auto progression = progressionOf(loop->getRangeInit(), type, context_))
      return changeOf(loop, *progression, read_.typeName(type));
    const auto numbers = numbersOf(loop->getRangeInit());
    if (!numbers) return std::nullopt;
    for (const clang::Expr* end : {numbers->first, numbers->last})
      if (end->getType().getCanonicalType().getUnqualifiedType() != type) return std::nullopt;
    if (!Uses(variable, loop->getBody()).onlyRead) return std::nullopt;
    const auto first = read_.value(numbers->first), last = read_.value(numbers->last);
    const clang::SourceRange written = numbers->first->IgnoreUnlessSpelledInSource()->getSourceRange();
    const auto text = read_.verbatim(written);
    const auto place = head(loop);
    if (!first || !last || !text || !place) return std::nullopt;
    const std::string name = variable->getNameAsString(), typeName = read_.typeName(type);
    TextChange change{place->first, place->second,
                      typeName + " " + name + " = (" + *first + "); " + name + " < (" + *last + "); ++" + name};
    const std::size_t start = manager_.getFileOffset(written.getBegin());
    change.restart = Restart{start, start + text->size(), "static_cast<" + typeName + ">(", ")"};
    return change;
  }

  std::optional<TextChange> changeOf(const clang::CXXForRangeStmt* loop, const Progression& numbers,
                                     const std::string& type) const {
    const clang::VarDecl* variable = loop->getLoopVariable();
    const auto place = head(loop);
    if (!place || !Uses(variable, loop->getBody()).onlyRead) return std::nullopt;
    const std::string name = variable->getNameAsString();
    const bool rises = numbers.step > 0;
    return TextChange{place->first, place->second,
                      type + " " + name + " = " + std::to_string(numbers.first) + "; " + name +
                          (rises ? " <= " : " >= ") + std::to_string(numbers.last) + "; " + name +
                          (rises ? " += " : " -= ") + std::to_string(std::abs(numbers.step))};
  }

  /// Where the declaration and the range stand, on a line of the file.
  std::optional<std::pair<std::size_t, std::size_t>> head(const clang::CXXForRangeStmt* loop) const {
    const clang::SourceLocation begin = loop->getLoopVariable()->getBeginLoc(), end = loop->getRParenLoc();
    if (!begin.isFileID() || !end.isFileID() || !manager_.isInMainFile(begin)) return std::nullopt;
    const std::size_t from = manager_.getFileOffset(begin), to = manager_.getFileOffset(end);
    const llvm::StringRef all = manager_.getBufferData(manager_.getMainFileID());
    if (to <= from || all.slice(from, to).contains('\n')) return std::nullopt;
    return std::pair(from, to);
  }

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  ArgumentReader read_;
  std::vector<TextChange>& changes_;
};

}  // namespace

void countIotaLoops(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes) {
  IotaFinder(context, changes).TraverseStmt(function->getBody());
}

}  // namespace clustrix::compiler
