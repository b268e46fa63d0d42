// What [[clustrix::extent(...)]] says, as a number that the analysis can compute with.
//
//     [[clustrix::extent(rows * columns + 1)]] const double* a    ──►   rows*columns + 1
//
// It speaks of the parameter as the function was called: where something that it names may have changed since then, or
// means something else, it says nothing.
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Support/Identifiers.h"
#include "Syntax/TreeVisitor.h"

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
    if (isWordStart(token[0])) names.push_back(token);
  return names;
}

/// Whether a local variable has one of the names: the expression stands where that may be meant.
class Shadows : public TreeVisitor {
 public:
  explicit Shadows(const std::vector<std::string>& names) : names_(names) {}
  bool VisitVarDecl(clang::VarDecl* variable) override {
    if (std::find(names_.begin(), names_.end(), variable->getNameAsString()) != names_.end())
      found = variable->getNameAsString();
    return found.empty();
  }
  std::string found;

 private:
  const std::vector<std::string>& names_;
};

/// Whether the loop's text runs once for each call of the function.
bool runsAtMostOnce(const FunctionText& text, const clang::Stmt& loop, const clang::Stmt* body) {
  for (const clang::Stmt* around = text.parents().getParent(&loop); around; around = text.parents().getParent(around)) {
    if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt, clang::LambdaExpr>(around))
      return false;
    if (around == body) return !text.hasLabels();
  }
  return false;
}

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
      constexpr int deepest = 256;  // as in Clang
      if (++depth_ > deepest) return std::nullopt;
      auto inner = sum();
      --depth_;
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
  int depth_ = 0;
};

}  // namespace

bool Storage::everAssigned(const clang::VarDecl* variable) {
  if (addressTaken(variable)) return true;
  const auto& mentions = input_.texts.of(&input_.function).about(variable).mentions;
  return std::any_of(mentions.begin(), mentions.end(), isChanged);
}

std::optional<Polynomial> Storage::extentOf(const std::string& expression) {
  return Parser(expression,
                [this](const std::string& name) -> std::optional<Polynomial> {
                  for (const clang::ParmVarDecl* parameter : input_.function.parameters()) {
                    if (parameter->getName() != llvm::StringRef(name)) continue;
                    const clang::QualType type = parameter->getType();
                    const bool integer = type->isIntegralOrUnscopedEnumerationType() && !type->isBooleanType();
                    if (!integer || walk_.record.sizeOf(type) > 8 || everAssigned(parameter)) return std::nullopt;
                    return Polynomial::symbol(walk_.record.parameterOf(name, name, type));
                  }
                  return std::nullopt;
                })
      .whole();
}

/// Whether the variable may have another value when the loop starts than the function was called with.
bool Storage::mayChangeBefore(const clang::VarDecl* variable) {
  if (variable->getType()->isReferenceType()) return true;  // under another name
  if (neverWritten(variable)) return false;
  const FunctionText& text = input_.texts.of(&input_.function);
  const FunctionText::Variable& about = text.about(variable);
  if (!runsAtMostOnce(text, input_.loop, input_.function.getBody()) || !about.lentTo.empty())
    return !about.mentions.empty() || !about.lentTo.empty();
  const clang::SourceManager& sources = context_.getSourceManager();
  const clang::SourceLocation start = sources.getExpansionLoc(input_.loop.getBeginLoc());
  return std::any_of(about.mentions.begin(), about.mentions.end(), [&](const FunctionText::Mention& mention) {
    return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(mention.name->getLocation()), start);
  });
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

std::string Storage::extentProblem(const clang::ParmVarDecl* pointer, const std::string& expression) {
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

/// What lies behind a pointer to rows, `double (*a)[5]`, is counted in rows, and an array in numbers.
void Storage::boundExtent(ArrayObject& object, const clang::ParmVarDecl* parameter, const std::string& expression) {
  object.extentProblem = extentProblem(parameter, expression);
  std::int64_t row = 1;
  clang::QualType pointee = parameter->getType()->getPointeeType();
  for (; pointee->isArrayType() && object.extentProblem.empty();
       pointee = context_.getAsArrayType(pointee)->getElementType()) {
    if (const auto* array = context_.getAsConstantArrayType(pointee))
      row *= array->getSExtSize();
    else
      object.extentProblem = "how long a row behind '" + parameter->getNameAsString() + "' is, is not known";
  }
  if (!object.extentProblem.empty()) return;
  object.extent = "static_cast<clustrix::Index>(" + expression + ")" + (row == 1 ? "" : " * " + std::to_string(row));
  if ((!walk_.searching && !walk_.rollsBack) || everAssigned(parameter)) return;
  if (const auto rows = extentOf(expression)) object.extentValue = multiply(*rows, Polynomial(row));
}

}  // namespace clustrix::compiler
