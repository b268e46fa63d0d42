#include "Normalise/AliasPropagation.h"

#include "HostCode/PointerStability.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Normalise/AlgorithmCalls.h"
#include "Syntax/DeclaredNames.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Mentions.h"
#include "Syntax/Nesting.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ParentMap.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// What a name stands for: `v`, or a place among its elements, `v.data() + 2`.
struct Meaning {
  const clang::VarDecl* object = nullptr;
  std::string text;
  bool isPlace = false;
};

const clang::Expr* bare(const clang::Expr* expression) {
  for (;;) {
    const clang::Expr* before = expression;
    expression = expression->IgnoreParenImpCasts();
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) expression = full->getSubExpr();
    if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression)) expression = made->getSubExpr();
    if (const auto* functional = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(expression))
      expression = functional->getSubExpr();
    if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expression)) expression = bound->getSubExpr();
    if (expression == before) return expression;
  }
}

bool holdsElements(clang::QualType type) {
  type = type.getNonReferenceType();
  return type->isConstantArrayType() || sequenceClass(type);
}

/// Reads what the declarations in front of one loop say.
class Resolver {
 public:
  Resolver(clang::ASTContext& context, const DeclaredNames& names, const PointerStability& kept,
           const clang::Stmt* loop)
      : context_(context), read_(context), names_(names), kept_(kept), loop_(loop) {}

  /// What the variable stands for wherever the loop names it; nothing where that is not certain.
  std::optional<Meaning> of(const clang::VarDecl* variable) {
    const clang::QualType type = variable->getType();
    const clang::Expr* value = initialValueOf(*variable);
    if (!value || !names_.isOnly(*variable) || depth_ > 4) return std::nullopt;
    const bool isView = type->isPointerType() || isIteratorType(type) || isSpanType(type);
    const bool isReference = type->isReferenceType() && holdsElements(type);
    if (!isReference && (!isView || type->isReferenceType() || !kept_.isFixed(variable))) return std::nullopt;
    ++depth_;
    auto meaning = isReference ? object(value) : place(value);
    --depth_;
    if (!meaning || !names_.isOnly(*meaning->object)) return std::nullopt;
    if (isReference) return meaning;
    // Pointers into arrays are known without a change of the text: see Storage.cpp.
    if (type->isPointerType() && meaning->object->getType()->isConstantArrayType()) return std::nullopt;
    const bool same = context_.hasSameUnqualifiedType(elementOf(type), elementOf(meaning->object->getType()));
    return same && kept_.holds(meaning->object, variable, loop_) ? meaning : std::nullopt;
  }

 private:
  /// What a pointer, a view or an object leads to; nothing in common for others.
  clang::QualType elementOf(clang::QualType type) const {
    type = type.getNonReferenceType();
    if (type->isPointerType()) return type->getPointeeType();
    if (isIteratorType(type)) return iteratorElement(type);
    if (const clang::ArrayType* array = context_.getAsArrayType(type)) return array->getElementType();
    const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    return record && holdsElements(type) ? record->getTemplateArgs()[0].getAsType() : context_.VoidTy;
  }

