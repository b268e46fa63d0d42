// Names: what the loop mentions from outside, as symbols, arrays, scalars and captures of the kernel.
#include "Memory/Names.h"
#include "HostCode/Escapes.h"
#include "Induction/Preheader.h"
#include "Induction/Quotients.h"
#include "Induction/ValueCases.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelFunctions.h"
#include "KernelText/KernelScope.h"
#include "Lower/Inlining.h"
#include "Lower/Overlooked.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Model/OwnRoom.h"
#include "Support/Identifiers.h"
#include "Syntax/StatementVisitor.h"
#include "Syntax/Types.h"
#include "Syntax/Unevaluated.h"

#include "Support/Effort.h"

#include "clang/AST/QualTypeNames.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Collects the variables that a statement declares.
class Declarations : public StatementVisitor {
 public:
  explicit Declarations(std::set<const clang::VarDecl*>& into) : into_(into) {}
  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    into_.insert(variable);
    return true;
  }

 private:
  std::set<const clang::VarDecl*>& into_;
};

/// The name of a variable at file scope or of a class, as it is said inside a function: `::k` where that has a `k` of
/// its own.
std::string qualifiedName(const clang::VarDecl* variable, const KernelScope& inside) {
  std::string text;
  llvm::raw_string_ostream out(text);
  variable->getNameForDiagnostic(out, variable->getASTContext().getPrintingPolicy(), true);  // `ns::zero<double>`
  text = withoutUnnamed(text);
  return inside.hidesInside(text.substr(0, text.find("::"))) ? "::" + text : text;
}

/// `ns::`, in which an unnamed union stands whose members are said without it.
std::string scopeText(const clang::VarDecl& variable) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(variable.getDeclContext()->getRedeclContext());
  const std::string name = space ? withoutUnnamed(space->getQualifiedNameAsString()) : "";
  return name.empty() ? "" : name + "::";
}

/// Whether the text of a reference says the same in front of the loop as in it, where it may be said with what the loop
/// itself has declared.
bool meansTheSameInFront(const clang::DeclRefExpr& reference, const clang::VarDecl& variable,
                         const clang::FunctionDecl& function) {
  if (variable.isStaticLocal() || !variable.getDeclContext()->getRedeclContext()->isFileContext()) return true;
  return !reference.hasQualifier() && variable.getDeclContext()->Encloses(&function);
}

/// `p` of `*p`; the whole of `*owner`, whose operator gives the pointer.
const clang::Expr* followedBy(const clang::Expr* expression) {
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  if (unary && unary->getOpcode() == clang::UO_Deref) return unary->getSubExpr();
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  return call && call->getOperator() == clang::OO_Star && call->getNumArgs() == 1 ? call : nullptr;
}

}  // namespace

void OuterNames::collectLocals(const clang::Stmt* statement) {
  Declarations(walk_.locals).TraverseStmt(const_cast<clang::Stmt*>(statement));
}

std::optional<OuterName> OuterNames::outerName(const clang::Expr* expression) {
  const clang::SourceRange whole = expression->getSourceRange();
  walk_.overlooked.lookAt(expression);
  expression = expression->IgnoreParens();
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression))
    if (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_UncheckedDerivedToBase ||
        cast->getCastKind() == clang::CK_DerivedToBase)
      return outerName(cast->getSubExpr());
  OuterName name;
  name.range = expression->getSourceRange();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const auto* part = llvm::dyn_cast<clang::BindingDecl>(reference->getDecl()))
      return nameOfBinding(*part, std::move(name));
    return nameOfVariable(*reference, std::move(name));
  }
  if (const clang::Expr* pointer = followedBy(expression)) {
    auto object = outerPointee(pointer);
    if (object) object->range = whole;  // `(*v)[i]` is `v[i]` where the kernel has the object
    return object;
  }
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression);
  if (!member) return std::nullopt;
  if (const auto* statics = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl()))
    return nameOfStatic(*statics, *member, std::move(name));
  if (!llvm::isa<clang::FieldDecl>(member->getMemberDecl())) return std::nullopt;
  const auto object = member->isArrow() ? outerPointee(member->getBase()) : namedObject(member->getBase());
  if (!object || known_.inLoop.contains(object->key)) return std::nullopt;
  // What is no container in an object of many has no name: it is an element.
  if (object->row && !holdsMemory(member->getType())) return std::nullopt;
  return memberName(*object, member);
}

