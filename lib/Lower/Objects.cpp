// Objects of libraries, see Objects.h.
#include "Lower/Objects.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Library/Described.h"
#include "Library/DeviceKernels.h"
#include "Library/LibraryTypes.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

/// Operations that a call which makes an object counts for: it allocates, and goes through elements.
constexpr int workOfObject = 20000;

/// `std::move(x)` and the like: what is moved from may be written.
bool isMoved(const clang::Expr* argument) {
  while (const auto* full = llvm::dyn_cast<clang::FullExpr>(argument)) argument = full->getSubExpr();
  argument = argument->IgnoreParens();
  while (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(argument))
    argument = cast->getSubExpr()->IgnoreParens();
  return argument->isXValue() && !llvm::isa<clang::MaterializeTemporaryExpr>(argument);
}

/// Whether an argument may be written through such a parameter.
bool mayWrite(clang::QualType parameter, const clang::Expr* argument) {
  if (parameter->isRValueReferenceType()) return !parameter->getPointeeType().isConstQualified() && isMoved(argument);
  if (parameter->isLValueReferenceType() || parameter->isPointerType())
    return !parameter->getPointeeType().isConstQualified() && !parameter->getPointeeType()->isFunctionType();
  return false;
}

/// Whether the class has a constant member of the same name and with as many parameters: the other one is for objects
/// that are not constant, and does the same.
bool hasConstTwin(const clang::CXXMethodDecl& method) {
  for (const clang::NamedDecl* other : method.getParent()->lookup(method.getDeclName())) {
    const auto* templated = llvm::dyn_cast<clang::FunctionTemplateDecl>(other);
    const auto* twin = llvm::dyn_cast<clang::CXXMethodDecl>(templated ? templated->getTemplatedDecl() : other);
    if (twin && twin->isConst() && twin->getNumParams() == method.getNumParams()) return true;
  }
  return false;
}

/// A member that is not constant writes its object, unless it gives something that shows it, or an element of it: who
/// has that may write, then.
bool writesOwner(const clang::CXXMethodDecl& method, const LibraryFunction& said, const LibraryClass* returned) {
  if (said.writesObject) return true;
  if (method.isStatic() || method.isConst()) return false;
  const clang::QualType type = method.getReturnType();
  if (type->isRecordType()) return !(returned && returned->copies == LibraryCopies::Show) && !hasConstTwin(method);
  const bool isElement = (type->isReferenceType() || type->isPointerType()) && !type->getPointeeType()->isRecordType();
  return !isElement;
}

/// Whether a default argument is made of what no call can change.
bool isConstant(const clang::Stmt* part) {
  if (!part) return true;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part))
    if (const auto* callee = call->getDirectCallee(); !callee || !callee->isConstexpr()) return false;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(part))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl()))
      return variable->isUsableInConstantExpressions(variable->getASTContext());
  return std::all_of(part->child_begin(), part->child_end(), isConstant);
}

/// A class of the program's whose objects are called with elements, and touch nothing else. nvcc takes lambdas for
/// devices in few places, and the kernel is none of them.
bool isFunctor(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isLambda() || !record->isTriviallyCopyable() ||
      holdsPointers(type))
    return false;
  bool isCalled = false;
  for (const clang::CXXMethodDecl* method : record->methods()) {
    if (method->getOverloadedOperator() != clang::OO_Call) continue;
    isCalled = true;
    if (!kernelProblem(*method).empty()) return false;
  }
  return isCalled;
}

/// What changes nothing of what its operand leads to.
const clang::Expr* behindConversion(const clang::Expr* expression) {
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return full->getSubExpr();
  if (const auto* paren = llvm::dyn_cast<clang::ParenExpr>(expression)) return paren->getSubExpr();
  if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression)) return made->getSubExpr();
  if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expression)) return bound->getSubExpr();
  if (const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(expression)) return list->getSubExpr();
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
  if (!cast) return nullptr;
  switch (cast->getCastKind()) {
    case clang::CK_NoOp:
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion:
      return cast->getSubExpr();
    default:
      return nullptr;
  }
}

/// `y = x` of objects that share their elements: y leads to those of x from then on. Of a temporary, such as `y[0] =
/// x`, the elements are written instead. What shows elements writes them, unless its members are assigned one by one.
bool leadsElsewhere(const clang::CXXMethodDecl& assignment, const LibraryClass& of) {
  if (of.copies == LibraryCopies::Show) return assignment.isDefaulted();
  return of.copies == LibraryCopies::Share && assignment.getRefQualifier() != clang::RQ_RValue;
}

}  // namespace

