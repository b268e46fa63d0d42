// Accesses: what reading and writing an object does, and the value that is read.
#include "Induction/InductionSteps.h"
#include "Induction/ValueCases.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/DeviceText.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/Inlining.h"
#include "Lower/ListedValues.h"
#include "Lower/Objects.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/BitFields.h"
#include "Memory/ElementParts.h"
#include "Memory/Names.h"
#include "Memory/Rows.h"
#include "Memory/Storage.h"
#include "Memory/Unions.h"
#include "Recurrence/PrivatisedObjects.h"
#include "Recurrence/SameConditions.h"
#include "Recurrence/Updates.h"
#include "Syntax/Types.h"

#include "Support/Effort.h"

#include "clang/AST/RecordLayout.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// A piece whose place is known is a part of its own.
void settlePiece(Access& access, const Piece& piece, std::int64_t elementBytes) {
  const auto begin = piece.at ? piece.at->polynomial.constant() : std::nullopt;
  if (begin && *begin >= 0 && *begin <= elementBytes - piece.bytes) {
    access.byteBegin = *begin;
    access.byteEnd = *begin + piece.bytes;
    return;
  }
  access.someBytes = piece.bytes;
  if (piece.at) access.offset = piece.at->polynomial;
}

/// Whether the object, or the one that it is a part of, is reached through a pointer.
bool followsPointer(const clang::Expr* object) {
  object = object->IgnoreParens();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(object))
    return member->isArrow() || followsPointer(member->getBase());
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(object);
  return (unary && unary->getOpcode() == clang::UO_Deref) || llvm::isa<clang::ArraySubscriptExpr>(object);
}

}  // namespace

void Lvalues::access(AccessKind kind, const ElementPlace& element, clang::SourceLocation at, int update) {
  const ArrayObject& object = model_.arrays[static_cast<std::size_t>(element.array.value)];
  if (kind == AccessKind::Write && object.constElements)
    walk_.record.effect("effect.unknown-construct", at, "an element is written through a const view");
  if (element.index && walk_.induction.mentionsRising(*element.index)) {
    ElementPlace place = element;
    // What is needed of it is either certain or more than a guard could ask for.
    if (walk_.induction.needsOfRisingHold(*element.index)) {
      std::erase_if(place.index->needs,
                    [&](const Bound& need) { return walk_.induction.mentionsRising({need.value, {}}); });
    } else {
      place.index.reset();
      place.inside.clear();
    }
    if (place.index != element.index) return this->access(kind, place, at, update);
  }
  if (const auto place = withoutListed(walk_, element)) return access(kind, *place, at, update);
  if (walk_.cases.accessInEachCase(kind, element, at, update)) return;
  Access access;
  access.kind = kind;
  access.array = element.array;
  access.byteBegin = element.begin;
  access.byteEnd = element.end;
  if (element.end > object.elementBytes) {  // a whole row at once
    access.byteBegin = 0;
    access.byteEnd = object.elementBytes;
  } else if (element.index) {
    access.index = element.index->polynomial;
    walk_.record.require(element.index->needs, at);
  }
  if (element.piece && element.end <= object.elementBytes) {
    settlePiece(access, *element.piece, object.elementBytes);
    if (element.piece->at) walk_.record.require(element.piece->at->needs, at);
  }
  if (walk_.bounding) walk_.bounds.insert(element.array);
  Effort::spend(walk_.path.size() + state_.conditions.size());
  access.loops = walk_.path;
  access.conditions = state_.conditions;
  access.conditions.insert(access.conditions.end(), element.inside.begin(), element.inside.end());
  access.existing = element.inside.size();
  access.certain = state_.certain;
  access.update = update;
  access.at = walk_.record.point(at);
  access.exists = access.index && std::any_of(promised_.begin(), promised_.end(), [&](const auto& promise) {
                    return promise.first == access.array && promise.second == *access.index;
                  });
  model_.accesses.push_back(std::move(access));
}

Value Lvalues::load(const Place& place, const clang::Expr* expression) {
  const clang::QualType type = expression->getType();
  if (const auto copied = walk_.inlining.capturedCopy(expression)) return *copied;
  if (const auto* local = std::get_if<LocalPlace>(&place)) {
    if (const auto number = walk_.names.copiedNumber(expression)) return *number;
    if (!local->variable || !local->whole) return std::monostate{};
    // Nothing changes a closure whose values are known.
    if (!isLambdaType(type) && walk_.storage.addressTaken(local->variable)) return std::monostate{};
    const auto value = state_.values.find({local->variable, ""});
    return value == state_.values.end() ? Value{} : value->second;
  }
  if (const auto* outer = std::get_if<OuterPlace>(&place)) return loadOuter(*outer, expression);
  if (const auto* element = std::get_if<ElementPlace>(&place)) {
    access(AccessKind::Read, *element, expression->getBeginLoc());
    if (type->isPointerType())
      if (const auto row = walk_.rows.pointerRow(*element, type, expression->getBeginLoc())) return *row;
    return listedElement(walk_, *element, expression);
  }
  if (std::holds_alternative<SharedPlace>(place)) return std::monostate{};
  // The dereference has told already what stands in the way of a kernel.
  const bool keeps = !known_.memory && !walk_.searching && followsPointer(expression);
  if (!type->isFunctionType() && !keeps)
    walk_.record.effect("effect.pointer-unknown", expression->getBeginLoc(),
                        "an object is read that is not known before the loop");
  return std::monostate{};
}

