// Container calls: the elements of containers, their sizes, and where they begin and end.
#include "Induction/LoopHeader.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelScope.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Memory/Rows.h"
#include "Memory/Storage.h"
#include "Recurrence/EarlyExits.h"
#include "Recurrence/Scan.h"
#include "Syntax/Types.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

clang::QualType elementType(clang::QualType container) {
  const auto* record = container.getNonReferenceType()->getAsCXXRecordDecl();
  const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!specialisation || specialisation->getTemplateArgs().size() == 0) return {};
  return specialisation->getTemplateArgs()[0].getAsType();
}

/// The type of the object of a call, behind a pointer where it is one.
clang::QualType containerType(const clang::Expr* object) {
  const clang::QualType type = object->getType();
  return type->isPointerType() ? type->getPointeeType() : type;
}

/// `.size()`
std::string callOf(const StandardClass& which, Role role) { return "." + std::string(which.nameOf(role)) + "()"; }

}  // namespace

const clang::Expr* withoutCasts(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  for (;;) {
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
    if (cast && cast->getCastKind() == clang::CK_NoOp)
      expression = cast->getSubExpr()->IgnoreParens();
    else if (call && isNamingCall(call))
      expression = call->getArg(0)->IgnoreParens();
    else
      return expression;
  }
}

/// The container that a call says something of: `v`, or what `p` leads to in `p->size()`.
std::optional<OuterName> Calls::containerName(const clang::Expr* object) {
  object = withoutCasts(object);
  return object->getType()->isPointerType() ? walk_.names.outerPointee(object) : walk_.names.namedObject(object);
}

/// Refuses elements that no kernel can have.
bool Calls::holdsPlainElements(const StandardClass& container, clang::QualType element, const OuterName& name,
                               clang::SourceLocation at) {
  if (element->isBooleanType() && container.packsBools) {
    walk_.record.effect("effect.vector-bool", at, "elements of vector<bool> share bytes",
                        "use vector<char> or vector<unsigned char>");
    return false;
  }
  if (element.isVolatileQualified() || element->isAtomicType()) {
    walk_.record.effect("effect.volatile", at, "the elements are volatile or atomic");
    return false;
  }
  if (!element->getAsCXXRecordDecl() || copiesAsBytes(element)) return true;
  walk_.record.effect("effect.unsupported-type", at, "the elements of '" + name.name + "' are not trivially copyable",
                      "keep the data in one flat container");
  return false;
}

/// The array of elements behind a container declared outside the loop; its size and address are captured with it.
std::optional<ArrayId> Calls::containerArray(const clang::Expr* object) {
  const clang::QualType type = containerType(object);
  const StandardClass* which = sequenceClass(type);
  if (!which) return std::nullopt;
  const auto name = containerName(object);
  if (!name) return std::nullopt;
  walk_.outer.insert_or_assign(name->key, *name);
  if (known_.appends.contains(name->key))
    walk_.record.effect("effect.allocation", object->getBeginLoc(),
                        "'" + name->name + "' is used while the loop adds to it");
  const clang::QualType element = elementType(type);
  if (element.isNull() || !holdsPlainElements(*which, element, *name, object->getBeginLoc())) return std::nullopt;
  // What a const function of the object sees says nothing about what others may write.
  const bool isView = which->kind == ClassKind::View, isInside = which->elements == Elements::Inside;
  const bool isConst =
      which->constant || (!isView && (name->constObject || name->type.getNonReferenceType().isConstQualified()));
  const std::string base = name->expression + callOf(*which, Role::Data);
  const auto id = walk_.record.array(name->name, base, element, [&](ArrayObject& made) {
    // A string has one character more than it counts, which may be read.
    made.extent = "static_cast<clustrix::Index>(" + name->expression + callOf(*which, Role::Size) +
                  (which->terminated ? " + 1)" : ")");
    made.constElements = isConst || element.isConstQualified();
    if (!isView) made.identity = name->identity;
    if (isInside) made.part = name->part;
    const Value size = walk_.searching || walk_.rollsBack ? containerSize(object, context_.getSizeType()) : Value{};
    if (const auto* integer = std::get_if<IntegerValue>(&size))
      made.extentValue = which->terminated ? add(integer->polynomial, Polynomial(1)) : integer->polynomial;
  });
  // What a view shows lives on without it.
  const bool isTracked = name->variable && name->key.second.empty() && which->elements != Elements::Near && !isView;
  if (id && isTracked) walk_.arrayDeclarations[*id] = name->variable;
  if (!id) return std::nullopt;
  // Its pointer and size are memory of their own; a std::array is nothing but its elements.
  if (!isInside) walk_.record.memoryScalar(*name, object->getBeginLoc());
  if (known_.inLoop.contains(name->key))
    walk_.record.effect("effect.unknown-construct", object->getBeginLoc(),
                        "the container '" + name->name + "' is assigned");
  const bool constElements = model_.arrays[static_cast<std::size_t>(id->value)].constElements;
  walk_.record.capture(*name, {.kind = Capture::Span,
                               .name = name->name,
                               .type = (constElements ? "const " : "") +
                                       walk_.host.typeText(element.getUnqualifiedType(), object->getBeginLoc()),
                               .expression = name->expression + callOf(*which, Role::Size),
                               .array = *id,
                               .constElements = constElements});
  return id;
}

