// The edits of the loop's text, on its way into the kernel, and the marks where it takes note of assignments.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

class BodyEdits : public WalkPart {
 public:
  using WalkPart::WalkPart;

  /// Branches that no instantiation takes leave the text where they name what the kernel does not have.
  void eraseDiscarded();
  std::string freeName(std::string wish) const;
  bool markable(const clang::Expr* assignment) const;
  void mark(const clang::Expr* assignment, BodyPiece::Kind begin, BodyPiece::Kind end, int index);
  bool markAssignment(const clang::Expr* target, int scalar);
  bool namesElement(const clang::Expr* target);
  void edit(clang::SourceRange range, BodyPiece piece);
  bool editAround(clang::SourceRange outer, clang::SourceRange inner, const BodyPiece& opening,
                  const std::string& closing);
  std::optional<std::pair<std::size_t, std::size_t>> offsets(clang::SourceRange range) const;
  /// Behind the semicolon that ends a statement.
  std::optional<std::size_t> behindSemicolon(const clang::Stmt& statement) const;
  void keepEdits(std::vector<TextEdit> kept);

 private:
  /// The first so many of `edits` and of the obligations, for what is compared with all of them.
  std::set<std::tuple<std::size_t, std::size_t, BodyPiece::Kind, int>> knownEdits_;
  std::size_t editsKnown_ = 0;
};

}  // namespace clustrix::compiler
