#include "KernelText/ForeignNames.h"

#include "KernelText/BodyText.h"
#include "KernelText/TextEdit.h"
#include "Library/LibraryTypes.h"
#include "Syntax/LoopParts.h"
#include "Syntax/TreeVisitor.h"
#include "Syntax/Unevaluated.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// `4u`: a number of that very type; nothing for types without literals of their own.
std::optional<std::string> literal(const llvm::APSInt& value, clang::QualType type) {
  const auto* builtin = type->getAs<clang::BuiltinType>();
  if (!builtin) return std::nullopt;
  std::string suffix;
  switch (builtin->getKind()) {
    case clang::BuiltinType::Bool:
      return value == 0 ? "false" : "true";
    case clang::BuiltinType::Int:
      break;
    case clang::BuiltinType::UInt:
      suffix = "u";
      break;
    case clang::BuiltinType::Long:
      suffix = "l";
      break;
    case clang::BuiltinType::ULong:
      suffix = "ul";
      break;
    case clang::BuiltinType::LongLong:
      suffix = "ll";
      break;
    case clang::BuiltinType::ULongLong:
      suffix = "ull";
      break;
    default:
      return std::nullopt;
  }
  // The absolute value of the smallest number has no literal.
  if (value.isSigned() && value.isMinSignedValue()) return std::nullopt;
  const std::string digits = llvm::toString(value, 10) + suffix;
  return value.isNegative() ? "(" + digits + ")" : digits;
}

/// The innermost namespaces of the classes and enumerations that an operator is given.
bool isBesideArguments(const clang::FunctionDecl* function, const clang::CallExpr* call) {
  const clang::DeclContext* own = function->getDeclContext()->getRedeclContext()->getEnclosingNamespaceContext();
  return std::any_of(call->arg_begin(), call->arg_end(), [&](const clang::Expr* argument) {
    const clang::TagDecl* tag = argument->getType()->getAsTagDecl();
    return tag && tag->getDeclContext()->getRedeclContext()->getEnclosingNamespaceContext()->Equals(own);
  });
}

class ForeignNames : public TreeVisitor {
 public:
  ForeignNames(const RepeatedText& text, std::vector<TextEdit>& edits) : text_(text), edits_(edits) {}
  std::string problem;

  bool VisitCXXThisExpr(clang::CXXThisExpr* self) override {
    if (!covered(self->getBeginLoc())) problem = "it uses its object as a whole";
    return problem.empty();
  }
  bool VisitLambdaExpr(clang::LambdaExpr*) override { return refuse("it holds a lambda"); }
  bool VisitPredefinedExpr(clang::PredefinedExpr*) override { return refuse("it asks for its own name"); }
  bool VisitMemberExpr(clang::MemberExpr* member) override {
    if (isPrivate(*member->getMemberDecl()) && !covered(member->getMemberLoc()))
      problem = "it uses '" + member->getMemberDecl()->getQualifiedNameAsString() + "', which is private";
    return problem.empty();
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construction) override {
    if (isPrivate(*construction->getConstructor()))
      problem = "it uses a constructor of '" + construction->getConstructor()->getParent()->getQualifiedNameAsString() +
                "', which is private";
    return problem.empty();
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) override {
    const clang::FunctionDecl* function = call->getDirectCallee();
    if (!function || covered(call->getOperatorLoc())) return true;
    if (isPrivate(*function)) return refuse("it uses '" + function->getNameAsString() + "', which is private");
    if (function->isCXXClassMember()) return true;
    const bool atFileScope = function->getDeclContext()->getRedeclContext()->isTranslationUnit();
    const bool others = text_.scope.overloads(function->getDeclName());
    const bool sameScope = function->getDeclContext()->Encloses(text_.function.getDeclContext());
    const bool found = isBesideArguments(function, call) || (atFileScope && !others);
    if (!found || (others && !sameScope) || !text_.scope.knows(*function))
      return refuse("the kernel may find another '" + function->getNameAsString() + "'");
    return true;
  }
  bool VisitUserDefinedLiteral(clang::UserDefinedLiteral*) override { return refuse("it uses a literal of its own"); }

