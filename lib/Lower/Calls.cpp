// Calls: library functions whose effect is known, and containers. Any other call may do anything.
#include "Lower/Calls.h"
#include "Induction/LoopHeader.h"
#include "Induction/ValueCases.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelScope.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Memory/Rows.h"
#include "Memory/Storage.h"
#include "Recurrence/Scan.h"
#include "Recurrence/Updates.h"
#include "Syntax/Types.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>
#include <array>
#include <string_view>

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

/// `v.size()` and `std::size(v)` alike: the container, and what is asked of it.
struct ContainerCall {
  const clang::Expr* object = nullptr;
  llvm::StringRef name;
};

std::optional<ContainerCall> containerCallOf(const clang::CallExpr* call) {
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    if (!member->getMethodDecl() || !member->getMethodDecl()->getIdentifier()) return std::nullopt;
    return ContainerCall{member->getImplicitObjectArgument(), member->getMethodDecl()->getName()};
  }
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier() || !callee->isInStdNamespace() || call->getNumArgs() != 1)
    return std::nullopt;
  if (llvm::isa<clang::CXXMethodDecl>(callee)) return std::nullopt;
  for (const std::string_view name : {"size", "ssize", "data", "begin", "end", "cbegin", "cend", "empty"})
    if (callee->getName() == llvm::StringRef(name)) return ContainerCall{call->getArg(0), callee->getName()};
  return std::nullopt;
}

}  // namespace

void Calls::evaluateArguments(const clang::CallExpr* call) {
  for (const clang::Expr* argument : call->arguments()) {
    if (argument->isGLValue())
      walk_.lvalues.load(walk_.lvalues.place(argument), argument);
    else
      walk_.expressions.evaluate(argument);
  }
}

/// `ring.size()`  ──►  `Ring::size()`, where the object only says which class the function is of.
void Calls::nameStatic(const clang::MemberExpr& function) {
  walk_.overlooked.lookAtUnused(function.getBase());
  const auto* record = llvm::cast<clang::CXXRecordDecl>(function.getMemberDecl()->getDeclContext());
  if (function.isImplicitAccess() || function.hasExplicitTemplateArgs() || isHidden(*function.getMemberDecl()) ||
      walk_.currentFunction()->isTemplateInstantiation() || function.getBase()->HasSideEffects(context_))
    return;
  if (const auto type = walk_.host.nameFor(context_.getTypeDeclType(record)))
    walk_.text.edit(function.getSourceRange(),
                    {BodyPiece::Text, *type + "::" + function.getMemberDecl()->getNameAsString(), -1});
}

Value Calls::evaluateCall(const clang::CallExpr* call) {
  walk_.overlooked.lookAt(call);
  if (const auto* named = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParenImpCasts());
      named && !llvm::isa<clang::CXXMemberCallExpr>(call))
    nameStatic(*named);
  ++model_.calls;
  walk_.record.countWork(4);
  if (walk_.updates.tryDeclared(call)) return std::monostate{};
  if (const auto known = optionalCall(call)) return *known;
  if (const auto* operator_ = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) return evaluateOperatorCall(operator_);
  if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call); method && walk_.scans.tryAppend(method))
    return {};
  if (const auto known = evaluateContainerCall(call)) return *known;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (isPureFunction(callee)) {
    leaveMathState(call);
    walk_.record.countWork(8);
    return walk_.cases.comparedValue(call);
  }
  if (const auto known = evaluateKnownCall(call)) return *known;
  Value result;
  if (walk_.inlining.inlineCall(call, &result, nullptr)) return result;
  if (const auto described = evaluateLibraryCall(call)) return *described;
  refuseCall(call, callee);
  return std::monostate{};
}