bool Objects::isObject(clang::QualType type) const { return objectClass(input_.library, type) != nullptr; }

void Objects::noteTask(const clang::FunctionDecl& callee, clang::SourceLocation at) {
  if (!model_.tasks)
    model_.kernel.hostCalls.push_back({"plan.host-only",
                                       "'" + nameInModels(callee) + "' works on objects of a library, on the host", "",
                                       walk_.record.point(at)});
  model_.tasks = true;
  // Functions of C say by a number how they fared.
  model_.tasksThrow |= !callee.hasAttr<clang::CUDAGlobalAttr>() && nameInModels(callee).find("::") != std::string::npos;
}

/// A task has the state of the thread that launches it: whether gradients are kept, in which precision products are.
void Objects::use(const LibraryClass& said) {
  model_.tasksOnDevices |= said.onDevices;
  if (!said.header.empty()) model_.headers.insert(said.header);
  if (!said.threadState.empty() && threadStates_.insert(said.threadState).second)
    model_.threadStates.push_back({said.threadState, said.threadGuard});
}

/// `clustrix/libtorch.h` of clustrix::libtorch.
std::string Objects::headerOf(std::string space) {
  for (std::size_t colons; (colons = space.find("::")) != std::string::npos;) space.replace(colons, 2, "/");
  return space + ".h";
}

/// `torch::randn(...)`  ──►  `clustrix_stream.randn(...)`, of the iteration's own stream.
void Objects::draw(const clang::CallExpr* call, const LibraryFunction& said) {
  const clang::SourceRange name = call->getCallee()->getSourceRange();
  if (!walk_.frames.empty() || !walk_.text.offsets(name) || llvm::isa<clang::CXXMemberCallExpr>(call) ||
      (!model_.streams.empty() && model_.streams != said.stream))
    return walk_.record.effect("effect.call", call->getBeginLoc(),
                               "'" + nameInModels(*call->getDirectCallee()) +
                                   "' draws random numbers where an iteration cannot be given a stream of its own",
                               "call it in the loop itself, and not from a macro");
  walk_.text.edit(name, {BodyPiece::Text, "clustrix_stream." + call->getDirectCallee()->getNameAsString(), -1});
  model_.streams = said.stream;
  model_.headers.insert(headerOf(said.stream));
}

void Objects::share(const OuterName& name) {
  const clang::QualType type = name.type.getNonReferenceType();
  const clang::SourceLocation at = name.range.getBegin();
  const bool isConst = name.constObject || type.isConstQualified();
  walk_.record.capture(name,
                       {.kind = Capture::Value,
                        .name = name.name,
                        .type = (isConst ? "const " : "") + walk_.host.typeText(type.getUnqualifiedType(), at) + "&",
                        .expression = name.expression,
                        .array = {},
                        .byReference = true});
  if (name.row)
    return walk_.record.effect("effect.shared-object", at, "an object of a library is used that is one of many");
  if (const LibraryClass* said = objectClass(input_.library, type); said && said->ofDevice)
    return walk_.record.effect("effect.shared-object", at,
                               "the elements of '" + name.name + "' are on the device that it was made for",
                               "make it inside the loop, and copy into it what is read");
  rememberMemory(name, at);
}

/// The bytes that an object has and that it leads to, to be compared with what the loop writes.
void Objects::rememberMemory(const OuterName& name, clang::SourceLocation at) {
  walk_.record.memoryScalar(name, at);
  const LibraryClass* said = objectClass(input_.library, name.type);
  if (!said) return;
  if (said->first.empty()) {
    // What it leads to may be what the loop writes, and nobody can ask.
    if (said->copies != LibraryCopies::Own && (known_.memory || walk_.searching))
      walk_.record.effect("effect.shared-object", at,
                          "what '" + name.name + "' leads to is not known, and may be what the loop writes",
                          "return the results in a container of the function's own");
    return;
  }
  const auto filled = [&](std::string text) {
    for (std::size_t hole = text.find('%'); hole != std::string::npos;
         hole = text.find('%', hole + name.expression.size()))
      text.replace(hole, 1, name.expression);
    return text;
  };
  OuterName elements = name;
  elements.expression = "clustrix::elementsAt(" + filled(said->first) + ", " + filled(said->bytes) + ")";
  elements.inMemory = true;
  elements.name = name.name + "'s elements";
  walk_.record.memoryScalar(elements, at);
}

