// FunctionText: what stands where in a function's body, gathered in one traversal for all that is asked of it.
//
//     auto add = [k, &s](int x) { s += k * x; };       k: mentioned where it is captured, and as the lambda's copy
//                                                      s: mentioned, and lent to the lambda
//
// Questions are asked for each variable of each loop; a search of the whole body for each of them would make reading a
// function quadratic in its size.
#pragma once

#include "Syntax/DeclaredNames.h"
#include "Syntax/StatementOrder.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace clustrix::compiler {

class FunctionText {
 public:
  struct Mention {
    const clang::DeclRefExpr* name = nullptr;
    const clang::ParentMap* parents = nullptr;  // instantiations of generic lambdas have their own
    bool ofCopy = false;                        // a lambda that has captured it by value means its copy
  };
  struct Variable {
    std::vector<Mention> mentions;
    std::vector<const clang::LambdaExpr*> lentTo;  // lambdas that capture it by reference
    // What holds of all mentions, or which they are: said by those who ask, once for all loops of the function.
    mutable std::optional<bool> escapes, onlyRead, onlyLoaded;
    mutable std::optional<std::vector<Mention>> notLoaded;
  };

  /// Of a function with a body.
  explicit FunctionText(const clang::FunctionDecl& function);

  /// Generic lambdas are as they were instantiated: without types, their own text says nothing.
  const Variable& about(const clang::VarDecl* variable) const;

  /// Statements around statements; those of instantiated lambdas have none outside of them.
  const clang::ParentMap& parents() const { return *parents_.front(); }
  const StatementOrder& order() const { return order_; }
  /// Whether a name stands in `outer`; true where that cannot be told.
  bool mayBeIn(const Mention& mention, const clang::Stmt* outer) const;
  /// The label or case in a statement to which a jump from outside may lead, past its beginning, or null.
  const clang::Stmt* enteredAt(const clang::Stmt* statement) const;
  bool hasLabels() const { return hasLabels_; }
  struct Declared {
    const clang::DeclStmt* statement = nullptr;
    const clang::VarDecl* variable = nullptr;
  };
  /// The variables that a block's own statements declare alone, with a choice or a call, in their order.
  const std::vector<Declared>& chosenIn(const clang::CompoundStmt& block) const;
  /// Whether anything in it leads elsewhere than the nesting of statements tells: labels, jumps to them, handlers.
  bool hasJumps() const { return hasJumps_; }

 private:
  class Reader;

  bool isIn(const clang::Stmt* statement, const clang::Stmt* outer) const;
  bool isEntrance(const clang::Stmt* target, const clang::Stmt* statement) const;

  std::vector<std::unique_ptr<clang::ParentMap>> parents_;  // of the body, and of instantiated lambdas
  StatementOrder order_;
  std::map<const clang::VarDecl*, Variable> variables_;  // by canonical declaration
  std::vector<const clang::Stmt*> targets_;              // of jumps: labels and cases, in the order of the statements
  std::map<const clang::LabelDecl*, std::vector<const clang::GotoStmt*>> jumps_;
  std::set<const clang::LabelDecl*> values_;  // labels whose address is taken
  mutable std::map<const clang::Stmt*, const clang::Stmt*> entrances_;
  mutable std::map<const clang::CompoundStmt*, std::vector<Declared>> chosen_;
  bool hasLabels_ = false;
  bool hasJumps_ = false;
};

/// Whether the expression around a name changes the variable; only for variables whose address is not taken.
bool isChanged(const FunctionText::Mention& mention);

/// Texts of the functions that an annotated one leads to, each gathered when it is first asked for.
class FunctionTexts {
 public:
  const FunctionText& of(const clang::FunctionDecl* function);
  /// With or without a body.
  const DeclaredNames& namesOf(const clang::FunctionDecl& function);
  /// The `if constexpr` in a function's text, outer ones first; none without a body.
  const std::vector<const clang::IfStmt*>& constexprIfsOf(const clang::FunctionDecl& function);

 private:
  std::map<const clang::FunctionDecl*, std::unique_ptr<FunctionText>> texts_;
  std::map<const clang::FunctionDecl*, std::unique_ptr<DeclaredNames>> names_;
  std::map<const clang::FunctionDecl*, std::vector<const clang::IfStmt*>> constexprIfs_;
};

}  // namespace clustrix::compiler
