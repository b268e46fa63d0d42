// Loops that are left early, as a search sees them: what leaves is not walked, and all else may be computed for
// iterations that the program never comes to.
//
//     for (int i = 0; i < n; ++i)
//       if (a[i] > x) { at = i; break; }     ──►   a Leave; the body's text: `if (a[i] > x) { return true; }`
//
// The loop's own text runs the iteration that leaves, so that a statement which leaves may do anything. The rest must
// not fail where the loop had been left before: an integer division by zero stops a program.
#include "Induction/Quotients.h"
#include "KernelText/BodyEdits.h"
#include "Library/Described.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Recurrence/EarlyExits.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/InitialValue.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Nesting.h"
#include "Syntax/TreeVisitor.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace clustrix::compiler {

namespace {

bool contains(const clang::Stmt* statement, const clang::Stmt* other) {
  if (!statement) return false;
  return statement == other || std::any_of(statement->child_begin(), statement->child_end(),
                                           [&](const clang::Stmt* child) { return contains(child, other); });
}

/// Whether the label that a jump leads to lies outside of `loop`.
bool leadsOut(const clang::GotoStmt* jump, const clang::Stmt* loop) {
  return !contains(loop, jump->getLabel()->getStmt());
}

/// Jumps in a statement, other than those that leave the modelled loop.
struct JumpsBack {
  bool breakStays;  // a `break` here ends an inner loop or a switch around the statement
  const clang::Stmt* loop;

  bool operator()(const clang::Stmt* statement, bool ownContinue = true, bool ownBreak = true,
                  bool ownCase = true) const {
    if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return false;
    if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(statement)) return !leadsOut(jump, loop);
    if (llvm::isa<clang::IndirectGotoStmt, clang::LabelStmt, clang::StmtExpr>(statement)) return true;
    if (llvm::isa<clang::ContinueStmt>(statement)) return ownContinue;
    if (llvm::isa<clang::BreakStmt>(statement)) return ownBreak && breakStays;
    if (llvm::isa<clang::SwitchCase>(statement) && ownCase) return true;
    const bool loop = isLoop(statement), choice = llvm::isa<clang::SwitchStmt>(statement);
    return std::any_of(statement->child_begin(), statement->child_end(), [&](const clang::Stmt* child) {
      return (*this)(child, ownContinue && !loop, ownBreak && !loop && !choice, ownCase && !choice);
    });
  }
};

const clang::Stmt* withoutAttributes(const clang::Stmt* statement) {
  while (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
    statement = attributed->getSubStmt();
  return statement;
}

std::string calledBy(const clang::Stmt* statement) {
  return llvm::cast<clang::CallExpr>(bareStatement(statement))->getDirectCallee()->getNameAsString();
}

bool mentions(const clang::Stmt* statement, const clang::VarDecl& variable) {
  if (!statement) return false;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    if (reference->getDecl()->getCanonicalDecl() == variable.getCanonicalDecl()) return true;
  // A lambda may capture all.
  if (llvm::isa<clang::LambdaExpr>(statement)) return true;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
    for (const clang::Decl* one : declaration->decls())
      if (const auto* declared = llvm::dyn_cast<clang::VarDecl>(one);
          declared && mentions(initialiserOf(*declared), variable))
        return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return mentions(child, variable); });
}

/// The jump that ends a statement which surely leaves.
const clang::Stmt* jumpOf(const clang::Stmt* statement) {
  statement = withoutAttributes(statement);
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) return jumpOf(block->body_back());
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) return jumpOf(choice->getThen());
  return statement;
}

/// How many elements the array has of which this is one; 0: that is not known here.
std::int64_t elementsAround(const clang::Expr* element, const clang::ASTContext& context) {
  const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(element);
  const auto* array =
      subscript ? context.getAsConstantArrayType(subscript->getBase()->IgnoreParenImpCasts()->getType()) : nullptr;
  return array ? array->getSExtSize() : 0;
}

constexpr const char* mayDivideByZero = "an integer is divided by what may be zero";
constexpr const char* mayShiftTooFar = "an integer is shifted by what may be too much";
constexpr const char* mayBeOutside = "an array of the iteration's own is subscripted with what may be outside of it";
constexpr const char* inVain = " in an iteration that the loop might never have come to";