void Calls::refuseCall(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  // As a place and as a value: the loop stays serial, and the second time finds nothing new.
  if (!refused_.insert(call).second) return;
  for (const clang::Expr* argument : call->arguments()) {
    if (argument->isGLValue())
      walk_.lvalues.place(argument);
    else
      walk_.expressions.evaluate(argument);
  }
  if (!callee) {
    walk_.record.effect("effect.call", call->getBeginLoc(), "a function is called through a pointer or an object");
    return;
  }
  const std::string name = callee->getQualifiedNameAsString();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && method->getParent()->isInStdNamespace() && (method->getParent()->getName().contains("atomic"))) {
    walk_.record.effect("effect.atomic", call->getBeginLoc(),
                        "'" + name + "' is an atomic operation, which orders the iterations",
                        "use a plain variable: a sum, minimum or maximum becomes a reduction");
    return;
  }
  if (method && method->isVirtual()) {
    walk_.record.effect("effect.virtual", call->getBeginLoc(), "the virtual function '" + name + "' is called");
    return;
  }
  static constexpr std::array<llvm::StringRef, 14> output = {"printf", "fprintf", "puts",   "putchar", "fputs",
                                                             "fwrite", "scanf",   "fscanf", "getchar", "fread",
                                                             "fputc",  "putc",    "perror", "fflush"};
  const std::string plain = callee->getIdentifier() ? callee->getName().str() : name;
  if (llvm::is_contained(output, plain)) {
    walk_.record.effect("effect.io", call->getBeginLoc(), "'" + name + "' does input or output, whose order matters");
    return;
  }
  static constexpr std::array<llvm::StringRef, 9> growing = {"push_back", "emplace_back", "insert", "erase",   "resize",
                                                             "reserve",   "clear",        "assign", "pop_back"};
  if (method && llvm::is_contained(growing, plain)) {
    walk_.record.effect("effect.allocation", call->getBeginLoc(), "'" + plain + "' changes the size of a container");
    return;
  }
  const bool describable = !method && !callee->isInStdNamespace() && !callee->hasBody();
  walk_.record.effect(
      "effect.call", call->getBeginLoc(), "'" + name + "' is called and may do anything",
      describable ? "define it where this source sees its body, or say what it does with --library-model" : "");
}

/// The container that a call says something of: `v`, or what `p` leads to in `p->size()`.
std::optional<OuterName> Calls::containerName(const clang::Expr* object) {
  object = withoutCasts(object);
  return object->getType()->isPointerType() ? walk_.names.outerPointee(object) : walk_.names.namedObject(object);
}

