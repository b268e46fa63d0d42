#include "KernelText/HostText.h"

#include "Induction/Quotients.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/DeviceText.h"
#include "KernelText/KernelScope.h"
#include "Lower/Inlining.h"
#include "Lower/Recorder.h"
#include "Syntax/Types.h"
#include "Syntax/Unevaluated.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// `std::vector<double>::value_type`, in the library's own words: nobody wants to read those of a double.
bool isMemberAlias(clang::QualType type) {
  const auto* alias = type->getAs<clang::TypedefType>();
  return alias && alias->getDecl()->getDeclContext()->isRecord() && type.getCanonicalType()->isBuiltinType();
}

/// A pointer to something made of pointers and of arrays with constant extents, of which one is an array.
bool isPointerToArray(clang::QualType type) {
  if (!type->isPointerType()) return false;
  bool hasArray = false;
  while (type->isPointerType() || type->isArrayType()) {
    if (type.isVolatileQualified()) return false;
    const auto* array = type->getAsArrayTypeUnsafe();
    if (array && !llvm::isa<clang::ConstantArrayType>(array)) return false;
    hasArray = hasArray || array;
    type = array ? array->getElementType() : type->getPointeeType();
  }
  return hasArray && !type->isFunctionType() && !type->isDependentType() && !type.isVolatileQualified();
}

/// `ns::S (*)[4]` around `ns::S`: the library's printer leaves the names in such types as they are.
std::pair<clang::QualType, std::string> aroundElement(clang::QualType type, const clang::ASTContext& context) {
  std::string declarator;
  for (;;) {
    if (const auto* array = context.getAsConstantArrayType(type)) {
      if (declarator.starts_with("*")) declarator = "(" + declarator + ")";
      declarator += "[" + std::to_string(array->getSize().getZExtValue()) + "]";
      type = array->getElementType();
    } else if (type->isPointerType()) {
      declarator = (type.isConstQualified() && !declarator.empty() ? "*const " : "*") + declarator;
      type = type->getPointeeType();
    } else {
      return {type, declarator};
    }
  }
}

}  // namespace

bool isNumberWord(const std::string& type) {
  static const std::set<std::string> words{"bool",   "char",     "short", "int",   "long",
                                           "signed", "unsigned", "float", "double"};
  std::istringstream text(type);
  std::string word;
  bool any = false;
  for (; text >> word; any = true)
    if (!words.contains(word)) return false;
  return any;
}

std::string HostText::sourceText(clang::SourceRange range) const {
  const auto where = walk_.text.offsets(range);
  if (!where) return "";
  const auto& manager = context_.getSourceManager();
  return manager.getBufferData(manager.getMainFileID()).substr(where->first, where->second - where->first).str();
}

/// The expression as code in front of the loop, where the macros mean what they mean in the loop's head.
std::string HostText::hostSource(const clang::Expr* expression) const {
  // The value of `int i{n}` is `n`: braces are no expression.
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expression); list && list->getNumInits() == 1)
    return hostSource(list->getInit(0));
  const auto& manager = context_.getSourceManager();
  const auto range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expression->getSourceRange()), manager, context_.getLangOpts());
  if (range.isInvalid() || !manager.isWrittenInMainFile(range.getBegin())) return "";
  return clang::Lexer::getSourceText(range, manager, context_.getLangOpts()).str();
}

std::string HostText::hostText(const Polynomial& polynomial, const std::string& type) const {
  return polynomial.str([&](SymbolId id) {
    const Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
    return "static_cast<" + type + ">(" + symbol.expression + ")";
  });
}

/// A subscript as the program computes it in a type, also where that wraps around: no guard has to ask whether it does.
/// Nothing where another type wraps on the way.
///
///     rows[u + 4u]      rows[static_cast<unsigned int>(static_cast<clustrix::Index>(u) + 4)]
///     rows[size - 2]    rows[static_cast<std::uint64_t>(size) - 2]      which may be beyond an Index
std::optional<std::string> HostText::hostSubscript(const IntegerValue& index, clang::QualType written) const {
  const auto isOf = [](const Bound& need, const std::pair<Int128, Int128>& range) {
    return need.min == range.first && need.max == range.second;
  };
  bool wraps = false;
  for (const Bound& need : index.needs) {
    // What wraps at 64 bits does so in any type.
    const bool isWide = isOf(need, walk_.record.rangeOf(context_.LongLongTy)) ||
                        isOf(need, walk_.record.rangeOf(context_.UnsignedLongLongTy));
    if (isWide || walk_.quotients.plainlyKeepsTo(need)) continue;
    if (!written->isBuiltinType() || !written->isIntegerType() || written->isBooleanType() ||
        !isOf(need, walk_.record.rangeOf(written)))
      return std::nullopt;
    wraps = true;
  }
  const auto [least, most] = walk_.record.rangeOf(context_.LongLongTy);
  const bool isSymbol = index.polynomial.terms().size() == 1 && index.polynomial.symbols().size() == 1 &&
                        index.polynomial == Polynomial::symbol(index.polynomial.symbols().front());
  const bool fits = isSymbol || walk_.quotients.plainlyKeepsTo({index.polynomial, least, most});
  const std::string text = hostText(index.polynomial, fits ? "clustrix::Index" : "std::uint64_t");
  return wraps ? "static_cast<" + written.getCanonicalType().getUnqualifiedType().getAsString() + ">(" + text + ")"
               : text;
}