clang::BinaryOperatorKind kindOf(const clang::BinaryOperator* op) {
  return op->isCompoundAssignmentOp() ? clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode())
                                      : op->getOpcode();
}
bool isDivision(const clang::BinaryOperator* op) {
  return (kindOf(op) == clang::BO_Div || kindOf(op) == clang::BO_Rem) && op->getType()->isIntegralOrEnumerationType() &&
         op->getRHS()->getType()->isIntegralOrEnumerationType();
}
bool isShift(const clang::BinaryOperator* op) {
  return (kindOf(op) == clang::BO_Shl || kindOf(op) == clang::BO_Shr) &&
         op->getRHS()->getType()->isIntegralOrEnumerationType();
}

/// What may fail, or never end, for values that no iteration of the original loop had to compute with.
class Hazards : public TreeVisitor {
 public:
  struct Hazard {
    clang::SourceLocation at;
    std::string message;
  };

  /// `isDefined`: whether an operation has been seen to it that it is defined wherever it is tried.
  /// What a model says of `library`'s functions counts, and not what they do.
  Hazards(clang::ASTContext& context, const Library* library, const std::vector<const clang::Stmt*>& leaves,
          std::function<bool(const clang::Expr*)> isDefined)
      : context_(context), library_(library), leaves_(leaves), isDefined_(std::move(isDefined)) {}

  bool dataTraverseStmtPre(clang::Stmt* statement) override { return !llvm::is_contained(leaves_, statement); }
  bool VisitBinaryOperator(clang::BinaryOperator* op) override {
    if (isDivision(op) && !plainDivisor(op->getRHS()) && !isDefined_(op)) add(op->getOperatorLoc(), mayDivideByZero);
    if (isShift(op) && !plainShift(op) && !isDefined_(op)) add(op->getOperatorLoc(), mayShiftTooFar);
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* element) override {
    const auto* base = llvm::dyn_cast<clang::DeclRefExpr>(element->getBase()->IgnoreParenImpCasts());
    const auto* variable = base ? llvm::dyn_cast<clang::VarDecl>(base->getDecl()) : nullptr;
    // Elements of memory from outside are looked at one by one: see checkSearch.
    if (variable && variable->isLocalVarDecl() && inBody(variable) && !constant(element->getIdx()) &&
        !isDefined_(element))
      add(element->getBeginLoc(), mayBeOutside);
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) override {
    if (call->getOperator() != clang::OO_Subscript || call->getNumArgs() != 2) return visitCall(call);
    if (objectFunction(library_, call->getDirectCallee())) return true;  // asked for like m(i, j)
    const auto* base = llvm::dyn_cast<clang::DeclRefExpr>(call->getArg(0)->IgnoreParenImpCasts());
    const auto* variable = base ? llvm::dyn_cast<clang::VarDecl>(base->getDecl()) : nullptr;
    if (variable && variable->isLocalVarDecl() && inBody(variable) && !constant(call->getArg(1)) && !isDefined_(call))
      add(call->getBeginLoc(), mayBeOutside);
    return visitCall(call);
  }
  bool VisitCallExpr(clang::CallExpr* call) override {
    // Whether a kernel would have been launched is asked of all that leaves the loop: see Handles.cpp.
    return llvm::isa<clang::CXXOperatorCallExpr, clang::CUDAKernelCallExpr>(call) ? true : visitCall(call);
  }
  bool VisitAttributedStmt(clang::AttributedStmt* statement) override {
    for (const clang::Attr* attribute : statement->getAttrs())
      if (llvm::isa<clang::CXXAssumeAttr>(attribute)) add(statement->getBeginLoc(), "an assumption is made");
    return true;
  }

  void over(const clang::Stmt* body) {
    bodies_.push_back(body);
    TraverseStmt(const_cast<clang::Stmt*>(body));
  }
  std::vector<Hazard> found;

