// Places: which object an lvalue designates.
#include "Lower/Places.h"
#include "Induction/InductionSteps.h"
#include "Induction/LoopHeader.h"
#include "Induction/Quotients.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelFunctions.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/Bitsets.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Objects.h"
#include "Lower/Overlooked.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Memory/BitFields.h"
#include "Memory/ElementParts.h"
#include "Memory/Names.h"
#include "Memory/Rows.h"
#include "Memory/Unions.h"
#include "Recurrence/EarlyExits.h"
#include "Recurrence/PrivatisedObjects.h"
#include "Recurrence/SameConditions.h"
#include "Syntax/Types.h"

#include "Support/Effort.h"

#include "clang/AST/RecordLayout.h"

#include <algorithm>

namespace clustrix::compiler {

Place Lvalues::place(const clang::Expr* lvalue) {
  if (!Effort::spend()) return UnknownPlace{};
  walk_.overlooked.lookAt(lvalue);
  lvalue = lvalue->IgnoreParens();
  if (lvalue->getType().isVolatileQualified())
    walk_.record.effect("effect.volatile", lvalue->getBeginLoc(), "a volatile object is accessed");
  if (const auto* cleanups = llvm::dyn_cast<clang::FullExpr>(lvalue)) return place(cleanups->getSubExpr());
  if (const auto* braced = llvm::dyn_cast<clang::InitListExpr>(lvalue)) return place(braced->getInit(0));  // `{a[i]}`
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(lvalue)) {
    walk_.expressions.evaluate(temporary->getSubExpr());
    return LocalPlace{};
  }
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(lvalue))
    if (const auto named = placeOfName(reference)) return *named;
  if (const auto pointed = walk_.inlining.pointedVariable(lvalue)) {
    walk_.overlooked.lookAtAll(lvalue);
    return *pointed;
  }
  if (const auto name = walk_.names.outerName(lvalue)) {
    if (name->variable && name->variable->getTLSKind() != clang::VarDecl::TLS_None)
      walk_.record.effect("effect.thread-local", lvalue->getBeginLoc(), "'" + name->name + "' is thread_local");
    walk_.outer.insert_or_assign(name->key, *name);
    return OuterPlace{name->key};
  }
  if (const auto* index = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) return placeOfSubscript(index);
  if (const auto* member_ = llvm::dyn_cast<clang::MemberExpr>(lvalue)) return member(member_);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(lvalue))
    if (const auto found = placeOfUnary(unary)) return *found;
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(lvalue)) return placeOfChoice(choice);
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(lvalue))
    if (const auto found = placeOfConversion(cast)) return *found;
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(lvalue))
    if (const auto found = placeOfBinary(op)) return *found;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(lvalue)) return placeOfCall(call);
  // Nobody writes there: as good as an object of the iteration's own.
  if (llvm::isa<clang::StringLiteral>(lvalue)) return LocalPlace{};
  walk_.record.effect("effect.unknown-construct", lvalue->getBeginLoc(),
                      std::string("an lvalue of a kind that is not modelled (") + lvalue->getStmtClassName() + ")");
  return UnknownPlace{};
}

/// Of a variable of the loop's own, and of what is no variable; nothing of one from outside the loop.
std::optional<Place> Lvalues::placeOfName(const clang::DeclRefExpr* reference) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  const auto* part = llvm::dyn_cast<clang::BindingDecl>(reference->getDecl());
  if (part && walk_.isLocal(llvm::cast<clang::VarDecl>(part->getDecomposedDecl())))
    return walk_.statements.placeOfBinding(part);
  if (!variable && !part) return UnknownPlace{};
  if (variable)
    if (const auto captured = walk_.inlining.capturedPlace(reference)) return *captured;
  if (!variable || !walk_.isLocal(variable)) return std::nullopt;
  const auto bound = walk_.references.find(variable);
  if (bound != walk_.references.end()) return bound->second;
  if (variable->hasGlobalStorage() && !variable->getType().isConstQualified())
    walk_.record.effect("effect.static-local", reference->getBeginLoc(),
                        "the static variable '" + variable->getNameAsString() + "' keeps its value between iterations");
  return LocalPlace{variable, true};
}

