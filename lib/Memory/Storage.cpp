// Storage: what the declarations before the loop tell about memory that is reached through a pointer.
//
//     double* a = new double[n];        memory of its own, n elements
//     auto b = std::make_unique<double[]>(n);
//     double* x = flat + 4;             the same array as flat's, 4 elements further: dependences become exact
//     double* y = &flat[m * n];
//
// All of it holds only for variables that nothing writes after their declaration (see NeverWritten.cpp).
#include "Memory/Storage.h"
#include "KernelText/HostText.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Types.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// The element of `std::unique_ptr<T[]>` with the deleter that frees what was allocated.
clang::QualType uniqueElement(clang::QualType type) {
  const auto* record = ofKind(type, ClassKind::Owner);
  if (!record) return {};
  const auto arguments = record->getTemplateArgs().asArray();
  if (arguments.size() != 2) return {};
  const auto* elements = arguments[0].getAsType()->getAsArrayTypeUnsafe();
  if (!elements || !isOfKind(arguments[1].getAsType(), ClassKind::Deleter)) return {};
  return elements->getElementType();
}

/// What a pointer expression is computed from: a variable, and integers that are added to it.
struct Origin {
  const clang::VarDecl* variable = nullptr;
  bool fixed = true;  // the integers are the same now as they were when it was computed
};

}  // namespace

/// Whether the expression's value at the loop is what it was at an earlier declaration.
bool Storage::isStable(const clang::Stmt* statement) {
  if (!statement) return true;
  if (llvm::isa<clang::CallExpr, clang::ArraySubscriptExpr, clang::MemberExpr, clang::LambdaExpr>(statement))
    return false;
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
  if (unary && (unary->getOpcode() == clang::UO_Deref || unary->isIncrementDecrementOp())) return false;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable && !variable->getType().isConstQualified() && !neverWritten(variable)) return false;
    if (!variable && !llvm::isa<clang::EnumConstantDecl>(reference->getDecl())) return false;
    if (variable && variable->getType()->isReferenceType()) return false;
  }
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (binary && binary->isAssignmentOp()) return false;
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(statement)) return true;
  return std::all_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return isStable(child); });
}

/// `std::unique_ptr<T[]>`: a pointer that the kernel holds as one.
std::optional<ArrayId> Storage::uniqueArray(const clang::Expr* object, clang::SourceRange range) {
  const clang::QualType element = uniqueElement(object->getType());
  if (element.isNull()) return std::nullopt;
  auto name = walk_.names.namedObject(object);
  if (!name) return std::nullopt;
  walk_.outer.insert_or_assign(name->key, *name);
  walk_.record.memoryScalar(*name, object->getBeginLoc());
  if (range.isValid()) name->range = range;
  if (known_.inLoop.contains(name->key)) {
    walk_.record.effect("effect.unknown-construct", object->getBeginLoc(),
                        "the pointer '" + name->name + "' is assigned");
    return std::nullopt;
  }
  return wrappedPointer(*name, element, name->expression + ".get()");
}

/// `double a[n]`: an array like others, with a size that the run knows. Rows of such a size are not modelled.
std::optional<ArrayId> Storage::variableArray(const OuterName& name, const clang::VariableArrayType& type) {
  const clang::QualType element = type.getElementType();
  if (element->isArrayType() || element.isVolatileQualified() || name.type->isReferenceType()) return std::nullopt;
  const auto id = walk_.record.array(name.name, "&" + name.expression + "[0]", element, [&](ArrayObject& object) {
    object.extent =
        "static_cast<clustrix::Index>(sizeof(" + name.expression + ") / sizeof(" + name.expression + "[0]))";
    object.identity = name.identity;
    object.constElements = element.isConstQualified();
  });
  if (!id) return std::nullopt;
  walk_.record.capture(name, {.kind = Capture::Pointer,
                              .name = name.name,
                              .type = walk_.host.typeText(context_.getPointerType(element), name.range.getBegin()),
                              .expression = name.expression,
                              .array = *id});
  return id;
}

std::optional<ArrayId> Storage::iteratorArray(const OuterName& name) {
  return wrappedPointer(name, iteratorElement(name.type), name.expression + ".base()");
}

