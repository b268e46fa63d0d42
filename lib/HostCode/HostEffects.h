// Host effects (mod and ref): what memory the evaluation of a piece of host code may read and write, as far as launches
// can have left it on a device.
//
//     last = b[0];          reads b[0]
//     v[k] += s;            writes v[k]                 `k` and `s` are in registers, headers of containers never move
//     t < n && a[t] > 0     anything                    a[t] may not exist where t < n is false
//     smooth(a, n);         lends, where `smooth` is annotated in this file
#pragma once

#include "clustrix/HostCode.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace clustrix::compiler {

/// Annotated functions of the file, as written, by their place in SourceUnit::functions.
using Annotated = std::map<const clang::FunctionDecl*, int>;

/// The place of `callee`, or of what it is an instance of; nothing where it is none of them.
std::optional<int> placeIn(const Annotated& annotated, const clang::FunctionDecl* callee);

/// An object that a function is given: a parameter by reference, or what a pointer points to. -1: what a method is
/// called for.
struct GivenObject {
  int parameter = 0;
  bool behind = false;  // a pointer
  friend auto operator<=>(const GivenObject&, const GivenObject&) = default;
};
/// What a function touches beside its own variables: objects that it reads and writes, and pointers that it frees, each
/// read from one before that is written.
struct HelperEffect {
  std::set<GivenObject> reads, writes, frees;
};

class HostEffects {
 public:
  HostEffects(clang::ASTContext& context, const clang::Stmt* body, const Annotated& annotated);

  /// Of a function that is called in such code.
  HostEffects(const HostEffects& caller, const clang::Stmt* body);

  /// Of expressions and declarations that are evaluated once, in this order. Loops in the middle of them and statements
  /// that are neither count for nothing; `places`: whether text may be repeated in front of them.
  HostEffect of(const std::vector<const clang::Stmt*>& evaluated, bool places = true) const;

  /// Whether a launch could touch memory that goes away with the variable.
  bool ownsMemory(const clang::VarDecl* variable) const;
  /// Whether more happens than that its own bytes go away: it may free what it has taken over from elsewhere.
  bool freesMemory(const clang::VarDecl* variable) const;
  /// The variable that is declared, where its memory goes away with it and nothing else does: it is a vector of plain
  /// elements, or frees nothing, and no caller gets it. Else "".
  std::string soleOwner(const clang::DeclStmt* declaration) const;
  /// Whether no pointer leads to the variable and it has no elements.
  bool isRegister(const clang::VarDecl* variable) const;

  /// The place of an annotated function of the file, or nothing.
  std::optional<int> annotated(const clang::FunctionDecl* callee) const { return placeIn(annotated_, callee); }
  const clang::ASTContext& context() const { return context_; }
  /// What functions touch that such code calls; nothing where it may be more than a HelperEffect says. Shared with
  /// those of the functions themselves.
  std::map<const clang::FunctionDecl*, std::optional<HelperEffect>>& helpers() const { return *helpers_; }

 private:
  clang::ASTContext& context_;
  std::set<const clang::VarDecl*> escaping_, returned_;
  const Annotated& annotated_;
  std::shared_ptr<std::map<const clang::FunctionDecl*, std::optional<HelperEffect>>> helpers_;
};

/// Whether a declaration of `variable` makes a temporary live as long.
bool extendsTemporary(const clang::VarDecl* variable);

}  // namespace clustrix::compiler