/// Where the elements of a container from outside the loop begin: of one row of many, at the row's place.
std::optional<PointerValue> Calls::containerStart(const clang::Expr* object) {
  const clang::QualType type = containerType(object);
  const auto name = sequenceClass(type) ? containerName(object) : std::nullopt;
  if (name && name->row) return walk_.rows.rowStart(*name, elementType(type));
  const auto array = containerArray(object);
  return array ? std::optional(PointerValue{*array, IntegerValue{}, std::nullopt}) : std::nullopt;
}

Value Calls::containerSize(const clang::Expr* object, clang::QualType type) {
  const auto name = containerName(object);
  if (!name) return std::monostate{};
  if (name->row) return IntegerValue{Polynomial::symbol(walk_.rows.rowSize(*name)), {}};
  if (const auto length =
          name->type.getNonReferenceType()->isArrayType() ? walk_.headers.arrayLength(name->type) : std::nullopt) {
    const std::string text = "sizeof(" + name->expression + ") / sizeof(" + name->expression + "[0])";
    return IntegerValue{input_.parametric ? Polynomial::symbol(walk_.record.parameterOf(text, text, context_.LongTy))
                                          : Polynomial(*length),
                        {}};
  }
  if (known_.appends.contains(name->key))
    walk_.record.effect("effect.allocation", object->getBeginLoc(),
                        "'" + name->name + "' is used while the loop adds to it");
  const StandardClass* which = sequenceClass(containerType(object));
  if (!which) return std::monostate{};
  const std::string asks = callOf(*which, Role::Size);
  const SymbolId id = walk_.record.parameterOf(name->expression + asks, name->name + asks, type);
  // No object has more elements than the largest signed size.
  Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
  symbol.max = std::min<Int128>(symbol.max, (static_cast<Int128>(1) << 62) - 1);
  return IntegerValue{Polynomial::symbol(id), {}};
}

/// `v[i]`, `v.front()`, `v.back()` on a container from outside, `local[i]` on a std::array of the iteration's own.
std::optional<Place> Calls::containerElement(const clang::CallExpr* call) {
  const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (op)
    if (const auto pointed = pointedElement(op)) return *pointed;
  const auto asked = askedElement(call);
  if (!asked) return std::nullopt;
  const clang::Expr* object = asked->object;
  if (!sequenceClass(containerType(object))) return std::nullopt;
  const bool isInside = isInPlace(containerType(object));
  if (const auto view = ownView(object)) return elementOfView(*view, *asked, call);
  const clang::Expr* plain = withoutCasts(object);
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(plain)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    // A reference may lead to an element of something else.
    if (variable && walk_.isLocal(variable) && isInside && !variable->getType()->isReferenceType()) {
      walk_.overlooked.lookAt(reference);
      if (asked->index) walk_.exits.requireInside(call, walk_.expressions.evaluate(asked->index));
      return LocalPlace{variable, false};
    }
  }
  if (isInside && !walk_.names.namedObject(plain)) return elementOfPart(*asked, call);
  return elementOfNamed(*asked, call);
}

