#include "Syntax/StatementOrder.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

bool isUsing(const clang::DeclStmt& statement) {
  return std::any_of(statement.decl_begin(), statement.decl_end(), [](const clang::Decl* declaration) {
    return llvm::isa<clang::UsingDecl, clang::UsingDirectiveDecl, clang::UsingEnumDecl, clang::NamespaceAliasDecl>(
        declaration);
  });
}

}  // namespace

StatementOrder::StatementOrder(const clang::Stmt* body) { number(body, nullptr); }

void StatementOrder::number(const clang::Stmt* statement, const clang::Stmt* parent) {
  const Place begin = next_++;
  note(statement, parent, begin);
  for (const clang::Stmt* child : statement->children())
    if (child) number(child, statement);
  spans_[statement] = {begin, next_};
}

void StatementOrder::note(const clang::Stmt* statement, const clang::Stmt* parent, Place place) {
  switch (statement->getStmtClass()) {
    case clang::Stmt::DeclRefExprClass:
      names_[llvm::cast<clang::DeclRefExpr>(statement)->getDecl()].push_back(place);
      break;
    case clang::Stmt::LambdaExprClass:
      for (const clang::LambdaCapture& capture : llvm::cast<clang::LambdaExpr>(statement)->captures())
        if (capture.capturesVariable()) names_[capture.getCapturedVar()].push_back(place);
      break;
    case clang::Stmt::LabelStmtClass:
    case clang::Stmt::GotoStmtClass:
      jumps_.push_back(place);
      unnested_.push_back(statement);
      break;
    case clang::Stmt::BreakStmtClass:
    case clang::Stmt::ContinueStmtClass:
    case clang::Stmt::CXXThrowExprClass:
      jumps_.push_back(place);
      break;
    case clang::Stmt::IndirectGotoStmtClass:
    case clang::Stmt::CXXTryStmtClass:
      unnested_.push_back(statement);
      break;
    case clang::Stmt::ReturnStmtClass:
      returns_.push_back(place);
      break;
    case clang::Stmt::DeclStmtClass: {
      const auto* declaration = llvm::cast<clang::DeclStmt>(statement);
      for (const clang::Decl* one : declaration->decls()) {
        const bool isNew = declared_.insert_or_assign(one, declaration).second;
        if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(one); named && isNew)
          ++timesDeclared_[named->getDeclName()];
      }
      if (llvm::isa_and_nonnull<clang::CompoundStmt>(parent) && isUsing(*declaration)) usings_.push_back(declaration);
      break;
    }
    default:
      break;
  }
}

std::optional<StatementOrder::Span> StatementOrder::spanOf(const clang::Stmt* statement) const {
  const auto found = spans_.find(statement);
  return found == spans_.end() ? std::nullopt : std::optional(found->second);
}

const StatementOrder::Places& StatementOrder::namesOf(const clang::VarDecl& variable) const {
  static const Places none;
  const auto found = names_.find(&variable);
  return found == names_.end() ? none : found->second;
}

bool StatementOrder::isDeclaredAlone(const clang::VarDecl& variable) const {
  return timesDeclared_.lookup(variable.getDeclName()) == (declared_.contains(&variable) ? 1 : 0);
}

bool anyIn(const StatementOrder::Places& places, StatementOrder::Place begin, StatementOrder::Place end) {
  const auto first = std::lower_bound(places.begin(), places.end(), begin);
  return first != places.end() && *first < end;
}

const clang::Stmt* firstWith(const StatementOrder& order, const clang::CompoundStmt& block, StatementOrder::Place from,
                             std::initializer_list<const StatementOrder::Places*> places) {
  const auto span = order.spanOf(&block);
  if (!span) return nullptr;
  StatementOrder::Place first = span->end;
  for (const StatementOrder::Places* all : places)
    if (const auto place = std::lower_bound(all->begin(), all->end(), from); place != all->end())
      first = std::min(first, *place);
  if (first == span->end) return nullptr;
  const auto behind = std::partition_point(block.body_begin(), block.body_end(), [&](const clang::Stmt* one) {
    const auto at = order.spanOf(one);
    return at && at->begin <= first;
  });
  return behind == block.body_begin() ? nullptr : *std::prev(behind);
}

}  // namespace clustrix::compiler
