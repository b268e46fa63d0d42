#include "Syntax/GuardedAssignments.h"

#include "clang/AST/ExprCXX.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

bool isEmpty(const clang::Stmt* branch) {
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(branch);
  return block ? block->body_empty() : llvm::isa<clang::NullStmt>(branch);
}

}  // namespace

std::optional<Assignments> plainAssignments(const clang::Stmt* branch) {
  Assignments assignments;
  const auto collect = [&](const clang::Stmt* one) {
    if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(one)) one = full->getSubExpr();
    const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(one);
    if (!assignment || assignment->getOpcode() != clang::BO_Assign) return false;
    assignments.push_back({assignment, assignment->getRHS()});
    return true;
  };
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(branch);
  const bool all = block ? std::all_of(block->body_begin(), block->body_end(), collect) : collect(branch);
  return all ? std::optional(assignments) : std::nullopt;
}

std::optional<Guarded> guardedBy(const clang::IfStmt* statement) {
  if (statement->getInit() || statement->getConditionVariable() || statement->isConstexpr()) return std::nullopt;
  const bool otherwise = statement->getElse() && isEmpty(statement->getThen());
  if (statement->getElse() && !otherwise) return std::nullopt;
  auto assignments = plainAssignments(otherwise ? statement->getElse() : statement->getThen());
  if (!assignments) return std::nullopt;
  return Guarded{{statement->getCond()}, !otherwise, *std::move(assignments)};
}

}  // namespace clustrix::compiler