/// Through an iterator or a std::unique_ptr, which stand for pointers.
std::optional<Place> Calls::pointedElement(const clang::CXXOperatorCallExpr* op) {
  if (op->getOperator() == clang::OO_Star && op->getNumArgs() == 1) {
    const Value pointer = walk_.expressions.valueOf(op->getArg(0));
    if (!std::holds_alternative<PointerValue>(pointer)) return std::nullopt;
    return walk_.lvalues.dereference(pointer, op->getType(), op->getBeginLoc());
  }
  if (op->getOperator() != clang::OO_Subscript || op->getNumArgs() != 2) return std::nullopt;
  const clang::Expr* object = op->getArg(0);
  if (isIteratorType(object->getType())) {
    const Value first = walk_.expressions.valueOf(object);
    return walk_.lvalues.subscript(first, walk_.expressions.position(op->getArg(1)), op->getType());
  }
  const auto array = walk_.storage.uniqueArray(withoutCasts(object), {});
  if (!array) return std::nullopt;
  return walk_.lvalues.subscript(PointerValue{*array, IntegerValue{}, std::nullopt},
                                 walk_.expressions.position(asSigned(op->getArg(1))), op->getType());
}

/// The position as a signed number: a container has no element where the conversion of a negative one leads.
///
///     v[i * most + j]      for int i, j: not modulo 2^64
const clang::Expr* Calls::asSigned(const clang::Expr* position) const {
  const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(position);
  if (!cast || cast->getCastKind() != clang::CK_IntegralCast) return position;
  const clang::QualType from = cast->getSubExpr()->getType(), to = cast->getType();
  const bool isWhole = to->isUnsignedIntegerType() && context_.getIntWidth(to) == 64 && from->isSignedIntegerType();
  return isWhole ? cast->getSubExpr() : position;
}

/// Which element of which object a call names.
std::optional<Calls::AskedElement> Calls::askedElement(const clang::CallExpr* call) {
  if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    const bool subscripts = op->getOperator() == clang::OO_Subscript && op->getNumArgs() == 2;
    return subscripts ? std::optional(AskedElement{op->getArg(0), asSigned(op->getArg(1))}) : std::nullopt;
  }
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const Role role = member ? roleOf(member->getMethodDecl()) : Role::None;
  const bool last = role == Role::Back, at = role == Role::At && call->getNumArgs() == 1;
  if (role != Role::Front && !last && !at) return std::nullopt;
  const clang::Expr* object = member->getImplicitObjectArgument();
  if (!sequenceClass(containerType(object)) || (at && !isInRange(call, object)) || !sayForKernel(member))
    return std::nullopt;
  return AskedElement{object, at ? call->getArg(0) : nullptr, last};
}

/// Of a std::array inside an element of something else.
std::optional<Place> Calls::elementOfPart(const AskedElement& asked, const clang::CallExpr* call) {
  const Place whole = walk_.lvalues.place(asked.object);
  const Value position = asked.index ? walk_.expressions.position(asked.index) : Value{IntegerValue{}};
  if (std::holds_alternative<LocalPlace>(whole)) {
    walk_.exits.requireInside(call, position);
    return LocalPlace{};
  }
  const Value first = walk_.lvalues.addressOf(whole, asked.object->getType());
  if (asked.last || !std::holds_alternative<PointerValue>(first)) return std::nullopt;
  PointerValue inside = std::get<PointerValue>(first);
  const auto& element = std::get<ElementPlace>(whole);
  inside.bytes = {element.begin, element.end};
  Place part = walk_.lvalues.subscript(inside, position, call->getType());
  if (auto* found = std::get_if<ElementPlace>(&part)) found->inside = element.inside;
  return part;
}

/// Of a container from outside the loop, or of one of its rows.
std::optional<Place> Calls::elementOfNamed(const AskedElement& asked, const clang::CallExpr* call) {
  const clang::Expr* object = asked.object;
  const bool isRow = !walk_.rows.rowType(object).isNull();
  const auto start = isRow ? std::nullopt : containerStart(object);
  if (!start && !isRow) return std::nullopt;
  Value position = IntegerValue{};
  if (asked.index) position = walk_.expressions.position(asked.index);
  if (asked.last)
    position = walk_.expressions.arithmetic(clang::BO_Sub, containerSize(object, context_.getSizeType()),
                                            IntegerValue{Polynomial(1), {}}, context_.LongLongTy);
  if (isRow) {
    const clang::QualType written = asked.index ? asked.index->IgnoreParenImpCasts()->getType() : context_.LongLongTy;
    return walk_.rows.rowPlace(object, position, written, call->getSourceRange());
  }
  Place element = walk_.lvalues.subscript(*start, position, call->getType());
  const auto name = walk_.names.namedObject(withoutCasts(object));
  if (auto* inside = std::get_if<ElementPlace>(&element); inside && name)
    inside->inside = walk_.rows.insideRow(*name, position);
  return element;
}