Place Lvalues::placeOfSubscript(const clang::ArraySubscriptExpr* index) {
  if (const auto element = walk_.rows.variableRowElement(index)) return *element;
  if (const auto row = walk_.rows.rowOfArray(index)) return *row;
  const Value base = walk_.expressions.evaluate(index->getBase());
  const Value position = walk_.expressions.position(index->getIdx());
  if (std::holds_alternative<std::monostate>(base))
    return dereference(base, index->getType(), index->getBeginLoc(), index->getBase());
  if (std::holds_alternative<LocalPointer>(base)) walk_.exits.requireInside(index, position);
  return promotedElement(subscript(base, position, index->getType()), index);
}

Place Lvalues::promotedElement(const Place& place, const clang::Expr* expression) {
  const auto* element = std::get_if<ElementPlace>(&place);
  return element ? promoted(*element, expression) : place;
}

std::optional<Place> Lvalues::placeOfUnary(const clang::UnaryOperator* unary) {
  if (unary->getOpcode() == clang::UO_Deref)
    return promotedElement(dereference(walk_.expressions.evaluate(unary->getSubExpr()), unary->getType(),
                                       unary->getBeginLoc(), unary->getSubExpr()),
                           unary);
  if (unary->isIncrementDecrementOp()) {
    walk_.expressions.evaluateUnary(unary);
    return place(unary->getSubExpr());
  }
  if (unary->getOpcode() == clang::UO_Real || unary->getOpcode() == clang::UO_Imag) return partOfComplex(unary);
  if (unary->getOpcode() == clang::UO_Extension) return place(unary->getSubExpr());
  return std::nullopt;
}

std::optional<Place> Lvalues::placeOfConversion(const clang::CastExpr* cast) {
  const auto kind = cast->getCastKind();
  if (llvm::isa<clang::ExplicitCastExpr>(cast))
    return kind == clang::CK_NoOp ? std::optional(place(cast->getSubExpr())) : std::nullopt;
  if (kind != clang::CK_NoOp && kind != clang::CK_UncheckedDerivedToBase && kind != clang::CK_DerivedToBase)
    return std::nullopt;
  return partOfBase(context_, place(cast->getSubExpr()), *llvm::cast<clang::ImplicitCastExpr>(cast));
}

std::optional<Place> Lvalues::placeOfBinary(const clang::BinaryOperator* op) {
  if (op->isAssignmentOp()) {
    walk_.expressions.evaluate(op);
    return place(op->getLHS());
  }
  if (op->getOpcode() != clang::BO_Comma) return std::nullopt;
  walk_.expressions.evaluate(op->getLHS());
  return place(op->getRHS());
}

Place Lvalues::placeOfCall(const clang::CallExpr* call) {
  if (isNamingCall(call)) return place(call->getArg(0));
  if (const auto object = walk_.objects.placeOf(call)) return *object;
  if (const auto content = walk_.calls.optionalContent(call)) return *content;
  if (const auto bits = Bitsets(walk_).placeOf(call)) return *bits;
  if (const auto element = walk_.calls.containerElement(call)) return promotedElement(*element, call);
  if (const auto* move = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call); move && walk_.calls.moveIterator(move))
    return place(move->getArg(0));
  if (!isPureFunction(call->getDirectCallee()))
    if (const auto result = walk_.names.returnedPlace(call)) return *result;
  walk_.calls.evaluateCall(call);
  return LocalPlace{};  // known calls return values or one of their arguments, which were read
}

/// `__real__ z` and `__imag__ z`: the halves of a complex number.
Place Lvalues::partOfComplex(const clang::UnaryOperator* part) {
  Place whole = place(part->getSubExpr());
  if (auto* local = std::get_if<LocalPlace>(&whole)) local->whole = false;
  auto* element = std::get_if<ElementPlace>(&whole);
  const std::int64_t size = walk_.record.sizeOf(part->getType());
  if (element && part->getSubExpr()->getType()->isAnyComplexType()) {
    const std::int64_t begin = part->getOpcode() == clang::UO_Imag ? size : 0;
    narrow(*element, {begin, begin + size});
  }
  if (std::holds_alternative<OuterPlace>(whole)) {
    walk_.record.effect("effect.unsupported-type", part->getBeginLoc(),
                        "a part of a complex number from outside the loop is used");
    return UnknownPlace{};
  }
  return whole;
}

/// Whether no values make all of them hold, as far as one alone tells: `k == 0` where k is 1.
bool Lvalues::neverHold(const std::vector<Polynomial>& conditions) {
  return std::any_of(conditions.begin(), conditions.end(), [](const Polynomial& value) {
    const auto constant = value.constant();
    return constant && *constant < 0;
  });
}

