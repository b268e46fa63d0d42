// What [[clustrix::extent(...)]] says, as a number that the analysis can compute with.
//
//     [[clustrix::extent(rows * columns + 1)]] const double* a    ──►   rows*columns + 1
//
// It speaks of the parameter as the function was called: where something that it names may have changed since then, or
// means something else, it says nothing.
#include "Walker.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace clustrix::compiler {

namespace {

/// The names in an expression; not those of members and in namespaces, which are no parameters.
std::vector<std::string> namesIn(const std::string& expression) {
  std::istringstream in(expression);
  std::vector<std::string> names;
  for (std::string token; in >> token;)
    if (std::isalpha(static_cast<unsigned char>(token[0])) || token[0] == '_') names.push_back(token);
  return names;
}

/// Whether a local variable has one of the names: the expression stands where that may be meant.
class Shadows : public clang::RecursiveASTVisitor<Shadows> {
 public:
  explicit Shadows(const std::vector<std::string>& names) : names_(names) {}
  bool VisitVarDecl(clang::VarDecl* variable) {
    if (std::find(names_.begin(), names_.end(), variable->getNameAsString()) != names_.end())
      found = variable->getNameAsString();
    return found.empty();
  }
  std::string found;

 private:
  const std::vector<std::string>& names_;
};

/// Mentions of a variable for which `counts` holds.
class Mentions : public clang::RecursiveASTVisitor<Mentions> {
 public:
  Mentions(const clang::VarDecl* variable, std::function<bool(const clang::DeclRefExpr*)> counts)
      : variable_(variable), counts_(std::move(counts)) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
    found = found || (reference->getDecl() == variable_ && counts_(reference));
    return !found;
  }
  bool found = false;

 private:
  const clang::VarDecl* variable_;
  std::function<bool(const clang::DeclRefExpr*)> counts_;
};

class Labels : public clang::RecursiveASTVisitor<Labels> {
 public:
  bool VisitLabelStmt(clang::LabelStmt*) {
    found = true;
    return false;
  }
  bool found = false;
};

/// Whether the loop's text runs once for each call of the function.
bool runsAtMostOnce(const clang::ParentMap& parents, const clang::Stmt& loop, clang::Stmt* body) {
  for (const clang::Stmt* around = parents.getParent(&loop); around; around = parents.getParent(around)) {
    if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt, clang::LambdaExpr>(around))
      return false;
    if (around != body) continue;
    Labels labels;
    labels.TraverseStmt(body);
    return !labels.found;
  }
  return false;
}

class Assignments : public clang::RecursiveASTVisitor<Assignments> {
 public:
  explicit Assignments(const clang::VarDecl* variable) : variable_(variable) {}
  bool VisitBinaryOperator(clang::BinaryOperator* op) { return !op->isAssignmentOp() || see(op->getLHS()); }
  bool VisitUnaryOperator(clang::UnaryOperator* op) { return !op->isIncrementDecrementOp() || see(op->getSubExpr()); }
  bool found = false;

 private:
  bool see(const clang::Expr* target) {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens());
    found = found || (reference && reference->getDecl() == variable_);
    return !found;
  }
  const clang::VarDecl* variable_;
};

/// Sums and products of names and whole numbers, from tokens that spaces keep apart.
class Parser {
 public:
  using Lookup = std::function<std::optional<Polynomial>(const std::string&)>;
  Parser(const std::string& text, Lookup lookup) : lookup_(std::move(lookup)) {
    std::istringstream in(text);
    for (std::string token; in >> token;) tokens_.push_back(token);
  }

  std::optional<Polynomial> whole() {
    auto result = sum();
    return at_ == tokens_.size() ? result : std::nullopt;
  }

 private:
  bool take(const char* token) {
    if (at_ == tokens_.size() || tokens_[at_] != token) return false;
    ++at_;
    return true;
  }
  std::optional<Polynomial> sum() {
    auto left = product();
    while (left) {
      if (take("+")) {
        const auto right = product();
        left = right ? add(*left, *right) : std::nullopt;
      } else if (take("-")) {
        const auto right = product();
        left = right ? subtract(*left, *right) : std::nullopt;
      } else {
        break;
      }
    }
    return left;
  }
  std::optional<Polynomial> product() {
    auto left = factor();
    while (left && take("*")) {
      const auto right = factor();
      left = right ? multiply(*left, *right) : std::nullopt;
    }
    return left;
  }
  std::optional<Polynomial> factor() {
    if (take("(")) {
      auto inner = sum();
      return take(")") ? inner : std::nullopt;
    }
    if (at_ == tokens_.size()) return std::nullopt;
    const std::string token = tokens_[at_++];
    const bool number = token.size() <= 15 &&
                        std::all_of(token.begin(), token.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (number && (token.size() == 1 || token[0] != '0')) return Polynomial(std::stoll(token));
    return lookup_(token);
  }

  Lookup lookup_;
  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
};

}  // namespace

