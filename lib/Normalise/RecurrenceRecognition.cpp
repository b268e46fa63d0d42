#include "Normalise/RecurrenceRecognition.h"

#include "Normalise/AlgorithmCalls.h"
#include "Normalise/TextPlaces.h"
#include "Syntax/InitialValue.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/Types.h"

#include "clang/AST/ParentMap.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// `for (int i = first; ...; ++i) statement;`
struct Head {
  const clang::VarDecl* counter = nullptr;
  const clang::Expr* first = nullptr;
  bool up = true;
  const clang::Expr* statement = nullptr;
};

std::optional<Head> headOf(const clang::ForStmt* loop) {
  const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  const auto* step = llvm::dyn_cast_or_null<clang::UnaryOperator>(loop->getInc());
  if (!declaration || !declaration->isSingleDecl() || loop->getConditionVariable() || !loop->getCond() || !step ||
      !step->isIncrementDecrementOp())
    return std::nullopt;
  const auto* counter = llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl());
  if (!counter || !initialValueOf(*counter) || !isInteger(counter->getType()) ||
      counter->getType().isVolatileQualified() || namedVariable(step->getSubExpr()) != counter)
    return std::nullopt;
  const clang::Stmt* body = loop->getBody();
  while (const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body))
    body = block->size() == 1 ? block->body_front() : nullptr;
  const auto* statement = llvm::dyn_cast_or_null<clang::Expr>(body);
  if (!statement) return std::nullopt;
  return Head{counter, spelled(initialValueOf(*counter)), step->isIncrementOp(), spelled(statement)};
}

/// `y[i + 2]`: the text of `y`, and 2.
struct Element {
  const clang::Expr* expression = nullptr;
  const clang::Expr* base = nullptr;
  std::int64_t offset = 0;
};

class RecurrenceReader {
 public:
  RecurrenceReader(clang::ASTContext& context, const Head& head) : context_(context), read_(context), head_(head) {}

  /// The block that is the loop's body instead, and the variable's type; nothing where the statement is another one.
  std::optional<std::string> body(const std::string& before, const clang::VarDecl*& array,
                                  clang::QualType& type) const {
    const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(head_.statement);
    if (!assignment || !assignment->isAssignmentOp()) return std::nullopt;
    const auto target = element(assignment->getLHS());
    if (!target) return std::nullopt;
    type = assignment->getLHS()->getType().getCanonicalType();
    array = namedVariable(target->base);
    // Bytes may be anything, the array's own pointer among it.
    if (!type->isArithmeticType() || type->isBooleanType() || type->isAnyCharacterType() || type.isVolatileQualified())
      return std::nullopt;
    const auto step = stepOf(assignment, *target);
    const auto first = firstText();
    const auto written = read_.text(assignment->getLHS());
    if (!step || !first || !written) return std::nullopt;
    const auto earlier = read_.text(step->earlier);
    if (!earlier) return std::nullopt;
    const std::string take = before + " " + step->op + "= ";
    return "{ if (" + head_.counter->getNameAsString() + " == " + *first + ") " + before + " " + step->entering + "= " +
           *earlier + "; " + take + step->added + "; " + *written + " = " + before + "; }";
  }

 private:
  struct Step {
    const clang::Expr* earlier = nullptr;  // what the iteration before has written
    std::string op, entering, added;
  };

  std::optional<Step> stepOf(const clang::BinaryOperator* assignment, const Element& target) const {
    // `y[i] += y[i - 1]`
    if (assignment->getOpcode() == clang::BO_AddAssign || assignment->getOpcode() == clang::BO_MulAssign) {
      const std::string op = assignment->getOpcode() == clang::BO_AddAssign ? "+" : "*";
      const auto written = read_.text(assignment->getLHS());
      const clang::Expr* earlier = spelled(assignment->getRHS());
      return written && isEarlier(earlier, target) ? std::optional(Step{earlier, op, op, *written}) : std::nullopt;
    }
    const auto* value = llvm::dyn_cast<clang::BinaryOperator>(spelled(assignment->getRHS()));
    if (assignment->getOpcode() != clang::BO_Assign || !value) return std::nullopt;
    const auto kind = value->getOpcode();
    if (kind != clang::BO_Add && kind != clang::BO_Sub && kind != clang::BO_Mul) return std::nullopt;
    const clang::Expr *earlier = spelled(value->getLHS()), *added = value->getRHS();
    if (!isEarlier(earlier, target)) {
      if (kind == clang::BO_Sub) return std::nullopt;
      std::swap(earlier, added);
      earlier = spelled(earlier);
    }
    if (!isEarlier(earlier, target) || !context_.hasSameUnqualifiedType(earlier->getType(), added->getType()))
      return std::nullopt;
    const auto text = read_.value(added);
    if (!text || !leavesAlone(added, target)) return std::nullopt;
    const std::string op = kind == clang::BO_Add ? "+" : kind == clang::BO_Sub ? "-" : "*";
    return Step{earlier, op, kind == clang::BO_Mul ? "*" : "+", "(" + *text + ")"};
  }

  /// What is added may be what the target holds, and no other element of its array.
  bool leavesAlone(const clang::Expr* added, const Element& target) const {
    if (const auto same = element(added); same && sameBase(*same, target)) return same->offset == target.offset;
    const clang::VarDecl* array = namedVariable(target.base);
    const Mentions all = mentionsIn(added);
    return !all.hidden && std::none_of(all.references.begin(), all.references.end(),
                                       [&](const clang::DeclRefExpr* name) { return name->getDecl() == array; });
  }