std::optional<ArrayId> Storage::wrappedPointer(const OuterName& name, clang::QualType element,
                                               const std::string& base) {
  if (element.isVolatileQualified() || element->isAtomicType() || !copiesAsBytes(element)) {
    walk_.record.effect("effect.unsupported-type", name.range.getBegin(),
                        "the elements of '" + name.name + "' are not trivially copyable",
                        "keep the data in one flat container");
    return std::nullopt;
  }
  walk_.record.memoryScalar(name, name.range.getBegin());
  const auto id = walk_.record.array(name.name, base, element, [&](ArrayObject& object) {
    object.constElements = element.isConstQualified();
    describeAllocation(name, object);
  });
  if (!id) return std::nullopt;
  walk_.record.capture(name, {.kind = Capture::Pointer,
                              .name = name.name,
                              .type = walk_.host.typeText(context_.getPointerType(element), name.range.getBegin()),
                              .expression = base,
                              .array = *id});
  return id;
}

namespace {

/// Follows `flat + 4`, `&flat[i]`, `rows[3]` to the variable behind it.
std::optional<Origin> originOf(const clang::Expr* expression, const auto& isStable) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return originOf(full->getSubExpr(), isStable);
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!variable || variable->getType()->isReferenceType()) return std::nullopt;
    return Origin{variable, true};
  }
  const auto moved = [&](const clang::Expr* pointer, const clang::Expr* integer) {
    auto origin = originOf(pointer, isStable);
    if (origin) origin->fixed = origin->fixed && isStable(integer);
    return origin;
  };
  if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expression); sum && sum->isAdditiveOp()) {
    if (sum->getLHS()->getType()->isPointerType() && sum->getRHS()->getType()->isIntegerType())
      return moved(sum->getLHS(), sum->getRHS());
    if (sum->getOpcode() == clang::BO_Add && sum->getRHS()->getType()->isPointerType())
      return moved(sum->getRHS(), sum->getLHS());
  }
  if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(expression);
      address && address->getOpcode() == clang::UO_AddrOf)
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens()))
      return moved(element->getBase(), element->getIdx());
  return std::nullopt;
}

void collectPointers(const clang::Stmt* statement, std::set<const clang::VarDecl*>& into) {
  if (!statement) return;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      if (variable->getType()->isPointerType() || variable->getType()->isConstantArrayType()) into.insert(variable);
  for (const clang::Stmt* child : statement->children()) collectPointers(child, into);
}

}  // namespace

/// The variable from which `variable` was computed when it was declared, or itself.
const clang::VarDecl* Storage::familyOf(const clang::VarDecl* variable) {
  if (variable->getType()->isConstantArrayType()) return variable;
  if (!variable->hasLocalStorage() || walk_.isLocal(variable) || !neverWritten(variable)) return nullptr;
  const clang::Expr* value = initialValueOf(*variable);
  if (!value) return variable;
  const auto origin = originOf(value, [&](const clang::Expr* e) { return isStable(e); });
  if (!origin) return variable;
  const auto element = [&](const clang::VarDecl* one) {
    const clang::QualType type = one->getType();
    return type->isPointerType() ? type->getPointeeType() : context_.getAsArrayType(type)->getElementType();
  };
  const clang::QualType type = origin->variable->getType();
  if (!type->isPointerType() && !type->isConstantArrayType()) return variable;
  // A row of a matrix, and memory seen as another type, keep a name of their own.
  if (!context_.hasSameUnqualifiedType(element(variable), element(origin->variable))) return variable;
  if (element(variable)->isArrayType() || element(variable).isVolatileQualified()) return variable;
  const clang::VarDecl* family = familyOf(origin->variable);
  return family ? family : variable;
}

/// A pointer into the same array as another one that the loop uses: where in it. The kernel computes it in the same
/// way: `auto* y = flat + offset_y;` stands before the body's text.
std::optional<Value> Storage::derivedPointer(const OuterName& name) {
  const clang::VarDecl* variable = name.variable;
  if (!variable || !name.key.second.empty() || !name.type->isPointerType() || !walk_.frames.empty())
    return std::nullopt;
  if (const auto known = derived_.find(variable); known != derived_.end()) return known->second;
  const clang::VarDecl* family = familyOf(variable);
  if (!family || family == variable) return std::nullopt;
  std::set<const clang::VarDecl*> mentioned;
  collectPointers(&input_.loop, mentioned);
  const bool alone = std::none_of(mentioned.begin(), mentioned.end(), [&](const clang::VarDecl* other) {
    return other != variable && familyOf(other) == family;
  });
  if (alone) return std::nullopt;
  OuterName root;
  root.key = {family->getCanonicalDecl(), ""};
  root.variable = family;
  root.expression = root.name = family->getNameAsString();
  root.type = family->getType();
  root.range = clang::SourceRange(input_.loop.getBeginLoc(), input_.loop.getBeginLoc());
  if (root.type->isConstantArrayType())
    root.identity = (family->hasGlobalStorage() ? "global " : "local ") + family->getQualifiedNameAsString() + "@" +
                    std::to_string(family->getLocation().getRawEncoding());
  const auto array = root.type->isPointerType() ? walk_.names.pointerArray(root) : walk_.names.arrayObject(root);
  if (!array) return std::nullopt;
  const auto offset = offsetFrom(variable, family, *array);
  if (!offset) return std::nullopt;
  declareDerived(name, root, *offset);
  const Value value = PointerValue{*array, IntegerValue{*offset, {}}, std::nullopt};
  derived_.insert_or_assign(variable, value);
  return value;
}

