// The clustrix attributes as Clang sees them.
//
// Clang attaches unknown attributes to declarations only through its plugin registry and does not parse their
// arguments. So the work is split: `AttributeTokens` watches the token stream, after macro expansion, and remembers
// what stands inside `clustrix::...(...)`; the registered handlers attach an AnnotateAttr and read the arguments back
// by location. Statement attributes are found by the location of the statement's first token.
#pragma once

#include "clustrix/Options.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class AnnotateAttr;
class DiagnosticsEngine;
class Preprocessor;
class SourceManager;
}  // namespace clang

namespace clustrix::compiler {

/// [[clustrix::cluster]] on this declaration, or null.
const clang::AnnotateAttr* clusterAttribute(const clang::Decl* declaration);
/// Whether one of a function's declarations, or of those of its template, has the attribute.
bool isAnnotated(const clang::FunctionDecl& function);

inline constexpr const char* extentAnnotation = "clustrix::extent";
inline constexpr const char* reductionAnnotation = "clustrix::reduction=";  // the identity follows

class AttributeTokens {
 public:
  struct Argument {
    clang::SourceLocation at;
    std::string text;
    clang::tok::TokenKind kind;
  };

  /// Makes this the one that the handlers of the current thread read from.
  AttributeTokens();
  ~AttributeTokens();
  AttributeTokens(const AttributeTokens&) = delete;
  AttributeTokens& operator=(const AttributeTokens&) = delete;

  using TokenWatch = std::function<void(const clang::Token&)>;
  /// `also`: who else looks at the tokens outside of system headers.
  void attachTo(clang::Preprocessor& preprocessor, TokenWatch also = {});
  /// The one that it is attached to, or null.
  const clang::Preprocessor* preprocessor() const { return preprocessor_; }

  /// The tokens between the parentheses of the attribute whose `clustrix` stands at `scope`.
  std::vector<Argument> arguments(clang::SourceLocation scope) const;
  /// The files, as they were entered, in which `clustrix::cluster` stands.
  const std::set<clang::FileID>& clusterFiles() const { return clusterFiles_; }
  /// Whether `[[clustrix::NAME]]` stands right before the statement whose first token is at `first`.
  bool marks(const std::string& name, clang::SourceLocation first) const;
  /// Loops of the main file that begin at these offsets stand for an algorithm's call (see Algorithms.h): every element
  /// that their text names is there in all iterations, however early the loop is left. No text of the user's can say
  /// so.
  void promise(const std::vector<std::size_t>& offsets);
  bool promises(clang::SourceLocation first, const clang::SourceManager& manager) const;
  /// What the cluster attribute at `scope` says; wrong arguments are reported to `diagnostics`.
  ClusterOptions clusterOptions(clang::SourceLocation scope, clang::DiagnosticsEngine& diagnostics) const;

 private:
  void see(const clang::Token& token, clang::Preprocessor& preprocessor);
  /// Whether the token stands in `[[...]]`, outside of its arguments' text.
  bool isInAttribute(const clang::Token& token);
  /// An attribute of ours that there is not, or of somebody whose name is nearly ours.
  void tellMisspelled(const clang::Token& name, clang::DiagnosticsEngine& diagnostics) const;
  void noteFile(const clang::Token& name, const clang::SourceManager& manager);

  enum class State { Outside, Scope, Name, AfterName, Inside } state_ = State::Outside;
  clang::SourceLocation scope_;
  std::string scopeName_, name_;
  bool afterOpening_ = false, inAttribute_ = false;
  bool usesOurs_ = false;  // `[[using clustrix: ...]]`
  int depth_ = 0;
  int closed_ = 0;  // closing brackets seen since a statement attribute
  std::vector<std::string> pending_;
  std::map<unsigned, std::vector<Argument>> arguments_;
  std::map<unsigned, std::set<std::string>> marks_;
  std::set<std::size_t> promised_;
  std::set<clang::FileID> clusterFiles_;
  const clang::Preprocessor* preprocessor_ = nullptr;
  const clang::IdentifierInfo* clustrix_ = nullptr;
  AttributeTokens* previous_;
};

}  // namespace clustrix::compiler