  /// A constant that the kernel has no name for is its value.
  bool TraverseImplicitCastExpr(clang::ImplicitCastExpr* cast, Queue*) override {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
    const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (cast->getCastKind() != clang::CK_LValueToRValue || !variable || !variable->hasGlobalStorage() ||
        variable->isStaticLocal() || covered(reference->getLocation()) || nameOf(variable))
      return TreeVisitor::TraverseImplicitCastExpr(cast);
    clang::Expr::EvalResult value;
    const bool constant = variable->getType().isConstQualified() && !variable->getType().isVolatileQualified() &&
                          cast->EvaluateAsInt(value, text_.context);
    const auto said = constant ? numberText(value.Val.getInt(), cast->getType()) : std::nullopt;
    if (!said) return TreeVisitor::TraverseImplicitCastExpr(cast);
    replace(reference->getBeginLoc(), lastOf(reference), *said);
    return problem.empty();
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    const clang::ValueDecl* named = reference->getDecl();
    if (named->getParentFunctionOrMethod() == &text_.function || covered(reference->getLocation())) return true;
    if (named->getDeclName().getNameKind() != clang::DeclarationName::Identifier) return true;
    const bool friendOnly = named->getCanonicalDecl()->getFriendObjectKind() == clang::Decl::FOK_Undeclared;
    if (friendOnly && !text_.scope.overloads(named->getDeclName()) && !text_.scope.declares(named->getName()))
      return true;  // found beside its arguments, and nowhere else
    const auto name = friendOnly ? std::nullopt : nameOf(named);
    if (!name || hasLaterOverload(named, reference->getLocation()))
      return refuse("it uses '" + named->getNameAsString() + "'");
    const bool asWritten = reference->hasQualifier() || *name == named->getName();
    const bool atFileScope = named->getDeclContext()->getRedeclContext()->isTranslationUnit();
    if (!atFileScope || !asWritten) replace(reference->getBeginLoc(), reference->getLocation(), *name);
    return problem.empty();
  }
  bool TraverseSubstNonTypeTemplateParmExpr(clang::SubstNonTypeTemplateParmExpr* parameter, Queue*) override {
    if (covered(parameter->getNameLoc())) return true;
    const auto said = parameter->getPackIndex() ? std::nullopt : valueOf(parameter);
    if (!said) return refuse("a template parameter in it has no other name");
    replace(parameter->getNameLoc(), parameter->getNameLoc(), *said);
    return problem.empty();
  }
  bool VisitSizeOfPackExpr(clang::SizeOfPackExpr*) override { return refuse("it holds a parameter pack"); }
  bool VisitSubstTemplateTypeParmTypeLoc(clang::SubstTemplateTypeParmTypeLoc type) override {
    return !type.getTypePtr()->getPackIndex() || refuse("it holds a parameter pack");
  }
  bool VisitCXXFoldExpr(clang::CXXFoldExpr*) override { return refuse("it holds a parameter pack"); }

  bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc qualifier) override {
    if (!qualifier || covered(qualifier.getBeginLoc())) return true;
    const clang::NestedNameSpecifier* name = qualifier.getNestedNameSpecifier();
    const clang::NamespaceDecl* space = name->getAsNamespace();
    if (name->getKind() == clang::NestedNameSpecifier::Global) return true;
    if (const auto* alias = name->getAsNamespaceAlias()) space = alias->getNamespace();
    if (!space) return TreeVisitor::TraverseNestedNameSpecifierLoc(qualifier);
    replace(qualifier.getBeginLoc(), qualifier.getEndLoc(),
            text_.scope.rooted(withoutUnnamed(space->getQualifiedNameAsString())) + "::");
    return problem.empty();
  }
  bool VisitUsingDirectiveDecl(clang::UsingDirectiveDecl* directive) override {
    return directive->getNominatedNamespace()->isStdNamespace() || refuse("it has a 'using namespace'");
  }
  bool VisitNamespaceAliasDecl(clang::NamespaceAliasDecl*) override { return refuse("it names a namespace"); }

  bool TraverseTypeLoc(clang::TypeLoc type) override {
    if (type.isNull() || type.getBeginLoc().isInvalid()) return true;
    if (const auto qualified = type.getAs<clang::QualifiedTypeLoc>())
      return TraverseTypeLoc(qualified.getUnqualifiedLoc());
    if (type.getAs<clang::PointerTypeLoc>() || type.getAs<clang::ReferenceTypeLoc>() ||
        type.getAs<clang::ArrayTypeLoc>() || type.getAs<clang::ParenTypeLoc>())
      return TreeVisitor::TraverseTypeLoc(type);
    if (const auto told = type.getAs<clang::DecltypeTypeLoc>()) return spellTold(told);
    if (const auto parameter = type.getAs<clang::SubstTemplateTypeParmTypeLoc>();
        parameter && !VisitSubstTemplateTypeParmTypeLoc(parameter))
      return false;
    if (type.getType()->isUndeducedType() || type.getAs<clang::BuiltinTypeLoc>() || type.getAs<clang::AutoTypeLoc>() ||
        covered(type.getBeginLoc()))
      return true;
    auto text = isIteratorType(type.getType()) ? std::nullopt : text_.spelled(type.getType());
    // `double*` in place of a name would take a `const` in front of it for another one.
    if (text && text->find_first_of("*&([") != std::string::npos) text = specifierFor(type.getType(), scope());
    if (text)
      replace(type.getBeginLoc(), type.getEndLoc(), *text);
    else
      problem = "it names the type '" + type.getType().getAsString() + "'";
    return problem.empty();
  }
  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* trait) override {
    if (trait->isArgumentType() || !namesOthers(trait->getArgumentExpr(), scope())) return true;
    const clang::SourceRange range = trait->getArgumentExpr()->getSourceRange();
    const auto text = text_.spelled(trait->getArgumentExpr()->getType());
    if (text)
      replace(range.getBegin(), range.getEnd(), "(" + *text + ")");
    else
      problem = "it asks for the size of what has no name";
    return problem.empty();
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* question, Queue*) override { return answer(question); }
  bool TraverseRequiresExpr(clang::RequiresExpr* question, Queue*) override { return answer(question); }
  bool TraverseConceptSpecializationExpr(clang::ConceptSpecializationExpr* question, Queue*) override {
    return answer(question);
  }
  /// `if constexpr (N > 4) { a } else { b }` becomes the branch that this instantiation has: in the other one names may
  /// mean nothing, and a kernel's lambda is no template.
  bool VisitIfStmt(clang::IfStmt* branches) override {
    if (!branches->isConstexpr() || !text_.function.isTemplateInstantiation()) return true;
    const clang::FunctionDecl* pattern = text_.function.getTemplateInstantiationPattern();
    const clang::IfStmt* written =
        pattern && pattern->hasBody() ? writtenAt(pattern->getBody(), branches->getIfLoc()) : nullptr;
    const auto kept = branches->getNondiscardedCase(text_.context);
    if (!written || !kept || written->getInit() || written->getConditionVariable())
      return refuse("it chooses at compile time");
    const clang::Stmt* branch = *kept == branches->getThen() ? written->getThen() : written->getElse();
    if (!branch) {
      replace(written->getBeginLoc(), written->getEndLoc(), "{}");
      return problem.empty();
    }
    const bool endsEarly = endsWithoutSemicolon(branch) && !endsWithoutSemicolon(written);
    cut(written->getBeginLoc(), branch->getBeginLoc(), false, "");
    cut(branch->getEndLoc(), written->getEndLoc(), true, endsEarly ? ";" : "");
    return problem.empty();
  }

 private:
  bool refuse(const std::string& why) {
    problem = why;
    return false;
  }
  bool answer(const clang::Expr* question) {
    const auto known = answerTo(question);
    if (!known) return refuse("it asks what a template's types can do");
    replace(question->getBeginLoc(), question->getEndLoc(), *known ? "true" : "false");
    return problem.empty();
  }
  /// Parameters may be left out of the kernel's text: what they are is spelled.
  TextScope scope() const {
    return {[this](const clang::VarDecl* variable) {
              return variable->getParentFunctionOrMethod() == &text_.function &&
                     !llvm::isa<clang::ParmVarDecl>(variable);
            },
            text_.spelled};
  }
  bool spellTold(clang::DecltypeTypeLoc type) {
    if (!namesOthers(type.getUnderlyingExpr(), scope())) return true;
    if (const auto text = specifierFor(type.getType(), scope()))
      replace(type.getBeginLoc(), type.getEndLoc(), *text);
    else
      problem = "it names the type '" + type.getType().getAsString() + "'";
    return problem.empty();
  }

  /// The name from the outermost scope on; nothing where the kernel knows none.
  std::optional<std::string> nameOf(const clang::ValueDecl* named) const {
    if (named->getParentFunctionOrMethod() || isHidden(*named)) return std::nullopt;
    const std::string own = named->getNameAsString();
    const clang::DeclContext* scope = named->getDeclContext();
    if (const auto* choice = llvm::dyn_cast<clang::EnumDecl>(scope); choice && !choice->isScoped())
      scope = scope->getParent();
    if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(scope)) {
      const auto type = text_.spelled(text_.context.getTypeDeclType(tag));
      return type ? std::optional(*type + "::" + own) : std::nullopt;
    }
    if (!text_.scope.knows(*named)) return std::nullopt;
    if (!scope->getRedeclContext()->isTranslationUnit())
      return text_.scope.rooted(withoutUnnamed(named->getQualifiedNameAsString()));
    const bool other = text_.scope.hides(own) || text_.scope.declares(own);
    return (other ? "::" : "") + own;
  }

  /// Whether a function by the same name is declared behind the text and in front of the kernel, which may prefer it.
  bool hasLaterOverload(const clang::ValueDecl* named, clang::SourceLocation at) const {
    if (!llvm::isa<clang::FunctionDecl>(named) || named->isCXXClassMember()) return false;
    const auto& manager = text_.context.getSourceManager();
    const auto all = named->getDeclContext()->getRedeclContext()->lookup(named->getDeclName());
    return std::any_of(all.begin(), all.end(), [&](const clang::NamedDecl* other) {
      const auto where = other->getCanonicalDecl()->getLocation();
      return where.isValid() && text_.scope.knows(*other) && manager.isBeforeInTranslationUnit(at, where);
    });
  }

  bool declares(llvm::StringRef name) const { return text_.names.declares(name); }
  /// What a template parameter stands for: one of the kernel's own, a number, an enumerator or a function.
  std::optional<std::string> valueOf(const clang::SubstNonTypeTemplateParmExpr* parameter) const {
    if (const auto* own = text_.own(parameter)) return own->getNameAsString();
    const clang::Expr* value = parameter->getReplacement()->IgnoreParenImpCasts();
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(value);
        address && address->getOpcode() == clang::UO_AddrOf)
      value = address->getSubExpr()->IgnoreParenImpCasts();
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(value))
      return llvm::isa<clang::FunctionDecl>(name->getDecl()) ? nameOf(name->getDecl()) : std::nullopt;
    clang::Expr::EvalResult result;
    if (!parameter->getType()->isIntegralOrEnumerationType() || parameter->isGLValue() ||
        !parameter->EvaluateAsInt(result, text_.context))
      return std::nullopt;
    return numberText(result.Val.getInt(), parameter->getType());
  }
  /// A number or an enumerator as an expression of that type; nothing where the kernel cannot name it.
  std::optional<std::string> numberText(const llvm::APSInt& value, clang::QualType type) const {
    if (const auto number = literal(value, type)) return number;
    const auto name = text_.spelled(type.getUnqualifiedType());
    if (!name || (value.isSigned() && value.getSignificantBits() > 63)) return std::nullopt;
    return "static_cast<" + *name + ">(" + llvm::toString(value, 10) + (value.isUnsigned() ? "u)" : ")");
  }

  static const clang::IfStmt* writtenAt(const clang::Stmt* statement, clang::SourceLocation at) {
    const auto* branches = llvm::dyn_cast_or_null<clang::IfStmt>(statement);
    if (!statement || (branches && branches->getIfLoc() == at)) return branches;
    for (const clang::Stmt* child : statement->children())
      if (const auto* found = writtenAt(child, at)) return found;
    return nullptr;
  }
  /// What stands between two places, or between the ends of the tokens there.
  void cut(clang::SourceLocation from, clang::SourceLocation to, bool atEnds, const std::string& text) {
    const auto& manager = text_.context.getSourceManager();
    if (from.isMacroID() || to.isMacroID()) {
      problem = "a choice at compile time stands in a macro";
      return;
    }
    const auto place = [&](clang::SourceLocation at) -> std::size_t {
      const auto end = clang::Lexer::getLocForEndOfToken(at, 0, manager, text_.context.getLangOpts());
      return manager.getFileOffset(atEnds ? end : at);
    };
    if (place(from) < place(to) || !text.empty())
      edits_.push_back({place(from), place(to), {BodyPiece::Text, text, -1}});
  }
  static clang::SourceLocation lastOf(const clang::DeclRefExpr* reference) {
    return reference->hasExplicitTemplateArgs() ? reference->getRAngleLoc() : reference->getLocation();
  }
  bool covered(clang::SourceLocation at) const {
    if (at.isInvalid() || at.isMacroID()) return false;
    const std::size_t offset = text_.context.getSourceManager().getFileOffset(at);
    return std::any_of(edits_.begin(), edits_.end(),
                       [&](const TextEdit& edit) { return edit.begin <= offset && offset < edit.end; });
  }
  void replace(clang::SourceLocation first, clang::SourceLocation last, const std::string& text) {
    const auto& manager = text_.context.getSourceManager();
    const auto end = clang::Lexer::getLocForEndOfToken(last, 0, manager, text_.context.getLangOpts());
    if (first.isMacroID() || last.isMacroID() || end.isInvalid()) {
      problem = "a name in it stands in a macro";
      return;
    }
    const std::size_t from = manager.getFileOffset(first), to = manager.getFileOffset(end);
    const llvm::StringRef file = manager.getBufferData(manager.getFileID(first));
    if (file.substr(from, to - from) != text) edits_.push_back({from, to, {BodyPiece::Text, text, -1}});
  }

  const RepeatedText& text_;
  std::vector<TextEdit>& edits_;
};

}  // namespace

std::string spellForeignNames(const RepeatedText& text, std::vector<TextEdit>& edits) {
  const auto parameters = text.function.parameters();
  for (std::size_t i = 0; i + 1 < parameters.size(); ++i)
    if (parameters[i]->getIdentifier() && parameters[i]->getName() == parameters[i + 1]->getName())
      return "it holds a parameter pack";
  // Names of its own may not be those of the kernel's template, either.
  const auto hidden = [&](const clang::NamedDecl* parameter) {
    return parameter->getIdentifier() && text.names.declares(parameter->getName());
  };
  for (const clang::TemplateParameterList* list : text.scope.templates())
    if (const auto found = std::find_if(list->begin(), list->end(), hidden); found != list->end())
      return "it has a '" + (*found)->getNameAsString() + "' of its own, as the kernel's template has";
  ForeignNames names(text, edits);
  names.TraverseStmt(text.function.getBody());
  return names.problem;
}

}  // namespace clustrix::compiler
