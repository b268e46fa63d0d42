// The arguments of an algorithm's call as text of a loop: sequences of elements, functions of them, plain values.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clustrix::compiler {

/// Elements that an iteration numbered `k` finds at `element(k)`.
struct Sequence {
  std::string base;        // `x`, `v`, `(p + 1)`
  std::string offset;      // `3` behind the base, or ""
  std::string count;       // of elements, of the type std::ptrdiff_t; "" when the call does not say
  std::string first;       // the first iterator, as written
  clang::QualType type;    // of an element, without const
  bool backwards = false;  // from the element in front of `offset` to the begin
  std::string member{};    // what of an element is meant: `.x`, `.length()`

  std::string element(const std::string& k) const {
    if (backwards) return base + "[" + (offset.empty() ? "" : "(" + offset + ") ") + "- 1 - (" + k + ")]" + member;
    return base + "[" + (offset.empty() ? k : "(" + offset + ") + " + k) + "]" + member;
  }
};

/// Where an algorithm writes: to elements that are there, or behind those of a container, `std::back_inserter(v)`.
struct Output {
  std::optional<Sequence> elements;
  std::string grown;  // the container, where there are none

  /// The statement of an iteration that writes `value`.
  std::string written(const std::string& k, const std::string& value) const {
    return elements ? elements->element(k) + " = " + value + ";" : grown + ".push_back(" + value + ");";
  }
};

/// What an algorithm applies: a name to call, or an operator between its arguments.
struct Operation {
  std::string definition;  // the text of a lambda, to be named `name`
  clang::SourceLocation definedAt;
  std::string name;
  std::string op;
  const clang::LambdaExpr* lambda = nullptr;

  std::string operator()(const std::string& a) const { return op.empty() ? name + "(" + a + ")" : op + a; }
  std::string operator()(const std::string& a, const std::string& b) const {
    return op.empty() ? name + "(" + a + ", " + b + ")" : a + " " + op + " " + b;
  }
};

/// Without parentheses, and without what the language adds.
const clang::Expr* spelled(const clang::Expr* expression);
/// The variable that the expression names, and that is all that it does; or null.
const clang::VarDecl* namedVariable(const clang::Expr* expression);
bool isReverseIterator(clang::QualType type);

/// Numbers that a call computes once, and that elements which its loop writes may go into:
///
///     std::fill(a, a + n, -a[i])      const auto once1 = -a[i]; for (k = 0; k < n; ++k) a[k] = once1;
class OnceComputed {
 public:
  using Fresh = std::function<std::string(const std::string&)>;
  explicit OnceComputed(Fresh fresh) : fresh_(std::move(fresh)) {}

  std::string nameOf(const std::string& value);
  /// "const auto once1 = -a[i]; ", or "".
  std::string declarations() const;
  /// Name and declaration of each.
  const std::vector<std::pair<std::string, std::string>>& all() const { return all_; }

 private:
  Fresh fresh_;
  std::vector<std::pair<std::string, std::string>> all_;
};

class ArgumentReader {
 public:
  explicit ArgumentReader(clang::ASTContext& context) : context_(context) {}
  /// Takes what may only be computed in front of the loop; without it, numbers stand where they are used.
  void computeOnce(OnceComputed& once) { once_ = &once; }

  /// As a declaration can say it, without const and reference.
  std::string typeName(clang::QualType type) const;
  /// On one line; nothing when it stands in a macro or holds a comment.
  std::optional<std::string> text(const clang::Stmt* statement) const;
  std::optional<std::string> verbatim(clang::SourceRange range) const;
  /// An arithmetic value whose evaluation has no effect, as the loop uses it.
  std::optional<std::string> value(const clang::Expr* expression) const;
  /// The same of what is evaluated in front of the loop: what a sum begins with.
  std::optional<std::string> start(const clang::Expr* expression) const;
  std::optional<Sequence> from(const clang::Expr* first) const;
  std::optional<Output> to(const clang::Expr* first) const;
  std::optional<Sequence> between(const clang::Expr* first, const clang::Expr* last) const;
  std::optional<Sequence> counted(const clang::Expr* first, const clang::Expr* count) const;
  std::optional<Sequence> whole(const clang::Expr* range) const;
  /// The members of the elements that a projection leads to.
  std::optional<Sequence> projected(Sequence sequence, const clang::Expr* projection) const;
  /// `name` is what a lambda will be called; `operands` are the types that `std::plus<T>` and the like must be for.
  std::optional<Operation> operation(const clang::Expr* function, const std::string& name,
                                     const std::vector<clang::QualType>& operands) const;
  /// What `function(left, right)` returns, when its text is one expression.
  std::optional<std::string> folded(const clang::Expr* function, const std::string& left, clang::QualType leftType,
                                    const std::string& right, clang::QualType rightType) const;

 private:
  struct Position {
    std::string base, plus;
    bool container = false, atEnd = false;
    bool backwards = false;  // a reverse iterator, in front of whose base the element is
    std::string size;        // of the container
    /// Elements from the base to it, an expression of the type std::ptrdiff_t or an integer; "" for none.
    std::string offset() const;
    clang::QualType type;
  };
  std::optional<Position> position(const clang::Expr* iterator) const;
  std::optional<Position> container(const clang::Expr* object) const;
  bool isPure(const clang::Expr* expression) const;

  clang::ASTContext& context_;
  OnceComputed* once_ = nullptr;
};

}  // namespace clustrix::compiler