/// In elements. What the source cannot tell, the run subtracts.
std::optional<Polynomial> Storage::offsetFrom(const clang::VarDecl* variable, const clang::VarDecl* family,
                                              ArrayId array) {
  if (variable == family) return Polynomial(0);
  const clang::Expr* value = initialValueOf(*variable);
  const auto origin = originOf(value, [&](const clang::Expr* e) { return isStable(e); });
  const auto before = origin && origin->fixed ? offsetFrom(origin->variable, family, array) : std::nullopt;
  if (before) {
    std::optional<Polynomial> sum = before;
    if (addOffsets(value, false, sum) && sum) return sum;
  }
  const ArrayObject& object = model_.arrays[static_cast<std::size_t>(array.value)];
  const SymbolId gap = walk_.record.parameterOf("(" + variable->getNameAsString() + " - (" + object.base + "))",
                                                variable->getNameAsString() + " - " + object.name, context_.LongTy);
  Symbol& symbol = model_.symbols[static_cast<std::size_t>(gap.value)];
  symbol.max = static_cast<Int128>(1) << 60;
  symbol.min = -symbol.max;
  return Polynomial::symbol(gap);
}

/// Adds the integers of a pointer expression to `sum`; false where one is no polynomial of what the host has, or could
/// wrap around.
bool Storage::addOffsets(const clang::Expr* pointer, bool negative, std::optional<Polynomial>& sum) {
  pointer = pointer->IgnoreParenImpCasts();
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(pointer)) return addOffsets(full->getSubExpr(), negative, sum);
  const clang::Expr *base = nullptr, *integer = nullptr;
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(pointer)) {
    const bool first = op->getLHS()->getType()->isPointerType();
    base = first ? op->getLHS() : op->getRHS();
    integer = first ? op->getRHS() : op->getLHS();
    negative = op->getOpcode() == clang::BO_Sub;
  } else if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(pointer)) {
    const auto* element = llvm::cast<clang::ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens());
    base = element->getBase();
    integer = element->getIdx();
  } else {
    return true;
  }
  const Value value = walk_.expressions.evaluate(integer);
  const auto* known = std::get_if<IntegerValue>(&value);
  // Of `n & 3` only the range is known, and the host has to compute the offset.
  if (!known || !known->needs.empty() || !isOverParameters(model_, known->polynomial) || !sum) return false;
  sum = negative ? subtract(*sum, known->polynomial) : add(*sum, known->polynomial);
  return sum && addOffsets(base, false, sum);
}

void Storage::declareDerived(const OuterName& name, const OuterName& root, const Polynomial& offset) {
  walk_.prologue.push_back({BodyPiece::Text, "auto* " + name.name + " = ", -1});
  walk_.prologue.push_back({BodyPiece::Captured, "", walk_.captures.at(root.expression)});
  if (const auto constant = offset.constant()) {
    walk_.prologue.push_back({BodyPiece::Text, " + (" + std::to_string(*constant) + "); ", -1});
    return;
  }
  Capture made;
  made.name = "offset_" + name.name;
  made.type = "clustrix::Index";
  made.expression = walk_.host.hostText(offset);
  model_.kernel.captures.push_back(made);
  walk_.prologue.push_back({BodyPiece::Text, " + ", -1});
  walk_.prologue.push_back({BodyPiece::Captured, "", static_cast<int>(model_.kernel.captures.size()) - 1});
  walk_.prologue.push_back({BodyPiece::Text, "; ", -1});
}

}  // namespace clustrix::compiler