 private:
  bool visitCall(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const clang::FunctionDecl* definition = nullptr;
    if (!callee || isPureFunction(callee) || !callee->hasBody(definition) || objectFunction(library_, callee))
      return true;
    if (definition->isInStdNamespace() || isBitsetFunction(*definition) || !seen_.insert(definition).second)
      return true;
    call_ = call_.isValid() ? call_ : call->getBeginLoc();
    over(definition->getBody());
    if (call_ == call->getBeginLoc()) call_ = {};
    return true;
  }
  void add(clang::SourceLocation at, const std::string& message) {
    found.emplace_back(call_.isValid() ? call_ : at, message);
  }
  bool inBody(const clang::VarDecl* variable) const {
    const auto at = variable->getLocation().getRawEncoding();
    return std::any_of(bodies_.begin(), bodies_.end(), [&](const clang::Stmt* body) {
      return at >= body->getBeginLoc().getRawEncoding() && at <= body->getEndLoc().getRawEncoding();
    });
  }
  std::optional<std::int64_t> constant(const clang::Expr* expression) const {
    clang::Expr::EvalResult result;
    if (expression->isValueDependent() || !expression->EvaluateAsInt(result, context_)) return std::nullopt;
    return result.Val.getInt().getSignificantBits() > 63 ? std::nullopt
                                                         : std::optional(result.Val.getInt().getExtValue());
  }
  bool plainDivisor(const clang::Expr* divisor) const {
    const auto value = constant(divisor);
    return value && *value != 0 && *value != -1;  // the least integer divided by -1 stops a program as well
  }
  bool plainShift(const clang::BinaryOperator* op) const {
    const auto amount = constant(op->getRHS());
    return amount && *amount >= 0 && *amount < static_cast<std::int64_t>(context_.getIntWidth(op->getLHS()->getType()));
  }

  clang::ASTContext& context_;
  const Library* library_;
  const std::vector<const clang::Stmt*>& leaves_;
  std::function<bool(const clang::Expr*)> isDefined_;
  std::vector<const clang::Stmt*> bodies_;
  std::set<const clang::FunctionDecl*> seen_;
  clang::SourceLocation call_;  // in the loop, of the function that is looked at
};

}  // namespace

namespace {

Leave leaveOf(const clang::Stmt* jump, const SourcePoint& at) {
  if (llvm::isa<clang::BreakStmt>(jump)) return {"effect.break", "'break' leaves the loop", at};
  if (llvm::isa<clang::ReturnStmt>(jump)) return {"effect.return", "'return' leaves the loop", at};
  if (llvm::isa<clang::GotoStmt>(jump)) return {"effect.goto", "'goto' leaves the loop", at};
  if (llvm::isa<clang::CXXThrowExpr>(bareStatement(jump))) return {"effect.exception", "an exception is thrown", at};
  if (neverComesBack(jump)) return {"effect.call", "'" + calledBy(jump) + "' never comes back", at};
  if (complains(jump)) return {"effect.io", "'" + calledBy(jump) + "' prints a message", at};
  return {"effect.break", "the loop's condition asks for a flag that is set", at};
}

}  // namespace

bool EarlyExits::usedWhereLeft(const clang::VarDecl& variable) const {
  // Where the launch is undone, the loop's own text computes it again.
  return !walk_.rollsBack && std::any_of(walk_.leaves.begin(), walk_.leaves.end(),
                                         [&](const clang::Stmt* statement) { return mentions(statement, variable); });
}

bool EarlyExits::surelyLeaves(const clang::Stmt* statement) const {
  if (!walk_.frames.empty()) return walk_.rollsBack && surelyLeavesCallee(statement);
  if (!(walk_.searching || walk_.rollsBack)) return false;
  statement = withoutAttributes(statement);
  if (llvm::isa<clang::ReturnStmt>(statement) || neverComesBack(statement)) return true;
  // What not every iteration says, hardly any does.
  if (walk_.rollsBack && !walk_.state.certain && complains(statement)) return true;
  if (llvm::isa<clang::BreakStmt>(statement)) return walk_.searching && walk_.breakTargets.empty();
  if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(statement)) return leadsOut(jump, &input_.loop);
  if (setsExitFlag(statement)) return true;
  const JumpsBack jumpsBack{!walk_.breakTargets.empty(), &input_.loop};
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    if (block->body_empty()) return false;
    if (surelyLeaves(block->body_back()) && !jumpsBack(block)) return true;
    // What stands behind a flag's assignment belongs to the last iteration, too.
    for (const clang::Stmt* one : block->body()) {
      if (setsExitFlag(one)) return true;
      if (jumpsBack(one)) break;
    }
    return false;
  }
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement))
    return choice->getElse() && surelyLeaves(choice->getThen()) && surelyLeaves(choice->getElse()) &&
           !jumpsBack(choice);
  return false;
}