/// One of two objects, nobody knows which: a piece of what holds both.
Place Lvalues::eitherOf(const Place& one, const Place& other) {
  const auto *own = std::get_if<LocalPlace>(&one), *second = std::get_if<LocalPlace>(&other);
  if (own && second && own->variable == second->variable) return LocalPlace{own->variable, false};
  const auto *named = std::get_if<OuterPlace>(&one), *name = std::get_if<OuterPlace>(&other);
  if (named && name && named->key == name->key) return one;
  const auto *first = std::get_if<ElementPlace>(&one), *last = std::get_if<ElementPlace>(&other);
  if (!first || !last || first->array != last->array) return UnknownPlace{};
  const auto bytesOf = [](const ElementPlace& part) { return part.piece ? part.piece->bytes : part.end - part.begin; };
  ElementPlace either{first->array, std::nullopt, std::min(first->begin, last->begin), std::max(first->end, last->end)};
  if (first->index != last->index || bytesOf(*first) != bytesOf(*last)) return either;
  either.index = first->index;
  if (first->inside == last->inside) either.inside = first->inside;
  either.piece = first->piece == last->piece && first->begin == last->begin && first->end == last->end
                     ? first->piece
                     : Piece{std::nullopt, bytesOf(*first)};
  return either;
}

/// `c ? a : b` as an object: a constant one is only read, here.
Place Lvalues::placeOfChoice(const clang::ConditionalOperator* choice) {
  if (choice->getType().isConstQualified() && choice->getType()->isScalarType()) {
    walk_.expressions.evaluateConditional(choice);
    return LocalPlace{};
  }
  walk_.expressions.evaluate(choice->getCond());
  // Each mention stands in a place of its own in the text, and an object that two of them name is known by the last
  // one.
  const auto mention = [&](const clang::Expr* one) {
    const State before = state_;
    state_.certain = false;
    const Place named = place(one);
    if (std::holds_alternative<OuterPlace>(named) && one->getType()->isScalarType()) load(named, one);
    state_ = Statements::merged(before, state_);
    state_.certain = before.certain;
    return named;
  };
  const Place yes = mention(choice->getTrueExpr()), no = mention(choice->getFalseExpr());
  // One that both parts name is used in either case.
  const auto *first = std::get_if<OuterPlace>(&yes), *second = std::get_if<OuterPlace>(&no);
  if (first && second && first->key == second->key && walk_.reached.contains(first->key))
    walk_.names.reached(first->key, choice->getBeginLoc());
  if (neverHold(walk_.expressions.constraintsOf(choice->getCond(), true))) return no;
  if (neverHold(walk_.expressions.constraintsOf(choice->getCond(), false))) return yes;
  const bool own = std::holds_alternative<LocalPlace>(yes) && std::holds_alternative<LocalPlace>(no);
  if (own && choice->getType().isConstQualified()) return LocalPlace{};
  const Place either = eitherOf(yes, no);
  if (!std::holds_alternative<UnknownPlace>(either)) return either;
  walk_.record.effect("effect.pointer-unknown", choice->getBeginLoc(),
                      "one of two objects is chosen and may be written");
  return UnknownPlace{};
}

bool Lvalues::surelyExists(const ArrayObject& object, const Polynomial& index) {
  const auto place = index.constant(), extent = object.extentValue ? object.extentValue->constant() : std::nullopt;
  return place && extent && *place >= 0 && *place < *extent;
}