std::optional<OuterName> OuterNames::nameOfBinding(const clang::BindingDecl& part, OuterName name) {
  const auto* whole = llvm::cast<clang::VarDecl>(part.getDecomposedDecl());
  if (walk_.isLocal(whole) || !walk_.frames.empty() || (part.getBinding() && part.getBinding()->refersToBitField()))
    return std::nullopt;
  name.key = {&part, ""};
  name.type = part.getType();
  // That of a tuple's part is said in the library's words.
  if (part.getHoldingVar()) name.type = name.type.getCanonicalType();
  name.expression = name.name = part.getNameAsString();
  name.inMemory = whole->getType()->isReferenceType() || !name.type.isConstQualified();
  name.constObject = name.type.getNonReferenceType().isConstQualified();
  return name;
}

std::optional<OuterName> OuterNames::nameOfVariable(const clang::DeclRefExpr& reference, OuterName name) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference.getDecl());
  if (variable && walk_.isLocal(variable)) {
    // A reference, or a parameter of a called function, that stands for an object from outside.
    const auto bound = walk_.references.find(variable);
    const auto* outer = bound == walk_.references.end() ? nullptr : std::get_if<OuterPlace>(&bound->second);
    if (!outer) return std::nullopt;
    const clang::SourceRange range = name.range;
    name = walk_.outer.at(outer->key);
    name.range = range;
    return name;
  }
  if (!variable || walk_.inlining.capturedPlace(&reference)) return std::nullopt;
  variable = variable->getCanonicalDecl();
  name.key = {variable, ""};
  name.variable = variable;
  name.type = variable->getType();
  const bool global = variable->hasGlobalStorage();
  name.expression = variableText(reference, *variable, name.range);
  name.name = variable->getNameAsString();
  name.constObject = name.type.getNonReferenceType().isConstQualified();
  name.inMemory = global || name.type->isReferenceType() || walk_.storage.addressTaken(variable);
  if (name.type.isConstQualified() && !name.type->isReferenceType()) name.inMemory = false;
  if (!name.type->isReferenceType())
    name.identity = (global ? "global " : "local ") + variable->getQualifiedNameAsString() + "@" +
                    std::to_string(variable->getLocation().getRawEncoding());
  return name;
}

/// What the host says in front of the loop for a variable from outside it.
std::string OuterNames::variableText(const clang::DeclRefExpr& reference, const clang::VarDecl& variable,
                                     clang::SourceRange range) {
  const bool global = variable.hasGlobalStorage();
  const std::string text = global ? walk_.host.sourceText(range) : variable.getNameAsString();
  // What a called function means by a name is not what the loop means by it.
  const bool elsewhere = global && ((!walk_.frames.empty() && !walk_.inlining.inKernel(range)) ||
                                    !meansTheSameInFront(reference, variable, input_.function));
  std::string expression = text;
  if (!variable.getIdentifier()) {
    expression = scopeText(variable);
    if (variable.hasLocalStorage())
      walk_.functions.obstacle(range.getBegin(), "no lambda can capture a member of an unnamed union of the function");
  } else if (text.empty() || elsewhere) {
    expression = qualifiedName(&variable, {input_.function, input_.kernelsAt, input_.texts});
  }
  if (global) expression = staticMember(variable, expression, range.getBegin());
  return preheaderValue(context_, input_.loop, &variable).value_or(expression);
}

std::optional<OuterName> OuterNames::nameOfStatic(const clang::VarDecl& statics, const clang::MemberExpr& member,
                                                  OuterName name) {
  name.key = {statics.getCanonicalDecl(), ""};
  name.variable = statics.getCanonicalDecl();
  name.type = statics.getType();
  name.expression = staticMember(statics, qualifiedName(&statics, {input_.function, input_.kernelsAt, input_.texts}),
                                 name.range.getBegin());
  name.name = statics.getNameAsString();
  name.inMemory = !name.type.isConstQualified();
  name.constObject = name.type.getNonReferenceType().isConstQualified();
  walk_.overlooked.lookAtUnused(member.getBase());
  return name;
}

