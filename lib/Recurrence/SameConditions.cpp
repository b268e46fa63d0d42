// Variables that an iteration sets and reads under the same condition.
//
//     if (c[i]) t = a[i];           the read finds what this iteration has set: t is its own
//     b[i] = 1;
//     if (c[i] && x > 0) b[i] = t;
//
// All tests of the first condition are among those around the read, and nothing between the two changes what they
// compare: variables that nobody else can write, and memory only where nothing is written.
#include "Recurrence/SameConditions.h"
#include "Library/LibraryFunctions.h"
#include "Memory/Storage.h"
#include "Recurrence/Updates.h"
#include "Syntax/Conjuncts.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Stores.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

bool holdsItself(const clang::VarDecl* variable) {
  return !variable->getType()->isReferenceType() && !variable->getType().isVolatileQualified();
}

/// What a part of the text may change.
struct Changes {
  std::set<const clang::VarDecl*> variables;
  bool memory = false, jumps = false;

  void add(const clang::Stmt* statement) {
    if (!statement) return;
    if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt, clang::SwitchStmt, clang::LambdaExpr,
                  clang::AsmStmt, clang::CXXNewExpr, clang::CXXDeleteExpr, clang::StmtExpr>(statement))
      jumps = true;
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
    const clang::Expr* target = binary && binary->isAssignmentOp()         ? binary->getLHS()
                                : unary && unary->isIncrementDecrementOp() ? unary->getSubExpr()
                                                                           : nullptr;
    if (target) {
      const clang::VarDecl* variable = mentionedVariable(target);
      variable&& holdsItself(variable) ? static_cast<void>(variables.insert(variable))
                                       : static_cast<void>(memory = true);
    }
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement))
      memory = memory || !isPureFunction(call->getDirectCallee());
    if (llvm::isa<clang::CXXConstructExpr>(statement)) memory = true;
    for (const clang::Stmt* child : statement->children()) add(child);
  }
};

/// `t = e;` among the statements of a branch, each of which control comes to from the one before it.
bool assigns(const clang::Stmt* branch, const clang::VarDecl* variable) {
  if (const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(branch))
    return std::any_of(block->body_begin(), block->body_end(), [&](const clang::Stmt* one) {
      return !llvm::isa<clang::CompoundStmt>(one) && assigns(one, variable);
    });
  const clang::BinaryOperator* assignment = assignmentIn(branch);
  return assignment && mentionedVariable(assignment->getLHS()) == variable;
}

/// What may change on the way to the last of the statements and expressions, each of which is a part of the one before.
void addChangesOn(const std::vector<const clang::Stmt*>& path, Changes& into) {
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const clang::Stmt *around = path[i], *inner = path[i + 1];
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(around);
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(around)) {
      into.add(branch->getInit());
      into.add(branch->getCond());
    } else if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(around)) {
      for (const clang::Stmt* one : block->body()) {
        if (one == inner) break;
        into.add(one);
      }
    } else if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(around)) {
      if (choice->getCond() != inner) into.add(choice->getCond());
    } else if (binary && (binary->isLogicalOp() || binary->getOpcode() == clang::BO_Assign)) {
      if (binary->getRHS() == inner && binary->isLogicalOp()) into.add(binary->getLHS());
      // The value comes before what it is assigned to.
      if (binary->getLHS() == inner && !binary->isLogicalOp()) return into.add(around);
    } else if (!llvm::isa<clang::CastExpr, clang::ParenExpr, clang::ExprWithCleanups>(around)) {
      return into.add(around);
    }
  }
}

}  // namespace

/// Whether the test gives the same value before and behind the changes.
bool SameConditions::givesTheSame(const clang::Stmt* test, const std::set<const clang::VarDecl*>& changed,
                                  bool memory) {
  if (!test) return true;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(test)) {
    if (llvm::isa<clang::EnumConstantDecl, clang::FunctionDecl>(name->getDecl())) return true;
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (!variable || !holdsItself(variable) || changed.contains(variable)) return false;
    const bool own = variable->hasLocalStorage() && !walk_.storage.addressTaken(variable);
    return own || !memory || variable->getType().isConstQualified();
  }
  const auto* call = llvm::dyn_cast<clang::CallExpr>(test);
  const auto* method = call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
  const bool element = call && method && method->getParent()->isInStdNamespace() &&
                       method->getOverloadedOperator() == clang::OO_Subscript;
  if (call && !element && !isPureFunction(call->getDirectCallee())) return false;
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(test);
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(test);
  if ((unary && unary->isIncrementDecrementOp()) || (binary && binary->isAssignmentOp())) return false;
  const bool inMemory = element || llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr>(test) ||
                        (unary && unary->getOpcode() == clang::UO_Deref);
  const bool known = inMemory || call || unary || binary ||
                     llvm::isa<clang::CastExpr, clang::ParenExpr, clang::IntegerLiteral, clang::FloatingLiteral,
                               clang::CXXBoolLiteralExpr, clang::CharacterLiteral>(test);
  if (!known || (inMemory && memory)) return false;
  return std::all_of(test->child_begin(), test->child_end(),
                     [&](const clang::Stmt* child) { return givesTheSame(child, changed, memory); });
}

/// Whether one of the statements of a block, in front of the one that `path` leads through, sets the variable wherever
/// the tests hold. The path ends with the read.
bool SameConditions::setWhere(const std::vector<Conjunct>& guards, const clang::CompoundStmt* block,
                              const std::vector<const clang::Stmt*>& path, const clang::VarDecl* variable) {
  Changes changes;
  addChangesOn(path, changes);
  const auto end = std::find(block->body_begin(), block->body_end(), path.front());
  for (auto at = end; at != block->body_begin();) {
    const clang::Stmt* statement = *--at;
    changes.add(statement);
    if (changes.jumps) return false;
    const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement);
    if (!branch || branch->getInit() || branch->getConditionVariable() || branch->isConsteval()) continue;
    for (const bool holds : {true, false}) {
      if (!assigns(holds ? branch->getThen() : branch->getElse(), variable)) continue;
      const std::vector<Conjunct> tests = conjuncts(branch->getCond(), holds);
      const bool hold = std::all_of(tests.begin(), tests.end(), [&](const Conjunct& test) {
        return givesTheSame(test.test, changes.variables, changes.memory) &&
               std::any_of(guards.begin(), guards.end(), [&](const Conjunct& guard) {
                 return guard.holds == test.holds && walk_.updates.same(guard.test, test.test);
               });
      });
      if (hold) return true;
    }
  }
  return false;
}

bool SameConditions::setUnderSameCondition(const OuterName& name, const clang::Expr* read) {
  if (!walk_.frames.empty() || !name.variable || name.inMemory || !name.key.second.empty()) return false;
  std::vector<Conjunct> guards;
  std::vector<const clang::Stmt*> path{read};
  const clang::ParentMap& map = walk_.storage.parents(walk_.currentFunction());
  for (const clang::Stmt *inner = read, *around = map.getParent(read); around && around != &input_.loop;
       inner = around, around = map.getParent(around)) {
    addGuards(around, inner, guards);
    const auto* block = llvm::dyn_cast<clang::CompoundStmt>(around);
    if (block && !guards.empty() && setWhere(guards, block, path, name.variable)) return true;
    path.insert(path.begin(), around);
  }
  return false;
}

}  // namespace clustrix::compiler