/// An element that is seen as a variable: the only one that the loop writes, or a number that it only reads.
Place Lvalues::promoted(const ElementPlace& element, const clang::Expr* expression) {
  const ArrayObject object = model_.arrays[static_cast<std::size_t>(element.array.value)];
  const bool isFixed = known_.fixedArrays.contains(object.base);
  if ((!isFixed && known_.promotedArrays.empty()) || !element.index) return element;
  if (!isOverParameters(model_, element.index->polynomial)) return element;
  // One that is read beside the fixed one.
  const Polynomial& index = element.index->polynomial;
  const std::string subscript = "[" + walk_.host.hostText(index) + "]";
  if (!isFixed && !known_.promotedArrays.contains(object.base + subscript)) return element;
  // `b[3]` of `b[3][5]` and `c[3]` of `c[3].x` are on the way to the element, not the element.
  const bool leads = isFixed && expression->getType()->isPointerType();
  if (!expression->getType()->isArithmeticType() && !leads) return element;
  // The host would read another element where the subscript wraps around.
  if (isFixed && !walk_.quotients.needsNothing(*element.index)) return element;
  walk_.record.require(element.index->needs, expression->getBeginLoc());
  const Key key{nullptr, "element of " + object.base + (isFixed ? subscript : "")};
  if (isFixed && !surelyExists(object, index)) walk_.names.reached(key, expression->getBeginLoc());
  OuterName name;
  name.key = key;
  name.expression = "(" + object.base + ")" + subscript;
  name.name = object.name + (isFixed && index.constant() ? "_" + std::to_string(*index.constant()) : "_element");
  name.type = expression->getType();
  name.inMemory = true;
  name.range = expression->getSourceRange();
  walk_.outer.insert_or_assign(key, name);
  return OuterPlace{key};
}

Place Lvalues::member(const clang::MemberExpr* expression) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(expression->getMemberDecl());
  if (!field) {
    walk_.expressions.evaluate(expression->getBase());
    walk_.record.effect("effect.unknown-construct", expression->getBeginLoc(),
                        "a member that is no data member is used");
    return UnknownPlace{};
  }
  const auto object = expression->isArrow()                ? walk_.names.outerPointee(expression->getBase())
                      : expression->getBase()->isGLValue() ? walk_.names.namedObject(expression->getBase())
                                                           : std::nullopt;
  if (object && object->row)
    if (const auto name = walk_.names.memberName(*object, expression)) return walk_.rows.partOfRow(*name);
  const bool hidden = field->getAccess() == clang::AS_private || field->getAccess() == clang::AS_protected;
  if (hidden && walk_.frames.empty())
    walk_.functions.obstacle(expression->getBeginLoc(), "'" + field->getQualifiedNameAsString() + "' is private");
  Place base;
  if (expression->isArrow()) {
    base = dereference(walk_.expressions.evaluate(expression->getBase()),
                       expression->getBase()->getType()->getPointeeType(), expression->getBeginLoc(),
                       expression->getBase());
  } else if (expression->getBase()->isGLValue()) {
    base = place(expression->getBase());
  } else {
    walk_.expressions.evaluate(expression->getBase());
    base = LocalPlace{};
  }
  if (field->getType()->isReferenceType()) {
    if (walk_.calls.readsExtreme(expression->getBase(), base)) return LocalPlace{};
    walk_.record.effect("effect.pointer-unknown", expression->getBeginLoc(),
                        "a reference stored in an object is followed");
    return UnknownPlace{};
  }
  if (auto* element = std::get_if<ElementPlace>(&base)) {
    if (const auto bytes = bytesOf(context_, *field)) narrow(*element, *bytes);
    return base;
  }
  if (auto* local = std::get_if<LocalPlace>(&base)) {
    local->whole = false;
    return base;
  }
  // A part of an object that is assigned as a whole: of the iteration's own.
  if (const auto* outer = std::get_if<OuterPlace>(&base); outer && known_.inLoop.contains(outer->key)) {
    loadOuter(*outer, expression->getBase());
    return LocalPlace{};
  }
  if (bitFieldOf(expression))
    walk_.record.effect("effect.bit-field", expression->getBeginLoc(),
                        "a bit-field of an object outside the loop is used");
  return UnknownPlace{};
}

Place Lvalues::subscript(const Value& base, const Value& index, clang::QualType elementType) {
  if (std::holds_alternative<LocalPointer>(base)) return LocalPlace{};
  const auto* pointer = std::get_if<PointerValue>(&base);
  if (!pointer) return UnknownPlace{};
  const Value moved = walk_.expressions.pointerPlus(*pointer, index, elementType, false);
  const auto& target = std::get<PointerValue>(moved);
  const ArrayObject& object = model_.arrays[static_cast<std::size_t>(target.array.value)];
  ElementPlace element{target.array, target.offset, 0, object.elementBytes};
  if (target.bytes) {
    std::tie(element.begin, element.end) = *target.bytes;
    element.piece = target.piece;
    return element;
  }
  // A row `a[i]` of a two-dimensional array covers many elements; a further subscript narrows it down.
  element.end = std::max(object.elementBytes, walk_.record.sizeOf(elementType));
  if (element.index) element.inside = walk_.rows.insidePointerRow(element.array, *element.index);
  if (walk_.promising && walk_.frames.empty() && element.index)
    promised_.emplace_back(element.array, element.index->polynomial);
  return element;
}