namespace {

/// `constexpr double kWidth = 0.1;` of a file or namespace: the kernel says it by its name, and its compiler knows the
/// value, as that of the loop does. What is computed from such alone it computes once.
bool isNumberOfFile(const OuterName& name) {
  const clang::VarDecl* variable = name.variable;
  return variable && name.key.second.empty() && variable->isFileVarDecl() && !variable->isStaticDataMember() &&
         !llvm::isa<clang::VarTemplateSpecializationDecl>(variable) && variable->getType()->isRealFloatingType() &&
         isConstantNumber(*variable);
}

}  // namespace

Value Lvalues::loadOuter(const OuterPlace& outer, const clang::Expr* expression) {
  const OuterName name = walk_.outer.at(outer.key);
  const clang::QualType type = name.type.getNonReferenceType();
  const clang::SourceLocation at = expression->getBeginLoc();
  walk_.updates.refuseMemberOfCombined(outer.key, at);
  if (type.isVolatileQualified()) walk_.record.effect("effect.volatile", at, "'" + name.name + "' is volatile");
  if (type->isAtomicType()) walk_.record.effect("effect.atomic", at, "'" + name.name + "' is atomic");
  if (isLambdaType(type)) return walk_.inlining.outerClosure(name, at);
  // A std::nullptr_t has one value, which needs no memory.
  if (type->isNullPtrType() && !type.isVolatileQualified()) {
    walk_.text.edit(name.range, {BodyPiece::Text, "nullptr", -1});
    return std::monostate{};
  }
  if (known_.inLoop.contains(outer.key)) return loadWritten(outer, name, expression);
  if (isIteratorType(type)) {
    const auto id = walk_.storage.iteratorArray(name);
    return id ? Value{PointerValue{*id, IntegerValue{}, std::nullopt}} : Value{};
  }
  if (type->isPointerType()) return loadPointer(name, at);
  // Nothing initialises an array with another one.
  if (type->isArrayType()) {
    walk_.record.effect("effect.unknown-construct", at, "the array '" + name.name + "' is used as a whole",
                        "name its elements, or the pointer to the first one");
    return std::monostate{};
  }
  if (isNumberOfFile(name)) return std::monostate{};
  return loadUnchanged(outer, name, expression);
}

/// A variable that the loop writes.
Value Lvalues::loadWritten(const OuterPlace& outer, const OuterName& name, const clang::Expr* expression) {
  const int index = walk_.record.scalar(outer.key);
  walk_.record.captureScalar(name, index);
  const auto value = state_.values.find(outer.key);
  ScalarState& state = model_.scalars[static_cast<std::size_t>(index)];
  if (!state_.assigned.contains(outer.key) && !walk_.conditions.setUnderSameCondition(name, expression))
    (walk_.storing ? state.runningReads : state.exposedReads).push_back(walk_.record.point(expression->getBeginLoc()));
  if (walk_.storing) walk_.storing->running.push_back(index);
  return value == state_.values.end() ? Value{} : value->second;
}

void Lvalues::loadHandle(const clang::Expr* lvalue) {
  const Place handle = place(lvalue);
  const auto* outer = std::get_if<OuterPlace>(&handle);
  if (outer && !known_.inLoop.contains(outer->key)) {
    loadUnchanged(*outer, walk_.outer.at(outer->key), lvalue);
  } else if (std::holds_alternative<ElementPlace>(handle)) {
    walk_.record.effect("effect.pointer-unknown", lvalue->getBeginLoc(),
                        "a pointer that only a library follows is an element of an array");
  } else {
    load(handle, lvalue);
  }
}

Value Lvalues::loadPointer(const OuterName& name, clang::SourceLocation at) {
  if (const auto derived = walk_.storage.derivedPointer(name)) return *derived;
  const auto id = walk_.names.pointerArray(name);
  walk_.record.memoryScalar(name, at);
  if (id) return PointerValue{*id, IntegerValue{}, std::nullopt};
  // `nullptr` tests and the like need the value; what it points to stays unknown.
  walk_.record.effect("effect.pointer-unknown", at,
                      "the pointer '" + name.name + "' leads to no objects of a known size");
  return std::monostate{};
}