/// The array of elements behind a container declared outside the loop; its size and address are captured with it.
std::optional<ArrayId> Calls::containerArray(const clang::Expr* object) {
  std::string_view which;
  const clang::QualType type = containerType(object);
  if (!isContainer(type, which)) return std::nullopt;
  const auto name = containerName(object);
  if (!name) return std::nullopt;
  walk_.outer.insert_or_assign(name->key, *name);
  if (known_.appends.contains(name->key))
    walk_.record.effect("effect.allocation", object->getBeginLoc(),
                        "'" + name->name + "' is used while the loop adds to it");
  clang::QualType element = elementType(type);
  if (element.isNull()) return std::nullopt;
  if (element->isBooleanType() && which == "vector") {
    walk_.record.effect("effect.vector-bool", object->getBeginLoc(), "elements of vector<bool> share bytes",
                        "use vector<char> or vector<unsigned char>");
    return std::nullopt;
  }
  if (element.isVolatileQualified() || element->isAtomicType()) {
    walk_.record.effect("effect.volatile", object->getBeginLoc(), "the elements are volatile or atomic");
    return std::nullopt;
  }
  const auto* record = element->getAsCXXRecordDecl();
  if (record && !copiesAsBytes(element)) {
    walk_.record.effect("effect.unsupported-type", object->getBeginLoc(),
                        "the elements of '" + name->name + "' are not trivially copyable",
                        "keep the data in one flat container");
    return std::nullopt;
  }
  // What a const function of the object sees says nothing about what others may write.
  const bool isView = which == "span" || which == "basic_string_view", isString = which == "basic_string";
  const bool isConst = which == "basic_string_view" ||
                       (!isView && (name->constObject || name->type.getNonReferenceType().isConstQualified()));
  const std::string base = name->expression + ".data()";
  const auto id = walk_.record.array(name->name, base, element, [&](ArrayObject& made) {
    // A string has one character more than it counts, which may be read.
    made.extent = "static_cast<clustrix::Index>(" + name->expression + ".size()" + (isString ? " + 1)" : ")");
    made.constElements = isConst || element.isConstQualified();
    if (!isView) made.identity = name->identity;
    if (which == "array") made.part = name->part;
    const Value size = walk_.searching ? containerSize(object, context_.getSizeType()) : Value{};
    if (const auto* integer = std::get_if<IntegerValue>(&size))
      made.extentValue = isString ? add(integer->polynomial, Polynomial(1)) : integer->polynomial;
  });
  const bool isTracked = name->variable && name->key.second.empty() && !isString;
  if (id && isTracked) walk_.arrayDeclarations[*id] = name->variable;
  if (!id) return std::nullopt;
  // Its pointer and size are memory of their own; a std::array is nothing but its elements.
  if (which != "array") walk_.record.memoryScalar(*name, object->getBeginLoc());
  if (known_.inLoop.contains(name->key))
    walk_.record.effect("effect.unknown-construct", object->getBeginLoc(),
                        "the container '" + name->name + "' is assigned");
  const bool constElements = model_.arrays[static_cast<std::size_t>(id->value)].constElements;
  walk_.record.capture(*name, {.kind = Capture::Span,
                               .name = name->name,
                               .type = (constElements ? "const " : "") +
                                       walk_.host.typeText(element.getUnqualifiedType(), object->getBeginLoc()),
                               .expression = name->expression + ".size()",
                               .array = *id});
  return id;
}

/// Where the elements of a container from outside the loop begin: of one row of many, at the row's place.
std::optional<PointerValue> Calls::containerStart(const clang::Expr* object) {
  std::string_view which;
  const clang::QualType type = containerType(object);
  const auto name = isContainer(type, which) ? containerName(object) : std::nullopt;
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
  const SymbolId id = walk_.record.parameterOf(name->expression + ".size()", name->name + ".size()", type);
  // No object has more elements than the largest signed size.
  Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
  symbol.max = std::min<Int128>(symbol.max, (static_cast<Int128>(1) << 62) - 1);
  return IntegerValue{Polynomial::symbol(id), {}};
}