/// In a function whose text the kernel can repeat, which comes back there with nothing, where the program would not
/// have come back.
bool EarlyExits::surelyLeavesCallee(const clang::Stmt* statement) const {
  const auto isRepeatable = [&](const CallFrame& frame) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(frame.function);
    const clang::QualType result = frame.function->getReturnType();
    return frame.call && !(method && method->getParent()->isLambda()) &&
           (result->isVoidType() || result.isTrivialType(walk_.input.context));
  };
  if (!std::all_of(walk_.frames.begin(), walk_.frames.end(), isRepeatable)) return false;
  statement = withoutAttributes(statement);
  if (neverComesBack(statement) || (!walk_.state.certain && complains(statement))) return true;
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement);
  return block && !block->body_empty() && surelyLeavesCallee(block->body_back()) &&
         !leavesByKeyword(block, walk_.frames.back().depth < walk_.path.size(), true) && !jumpsOut(block);
}

std::size_t EarlyExits::leavesTogether(const std::vector<const clang::Stmt*>& block, std::size_t first) {
  const JumpsBack jumpsBack{!walk_.breakTargets.empty(), &input_.loop};
  const bool isCallee = !walk_.frames.empty();
  const auto stays = [&](const clang::Stmt* one) {
    return jumpsBack(one) || (isCallee && (leavesByKeyword(one, true, true) || jumpsOut(one)));
  };
  // Where a row ends is the same for all of its statements: looked for once.
  Row& row = rows_[{block.back(), jumpsBack.breakStays, isCallee}];
  if (first < row.begin || first > row.end || row.end == 0) {
    row = {first, first};
    while (row.end < block.size() && !stays(block[row.end]) && !neverComesBack(withoutAttributes(block[row.end])))
      ++row.end;
  }
  if (row.end == block.size() || row.end == first || stays(block[row.end])) return 0;
  return surelyLeaves(block[row.end]) ? row.end + 1 - first : 0;
}

void EarlyExits::recordLeave(std::span<const clang::Stmt* const> statements) {
  const clang::Stmt *first = statements.front(), *last = statements.back(), *jump = jumpOf(last);
  const Leave leave = leaveOf(jump, walk_.record.point(jump->getBeginLoc()));
  const bool isTold =
      std::any_of(model_.leaves.begin(), model_.leaves.end(), [&](const Leave& known) { return known.at == leave.at; });
  if (!isTold) model_.leaves.push_back(leave);
  const bool whole = first != last || llvm::isa<clang::CompoundStmt, clang::IfStmt>(withoutAttributes(last));
  walk_.text.edit({first->getBeginLoc(), last->getEndLoc()}, {BodyPiece::Leave, "", whole ? 1 : 0});
  walk_.leaves.insert(walk_.leaves.end(), statements.begin(), statements.end());
  if (!walk_.frames.empty()) return walk_.inlining.leaveCallee();
  // Of a launch that is undone nothing needs to be certain.
  if (!walk_.rollsBack)
    for (const int loop : walk_.path) model_.loops[static_cast<std::size_t>(loop)].certain = false;
  walk_.statements.leave();
}

/// A division by what is known to be at least 1, and a shift by what is known to be less than the width, may be tried:
/// that the value is such is proven, or asked before the loop.
void EarlyExits::requireDefined(const clang::BinaryOperator* op, const Value& right) {
  if (!isDivision(op) && !isShift(op)) return;
  const Int128 width = context_.getIntWidth(op->getLHS()->getType());
  if (walk_.expressions.constantOf(op->getRHS())) return;  // its value tells
  const auto* number = std::get_if<IntegerValue>(&right);
  const Bound need{number ? number->polynomial : Polynomial(0), isShift(op) ? 0 : 1,
                   isShift(op) ? width - 1 : std::numeric_limits<std::int64_t>::max()};
  const bool asksHost = need.value.mentionsAny(
      [&](SymbolId id) { return model_.symbols[static_cast<std::size_t>(id.value)].kind == SymbolKind::Parameter; });
  const auto least = subtract(need.value, Polynomial(isShift(op) ? 0 : 1));
  if (number && !op->getOperatorLoc().isMacroID() && (asksHost || (least && walk_.calls.surelyNotNegative(*least)))) {
    walk_.record.require(number->needs, op->getRHS()->getBeginLoc());
    return walk_.record.require({need}, op->getOperatorLoc());
  }
  const clang::CallExpr* call = walk_.frames.empty() ? nullptr : walk_.frames.front().call;
  walk_.record.effect("search.speculation", call ? call->getBeginLoc() : op->getOperatorLoc(),
                      (isShift(op) ? mayShiftTooFar : mayDivideByZero) + std::string(inVain));
}

/// Elements of an array of the iteration's own: the same ones in all iterations exist in all of them.
void EarlyExits::refuseDivision(clang::SourceLocation at) {
  walk_.record.effect("search.speculation", at, mayDivideByZero + std::string(inVain));
}