std::optional<ArrayId> OuterNames::pointerArray(const OuterName& name) {
  const clang::QualType type = name.type.getNonReferenceType();
  if (!type->isPointerType()) return std::nullopt;
  const clang::QualType pointee = type->getPointeeType();
  if (pointee->isFunctionType() || pointee->isVoidType() || walk_.record.sizeOf(pointee) == 0) return std::nullopt;
  if (pointee.isVolatileQualified()) return std::nullopt;
  std::string base = name.expression;
  const bool rows = pointee->isArrayType();
  if (rows) {
    const clang::QualType element = context_.getBaseElementType(pointee);
    base = "reinterpret_cast<" + std::string(element.isConstQualified() ? "const " : "") +
           walk_.host.typeText(element.getUnqualifiedType(), input_.loop.getBeginLoc()) + "*>(" + name.expression + ")";
  }
  const auto id = walk_.record.array(name.name, base, pointee, [&](ArrayObject& object) {
    object.constElements = context_.getBaseElementType(pointee).isConstQualified();
    walk_.storage.describeAllocation(name, object);
    const auto* parameter = llvm::dyn_cast_or_null<clang::ParmVarDecl>(name.variable);
    if (!parameter || name.key.second != "") return;
    for (const auto* attribute : parameter->specific_attrs<clang::AnnotateAttr>())
      if (attribute->getAnnotation().starts_with(extentAnnotation))
        walk_.storage.boundExtent(
            object, parameter, attribute->getAnnotation().drop_front(std::string(extentAnnotation).size() + 1).str());
  });
  if (!id) return std::nullopt;
  walk_.record.capture(name, {.kind = Capture::Pointer,
                              .name = name.name,
                              .type = walk_.host.typeText(type.getUnqualifiedType(), name.range.getBegin()),
                              .expression = name.expression,
                              .array = *id,
                              .isVariable = true});
  return id;
}

/// `double[64]`, of an array that an iteration may have for itself; "" of others.
std::string OuterNames::ownTypeOf(clang::QualType type, clang::SourceLocation at) {
  std::string extents;
  clang::QualType element = type;
  while (const auto* array = context_.getAsConstantArrayType(element)) {
    extents += "[" + std::to_string(array->getSize().getZExtValue()) + "]";
    element = array->getElementType();
  }
  const bool isPlain =
      !element.isConstQualified() && element.isTriviallyCopyableType(context_) && !element.isVolatileQualified();
  if (!isPlain || walk_.record.sizeOf(type) > mostOnStack) return "";
  return walk_.host.typeText(element.getUnqualifiedType(), at) + extents;
}

std::optional<ArrayId> OuterNames::arrayObject(const OuterName& name) {
  const clang::QualType type = name.type.getNonReferenceType();
  if (const auto* variable = context_.getAsVariableArrayType(type)) return walk_.storage.variableArray(name, *variable);
  const auto* constant = context_.getAsConstantArrayType(type);
  if (!constant || type.isVolatileQualified()) return std::nullopt;
  std::string base = "&" + name.expression;
  std::int64_t count = 1;
  clang::QualType row = type;
  while (const auto* inner = context_.getAsConstantArrayType(row)) {
    base += "[0]";
    count *= static_cast<std::int64_t>(inner->getSize().getZExtValue());
    row = inner->getElementType();
  }
  const auto id = walk_.record.array(name.name, base, type, [&](ArrayObject& object) {
    // The same text in all instantiations of a template.
    object.extent = input_.parametric ? "static_cast<clustrix::Index>(sizeof(" + name.expression + ") / sizeof(" +
                                            base.substr(1) + "))"
                                      : std::to_string(count);
    if (!input_.parametric) object.extentValue = Polynomial(count);
    object.identity = name.identity;
    object.part = name.part;
    object.constElements = context_.getBaseElementType(type).isConstQualified();
    object.ownType = ownTypeOf(type, name.range.getBegin());
  });
  if (!id) return std::nullopt;
  if (name.variable && name.key.second.empty()) walk_.arrayDeclarations[*id] = name.variable;
  const clang::QualType pointer = context_.getPointerType(constant->getElementType());
  walk_.record.capture(name, {.kind = Capture::Pointer,
                              .name = name.name,
                              .type = walk_.host.typeText(pointer, name.range.getBegin()),
                              .expression = name.expression,
                              .array = *id});
  return id;
}

/// A kernel has the whole of an object as it was before the loop, or its elements as they are.
void OuterNames::refuseCopiesOfWritten() {
  for (const auto& [expression, at] : walk_.copied) {
    const auto elements = walk_.taken.find(expression);
    const auto writes = [&](const Access& access) {
      return access.kind == AccessKind::Write && access.array == elements->second;
    };
    if (elements != walk_.taken.end() && std::any_of(model_.accesses.begin(), model_.accesses.end(), writes))
      walk_.record.effect("effect.unsupported-type", at,
                          "'" + expression + "' is copied as a whole in a loop that writes elements of it",
                          "copy the elements that are meant");
  }
}

}  // namespace clustrix::compiler