/// `v[i]`, `v.front()`, `v.back()` on a container from outside, `local[i]` on a std::array of the iteration's own.
std::optional<Place> Calls::containerElement(const clang::CallExpr* call) {
  const clang::Expr* object = nullptr;
  const clang::Expr* index = nullptr;
  bool last = false;
  std::string_view which;
  if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    if (op->getOperator() == clang::OO_Star && op->getNumArgs() == 1) {
      const Value pointer = walk_.expressions.valueOf(op->getArg(0));
      if (std::holds_alternative<PointerValue>(pointer))
        return walk_.lvalues.dereference(pointer, call->getType(), call->getBeginLoc());
      return std::nullopt;
    }
    if (op->getOperator() != clang::OO_Subscript || op->getNumArgs() != 2) return std::nullopt;
    object = op->getArg(0);
    index = op->getArg(1);
    if (isIteratorType(object->getType())) {
      const Value first = walk_.expressions.valueOf(object);
      return walk_.lvalues.subscript(first, walk_.expressions.evaluate(index), call->getType());
    }
    if (const auto array = walk_.storage.uniqueArray(withoutCasts(object), {}))
      return walk_.lvalues.subscript(PointerValue{*array, IntegerValue{}, std::nullopt},
                                     walk_.expressions.evaluate(index), call->getType());
  } else if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const auto* method = member->getMethodDecl();
    if (!method || !method->getIdentifier()) return std::nullopt;
    object = member->getImplicitObjectArgument();
    last = method->getName() == "back";
    const bool at = method->getName() == "at" && call->getNumArgs() == 1;
    if (method->getName() != "front" && !last && !at) return std::nullopt;
    if (!isContainer(containerType(object), which) || (at && !isInRange(call, object)) || !sayForKernel(member))
      return std::nullopt;
    if (at) index = call->getArg(0);
  } else {
    return std::nullopt;
  }
  if (!isContainer(containerType(object), which)) return std::nullopt;
  const clang::Expr* plain = withoutCasts(object);
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(plain)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    // A reference may lead to an element of something else.
    if (variable && walk_.isLocal(variable) && which == "array" && !variable->getType()->isReferenceType()) {
      walk_.overlooked.lookAt(reference);
      if (index) walk_.expressions.evaluate(index);
      return LocalPlace{variable, false};
    }
  }
  if (which == "array" && !walk_.names.namedObject(plain)) {  // inside an element of something else
    const Place whole = walk_.lvalues.place(object);
    const Value position = index ? walk_.expressions.evaluate(index) : Value{IntegerValue{}};
    if (std::holds_alternative<LocalPlace>(whole)) return LocalPlace{};
    const Value first = walk_.lvalues.addressOf(whole, object->getType());
    if (last || !std::holds_alternative<PointerValue>(first)) return std::nullopt;
    PointerValue inside = std::get<PointerValue>(first);
    const auto& element = std::get<ElementPlace>(whole);
    inside.bytes = {element.begin, element.end};
    Place part = walk_.lvalues.subscript(inside, position, call->getType());
    if (auto* found = std::get_if<ElementPlace>(&part)) found->inside = element.inside;
    return part;
  }
  const bool isRow = !walk_.rows.rowType(object).isNull();
  const auto start = isRow ? std::nullopt : containerStart(object);
  if (!start && !isRow) return std::nullopt;
  Value position = IntegerValue{};
  if (index) position = walk_.expressions.evaluate(index);
  if (last)
    position = walk_.expressions.arithmetic(clang::BO_Sub, containerSize(object, context_.getSizeType()),
                                            IntegerValue{Polynomial(1), {}}, context_.LongLongTy);
  if (isRow) {
    const clang::QualType written = index ? index->IgnoreParenImpCasts()->getType() : context_.LongLongTy;
    return walk_.rows.rowPlace(object, position, written, call->getSourceRange());
  }
  Place element = walk_.lvalues.subscript(*start, position, call->getType());
  const auto name = walk_.names.namedObject(withoutCasts(object));
  if (auto* inside = std::get_if<ElementPlace>(&element); inside && name)
    inside->inside = walk_.rows.insideRow(*name, position);
  return element;
}

/// Whether `value` is >= 0 by the loops around, the conditions that hold here and the bounds of its symbols: proven
/// without anything that is itself to be proven or guarded.
bool Calls::surelyNotNegative(const Polynomial& value) const {
  const auto plain = [&](const Polynomial& rest) {
    return std::all_of(rest.terms().begin(), rest.terms().end(), [&](const auto& term) {
      return term.second >= 0 && std::all_of(term.first.begin(), term.first.end(), [&](SymbolId id) {
               const Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
               return symbol.kind == SymbolKind::Counter || symbol.min >= 0;
             });
    });
  };
  const auto follows = [&](const Polynomial& known) {
    const auto rest = subtract(value, known);
    return rest && plain(*rest);
  };
  if (plain(value) || std::any_of(state_.conditions.begin(), state_.conditions.end(), follows)) return true;
  return std::any_of(walk_.path.begin(), walk_.path.end(), [&](int loop) {
    const auto& constraints = model_.loops[static_cast<std::size_t>(loop)].constraints;
    return std::any_of(constraints.begin(), constraints.end(), follows);
  });
}

