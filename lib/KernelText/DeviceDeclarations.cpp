#include "KernelText/DeviceDeclarations.h"

#include "KernelText/KernelScope.h"
#include "Library/LibraryTypes.h"
#include "Source/MacroHistory.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

using Namespaces = std::vector<const clang::NamespaceDecl*>;

/// The namespaces around `scope`, outermost first.
Namespaces namespacesOf(const clang::DeclContext* scope) {
  Namespaces all;
  for (; scope && !scope->isTranslationUnit(); scope = scope->getParent())
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope)) all.push_back(space->getCanonicalDecl());
  std::reverse(all.begin(), all.end());
  return all;
}

/// What of `inner` lies below `outer`; nothing when it does not.
std::optional<Namespaces> below(const Namespaces& outer, const Namespaces& inner) {
  if (outer.size() > inner.size() || !std::equal(outer.begin(), outer.end(), inner.begin())) return std::nullopt;
  return Namespaces(inner.begin() + static_cast<std::ptrdiff_t>(outer.size()), inner.end());
}

clang::PrintingPolicy policyOf(const clang::ASTContext& context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.adjustForCPlusPlus();
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true;
  return policy;
}

std::string typeText(clang::QualType type, const clang::ASTContext& context) {
  const bool deduced = type->getContainedAutoType() != nullptr;
  // What is in scope where a template stands is so where it is declared again.
  if (!type->isDependentType() && !deduced) type = type.getCanonicalType();
  std::string text = type.getAsString(policyOf(context));
  for (auto at = text.find("auto:"); at != std::string::npos; at = text.find("auto:", at)) {
    std::size_t end = at + 5;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    text.erase(at + 4, end - at - 4);
  }
  for (const char* sign : {" &", " *"})
    for (auto at = text.find(sign); at != std::string::npos; at = text.find(sign, at)) text.erase(at, 1);
  return text;
}

/// A dependent type that means the same wherever it stands: made of template parameters and of known types alone.
bool meansTheSameAnywhere(clang::QualType type) {
  while (type->isPointerType() || type->isReferenceType()) type = type->getPointeeType();
  if (const auto* pack = type->getAs<clang::PackExpansionType>()) type = pack->getPattern();
  while (type->isPointerType() || type->isReferenceType()) type = type->getPointeeType();
  return !type->isDependentType() || type->isTemplateTypeParmType() || type->isUndeducedAutoType();
}

/// The parameters of a template: nothing where there is one that no declaration here can repeat.
std::optional<std::string> headText(const clang::TemplateParameterList& parameters, const clang::ASTContext& context) {
  std::string text;
  for (const clang::NamedDecl* parameter : parameters) {
    if (parameter->isImplicit()) continue;  // that of an `auto` among the function's parameters
    std::string one;
    if (const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter)) {
      one = "class";
      if (const clang::TypeConstraint* constraint = type->getTypeConstraint()) {
        llvm::raw_string_ostream out(one = "");
        constraint->print(out, policyOf(context));
      }
      if (type->isParameterPack()) one += "...";
    } else if (const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter)) {
      if (value->isParameterPack() || !value->getType()->isIntegralOrEnumerationType()) return std::nullopt;
      one = typeText(value->getType(), context);
    } else {
      return std::nullopt;
    }
    text += (text.empty() ? "" : ", ") + one;
    if (parameter->getIdentifier()) text += " " + parameter->getNameAsString();
  }
  if (!text.empty()) text = "template <" + text + "> ";
  if (const clang::Expr* needed = parameters.getRequiresClause()) {
    llvm::raw_string_ostream out(text);
    out << "requires ";
    needed->printPretty(out, nullptr, policyOf(context));
    out << " ";
  }
  return text;
}

std::string argumentsText(const clang::TemplateArgumentList& arguments, const clang::ASTContext& context) {
  std::string text;
  llvm::raw_string_ostream out(text);
  clang::printTemplateArgumentList(out, arguments.asArray(), policyOf(context));
  return text;
}

/// ` const &`, ` noexcept`: what follows the parameters. Nothing where an exception specification is not known yet.
std::optional<std::string> qualifiersText(const clang::FunctionDecl& function) {
  std::string text;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
    if (method->isConst()) text += " const";
    if (method->isVolatile()) text += " volatile";
    if (method->getRefQualifier() == clang::RQ_LValue) text += " &";
    if (method->getRefQualifier() == clang::RQ_RValue) text += " &&";
  }
  const auto* type = function.getType()->castAs<clang::FunctionProtoType>();
  switch (type->getExceptionSpecType()) {
    case clang::EST_None:
    case clang::EST_NoexceptFalse:
      return text;
    case clang::EST_BasicNoexcept:
    case clang::EST_DynamicNone:
    case clang::EST_NoexceptTrue:
    case clang::EST_NoThrow:
      // That of a destructor need not be said.
      return llvm::isa<clang::CXXDestructorDecl>(function) ? text : text + " noexcept";
    default:
      return llvm::isa<clang::CXXDestructorDecl>(function) ? std::optional(text) : std::nullopt;
  }
}

