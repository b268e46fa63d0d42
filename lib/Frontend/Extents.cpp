// What [[clustrix::extent(...)]] says, as a number that the analysis can compute with.
//
//     [[clustrix::extent(rows * columns + 1)]] const double* a    ──►   rows*columns + 1
//
// It speaks of the parameter as the function was called: nothing that it names may have changed since then.
#include "Walker.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <sstream>

namespace clustrix::compiler {

namespace {

class AssignmentSearch : public clang::RecursiveASTVisitor<AssignmentSearch> {
 public:
  explicit AssignmentSearch(const clang::VarDecl* variable) : variable_(variable) {}
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
  AssignmentSearch assignments(variable);
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

void Walker::boundExtent(ArrayObject& object, const clang::ParmVarDecl* parameter, const std::string& expression) {
  object.extent = "static_cast<clustrix::Index>(" + expression + ")";
  if (searching_ && !everAssigned(parameter)) object.extentValue = extentOf(expression);
}

}  // namespace clustrix::compiler