std::optional<Value> Calls::evaluateContainerCall(const clang::CallExpr* call) {
  const auto asked = containerCallOf(call);
  if (!asked) return std::nullopt;
  const clang::Expr* object = asked->object;
  const llvm::StringRef name = asked->name;
  std::string_view which;
  if (name == "get")
    if (const auto array = walk_.storage.uniqueArray(withoutCasts(object), call->getSourceRange()))
      return PointerValue{*array, IntegerValue{}, std::nullopt};
  // The kernel has no such container: the number is its own.
  const auto asNumber = [&](OuterName size) {
    walk_.record.memoryScalar(size, call->getBeginLoc());
    const std::string wish = size.name + "_size";
    size.expression += ".size()";
    size.range = call->getSourceRange();
    walk_.record.capture(size, {.kind = Capture::Value,
                                .name = wish,
                                .type = walk_.host.typeText(call->getType(), call->getBeginLoc()),
                                .expression = size.expression,
                                .array = {}});
  };
  if (!isContainer(containerType(object), which)) return std::nullopt;
  const bool isPointed = object->getType()->isPointerType();
  if (isPointed && name == "size") {
    const auto behind = walk_.names.outerPointee(object);
    if (!behind || behind->row || known_.appends.contains(behind->key)) return std::nullopt;
    asNumber(*behind);
    return containerSize(object, call->getType());
  }
  if (name == "at") {
    if (const auto element = containerElement(call)) return walk_.lvalues.load(*element, call);
    walk_.record.effect("effect.exception", call->getBeginLoc(), "'at' throws when the index is out of range",
                        "use operator[]");
    return Value{};
  }
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(withoutCasts(object)))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        variable && walk_.isLocal(variable) && which == "array") {
      if (name == "size" || name == "ssize") {
        walk_.overlooked.lookAt(reference);
        const auto* array = llvm::cast<clang::ClassTemplateSpecializationDecl>(
            variable->getType().getNonReferenceType()->getAsCXXRecordDecl());
        return IntegerValue{Polynomial(array->getTemplateArgs()[1].getAsIntegral().getExtValue()), {}};
      }
      const bool isOwn =
          !variable->getType()->isReferenceType() || std::holds_alternative<LocalPlace>(walk_.lvalues.place(object));
      if (isOwn && (name == "data" || name == "begin" || name == "front" || name == "back")) return LocalPointer{};
      if (name != "front" && name != "back") return std::nullopt;  // which containerElement knows of another object
    }
  if (name == "front" || name == "back") {
    const auto element = containerElement(call);
    return element ? std::optional<Value>(walk_.lvalues.load(*element, call)) : std::nullopt;
  }
  const bool isLength = name == "length" && which != "vector";
  const bool known = name == "size" || name == "ssize" || isLength || name == "data" || name == "begin" ||
                     name == "end" || name == "cbegin" || name == "cend" || name == "empty";
  if (!known || !containerName(object)) return std::nullopt;
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  if (isPointed && (!member || !sayForKernel(member))) return std::nullopt;
  const bool isSize = name == "size" || name == "ssize" || isLength;
  if (isSize && !walk_.rows.rowType(object).isNull()) {
    // Of one of many, the text says which.
    if (const auto rows = walk_.names.namedObject(withoutCasts(object)); rows && !rows->row) asNumber(*rows);
    return containerSize(object, call->getType());
  }
  const auto start = containerStart(object);
  if (!start) return Value{};
  if (isSize) return containerSize(object, call->getType());
  if (name == "data" || name == "begin" || name == "cbegin") return *start;
  if (name == "end" || name == "cend") {
    const Value size = containerSize(object, context_.getSizeType());
    return walk_.expressions.pointerPlus(*start, size, walk_.elementTypes[static_cast<std::size_t>(start->array.value)],
                                         false);
  }
  return Value{};
}