void EarlyExits::requireInside(const clang::Expr* element, const Value& index) {
  if (!walk_.speculating) return;
  const auto* number = std::get_if<IntegerValue>(&index);
  const bool isInside =
      number && (isTheSame(number->polynomial) || isBelow(number->polynomial, elementsAround(element, context_)));
  if (isInside) walk_.record.require(number->needs, element->getBeginLoc());
  requireInside(element, isInside, mayBeOutside);
}

void EarlyExits::requireInside(const clang::Expr* element, bool isInside, const char* otherwise) {
  if (!walk_.speculating) return;
  seen_.insert(element);
  if (isInside) return;
  const clang::CallExpr* call = walk_.frames.empty() ? nullptr : walk_.frames.front().call;
  walk_.record.effect("search.speculation", call ? call->getBeginLoc() : element->getBeginLoc(),
                      otherwise + std::string(inVain));
}

/// 0 <= value < end, of counters whose loops say in the text how many iterations they have.
bool EarlyExits::isBelow(const Polynomial& value, std::int64_t end) const {
  constexpr std::int64_t far = std::int64_t{1} << 31;
  Int128 least = 0, most = 0;
  for (const auto& [monomial, coefficient] : value.terms()) {
    const auto loop = std::find_if(model_.loops.begin(), model_.loops.end(), [&](const NestedLoop& one) {
      return monomial.size() == 1 && one.counter == monomial[0] && one.trip && one.trip->stride == Polynomial(1);
    });
    const auto trips = loop == model_.loops.end() ? std::nullopt : loop->trip->distance.constant();
    if (coefficient > far || coefficient < -far || (!monomial.empty() && (!trips || *trips > far))) return false;
    const Int128 first = monomial.empty() ? coefficient : 0;
    const Int128 last = monomial.empty() ? coefficient : Int128{coefficient} * std::max<std::int64_t>(*trips - 1, 0);
    least += std::min(first, last);
    most += std::max(first, last);
  }
  return least >= 0 && most < end;
}

/// Whether the array is a constant of the program's, whose elements are the same whenever they are read.
bool EarlyExits::isTable(ArrayId list) const {
  const auto found = walk_.arrayDeclarations.find(list);
  if (found == walk_.arrayDeclarations.end()) return false;
  const clang::VarDecl& variable = *found->second;
  return context_.getBaseElementType(variable.getType()).isConstQualified() && variable.hasGlobalStorage() &&
         variable.hasConstantInitialization();
}

/// In every iteration of the modelled loop: of counters inside whose loops are the same, too.
bool EarlyExits::isTheSame(const Polynomial& value) const {
  return !dependsOn(model_.symbols, value, [&](SymbolId id) {
    const SymbolKind kind = model_.symbols[static_cast<std::size_t>(id.value)].kind;
    const auto& listed = model_.symbols[static_cast<std::size_t>(id.value)].listed;
    if (kind == SymbolKind::Opaque) return !listed || !isTable(listed->list.array) || !isTheSame(listed->position);
    const auto loop = std::find_if(model_.loops.begin(), model_.loops.end(),
                                   [&](const NestedLoop& one) { return one.counter == id; });
    // One of several numbers is not the same one in another iteration.
    if (walk_.quotients.isSome(id)) return true;
    if (loop == model_.loops.end()) return false;
    if (loop == model_.loops.begin() || !loop->trip) return true;
    return !isTheSame(loop->trip->distance) || !isTheSame(loop->trip->stride);
  });
}

void EarlyExits::checkSpeculation() {
  // Where an operation has not always been seen to, there is an effect already.
  Hazards hazards(context_, input_.library, walk_.leaves, [this](const clang::Expr* operation) {
    const auto* op = llvm::dyn_cast<clang::BinaryOperator>(operation);
    if (!op) return seen_.contains(operation);
    const SourcePoint at = walk_.record.point(op->getOperatorLoc());
    return !op->getOperatorLoc().isMacroID() && std::any_of(model_.obligations.begin(), model_.obligations.end(),
                                                            [&](const Obligation& duty) { return duty.at == at; });
  });
  hazards.over(bodyOf(&input_.loop));
  for (const clang::Expr* test : walk_.headExits) hazards.over(test);
  for (const Hazards::Hazard& hazard : hazards.found)
    walk_.record.effect("search.speculation", hazard.at, hazard.message + inVain, "");
}

}  // namespace clustrix::compiler