/// Which of its values a variable has where is not followed: one that is not the iteration's own is enough.
void Objects::hold(const clang::VarDecl* variable, const Value& value) {
  const LibraryClass* said = objectClass(input_.library, variable->getType());
  if (said && said->copies != LibraryCopies::Own && !std::holds_alternative<OwnObject>(value))
    walk_.written.sharedObjects.insert(variable);
}

void Objects::refuseWrite(clang::SourceLocation at) {
  walk_.record.effect("effect.shared-object", at, "an element of an object from outside the loop is written",
                      "make the object in the loop, or write to an array of numbers");
}

Objects::Given Objects::given(const clang::Expr* expression) {
  walk_.overlooked.lookAt(expression);
  if (const auto* default_ = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expression)) {
    const bool constant = isConstant(default_->getExpr());
    return {expression, constant, !constant};
  }
  if (const clang::Expr* inner = behindConversion(expression)) return given(inner);
  const clang::QualType type = expression->getType();
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expression);
      list && (isObject(type) || !type->isRecordType()))
    return givenList(*list);
  if (isObject(type)) return givenObject(expression);
  if (type->isPointerType() || type->isNullPtrType()) return givenPointer(expression);
  if (type->isArithmeticType() || type->isEnumeralType()) return givenNumber(expression);
  if (isIteratorType(type)) return givenPointer(expression);
  if (isFunctor(type)) return givenFunctor(expression);
  walk_.record.effect(
      "effect.shared-object", expression->getBeginLoc(),
      "a library is given an object of the type '" + type.getAsString() + "', which no model describes");
  return {expression, false, true};
}

Objects::Given Objects::givenFunctor(const clang::Expr* functor) {
  Given result{functor};
  if (functor->isGLValue()) result.place = walk_.lvalues.place(functor);
  walk_.calls.evaluateArgument(functor);
  return result;
}

Objects::Given Objects::givenList(const clang::InitListExpr& list) {
  Given all{&list};
  for (const clang::Expr* element : list.inits()) {
    const Given one = given(element);
    all.own &= one.own;
    all.leads |= one.leads;
  }
  return all;
}

Objects::Given Objects::givenObject(const clang::Expr* object) {
  Given result{object, false, true};
  const LibraryClass& said = *objectClass(input_.library, object->getType());
  use(said);
  if (!object->isGLValue()) {
    result.own = std::holds_alternative<OwnObject>(walk_.expressions.evaluate(object));
    return result;
  }
  // A reference that a function of the library returns.
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(object->IgnoreParens()))
    if (const auto value = this->call(call)) {
      result.own = std::holds_alternative<OwnObject>(*value);
      return result;
    }
  result.place = walk_.lvalues.place(object);
  if (const auto* outer = std::get_if<OuterPlace>(&*result.place)) {
    share(walk_.outer.at(outer->key));
  } else if (const auto* local = std::get_if<LocalPlace>(&*result.place)) {
    // A part of something, or one of several: nobody has followed where it leads.
    const bool followed = local->variable && local->whole && !local->variable->hasGlobalStorage() &&
                          !known_.sharedObjects.contains(local->variable);
    result.own =
        followed || (said.copies == LibraryCopies::Own && !(local->variable && local->variable->hasGlobalStorage()));
  } else if (!std::holds_alternative<SharedPlace>(*result.place)) {
    walk_.record.effect("effect.shared-object", object->getBeginLoc(),
                        "an object of a library is used that has no name of its own");
  }
  return result;
}

Objects::Given Objects::givenNumber(const clang::Expr* number) {
  Given result{number};
  if (!number->isGLValue()) {
    walk_.expressions.evaluate(number);
    return result;
  }
  result.place = walk_.lvalues.place(number);
  walk_.lvalues.load(*result.place, number);
  return result;
}

Objects::Given Objects::givenPointer(const clang::Expr* pointer) {
  Given result{pointer};
  pointer = withoutPointerCasts(pointer);
  const Value value = walk_.expressions.valueOf(pointer);
  if (pointer->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNull) ||
      std::holds_alternative<LocalPointer>(value))
    return result;
  result.own = false;
  result.leads = true;
  const auto* elements = std::get_if<PointerValue>(&value);
  const clang::QualType pointee = pointer->getType()->isPointerType() ? pointer->getType()->getPointeeType()
                                  : elements ? walk_.elementTypes[static_cast<std::size_t>(elements->array.value)]
                                             : context_.VoidTy;
  if (!elements || !(pointee->isArithmeticType() || pointee->isEnumeralType() || pointee->isVoidType())) {
    walk_.record.effect("effect.pointer-unknown", pointer->getBeginLoc(),
                        "a library is given a pointer whose target is not known");
    return result;
  }
  result.array = elements->array;
  const std::int64_t bytes = model_.arrays[static_cast<std::size_t>(elements->array.value)].elementBytes;
  walk_.lvalues.access(AccessKind::Read, {elements->array, std::nullopt, 0, bytes}, pointer->getBeginLoc());
  return result;
}