/// `++it`, `it--` and `it += n` of an iterator of the iteration's own: what a pointer would do.
std::optional<Value> Calls::moveIterator(const clang::CXXOperatorCallExpr* call) {
  if (!movesIterator(call)) return std::nullopt;
  const clang::Expr* iterator = call->getArg(0);
  const Place target = walk_.lvalues.place(iterator);
  const auto* local = std::get_if<LocalPlace>(&target);
  if (!local || !local->variable) return std::nullopt;
  const auto kind = call->getOperator();
  const bool byOne = kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus;
  const Value before = walk_.lvalues.load(target, iterator);
  const Value distance = byOne ? Value{IntegerValue{Polynomial(1), {}}} : walk_.expressions.valueOf(call->getArg(1));
  Value after;
  if (const auto* pointer = std::get_if<PointerValue>(&before))
    after = walk_.expressions.pointerPlus(*pointer, distance, iteratorElement(iterator->getType()),
                                          kind == clang::OO_MinusMinus || kind == clang::OO_MinusEqual);
  walk_.lvalues.store(target, after, iterator, iterator->getType());
  const bool isPostfix = byOne && call->getNumArgs() == 2;
  return isPostfix ? before : after;
}

/// `it + n`, `it - n` and `it->`: what a pointer would do.
std::optional<Value> Calls::iteratorOperation(const clang::CXXOperatorCallExpr* call) {
  if (call->getNumArgs() == 0 || !isIteratorType(call->getArg(0)->getType())) return std::nullopt;
  const auto kind = call->getOperator();
  if (kind == clang::OO_Arrow) return walk_.expressions.valueOf(call->getArg(0));
  if (relatesIterators(call)) {
    const Value left = walk_.expressions.valueOf(call->getArg(0)), right = walk_.expressions.valueOf(call->getArg(1));
    walk_.lvalues.noteRelation(call, call->getArg(0), left, call->getArg(1), right);
    return Value{};
  }
  if ((kind != clang::OO_Plus && kind != clang::OO_Minus) || call->getNumArgs() != 2) return std::nullopt;
  if (!call->getArg(1)->getType()->isIntegerType()) return std::nullopt;
  const Value base = walk_.expressions.valueOf(call->getArg(0)), index = walk_.expressions.valueOf(call->getArg(1));
  const auto* pointer = std::get_if<PointerValue>(&base);
  if (!pointer) return std::nullopt;
  return walk_.expressions.pointerPlus(*pointer, index, iteratorElement(call->getArg(0)->getType()),
                                       kind == clang::OO_Minus);
}

Value Calls::evaluateOperatorCall(const clang::CXXOperatorCallExpr* call) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  // `a[i] = b[j]` of plain structs copies bytes.
  if (call->getOperator() == clang::OO_Equal && method && method->isTrivial() && call->getNumArgs() == 2) {
    const clang::Expr* source = call->getArg(1);
    if (source->isGLValue()) {
      const Place from = walk_.lvalues.place(source);
      walk_.lvalues.noteLoaded(source, from);
      walk_.lvalues.load(from, source);
    } else {
      walk_.expressions.evaluate(source);
    }
    walk_.lvalues.store(walk_.lvalues.place(call->getArg(0)), std::monostate{}, call->getArg(0),
                        call->getArg(0)->getType());
    return std::monostate{};
  }
  if (const auto element = containerElement(call)) return walk_.lvalues.load(*element, call);
  if (const auto moved = moveIterator(call)) return *moved;
  if (const auto result = iteratorOperation(call)) return *result;
  Value result;
  if (walk_.inlining.inlineCall(call, &result, nullptr)) return result;
  refuseCall(call, call->getDirectCallee());
  return std::monostate{};
}

void Calls::leaveMathState(const clang::CallExpr* call) {
  for (const LeftState& left : leftBehind(plainName(*call->getDirectCallee()), input_.mathState, input_.places))
    walk_.record.effect("effect.math-state", call->getBeginLoc(), left.message, left.hint);
}

}  // namespace clustrix::compiler