  /// `v`, `g.u`
  std::optional<Meaning> object(const clang::Expr* expression) {
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(bare(expression))) return part(member);
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(bare(expression));
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (!variable || !variable->hasLocalStorage() || !holdsElements(variable->getType())) return std::nullopt;
    if (const auto known = of(variable)) return known;
    return Meaning{variable, variable->getNameAsString(), false};
  }

  std::optional<Meaning> part(const clang::MemberExpr* member) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field || member->isArrow() || field->getType()->isReferenceType()) return std::nullopt;
    const clang::Expr* of = bare(member->getBase());
    std::optional<Meaning> whole;
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(of)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      if (variable && variable->hasLocalStorage()) whole = Meaning{variable, variable->getNameAsString(), false};
    } else if (const auto* outer = llvm::dyn_cast<clang::MemberExpr>(of)) {
      whole = part(outer);
    }
    if (whole) whole->text += "." + field->getNameAsString();
    return whole;
  }

  /// Where the elements of an object begin.
  static std::optional<Meaning> begin(std::optional<Meaning> object, bool iterator) {
    if (!object || object->isPlace) return object;
    const bool array = object->object->getType().getNonReferenceType()->isConstantArrayType();
    if (!array || object->text != object->object->getName()) object->text += iterator ? ".begin()" : ".data()";
    object->isPlace = true;
    return object;
  }

  std::optional<Meaning> moved(std::optional<Meaning> from, const clang::Expr* number, const char* sign) {
    const auto text = from && kept_.isFixed(number) ? read_.text(number) : std::nullopt;
    if (!text || !namesAreOwn(number)) return std::nullopt;
    from->text += std::string(sign) + "(" + *text + ")";
    return from;
  }
  bool namesAreOwn(const clang::Expr* number) const {
    const Mentions names = mentionsIn(number);
    return std::all_of(names.references.begin(), names.references.end(), [&](const clang::DeclRefExpr* name) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      return !variable || names_.isOnly(*variable);
    });
  }

  /// A pointer, an iterator or a span.
  std::optional<Meaning> place(const clang::Expr* expression) {
    expression = bare(expression);
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) return named(name);
    if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression); op && op->isAdditiveOp())
      return op->getLHS()->getType()->isPointerType()
                 ? moved(place(op->getLHS()), op->getRHS(), op->getOpcode() == clang::BO_Add ? " + " : " - ")
                 : std::nullopt;
    if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression)) {
      const bool adds = op->getOperator() == clang::OO_Plus || op->getOperator() == clang::OO_Minus;
      if (!adds || op->getNumArgs() != 2 || !isIteratorType(op->getArg(0)->getType())) return std::nullopt;
      return moved(place(op->getArg(0)), op->getArg(1), op->getOperator() == clang::OO_Plus ? " + " : " - ");
    }
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(expression);
        address && address->getOpcode() == clang::UO_AddrOf)
      return element(address->getSubExpr()->IgnoreParens());
    if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) return called(call);
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression)) return constructed(made);
    return std::nullopt;
  }
  std::optional<Meaning> named(const clang::DeclRefExpr* name) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (!variable) return std::nullopt;
    if (holdsElements(variable->getType())) return begin(object(name), false);
    auto known = of(variable);
    return known && known->isPlace ? known : std::nullopt;
  }
  /// `v[k]`
  std::optional<Meaning> element(const clang::Expr* of) {
    const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(of);
    const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(of);
    if (op && op->getOperator() == clang::OO_Subscript && op->getNumArgs() == 2)
      return moved(begin(object(op->getArg(0)), false), op->getArg(1), " + ");
    if (subscript && !subscript->getType()->isArrayType())
      return moved(place(subscript->getBase()), subscript->getIdx(), " + ");
    return std::nullopt;
  }
  std::optional<Meaning> called(const clang::CXXMemberCallExpr* call) {
    const auto [role, of] = askedOf(call);
    if (of->getType()->isPointerType()) return std::nullopt;
    if (role == Role::Data) return begin(object(of), false);
    if (role == Role::Begin) return begin(object(of), true);
    if (role == Role::FirstPart && call->getNumArgs() == 1) return begin(object(of), false);
    if (role == Role::Part && call->getNumArgs() > 0) return moved(begin(object(of), false), call->getArg(0), " + ");
    return std::nullopt;
  }
  /// A span of a whole container, or from a place on; a copy of an iterator or a span.
  std::optional<Meaning> constructed(const clang::CXXConstructExpr* made) {
    if (made->getNumArgs() == 0) return std::nullopt;
    const clang::Expr* first = bare(made->getArg(0));
    if (!isSpanType(made->getType())) return made->getNumArgs() == 1 ? place(first) : std::nullopt;
    const bool whole = holdsElements(first->getType());
    if (whole && (made->getNumArgs() == 1 || made->getArg(1)->isDefaultArgument())) return object(first);
    return whole ? std::nullopt : place(first);
  }

  clang::ASTContext& context_;
  ArgumentReader read_;
  const DeclaredNames& names_;
  const PointerStability& kept_;
  const clang::Stmt* loop_;
  int depth_ = 0;
};