/// A number or an object that is the same in all iterations.
Value Lvalues::loadUnchanged(const OuterPlace& outer, const OuterName& name, const clang::Expr* expression) {
  const clang::QualType type = name.type.getNonReferenceType();
  const clang::SourceLocation at = expression->getBeginLoc();
  OuterName read = name;
  const clang::FieldDecl* bits = bitFieldOf(expression);
  if (bits) read.expression = bytesAround(*bits, name.expression, expression);
  // A member that is an array may be written element by element.
  if (type->isRecordType() && !checkWholeObject(outer, name, at)) read.inMemory = true;
  walk_.record.memoryScalar(read, at);
  walk_.record.capture(name,
                       {.kind = Capture::Value,
                        .name = name.name,
                        .type = bits ? memberType(*bits, walk_.host.typeText(type, at)) : walk_.host.typeText(type, at),
                        .expression = name.expression,
                        .array = {},
                        .bits = bits ? static_cast<int>(bits->getBitWidthValue(context_)) : 0});
  if (!type->isIntegralOrUnscopedEnumerationType() || type->isBooleanType() || walk_.record.sizeOf(type) > 8)
    return std::monostate{};
  const SymbolId id = walk_.record.parameter(name);
  if (bits) {
    Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
    const auto [min, max] = rangeOfBits(*bits);
    symbol.min = std::max(symbol.min, min);
    symbol.max = std::min(symbol.max, max);
  }
  return IntegerValue{Polynomial::symbol(id), {}};
}

/// Refuses an object that a kernel cannot have as a whole. False where one of its members is an array.
bool Lvalues::checkWholeObject(const OuterPlace& outer, const OuterName& name, clang::SourceLocation at) {
  const auto* record = name.type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->isTriviallyCopyable())
    walk_.record.effect("effect.unsupported-type", at, "the object '" + name.name + "' is not trivially copyable");
  const std::string prefix = outer.key.second + ".";
  for (const Key& key : known_.inLoop)
    if (key.first == outer.key.first && key.second.starts_with(prefix))
      walk_.record.effect("effect.unknown-construct", at,
                          "'" + name.name + "' is read as a whole, and a member of it is written",
                          "read the members one by one");
  return !record || std::none_of(record->field_begin(), record->field_end(),
                                 [](const clang::FieldDecl* field) { return field->getType()->isArrayType(); });
}

void Lvalues::store(const Place& place, const Value& value, const clang::Expr* target, clang::QualType type) {
  const clang::SourceLocation at = target->getBeginLoc();
  if (const auto* local = std::get_if<LocalPlace>(&place)) {
    if (!local->variable) return;
    const Key key{local->variable, ""};
    for (const clang::Stmt* around : walk_.around) walk_.written.inStatement[around].insert(key);
    if (local->whole && !std::holds_alternative<std::monostate>(value))
      state_.values.insert_or_assign(key, value);
    else
      state_.values.erase(key);
    return;
  }
  if (const auto* element = std::get_if<ElementPlace>(&place)) {
    // The bits beside a bit-field are written as they were read.
    if (target->refersToBitField()) access(AccessKind::Read, *element, at);
    access(AccessKind::Write, *element, at);
    return;
  }
  if (std::holds_alternative<SharedPlace>(place)) return walk_.objects.refuseWrite(at);
  const auto* outer = std::get_if<OuterPlace>(&place);
  if (!outer) {
    walk_.record.effect("effect.pointer-unknown", at, "an object is written that is not known before the loop");
    return;
  }
  const OuterName name = walk_.outer.at(outer->key);
  walk_.updates.refuseMemberOfCombined(outer->key, at);
  walk_.written.inLoop.insert(outer->key);
  for (const clang::Stmt* around : walk_.around) walk_.written.inStatement[around].insert(outer->key);
  // One of a base's type is a part of the object, too.
  const bool isOwn = mayBePrivatised(name.type) && !walk_.names.holdsMemory(name.type) && outer->key != Key{} &&
                     context_.hasSameUnqualifiedType(name.type.getNonReferenceType(), type);
  if (type->isArrayType() || (type->isRecordType() && !isOwn)) {
    walk_.record.effect("effect.unknown-construct", at, "the whole object '" + name.name + "' is assigned",
                        "declare the object inside the loop");
    return;
  }
  if (type.isVolatileQualified()) walk_.record.effect("effect.volatile", at, "'" + name.name + "' is volatile");
  if (name.variable && name.variable->getTLSKind() != clang::VarDecl::TLS_None)
    walk_.record.effect("effect.thread-local", at, "'" + name.name + "' is thread_local");
  if (sharesStorage(target))
    walk_.record.effect("effect.bit-field", at, "a bit-field or union member of an object outside the loop is written");
  const int index = walk_.record.scalar(outer->key);
  walk_.record.captureScalar(name, index);
  ScalarState& state = model_.scalars[static_cast<std::size_t>(index)];
  state.writes.push_back(walk_.record.point(at));
  if (state_.certain && walk_.path.size() == 1)
    state.certainWrite = true;
  else if (!walk_.text.markAssignment(target, index))
    state.marked = false;
  state_.assigned.insert(outer->key);
  if (std::holds_alternative<std::monostate>(value))
    state_.values.erase(outer->key);
  else
    state_.values.insert_or_assign(outer->key, value);
}

}  // namespace clustrix::compiler