/// Whether it is declared with what it returns, and brackets may stand around its name.
bool isPlain(const clang::FunctionDecl& function) {
  return !llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl>(function);
}

/// Declares one function: `types` is the declaration whose types are printed, the template's own or an instance.
class Declarer {
 public:
  Declarer(const clang::FunctionDecl& function, const KernelPlace& place, FunctionTexts& texts)
      : function_(function),
        place_(place),
        context_(function.getASTContext()),
        inner_(namespacesBelow(place, function.getDeclContext())),
        scope_(isBelow() ? function : place.annotated, place.offset, texts) {}

  DeviceDeclaration run() {
    if (isInLinkageBlock()) return refused("the kernels stand in a block of extern \"C\"");
    if (!isKnownBefore()) return refused("it is defined behind the kernel's place");
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function_);
    DeviceDeclaration made = method ? declareMember(*method) : declareFree();
    const std::string word = made.problem.empty() ? macroIn(made.function.head + made.function.declaration) : "";
    return word.empty() ? made : refused("its declaration names '" + word + "', which is a macro there");
  }

 private:
  /// Whether the declaration stands in the function's own namespaces, which are part of the place's.
  bool isBelow() const { return inner_ && !llvm::isa<clang::CXXMethodDecl>(function_); }

  clang::SourceLocation location() const {
    const auto& manager = context_.getSourceManager();
    return manager.getLocForStartOfFile(manager.getMainFileID()).getLocWithOffset(static_cast<int>(place_.offset));
  }
  std::string macroIn(const std::string& text) const {
    return place_.preprocessor ? expandedWord(text, location(), *place_.preprocessor) : "";
  }

  /// Of a type that is not dependent: from the outermost scope, whatever hides it here.
  std::string spelled(clang::QualType type) const {
    const std::string text = typeText(type, context_);
    return type->isDependentType() || type->getContainedAutoType() ? text : scope_.rooted(text);
  }
  /// A function's name in front of its parameters, in brackets where what stands before it would be taken for its
  /// scope, or the name for a macro.
  std::string bracketed(const std::string& name) const {
    const bool needed = name.starts_with("::") || !macroIn(name + "(").empty();
    return needed && isPlain(function_) ? "(" + name + ")" : name;
  }

  static DeviceDeclaration refused(const std::string& why) { return {{}, why}; }

  bool isInLinkageBlock() const {
    for (const clang::DeclContext* scope = place_.scope; scope; scope = scope->getLexicalParent())
      if (llvm::isa<clang::LinkageSpecDecl>(scope)) return true;
    return false;
  }

  bool isBefore(clang::SourceLocation at) const {
    const auto& manager = context_.getSourceManager();
    const clang::SourceLocation where = manager.getExpansionLoc(at);
    return !manager.isInMainFile(where) || manager.getFileOffset(where) < place_.offset;
  }
  bool isKnownBefore() const {
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function_)) {
      const clang::CXXRecordDecl* written = method->getParent();
      if (const clang::CXXRecordDecl* pattern = written->getTemplateInstantiationPattern()) written = pattern;
      return isBefore(written->getEndLoc());
    }
    const clang::FunctionDecl* written = &function_;
    if (const clang::FunctionDecl* pattern = function_.getTemplateInstantiationPattern()) written = pattern;
    return isBefore(written->getFirstDecl()->getEndLoc());
  }

  std::string name() const {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function_);
    if (llvm::isa<clang::CXXConstructorDecl>(function_)) return method->getParent()->getNameAsString();
    if (llvm::isa<clang::CXXDestructorDecl>(function_)) return "~" + method->getParent()->getNameAsString();
    if (const auto* conversion = llvm::dyn_cast<clang::CXXConversionDecl>(&function_))
      return "operator " + spelled(conversion->getConversionType());
    return function_.getNameAsString();
  }

  /// `double NAME(double, int) const noexcept` with the types of `types`; nothing where one has no name.
  std::optional<std::string> signature(const clang::FunctionDecl& types, const std::string& name) const {
    const auto qualifiers = qualifiersText(types);
    if (!qualifiers || types.getTrailingRequiresClause()) return std::nullopt;
    std::string text;
    if (isPlain(types)) {
      const clang::QualType result = types.getDeclaredReturnType();
      if (!isNameable(result) || result->isFunctionPointerType()) return std::nullopt;
      text = spelled(result) + " ";
    }
    text += name + "(";
    for (const clang::ParmVarDecl* parameter : types.parameters()) {
      if (!isNameable(parameter->getType())) return std::nullopt;
      if (parameter != *types.param_begin()) text += ", ";
      text += spelled(parameter->getType());
    }
    return text + ")" + *qualifiers;
  }
  bool isNameable(clang::QualType type) const {
    return type->isDependentType() || type->getContainedAutoType() || isNamedBefore(type, place_, context_);
  }

  /// Not so with iterators: the kernel has pointers, which make another instance of the template.
  bool hasNamedArguments() const {
    const clang::TemplateArgumentList* arguments = function_.getTemplateSpecializationArgs();
    return arguments &&
           std::all_of(arguments->asArray().begin(), arguments->asArray().end(), [&](const clang::TemplateArgument& a) {
             if (a.getKind() == clang::TemplateArgument::Integral) return true;
             return a.getKind() == clang::TemplateArgument::Type && !isIteratorType(a.getAsType()) &&
                    isNamedBefore(a.getAsType(), place_, context_);
           });
  }
  std::string argumentsOf() const {
    return scope_.rooted(argumentsText(*function_.getTemplateSpecializationArgs(), context_));
  }
  const clang::FunctionTemplateDecl* primary() const {
    const clang::FunctionTemplateDecl* primary = function_.getPrimaryTemplate();
    // A member template of a class template is one of the class that has been instantiated.
    return primary && function_.getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization ? primary
                                                                                                     : nullptr;
  }

  /// The template as it was declared, for all that it may be instantiated with.
  DeviceDeclaration declareTemplate(const std::string& name, bool anywhere) {
    const clang::FunctionTemplateDecl* all = primary();
    const clang::FunctionDecl& pattern = *all->getTemplatedDecl();
    const auto head = headText(*all->getTemplateParameters(), context_);
    const bool moved = anywhere && (!meansTheSameAnywhere(pattern.getDeclaredReturnType()) ||
                                    all->getTemplateParameters()->hasAssociatedConstraints());
    const auto text = head && !moved ? signature(pattern, name) : std::nullopt;
    if (!text) return refused("its declaration cannot be repeated");
    DeviceDeclaration made;
    made.function.head = *head;
    made.function.declaration = *text;
    return made;
  }
  DeviceDeclaration declareInstance(const std::string& name) {
    const auto text = signature(function_, name);
    if (!text) return refused("its declaration cannot be repeated");
    DeviceDeclaration made;
    made.function.declaration = *text;
    return made;
  }

  DeviceDeclaration declareMember(const clang::CXXMethodDecl& method) {
    const clang::QualType owner = context_.getRecordType(method.getParent());
    if (!isNamedBefore(owner, place_, context_)) return refused("its class has no name in front of the kernel");
    const std::string qualified = spelled(owner) + "::" + name();
    const bool hasSyntax = !llvm::isa<clang::CXXConstructorDecl, clang::CXXConversionDecl>(method);
    DeviceDeclaration made;
    if (!function_.getTemplateSpecializationArgs())
      made = declareInstance(bracketed(qualified));
    else if (hasSyntax && hasNamedArguments())
      made = declareInstance(bracketed(qualified + argumentsOf()));
    else if (primary() && !llvm::isa<clang::ClassTemplateSpecializationDecl>(method.getParent()))
      made = declareTemplate(bracketed(qualified), true);
    else
      made.problem = "it is a template in a class template";
    made.function.member = true;
    return made;
  }

  /// Whether only the arguments' classes know it: a friend that is defined in a class.
  bool isHiddenFriend() const {
    const clang::FunctionDecl* written = &function_;
    if (const clang::FunctionTemplateDecl* all = primary()) {
      for (const auto* one : all->redecls())
        if (one->getFriendObjectKind() == clang::Decl::FOK_None) return false;
      return all->getFriendObjectKind() != clang::Decl::FOK_None;
    }
    for (const clang::FunctionDecl* one : written->redecls())
      if (one->getFriendObjectKind() == clang::Decl::FOK_None) return false;
    return written->getFriendObjectKind() != clang::Decl::FOK_None;
  }

  DeviceDeclaration declareFree() {
    const Namespaces around = namespacesOf(function_.getDeclContext());
    const bool hidden = isHiddenFriend();
    DeviceDeclaration made;
    if (inner_) {
      const auto* arguments = primary() ? nullptr : function_.getTemplateSpecializationArgs();
      if (arguments && !hasNamedArguments()) return refused("its declaration cannot be repeated");
      made = primary() ? declareTemplate(bracketed(name()), false)
                       : declareInstance(bracketed(name() + (arguments ? argumentsOf() : "")));
      made.function.member = hidden || arguments;
      made.function.scope = *inner_;
      return made;
    }
    // From elsewhere a friend declaration names it, for which its namespaces need names.
    if (hidden) return refused("only its arguments' class knows it");
    if (std::any_of(around.begin(), around.end(), [](const auto* space) { return space->isAnonymousNamespace(); }))
      return refused("it stands in an unnamed namespace, which the kernel's is not part of");
    std::string qualified;
    for (const clang::NamespaceDecl* space : around)
      if (!space->isInline()) qualified += space->getNameAsString() + "::";
    qualified = around.empty() ? "::" : scope_.rooted(qualified);
    if (primary() && hasNamedArguments())
      made = declareInstance("(" + qualified + name() + argumentsOf() + ")");
    else if (primary())
      made = declareTemplate("(" + qualified + name() + ")", true);
    else
      made = declareInstance("(" + qualified + name() + ")");
    made.function.member = true;
    return made;
  }

  const clang::FunctionDecl& function_;
  const KernelPlace& place_;
  const clang::ASTContext& context_;
  const std::optional<std::vector<std::string>> inner_;
  const KernelScope scope_;  // that the declaration's names are looked up in
};

}  // namespace