class AliasFinder : public TreeVisitor {
 public:
  AliasFinder(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes)
      : context_(context),
        manager_(context.getSourceManager()),
        names_(*function),
        kept_(context, *function->getBody()),
        parents_(const_cast<clang::Stmt*>(function->getBody())),
        changes_(changes) {}
  bool VisitStmt(clang::Stmt* statement) override {
    if (isLoop(statement)) visit(statement);
    return true;
  }

 private:
  void visit(const clang::Stmt* loop) {
    const Mentions all = mentionsIn(loop);
    if (all.hidden) return;
    Resolver resolver(context_, names_, kept_, loop);
    std::map<const clang::VarDecl*, Meaning> meanings;
    std::map<const clang::VarDecl*, std::set<const clang::VarDecl*>> names;  // of each object
    std::set<const clang::VarDecl*> seen;
    for (const clang::DeclRefExpr* name : all.references) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      const bool outside =
          variable && std::find(all.declared.begin(), all.declared.end(), variable) == all.declared.end();
      if (!outside || !seen.insert(variable).second) continue;
      const auto meaning = resolver.of(variable);
      if (meaning) meanings.emplace(variable, *meaning);
      names[meaning ? meaning->object : variable].insert(variable);
    }
    for (const auto& [variable, meaning] : meanings)
      if (names.at(meaning.object).size() > 1) rename(all, variable, meaning);
  }

  void rename(const Mentions& all, const clang::VarDecl* variable, const Meaning& meaning) {
    std::vector<TextChange> found;
    const bool isSpan = isSpanType(variable->getType());
    for (const clang::DeclRefExpr* name : all.references) {
      if (name->getDecl() != variable || (isSpan && isAsked(name))) continue;
      const clang::SourceLocation at = name->getLocation();
      if ((isSpan && !isSubscripted(name)) || !at.isFileID() || !manager_.isWrittenInMainFile(at)) return;
      const std::size_t begin = manager_.getFileOffset(at);
      found.push_back({begin,
                       begin + variable->getName().size(),
                       meaning.isPlace ? "(" + meaning.text + ")" : meaning.text,
                       false,
                       {}});
    }
    for (const TextChange& one : found)
      for (const TextChange& other : changes_)
        if (overlap(one, other) || one.begin == other.begin) return;
    changes_.insert(changes_.end(), found.begin(), found.end());
  }
  const clang::Stmt* userOf(const clang::DeclRefExpr* name) const {
    const clang::Stmt* parent = parents_.getParent(name);
    while (llvm::isa_and_nonnull<clang::ImplicitCastExpr, clang::ParenExpr>(parent))
      parent = parents_.getParent(parent);
    return parent;
  }
  bool isSubscripted(const clang::DeclRefExpr* name) const {
    const auto* op = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(userOf(name));
    return op && op->getOperator() == clang::OO_Subscript;
  }
  /// `s.size()`
  bool isAsked(const clang::DeclRefExpr* name) const {
    const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(userOf(name));
    const auto* method = member ? llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl()) : nullptr;
    const Role role = roleOf(method);
    return role == Role::Size || role == Role::Empty;
  }

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  const DeclaredNames names_;
  PointerStability kept_;
  clang::ParentMap parents_;
  std::vector<TextChange>& changes_;
};

}  // namespace

void propagateAliases(clang::ASTContext& context, const clang::FunctionDecl* function,
                      std::vector<TextChange>& changes) {
  AliasFinder(context, function, changes).TraverseStmt(function->getBody());
}

}  // namespace clustrix::compiler