void Objects::write(const Given& given, const std::string& by) {
  const clang::SourceLocation at = given.expression->getBeginLoc();
  const clang::QualType type = given.expression->getType();
  if (given.array) {
    const std::int64_t bytes = model_.arrays[static_cast<std::size_t>(given.array->value)].elementBytes;
    const bool certain = std::exchange(state_.certain, false);
    walk_.lvalues.access(AccessKind::Write, {*given.array, std::nullopt, 0, bytes}, at);
    state_.certain = certain;
  } else if (!given.leads) {
    if (given.place) walk_.lvalues.store(*given.place, {}, given.expression, type);
  } else if (!given.own) {
    const auto* outer = given.place ? std::get_if<OuterPlace>(&*given.place) : nullptr;
    const std::string name = outer ? "'" + walk_.outer.at(outer->key).name + "'" : "an object from outside the loop";
    walk_.record.effect("effect.shared-object", at, name + " is changed by '" + by + "', and other iterations use it",
                        "make the object in the loop, or call a function that returns a new one");
  }
}

Value Objects::result(clang::QualType type, bool own, const LibraryFunction* said) {
  const LibraryClass* made = type->isReferenceType() ? nullptr : objectClass(input_.library, type);
  if (made) use(*made);
  const bool isNew = said && said->objects == LibraryResult::New;
  if (made) return own || isNew || made->copies == LibraryCopies::Own ? Value{OwnObject{}} : Value{};
  if (type->isReferenceType()) return own ? Value{OwnObject{}} : Value{};
  return type->isPointerType() && own ? Value{LocalPointer{}} : Value{};
}

/// `y = x;`
std::optional<Value> Objects::assignment(const clang::CXXOperatorCallExpr* call) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  const LibraryClass* of = objectClass(input_.library, call->getArg(0)->getType());
  if (call->getOperator() != clang::OO_Equal || !method || !of || !leadsElsewhere(*method, *of)) return std::nullopt;
  const Given source = given(call->getArg(1));
  if (mayWrite(method->getParamDecl(0)->getType(), call->getArg(1))) write(source, nameInModels(*method));
  const Value value = source.own ? Value{OwnObject{}} : Value{};
  hold(given(call->getArg(0)), value);
  return value;
}

void Objects::hold(const Given& target, const Value& value) {
  const auto* local = target.place ? std::get_if<LocalPlace>(&*target.place) : nullptr;
  if (local && local->variable && local->whole && !local->variable->hasGlobalStorage())
    hold(local->variable, value);
  else if (!std::holds_alternative<OwnObject>(value) || !target.own)
    walk_.record.effect("effect.shared-object", target.expression->getBeginLoc(),
                        "an object is made to lead elsewhere that has no name in the iteration",
                        "declare it inside the loop");
}

/// Whether `said` may make such an argument lead to something else, and not only write what it leads to.
bool Objects::rebinds(const Given& written, const LibraryFunction& said) const {
  const LibraryClass* of = objectClass(input_.library, written.expression->getType());
  return of && of->copies != LibraryCopies::Own && !said.writesObject;
}

void Objects::noteCall(const clang::CallExpr* call, const LibraryFunction& said, const std::string& name) {
  noteTask(*call->getDirectCallee(), call->getBeginLoc());
  if (said.onDevices) drive();
  if (said.objects == LibraryResult::None)
    walk_.record.effect("effect.call", call->getBeginLoc(), "'" + name + "' is called and may do anything");
  if (!said.stream.empty()) draw(call, said);
  if (!said.threadSafe)
    walk_.record.effect("effect.call", call->getBeginLoc(),
                        "calls of '" + name + "' must not overlap, says the library model");
}

