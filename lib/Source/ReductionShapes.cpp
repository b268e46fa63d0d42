// Functions that combine: their shapes, and how a kernel calls them.
#include "Source/ReductionShapes.h"
#include "Support/Identifiers.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

namespace clustrix::compiler {

namespace {

clang::QualType bare(clang::QualType type) {
  return type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

/// T or const T&.
bool isInput(clang::QualType type) {
  return !type->isReferenceType() || (type->isLValueReferenceType() && type->getPointeeType().isConstQualified());
}

bool isOutput(clang::QualType type) {
  return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
}

/// `::geo::Stats`: the name from the outermost scope, without namespaces that have none. Nothing in a function.
std::optional<std::string> fullName(const clang::NamedDecl& declaration) {
  std::string name = declaration.getNameAsString();
  for (const clang::DeclContext* scope = declaration.getDeclContext(); !scope->isTranslationUnit();
       scope = scope->getParent()) {
    if (scope->isFunctionOrMethod()) return std::nullopt;
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(scope);
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(scope);
    if (!named || (space && (space->isAnonymousNamespace() || space->isInline())) ||
        (enumeration && !enumeration->isScoped()))
      continue;
    name = named->getNameAsString() + "::" + name;
  }
  return "::" + name;
}

std::string combineText(const clang::FunctionDecl& function, bool inPlace) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const bool onObject = method && !method->isStatic();
  const auto* record = bare(function.getParamDecl(0)->getType())->getAsCXXRecordDecl();
  // Argument-dependent look-up finds what stands beside the type, and friends nowhere else.
  const bool beside = record && record->getDeclContext()->getRedeclContext()->getEnclosingNamespaceContext()->Equals(
                                    function.getDeclContext()->getRedeclContext()->getEnclosingNamespaceContext());
  std::string call;
  if (function.isOverloadedOperator() && (onObject || beside || function.getFriendObjectKind()))
    call = std::string("%l ") + clang::getOperatorSpelling(function.getOverloadedOperator()) + " %r";
  else if (onObject)
    call = "%l." + function.getNameAsString() + "(%r)";
  else if (function.getFriendObjectKind())
    call = function.getNameAsString() + "(%l, %r)";
  else
    call = fullName(function).value_or(function.getNameAsString()) + "(%l, %r)";
  return (inPlace ? call : "%l = " + call) + ";";
}

std::string wordOf(const clang::FunctionDecl& function) {
  if (function.isOverloadedOperator()) return clang::getOperatorSpelling(function.getOverloadedOperator());
  return function.getNameAsString();
}

const clang::NamedDecl* visibleFrom(const clang::FunctionDecl& function, llvm::StringRef name) {
  const clang::IdentifierInfo& identifier = function.getASTContext().Idents.get(name);
  for (const clang::DeclContext* scope = function.getDeclContext(); scope; scope = scope->getParent())
    for (const clang::NamedDecl* found : scope->getRedeclContext()->lookup(&identifier)) {
      const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(found);
      return record && record->isInjectedClassName() ? llvm::cast<clang::CXXRecordDecl>(record->getParent()) : found;
    }
  return nullptr;
}

/// Whether a device knows what is named: types, constants, and functions of constants.
bool isConstant(const clang::NamedDecl& declaration) {
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration))
    return variable->isUsableInConstantExpressions(variable->getASTContext());
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  return !function || function->isConstexpr();
}

bool isWord(const AttributeTokens::Argument& token) { return compiler::isWord(token.text.front()); }

}  // namespace

const clang::Expr* withoutCopies(const clang::Expr* expression) {
  for (;;) {
    expression = expression->IgnoreParenImpCasts();
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) {
      expression = full->getSubExpr();
    } else if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression)) {
      expression = temporary->getSubExpr();
    } else if (const auto* copy = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
               copy && copy->getNumArgs() == 1 && copy->getConstructor()->isCopyOrMoveConstructor() &&
               copy->getConstructor()->isTrivial()) {
      expression = copy->getArg(0);
    } else {
      return expression;
    }
  }
}