KernelPlace kernelPlaceOf(const clang::FunctionDecl& annotated, std::size_t offset,
                          const clang::Preprocessor* preprocessor) {
  const clang::FunctionDecl* written = &annotated;
  if (const clang::FunctionDecl* pattern = annotated.getTemplateInstantiationPattern()) written = pattern;
  const clang::DeclContext* scope = written->getLexicalDeclContext();
  // A block of extern "C" is a scope of its own to whoever stands in it.
  while (scope && !scope->isFileContext() && !llvm::isa<clang::LinkageSpecDecl>(scope))
    scope = scope->getLexicalParent();
  return {annotated, scope, offset, preprocessor};
}

std::optional<std::vector<std::string>> namespacesBelow(const KernelPlace& place, const clang::DeclContext* scope) {
  const auto inner = below(namespacesOf(place.scope), namespacesOf(scope));
  if (!inner) return std::nullopt;
  std::vector<std::string> names;
  for (const clang::NamespaceDecl* space : *inner)
    names.push_back((space->isInline() ? "inline " : "") + space->getNameAsString());
  return names;
}

bool isNamedBefore(clang::QualType type, const KernelPlace& place, const clang::ASTContext& context) {
  type = type.getCanonicalType();
  if (type->isPointerType() || type->isReferenceType()) return isNamedBefore(type->getPointeeType(), place, context);
  if (const auto* array = context.getAsArrayType(type)) return isNamedBefore(array->getElementType(), place, context);
  const clang::TagDecl* tag = type->getAsTagDecl();
  if (!tag) return type->isBuiltinType() || type->isAnyComplexType();
  if (!tag->getIdentifier() && !tag->getTypedefNameForAnonDecl()) return false;
  for (const clang::DeclContext* scope = tag->getDeclContext(); scope; scope = scope->getParent())
    if (scope->isFunctionOrMethod()) return false;
  const clang::TagDecl* written = tag;
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(tag);
  if (const auto* pattern = record ? record->getTemplateInstantiationPattern() : nullptr) written = pattern;
  const auto& manager = context.getSourceManager();
  const clang::SourceLocation end = manager.getExpansionLoc(written->getEndLoc());
  if (manager.isInMainFile(end) && manager.getFileOffset(end) >= place.offset) return false;
  const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag);
  if (!specialisation) return true;
  const auto isNamed = [&](const clang::TemplateArgument& argument) {
    if (argument.getKind() == clang::TemplateArgument::Integral) return true;
    return argument.getKind() == clang::TemplateArgument::Type && isNamedBefore(argument.getAsType(), place, context);
  };
  const auto arguments = specialisation->getTemplateArgs().asArray();
  return std::all_of(arguments.begin(), arguments.end(), [&](const clang::TemplateArgument& argument) {
    if (argument.getKind() != clang::TemplateArgument::Pack) return isNamed(argument);
    return std::all_of(argument.pack_begin(), argument.pack_end(), isNamed);
  });
}

DeviceDeclaration deviceDeclaration(const clang::FunctionDecl& function, const KernelPlace& place,
                                    FunctionTexts& texts) {
  return Declarer(function, place, texts).run();
}

}  // namespace clustrix::compiler