/// The variable, if `pointer` is one that the loop changes.
const clang::VarDecl* Lvalues::changingPointer(const clang::Expr* pointer) const {
  const auto* name = pointer ? llvm::dyn_cast<clang::DeclRefExpr>(pointer->IgnoreParenImpCasts()) : nullptr;
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return variable && known_.inLoop.contains(walk_.headers.keyOf(variable)) ? variable : nullptr;
}

Place Lvalues::dereference(const Value& pointer, clang::QualType type, clang::SourceLocation at,
                           const clang::Expr* written) {
  if (std::holds_alternative<LocalPointer>(pointer)) return LocalPlace{};
  if (std::holds_alternative<PointerValue>(pointer)) return subscript(pointer, IntegerValue{}, type);
  // Where the loop writes no memory, whatever is read stays as it is: only a kernel cannot have it.
  const clang::VarDecl* changing = changingPointer(written);
  const std::string message =
      changing ? "`" + changing->getNameAsString() + "` is another pointer in each iteration, since the loop changes it"
               : "a pointer is followed whose target is not known before the loop";
  if (known_.memory || walk_.searching)
    walk_.record.effect("effect.pointer-unknown", at, message,
                        changing ? "" : "copy the pointer into a local variable before the loop");
  else
    walk_.functions.obstacle(at, message);
  return UnknownPlace{};
}

Value Lvalues::addressOf(const Place& place, clang::QualType type) {
  if (std::holds_alternative<LocalPlace>(place)) return LocalPointer{};
  const auto* element = std::get_if<ElementPlace>(&place);
  if (!element) return std::monostate{};
  PointerValue pointer{element->array, element->index, std::nullopt};
  const ArrayObject& object = model_.arrays[static_cast<std::size_t>(element->array.value)];
  if (element->begin != 0 || element->end < object.elementBytes ||
      (type->isArrayType() && walk_.record.sizeOf(type) == object.elementBytes &&
       object.elementBytes != walk_.record.sizeOf(context_.getBaseElementType(type))))
    pointer.bytes = {element->begin, element->end};
  if (element->piece) {
    pointer.bytes = {element->begin, element->end};
    pointer.piece = element->piece;
  }
  return pointer;
}

/// Inside an element: `position + k` is a piece of `position`. Bounds of arrays in classes are C++'s own; a pointer to
/// something else in the element may lead to all of it.
PointerValue Lvalues::insidePlus(const PointerValue& pointer, const IntegerValue* index, std::int64_t size,
                                 bool negative) {
  PointerValue result = pointer;
  const auto [begin, end] = *pointer.bytes;
  const std::int64_t elementBytes = model_.arrays[static_cast<std::size_t>(pointer.array.value)].elementBytes;
  const std::int64_t before = pointer.piece ? pointer.piece->bytes : end - begin;
  const auto steps = index ? index->polynomial.constant() : std::nullopt;
  if (steps == 0 && size == before) return result;
  if (size > before || (!pointer.piece && size == before)) result.bytes = {0, elementBytes};
  result.piece = Piece{std::nullopt, std::clamp<std::int64_t>(size, 1, elementBytes)};
  const auto amount = index ? multiply(index->polynomial, Polynomial(negative ? -size : size)) : std::nullopt;
  if (!amount || size > before || (pointer.piece && !pointer.piece->at)) return result;
  IntegerValue at = pointer.piece ? *pointer.piece->at : IntegerValue{Polynomial(begin), {}};
  const auto sum = add(at.polynomial, *amount);
  if (!sum) return result;
  at.polynomial = *sum;
  at.needs.insert(at.needs.end(), index->needs.begin(), index->needs.end());
  // Certainly outside: in what else the element holds, or in another one.
  const auto fixed = sum->constant();
  if (fixed && (*fixed < result.bytes->first || *fixed > result.bytes->second - size)) {
    result.bytes = {0, elementBytes};
    if (*fixed < 0 || *fixed > elementBytes - size) {
      result.offset = std::nullopt;
      return result;
    }
  }
  result.piece->at = std::move(at);
  return result;
}

}  // namespace clustrix::compiler