std::optional<std::string> HostText::nameFor(clang::QualType type) {
  if (!nameable(type)) return std::nullopt;
  // An array's elements are const, and say so themselves.
  return (type.isConstQualified() && !type->isArrayType() ? "const " : "") + typeText(type, input_.loop.getBeginLoc());
}

std::string HostText::typeText(clang::QualType type, clang::SourceLocation at) {
  if (type->isNullPtrType()) return "decltype(nullptr)";  // its name needs a header
  if (isPointerToArray(type)) {
    const auto [element, declarator] = aroundElement(type.getUnqualifiedType(), context_);
    return (element.isConstQualified() ? "const " : "") + typeText(element, at) + " " + declarator;
  }
  if (isSpelledPlainly(type)) return type.getUnqualifiedType().getAsString(context_.getPrintingPolicy());
  // `auto* row = &a[2]` is printed as a pointer too many.
  if (usesLocalNames(type) || isToldByExpression(type) || isMemberAlias(type) || type->getContainedAutoType())
    type = type.getCanonicalType();
  if (!nameable(type))
    walk_.record.effect("effect.unsupported-type", at, "the kernel cannot name the type '" + type.getAsString() + "'",
                        "move the type to namespace scope, before the function");
  clang::PrintingPolicy policy(context_.getLangOpts());
  policy.adjustForCPlusPlus();
  policy.SuppressTagKeyword = true;
  const clang::TagDecl* tag = type->getAsTagDecl();
  // Of a class in a class of an unnamed namespace, the library's printer leaves out what is around that.
  const bool isNested = tag && tag->isInAnonymousNamespace() && tag->getDeclContext()->isRecord() &&
                        !tag->isDependentContext() && !llvm::isa<clang::ClassTemplateSpecializationDecl>(tag);
  const std::string text =
      withoutUnnamed(isNested ? tag->getQualifiedNameAsString()
                              : clang::TypeName::getFullyQualifiedName(type.getUnqualifiedType(), context_, policy));
  const bool ownToLoop = tag && tag->getParentFunctionOrMethod();
  return ownToLoop ? text : KernelScope(input_.function, input_.kernelsAt, input_.texts).rooted(text);
}

bool HostText::nameable(clang::QualType type) const {
  type = type.getCanonicalType();
  if (type->isReferenceType() || type->isAnyPointerType()) return nameable(type->getPointeeType());
  if (const auto* elements = context_.getAsArrayType(type)) return nameable(elements->getElementType());
  const clang::TagDecl* tag = type->getAsTagDecl();
  if (!tag) return !type->isFunctionType() && !type->isMemberPointerType();
  if (walk_.frames.empty() && walk_.inlining.insideLoop(tag->getSourceRange()))
    return true;  // declared in the body, which is copied
  // Of a class that the function stands in, or of the declaration that it is part of.
  if (!KernelScope(input_.function, input_.kernelsAt, input_.texts).knows(type)) return false;
  if (!tag->getIdentifier() && !tag->getTypedefNameForAnonDecl()) return false;
  for (const clang::DeclContext* scope = tag->getDeclContext(); scope; scope = scope->getParent()) {
    if (scope->isFunctionOrMethod()) return false;
    if (!scope->isRecord()) continue;
    if (isHidden(*tag)) return false;
    const auto& manager = context_.getSourceManager();
    const auto end = llvm::cast<clang::TagDecl>(scope)->getEndLoc();
    if (manager.isInMainFile(end) && manager.getFileOffset(end) > input_.kernelsAt) return false;
  }
  const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag);
  return !specialisation || llvm::all_of(specialisation->getTemplateArgs().asArray(),
                                         [&](const clang::TemplateArgument& argument) { return nameable(argument); });
}

bool HostText::nameable(const clang::TemplateArgument& argument) const {
  switch (argument.getKind()) {
    case clang::TemplateArgument::Type:
      return nameable(argument.getAsType());
    case clang::TemplateArgument::Integral:
      return nameable(argument.getIntegralType());
    case clang::TemplateArgument::Declaration:
      return !isHidden(*argument.getAsDecl());
    case clang::TemplateArgument::Template:
      return !isHidden(*argument.getAsTemplate().getAsTemplateDecl());
    case clang::TemplateArgument::Pack:
      return llvm::all_of(argument.pack_elements(), [&](const auto& one) { return nameable(one); });
    default:
      return true;
  }
}

}  // namespace clustrix::compiler