  bool isEarlier(const clang::Expr* expression, const Element& target) const {
    const auto read = element(expression);
    return read && sameBase(*read, target) && read->offset - target.offset == (head_.up ? -1 : 1);
  }
  static bool sameBase(const Element& one, const Element& other) {
    return namedVariable(one.base) == namedVariable(other.base);
  }

  /// Of a pointer, an array or a container that is a variable.
  std::optional<Element> element(const clang::Expr* expression) const {
    expression = spelled(expression);
    const clang::Expr *base = nullptr, *index = nullptr;
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      base = subscript->getLHS();
      index = subscript->getRHS();
    } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
               call && call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2 && read_.value(call)) {
      base = call->getArg(0);
      index = call->getArg(1);
    }
    const clang::VarDecl* array = base ? namedVariable(base) : nullptr;
    if (!array || array->getType().isVolatileQualified()) return std::nullopt;
    const auto offset = offsetOf(index);
    return offset ? std::optional(Element{expression, base, *offset}) : std::nullopt;
  }
  /// 1 of `i + 1`
  std::optional<std::int64_t> offsetOf(const clang::Expr* index) const {
    index = spelled(index);
    if (namedVariable(index) == head_.counter) return 0;
    const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(index);
    if (!sum || !sum->isAdditiveOp()) return std::nullopt;
    const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(spelled(sum->getRHS()));
    const auto inner = number ? offsetOf(sum->getLHS()) : std::nullopt;
    if (!inner || number->getValue().getActiveBits() > 16) return std::nullopt;
    const auto amount = static_cast<std::int64_t>(number->getValue().getZExtValue());
    return *inner + (sum->getOpcode() == clang::BO_Add ? amount : -amount);
  }

  /// The counter's first value, of its type.
  std::optional<std::string> firstText() const {
    const auto text = read_.value(head_.first);
    if (!text || mentions(head_.first, *head_.counter)) return std::nullopt;
    if (llvm::isa<clang::IntegerLiteral>(head_.first)) return text;
    return "static_cast<" + read_.typeName(head_.counter->getType()) + ">(" + *text + ")";
  }
  static bool mentions(const clang::Expr* expression, const clang::VarDecl& variable) {
    return clustrix::compiler::mentions(expression, &variable);
  }

  clang::ASTContext& context_;
  ArgumentReader read_;
  const Head& head_;
};

class RecurrenceFinder {
 public:
  RecurrenceFinder(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes)
      : context_(context), places_(context), function_(*function), changes_(changes) {}

  /// In blocks and branches, but not in loops: there a scan is worth nothing.
  void look(const clang::Stmt* statement, bool inBlock) {
    if (!statement ||
        llvm::isa<clang::Expr, clang::AttributedStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(
            statement))
      return;
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
      if (inBlock) change(loop);
      return;
    }
    for (const clang::Stmt* child : statement->children()) look(child, llvm::isa<clang::CompoundStmt>(statement));
  }

 private:
  void change(const clang::ForStmt* loop) {
    const auto head = headOf(loop);
    if (!head) return;
    const clang::VarDecl* array = nullptr;
    clang::QualType type;
    // Nothing else leads to the counter.
    if (!RecurrenceReader(context_, *head).body("", array, type) ||
        !isAddressNotTaken(*function_.getBody(), head->counter))
      return;
    const bool product = multiplies(head->statement);
    const std::string before = places_.fresh(array->getNameAsString() + "_before");
    const auto body = RecurrenceReader(context_, *head).body(before, array, type);
    const std::string declared = ArgumentReader(context_).typeName(type) + " " + before + " = " +
                                 (product                      ? "1"
                                  : type->isRealFloatingType() ? "-0.0"
                                                               : "0") +
                                 ";";
    replace(loop, head->statement, *body, before, declared);
  }
  static bool multiplies(const clang::Expr* statement) {
    const auto* assignment = llvm::cast<clang::BinaryOperator>(statement);
    if (assignment->getOpcode() == clang::BO_MulAssign) return true;
    const auto* value = llvm::dyn_cast<clang::BinaryOperator>(spelled(assignment->getRHS()));
    return value && assignment->getOpcode() == clang::BO_Assign && value->getOpcode() == clang::BO_Mul;
  }

  void replace(const clang::ForStmt* loop, const clang::Expr* statement, std::string body, const std::string& before,
               const std::string& declared) {
    const auto begin = places_.at(loop->getBeginLoc()), end = places_.behindLoop(loop);
    const auto first = places_.at(statement->getBeginLoc()), last = places_.behindSemicolon(statement);
    if (!begin || !end || !first || !last) return;
    const llvm::StringRef old = places_.text().substr(*first, *last - *first);
    if (old.contains("//") || old.contains("/*") || old.contains('#')) return;
    body += std::string(static_cast<std::size_t>(old.count('\n')), '\n');
    std::vector<TextChange> found;
    found.push_back({*begin, *begin, "{ " + declared + " ", false, {}});
    found.back().added.push_back({before, *end, declared, ""});
    found.push_back({*first, *last, body + (*last == *end ? " }" : ""), false, {}});
    if (*last != *end) found.push_back({*end, *end, " }", false, {}});
    const auto meets = [&](const TextChange& other) { return other.begin <= *end && other.end >= *begin; };
    if (std::none_of(changes_.begin(), changes_.end(), meets))
      changes_.insert(changes_.end(), found.begin(), found.end());
  }

  clang::ASTContext& context_;
  const TextPlaces places_;
  const clang::FunctionDecl& function_;
  std::vector<TextChange>& changes_;
};

}  // namespace

void recogniseRecurrences(clang::ASTContext& context, const clang::FunctionDecl* function,
                          std::vector<TextChange>& changes) {
  RecurrenceFinder(context, function, changes).look(function->getBody(), false);
}

}  // namespace clustrix::compiler