std::optional<Value> Calls::evaluateContainerCall(const clang::CallExpr* call) {
  const Question asked = askedOf(call);
  const Role role = asked.role;
  if (role == Role::None) return std::nullopt;
  const clang::Expr* object = asked.object;
  if (role == Role::Pointer)
    if (const auto array = walk_.storage.uniqueArray(withoutCasts(object), call->getSourceRange()))
      return PointerValue{*array, IntegerValue{}, std::nullopt};
  if (!sequenceClass(containerType(object))) return std::nullopt;
  if (object->getType()->isPointerType() && role == Role::Size) {
    const auto behind = walk_.names.outerPointee(object);
    if (!behind || behind->row || known_.appends.contains(behind->key)) return std::nullopt;
    captureSize(*behind, call);
    return containerSize(object, call->getType());
  }
  const bool isEnd = role == Role::Front || role == Role::Back;
  if (!isEnd && role != Role::At) {
    const bool isPart = isViewType(object->getType()) && isPartOfView(role);
    if (const auto view = isPart ? viewOf(object, object->getType()) : ownView(object))
      return ofView(*view, asked, call);
  }
  if (role == Role::At) {
    if (const auto element = containerElement(call)) return walk_.lvalues.load(*element, call);
    walk_.record.effect("effect.exception", call->getBeginLoc(), "'at' throws when the index is out of range",
                        "use operator[]");
    return Value{};
  }
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(withoutCasts(object)))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        variable && walk_.isLocal(variable) && isInPlace(containerType(object))) {
      if (const auto own = ofOwnArray(asked, reference, *variable)) return *own;
      if (!isEnd) return std::nullopt;  // which containerElement knows of another object
    }
  if (isEnd) {
    const auto element = containerElement(call);
    return element ? std::optional<Value>(walk_.lvalues.load(*element, call)) : std::nullopt;
  }
  return ofWholeContainer(asked, call);
}

/// The kernel has no such container: the number is its own.
void Calls::captureSize(OuterName size, const clang::CallExpr* call) {
  walk_.record.memoryScalar(size, call->getBeginLoc());
  const std::string wish = size.name + "_size";
  size.expression += callOf(*sequenceClass(containerType(askedOf(call).object)), Role::Size);
  size.range = call->getSourceRange();
  walk_.record.capture(size, {.kind = Capture::Value,
                              .name = wish,
                              .type = walk_.host.typeText(call->getType(), call->getBeginLoc()),
                              .expression = size.expression,
                              .array = {}});
}

/// Of a std::array of the iteration's own, which the kernel has as it is.
std::optional<Value> Calls::ofOwnArray(const Question& asked, const clang::DeclRefExpr* reference,
                                       const clang::VarDecl& variable) {
  if (asked.role == Role::Size) {
    const auto length = fixedLength(variable.getType());
    if (!length) return std::nullopt;
    walk_.overlooked.lookAt(reference);
    return IntegerValue{Polynomial(*length), {}};
  }
  const bool isOwn =
      !variable.getType()->isReferenceType() || std::holds_alternative<LocalPlace>(walk_.lvalues.place(asked.object));
  const bool leads =
      asked.role == Role::Data || asked.role == Role::Begin || asked.role == Role::Front || asked.role == Role::Back;
  return isOwn && leads ? std::optional<Value>(LocalPointer{}) : std::nullopt;
}

/// Its size, and where its elements begin and end.
std::optional<Value> Calls::ofWholeContainer(const Question& asked, const clang::CallExpr* call) {
  const clang::Expr* object = asked.object;
  const Role role = asked.role;
  const bool isSize = role == Role::Size, begins = role == Role::Data || role == Role::Begin;
  const bool known = isSize || begins || role == Role::End || role == Role::Empty;
  if (!known || !containerName(object)) return std::nullopt;
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  if (object->getType()->isPointerType() && (!member || !sayForKernel(member))) return std::nullopt;
  if (isSize && !walk_.rows.rowType(object).isNull()) {
    // Of one of many, the text says which.
    if (const auto rows = walk_.names.namedObject(withoutCasts(object)); rows && !rows->row) captureSize(*rows, call);
    return containerSize(object, call->getType());
  }
  const auto start = containerStart(object);
  if (!start) return Value{};
  if (isSize) return containerSize(object, call->getType());
  if (begins) return *start;
  if (role != Role::End) return Value{};
  const Value size = containerSize(object, context_.getSizeType());
  return walk_.expressions.pointerPlus(*start, size, walk_.elementTypes[static_cast<std::size_t>(start->array.value)],
                                       false);
}

}  // namespace clustrix::compiler