bool Walker::everAssigned(const clang::VarDecl* variable) {
  if (addressTaken(variable)) return true;
  Assignments assignments(variable);
  assignments.TraverseStmt(input_.function.getBody());
  return assignments.found;
}

std::optional<Polynomial> Walker::extentOf(const std::string& expression) {
  return Parser(expression,
                [this](const std::string& name) -> std::optional<Polynomial> {
                  for (const clang::ParmVarDecl* parameter : input_.function.parameters()) {
                    if (parameter->getName() != llvm::StringRef(name)) continue;
                    const clang::QualType type = parameter->getType();
                    const bool integer = type->isIntegralOrUnscopedEnumerationType() && !type->isBooleanType();
                    if (!integer || sizeOf(type) > 8 || everAssigned(parameter)) return std::nullopt;
                    return Polynomial::symbol(parameterOf(name, name, type));
                  }
                  return std::nullopt;
                })
      .whole();
}

/// Whether the variable may have another value when the loop starts than the function was called with.
bool Walker::mayChangeBefore(const clang::VarDecl* variable) {
  if (variable->getType()->isReferenceType()) return true;  // under another name
  if (neverWritten(variable)) return false;
  clang::Stmt* const body = input_.function.getBody();
  const clang::SourceManager& sources = context_.getSourceManager();
  const bool once = runsAtMostOnce(parents(&input_.function), input_.loop, body);
  const clang::SourceLocation start = sources.getExpansionLoc(input_.loop.getBeginLoc());
  Mentions before(variable, [&](const clang::DeclRefExpr* reference) {
    return !once || sources.isBeforeInTranslationUnit(sources.getExpansionLoc(reference->getLocation()), start);
  });
  before.TraverseStmt(body);
  return before.found;
}

namespace {

/// Whether something that may change has the name where the function stands: a variable or a data member.
bool namesVariable(clang::ASTContext& context, const clang::FunctionDecl& function, const std::string& name) {
  const clang::DeclarationName wanted(&context.Idents.get(name));
  for (const clang::DeclContext* scope = function.getDeclContext(); scope; scope = scope->getParent()) {
    for (const clang::NamedDecl* found : scope->lookup(wanted)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(found);
      if (llvm::isa<clang::FieldDecl>(found) || (variable && !variable->getType().isConstQualified())) return true;
    }
  }
  return false;
}

}  // namespace

std::string Walker::extentProblem(const clang::ParmVarDecl* pointer, const std::string& expression) {
  if (mayChangeBefore(pointer)) return "'" + pointer->getNameAsString() + "' may have changed before the loop";
  const std::vector<std::string> names = namesIn(expression);
  Shadows shadows(names);
  shadows.TraverseStmt(input_.function.getBody());
  if (!shadows.found.empty()) return "'" + shadows.found + "' is the name of a variable in the function, too";
  for (const std::string& name : names) {
    const auto parameter =
        std::find_if(input_.function.param_begin(), input_.function.param_end(),
                     [&](const clang::ParmVarDecl* one) { return one->getName() == llvm::StringRef(name); });
    const bool known = parameter != input_.function.param_end();
    if (known ? mayChangeBefore(*parameter) : namesVariable(context_, input_.function, name))
      return "'" + name + "' may have changed before the loop";
  }
  return "";
}

void Walker::boundExtent(ArrayObject& object, const clang::ParmVarDecl* parameter, const std::string& expression) {
  object.extentProblem = extentProblem(parameter, expression);
  if (!object.extentProblem.empty()) return;
  object.extent = "static_cast<clustrix::Index>(" + expression + ")";
  if (searching_ && !everAssigned(parameter)) object.extentValue = extentOf(expression);
}

}  // namespace clustrix::compiler