std::optional<Value> Objects::call(const clang::CallExpr* call) {
  if (const auto* launched = llvm::dyn_cast<clang::CUDAKernelCallExpr>(call)) return launch(launched);
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const LibraryFunction* said = entryOf(input_.library, callee);
  if (!said || said->objects == LibraryResult::Unknown) return std::nullopt;
  walk_.overlooked.lookAt(call);
  const std::string name = nameInModels(*callee);
  noteCall(call, *said, name);
  if (!said->reads.empty() || !said->writes.empty()) {
    walk_.calls.evaluateDescribed(*call, *said);
    return result(callee->getReturnType(), false, said);
  }
  const auto* operator_ = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (operator_)
    if (auto assigned = assignment(operator_)) return assigned;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  const clang::QualType returned = callee->getReturnType();
  bool own = true;
  std::vector<Given> written;
  const auto take = [&](const clang::Expr* expression, bool writes) {
    const Given one = given(expression);
    own &= one.own;
    if (writes || (said->writesArguments && one.leads)) written.push_back(one);
  };
  const bool writesObject = method && writesOwner(*method, *said, objectClass(input_.library, returned));
  const std::optional<OuterName> combined = combinedBy(call, *said);
  if (combined) combine(*combined, *said, call->getBeginLoc());
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  unsigned first = !member && operator_ && method && !method->isStatic() ? 1 : 0;
  if (!combined && member) take(member->getImplicitObjectArgument(), writesObject);
  if (!combined && first == 1) take(call->getArg(0), writesObject);
  const auto isAmong = [](const std::vector<int>& parameters, unsigned i) {
    return std::find(parameters.begin(), parameters.end(), static_cast<int>(i)) != parameters.end();
  };
  const auto writes = [&](unsigned argument) {
    const unsigned parameter = argument - first;
    if (parameter >= callee->getNumParams()) return false;
    const clang::QualType type = callee->getParamDecl(parameter)->getType();
    // Memory of a device is the iteration's own, or refused.
    return mayWrite(type, call->getArg(argument)) && !(said->onDevices && type->isPointerType());
  };
  for (unsigned i = first; i < call->getNumArgs(); ++i) {
    const unsigned parameter = i - first;
    if (isAmong(said->gives, parameter))
      giveTo(call->getArg(i), name);
    else if (isAmong(said->handles, parameter))
      askHandle(call->getArg(i));
    else if (said->onDevices && !writes(i))
      giveDevice(call->getArg(i), name);
    else
      take(call->getArg(i), writes(i));
  }
  for (const Given& one : written) {
    write(one, name);
    if (!own && rebinds(one, *said)) hold(one, Value{});
  }
  walk_.record.countWork(returned->isRecordType() ? workOfObject : 8);
  return result(returned, own, said);
}

std::optional<Value> Objects::construction(const clang::CXXConstructExpr* made) {
  const clang::CXXConstructorDecl* constructor = made->getConstructor();
  const LibraryClass* of = objectClass(input_.library, made->getType());
  if (!of) return std::nullopt;
  const LibraryFunction* said = entryOf(input_.library, constructor);
  const bool isPlain = constructor->isCopyOrMoveConstructor() || constructor->isDefaultConstructor();
  if (!isPlain && (!said || said->objects == LibraryResult::Unknown)) return std::nullopt;
  walk_.overlooked.lookAt(made);
  noteTask(*constructor, made->getBeginLoc());
  if (!isPlain && said->objects == LibraryResult::None)
    walk_.record.effect("effect.call", made->getBeginLoc(),
                        "the constructor of '" + nameInModels(*constructor->getParent()) + "' may do anything");
  bool own = true;
  for (unsigned i = 0; i < made->getNumArgs(); ++i) {
    const Given one = given(made->getArg(i));
    own &= one.own;
    if (i >= constructor->getNumParams() || !mayWrite(constructor->getParamDecl(i)->getType(), made->getArg(i)))
      continue;
    // What shows an object writes it when it is written itself; of a number, nobody would notice.
    const bool shows = of->copies == LibraryCopies::Show && !isMoved(made->getArg(i));
    const bool isNumber = !one.array && !one.leads && constructor->getParamDecl(i)->getType()->isReferenceType();
    if (shows && isNumber)
      walk_.record.effect("effect.shared-object", made->getBeginLoc(), "an object of a library shows a variable");
    else if (!shows || one.array)
      write(one, nameInModels(*constructor));
  }
  if (!made->getType().isTriviallyCopyableType(context_)) walk_.record.countWork(workOfObject);
  return result(made->getType(), own, said);
}

std::optional<Place> Objects::placeOf(const clang::CallExpr* call) {
  if (!call->isGLValue()) return std::nullopt;
  const auto value = this->call(call);
  if (!value) return std::nullopt;
  return std::holds_alternative<OwnObject>(*value) ? Place{LocalPlace{}} : Place{SharedPlace{}};
}

}  // namespace clustrix::compiler