std::optional<CombinationShape> combinationShape(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const bool onObject = method && !method->isStatic();
  if (function.isVariadic() || function.getNumParams() != (onObject ? 1u : 2u)) return std::nullopt;
  const clang::ASTContext& context = function.getASTContext();
  const clang::ParmVarDecl* right = function.getParamDecl(onObject ? 0 : 1);
  const clang::QualType returned = function.getReturnType();
  const clang::QualType type = onObject ? context.getTypeDeclType(method->getParent()).getCanonicalType()
                                        : bare(function.getParamDecl(0)->getType());
  if (!isInput(right->getType()) || bare(right->getType()) != type) return std::nullopt;
  const bool returnsValue = !returned->isReferenceType() && bare(returned) == type;
  const bool returnsObject = returned->isVoidType() || (isOutput(returned) && bare(returned) == type);
  const bool takesValue = onObject ? method->isConst() : isInput(function.getParamDecl(0)->getType());
  const bool changes = onObject ? !method->isConst() && method->getRefQualifier() != clang::RQ_RValue
                                : isOutput(function.getParamDecl(0)->getType());
  if (returnsValue && takesValue) return CombinationShape{type, false};
  if (returnsObject && changes) return CombinationShape{type, true};
  return std::nullopt;
}

std::optional<DeclaredReduction> combination(const clang::FunctionDecl& function, const std::string& identity) {
  const auto shape = combinationShape(function);
  if (!shape) return std::nullopt;
  return DeclaredReduction{
      shape->type, shape->inPlace, {wordOf(function), identity, combineText(function, shape->inPlace)}};
}

std::string shapeProblem(const clang::FunctionDecl& function) {
  if (function.getType()->isDependentType() || function.isDependentContext())
    return "applies to functions that are no templates";
  if (!combinationShape(function))
    return "applies to functions that combine two values of one type: T combine(T, T), void combine(T&, T), or members";
  if (function.getAccess() == clang::AS_private || function.getAccess() == clang::AS_protected)
    return "applies to functions that a kernel may call: this one is not public";
  return "";
}

std::string identityText(const clang::FunctionDecl& function, const std::vector<AttributeTokens::Argument>& tokens,
                         std::string& problem, clang::SourceLocation& at) {
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const AttributeTokens::Argument& token = tokens[i];
    const bool isMember = i > 0 && (tokens[i - 1].kind == clang::tok::coloncolon ||
                                    tokens[i - 1].kind == clang::tok::period || tokens[i - 1].text == "->");
    if (i > 0 && isWord(token) && isWord(tokens[i - 1])) text += " ";
    if (token.text == ",") {
      text += ", ";
      continue;
    }
    if (token.kind != clang::tok::identifier || isMember) {
      text += token.text;
      continue;
    }
    const clang::NamedDecl* found = visibleFrom(function, token.text);
    const auto name = found ? fullName(*found) : std::nullopt;
    const bool hidden = found && (found->getAccess() == clang::AS_private || found->getAccess() == clang::AS_protected);
    if (!name || hidden || !isConstant(*found)) {
      problem = "'" + token.text + "' in the identity of 'clustrix::reduction' is " +
                (!name    ? "not known outside of functions"
                 : hidden ? "not public"
                          : "no constant");
      at = token.at;
      return "";
    }
    text += *name;
  }
  return text;
}

std::optional<DeclaredReduction> declaredReduction(const clang::FunctionDecl& function) {
  const std::string prefix = reductionAnnotation;
  for (const clang::FunctionDecl* one : function.redecls())
    for (const auto* attribute : one->specific_attrs<clang::AnnotateAttr>()) {
      const llvm::StringRef text = attribute->getAnnotation();
      if (!text.starts_with(prefix)) continue;
      if (auto found = combination(*one, text.drop_front(prefix.size()).str())) return found;
    }
  return std::nullopt;
}

}  // namespace clustrix::compiler
