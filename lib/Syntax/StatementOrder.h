// The statements of a body in the order of their text, numbered: what stands in a statement is a range of numbers, and
// whether one of many places is among them a search in a sorted list.
//
//     for (...) {        1 .. 8        jumps {7}, names of `s` {4, 6}
//       s += a[i];       3 .. 6            [3, 6) has a name of `s`, and no jump
//       break;           7
//     }
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

#include <initializer_list>
#include <optional>
#include <vector>

namespace clustrix::compiler {

class StatementOrder {
 public:
  using Place = unsigned;
  using Places = std::vector<Place>;  // sorted
  /// The places of a statement and of all in it: [begin, end).
  struct Span {
    Place begin = 0, end = 0;
  };

  explicit StatementOrder(const clang::Stmt* body);

  /// Nothing for what does not stand in the body.
  std::optional<Span> spanOf(const clang::Stmt* statement) const;

  /// Where a variable is named, and where a lambda captures it.
  const Places& namesOf(const clang::VarDecl& variable) const;
  /// The statement that declares a variable; null where none in the body does.
  const clang::DeclStmt* declarationOf(const clang::VarDecl& variable) const { return declared_.lookup(&variable); }
  /// Whether no other declaration in the body, of whatever kind, has its name.
  bool isDeclaredAlone(const clang::VarDecl& variable) const;
  /// `break`, `continue`, `goto` and `throw`, and labels.
  const Places& jumps() const { return jumps_; }
  const Places& returns() const { return returns_; }
  /// Labels, jumps to them, and blocks with handlers: where control may go otherwise than statements are nested.
  const std::vector<const clang::Stmt*>& unnested() const { return unnested_; }
  /// Declarations of namespaces' names, in blocks.
  const std::vector<const clang::DeclStmt*>& usings() const { return usings_; }

 private:
  void number(const clang::Stmt* statement, const clang::Stmt* parent);
  void note(const clang::Stmt* statement, const clang::Stmt* parent, Place place);

  llvm::DenseMap<const clang::Stmt*, Span> spans_;
  llvm::DenseMap<const clang::Decl*, Places> names_;
  llvm::DenseMap<const clang::Decl*, const clang::DeclStmt*> declared_;
  llvm::DenseMap<clang::DeclarationName, unsigned> timesDeclared_;
  Places jumps_, returns_;
  std::vector<const clang::Stmt*> unnested_;
  std::vector<const clang::DeclStmt*> usings_;
  Place next_ = 0;
};

/// Whether one of the places is in [begin, end).
bool anyIn(const StatementOrder::Places& places, StatementOrder::Place begin, StatementOrder::Place end);

/// The first statement of a block, from place `from` on, in which one of the places stands; null where none does.
const clang::Stmt* firstWith(const StatementOrder& order, const clang::CompoundStmt& block, StatementOrder::Place from,
                             std::initializer_list<const StatementOrder::Places*> places);

}  // namespace clustrix::compiler
