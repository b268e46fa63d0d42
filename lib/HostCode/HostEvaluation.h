// One evaluation of host code, walked in the order in which it happens: see HostEffects.h. Whatever is not known to
// touch nothing else touches anything.
#pragma once

#include "HostCode/HostEffects.h"
#include "HostCode/HostPlaces.h"

#include "clang/AST/ExprCXX.h"

namespace clustrix::compiler {

class Evaluation {
 public:
  Evaluation(const HostEffects& host, bool places) : host_(host), places_(places) {}

  void statement(const clang::Stmt* statement);
  HostEffect result() const;

 private:
  // --- HostEffects.cpp
  void anything() { touch_.anything = true; }
  void declaration(const clang::DeclStmt* declaration);
  /// Evaluates; what an lvalue designates is not read.
  void value(const clang::Expr* expression);
  void values(llvm::iterator_range<clang::Stmt::const_child_iterator> expressions);
  void valueOfBlock(const clang::StmtExpr* block);
  void valueOfCast(const clang::CastExpr* cast);
  void valueOfBinary(const clang::BinaryOperator* binary);
  void conditionally(std::initializer_list<const clang::Expr*> expressions);
  void elsewhere(const clang::Expr* expression);
  void load(const clang::Expr* lvalue);
  void change(const clang::Expr* lvalue);
  std::optional<NamedPlace> placeOf(const clang::Expr* lvalue) const;
  void note(std::vector<std::string>& list, const NamedPlace& place);
  /// Whether it is a variable, or a part of one, that no launch can have touched.
  bool isRegisterPlace(const clang::Expr* lvalue) const;

  // --- HostCalls.cpp
  void valueOfCall(const clang::CallExpr* call);
  void valueOfConstruction(const clang::CXXConstructExpr* made);
  void valueOfNew(const clang::CXXNewExpr* made);
  bool operatorCall(const clang::CXXOperatorCallExpr* call);
  bool containerCall(const clang::CallExpr* call);
  bool exchangeCall(const clang::CallExpr* call);
  bool libraryCall(const clang::CallExpr* call);
  bool lend(const clang::CallExpr* call);
  void argument(const clang::Expr* one);
  void arguments(const clang::CallExpr* call);
  void header(const clang::Expr* container);

  // --- HelperCalls.cpp
  /// Of a helper's body.
  Evaluation(const HostEffects& host, const clang::FunctionDecl* helper, int depth);
  const std::optional<HelperEffect>& effectOf(const clang::FunctionDecl* helper) const;
  bool helperCall(const clang::CallExpr* call);
  void helperStatement(const clang::Stmt* statement);
  /// What a helper is given as a parameter, and what it does with it.
  void give(const clang::Expr* one, int parameter, const HelperEffect& effect);
  /// The place of the object behind a pointer.
  std::optional<NamedPlace> placeBehind(const clang::Expr* pointer) const;
  void readBehind(const clang::Expr* pointer);
  bool freeCall(const clang::CallExpr* call);
  bool isOwn(const clang::Expr* lvalue) const;
  /// Whether this is a helper's body, in which places have no text of the caller's.
  bool loadInHelper(const clang::Expr* lvalue);
  bool changeInHelper(const clang::Expr* lvalue);

  const HostEffects& host_;
  bool places_;
  HostEffect touch_;
  std::set<const clang::VarDecl*> changed_, mentioned_;
  const clang::Expr* root_ = nullptr;            // all of the statement
  const clang::Expr* target_ = nullptr;          // of the assignment that the statement is: stored last
  const clang::FunctionDecl* helper_ = nullptr;  // whose body this is
  int depth_ = 0;                                // how many helpers lead to it
  HelperEffect effect_;                          // of it
  bool certain_ = true;                          // what comes next happens in each call of it,
  std::optional<GivenObject> tested_;            // or but for those where the pointer in this object is null
  bool conditional_ = false, inArguments_ = false, exchanges_ = false;
  bool readsOutsideCall_ = false, blocks_ = false;
};

}  // namespace clustrix::compiler
