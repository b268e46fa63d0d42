// Calls of functions without a visible body that a library model describes: their footprints become accesses.
//
//     vendor::axpy(n, 2.0, x + i * n, y + i * n);      with   reads: x[0:n], y[0:n]      writes: y[0:n]
//
//     reads  x[i*n + element], y[i*n + element], writes  y[i*n + element]      in a loop  0 <= element < n
//
// What the model says is an upper bound: a described write may not happen, so nothing behind it is sure of it. The
// body's text keeps the call; without a device version of the function its kernel runs on the host's threads alone.
#include "Library/Described.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// What `parameter` points or refers to; null where it does neither.
clang::QualType targetOf(const clang::FunctionDecl* callee, int parameter) {
  const clang::QualType type = callee->getParamDecl(static_cast<unsigned>(parameter))->getType();
  return type->isPointerType() || type->isReferenceType() ? type->getPointeeType() : clang::QualType();
}

/// Why the description does not fit the declaration: a clause, or "".
std::string misfit(const LibraryFunction& library, const clang::FunctionDecl* callee) {
  for (const auto* touched : {&library.reads, &library.writes})
    for (const LibraryAccess& access : *touched) {
      const std::string which = "parameter " + std::to_string(access.parameter);
      if (access.parameter >= static_cast<int>(callee->getNumParams())) return "has no " + which;
      const clang::QualType target = targetOf(callee, access.parameter);
      if (target.isNull()) return "takes " + which + " by value";
      if (touched == &library.writes && target.isConstQualified()) return "cannot write through " + which;
    }
  return "";
}

}  // namespace

const clang::Expr* withoutPointerCasts(const clang::Expr* pointer) {
  while (const auto* cast = llvm::dyn_cast<clang::CastExpr>(pointer->IgnoreParens())) {
    if (cast->getCastKind() != clang::CK_BitCast) break;
    pointer = cast->getSubExpr();
  }
  return pointer;
}

bool Calls::isKnownAtKernels(const clang::FunctionDecl* callee) const {
  if (llvm::isa<clang::CXXMethodDecl>(callee) || callee->isLocalExternDecl()) return false;
  const auto& manager = callee->getASTContext().getSourceManager();
  const clang::SourceLocation first = manager.getExpansionLoc(callee->getFirstDecl()->getLocation());
  return !manager.isInMainFile(first) || manager.getFileOffset(first) < input_.kernelsAt;
}

std::vector<LibraryArgument> Calls::libraryArguments(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  std::vector<LibraryArgument> arguments;
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    LibraryArgument argument{call->getArg(i), {}, {}};
    const bool named = i < callee->getNumParams();
    const clang::QualType type = named ? callee->getParamDecl(i)->getType() : argument.expression->getType();
    if (walk_.names.holdsMemory(type))
      walk_.record.effect("effect.call", argument.expression->getBeginLoc(),
                          "'" + callee->getQualifiedNameAsString() + "' is given an object that leads to other memory",
                          "pass a pointer to its elements");
    if (named && type->isReferenceType() && argument.expression->isGLValue()) {
      const clang::Expr* bare = argument.expression;
      while (const auto* full = llvm::dyn_cast<clang::FullExpr>(bare)) bare = full->getSubExpr();
      argument.place = walk_.lvalues.place(bare);
      if (!std::holds_alternative<OuterPlace>(*argument.place))
        argument.value = walk_.lvalues.addressOf(*argument.place, type->getPointeeType());
    } else {
      argument.value = walk_.expressions.valueOf(withoutPointerCasts(argument.expression));
    }
    if (const auto* integer = std::get_if<IntegerValue>(&argument.value))
      walk_.record.require(integer->needs, argument.expression->getBeginLoc());
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

/// The value of an expression over the parameters; nothing where it is not known when the loops around start.
std::optional<IntegerValue> Calls::ofArguments(const Polynomial& value,
                                               const std::vector<LibraryArgument>& arguments) const {
  std::optional<Polynomial> sum = Polynomial(0);
  for (const auto& [symbols, coefficient] : value.terms()) {
    std::optional<Polynomial> product = Polynomial(coefficient);
    for (const SymbolId id : symbols) {
      const auto index = static_cast<std::size_t>(id.value);
      const auto* integer = index < arguments.size() ? std::get_if<IntegerValue>(&arguments[index].value) : nullptr;
      product = integer && product ? multiply(*product, integer->polynomial) : std::nullopt;
    }
    sum = sum && product ? add(*sum, *product) : std::nullopt;
  }
  const auto unknown = [&](SymbolId id) {
    const auto counts = [&](int loop) { return model_.loops[static_cast<std::size_t>(loop)].counter == id; };
    return model_.symbols[static_cast<std::size_t>(id.value)].kind != SymbolKind::Parameter &&
           std::none_of(walk_.path.begin(), walk_.path.end(), counts);
  };
  if (!sum || sum->mentionsAny(unknown)) return std::nullopt;
  return IntegerValue{*sum, {}};
}

/// Elements [begin, end) behind `pointer`: a loop over them, in which each is touched.
void Calls::accessElements(AccessKind kind, const PointerValue& pointer, const IntegerValue& begin,
                           const IntegerValue& end, clang::SourceLocation at) {
  const std::int64_t bytes = model_.arrays[static_cast<std::size_t>(pointer.array.value)].elementBytes;
  const auto count = subtract(end.polynomial, begin.polynomial);
  const auto first = add(pointer.offset->polynomial, begin.polynomial);
  NestedLoop elements;
  elements.parent = walk_.path.back();
  elements.counter = walk_.record.newSymbol(SymbolKind::Counter, "element");
  elements.value = Polynomial::symbol(elements.counter);
  elements.at = walk_.record.point(at);
  const auto index = first ? add(*first, *elements.value) : std::nullopt;
  const auto room = count ? subtract(*count, *add(*elements.value, Polynomial(1))) : std::nullopt;
  if (!index || !room) return walk_.lvalues.access(kind, {pointer.array, std::nullopt, 0, bytes}, at);
  elements.constraints = {*elements.value, *room};
  if (!mentionsListed(model_.symbols, *count)) elements.trip = TripCount{*count, Polynomial(1)};
  walk_.path.push_back(static_cast<int>(model_.loops.size()));
  model_.loops.push_back(std::move(elements));
  walk_.record.countWork(2);
  IntegerValue element{*index, pointer.offset->needs};
  for (const IntegerValue* edge : {&begin, &end})
    element.needs.insert(element.needs.end(), edge->needs.begin(), edge->needs.end());
  walk_.lvalues.access(kind, {pointer.array, std::move(element), 0, bytes}, at);
  walk_.path.pop_back();
}

void Calls::accessLibrary(AccessKind kind, const LibraryAccess& touched, const std::vector<LibraryArgument>& arguments,
                          const clang::FunctionDecl* callee) {
  const LibraryArgument& argument = arguments[static_cast<std::size_t>(touched.parameter)];
  const clang::SourceLocation at = argument.expression->getBeginLoc();
  if (argument.place && std::holds_alternative<OuterPlace>(*argument.place)) {
    if (kind == AccessKind::Read)
      walk_.lvalues.load(*argument.place, argument.expression);
    else
      walk_.record.effect("effect.call", at,
                          "'" + callee->getQualifiedNameAsString() + "' may write a variable from outside the loop");
    return;
  }
  if (const auto* local = argument.place ? std::get_if<LocalPlace>(&*argument.place) : nullptr) {
    if (kind == AccessKind::Write) walk_.lvalues.store(*local, {}, argument.expression, argument.expression->getType());
    return;
  }
  if (std::holds_alternative<LocalPointer>(argument.value)) return;
  const auto* pointer = std::get_if<PointerValue>(&argument.value);
  if (!pointer)
    return walk_.record.effect(
        "effect.pointer-unknown", at,
        "'" + callee->getQualifiedNameAsString() + "' is given a pointer whose target is not known");
  const std::int64_t bytes = model_.arrays[static_cast<std::size_t>(pointer->array.value)].elementBytes;
  const auto* object = argument.place ? std::get_if<ElementPlace>(&*argument.place) : nullptr;
  const bool counted = touched.elements && pointer->offset && !pointer->bytes &&
                       walk_.record.sizeOf(targetOf(callee, touched.parameter)) == bytes;
  const auto begin = counted ? ofArguments(touched.elements->begin, arguments) : std::nullopt;
  const auto end = counted ? ofArguments(touched.elements->end, arguments) : std::nullopt;
  // It happens at most: a later read may still see what was there before.
  const bool certain = state_.certain;
  state_.certain = false;
  if (object && !touched.elements)
    walk_.lvalues.access(kind, *object, at);
  else if (begin && end)
    accessElements(kind, *pointer, *begin, *end, at);
  else
    walk_.lvalues.access(kind, {pointer->array, std::nullopt, 0, bytes}, at);
  state_.certain = certain;
}

std::optional<Value> Calls::evaluateLibraryCall(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const LibraryFunction* library = describedIn(input_.library, callee);
  if (!library || llvm::isa<clang::CXXMethodDecl>(callee)) return std::nullopt;
  ++model_.calls;
  const clang::SourceLocation at = call->getBeginLoc();
  const std::string name = callee->getQualifiedNameAsString();
  const std::string wrong = misfit(*library, callee);
  if (!wrong.empty()) walk_.record.effect("effect.call", at, "the library model does not fit: '" + name + "' " + wrong);
  if (!library->threadSafe)
    walk_.record.effect("effect.call", at, "calls of '" + name + "' must not overlap, says the library model");
  if (!isKnownAtKernels(callee))
    walk_.record.effect("effect.call", at, "'" + name + "' is not declared where the kernel stands",
                        "declare it at namespace scope, before the function");
  if (walk_.speculating && !library->pure)
    walk_.record.effect("search.speculation", at,
                        "'" + name + "' is called in an iteration that the loop might never have come to");
  const std::vector<LibraryArgument> arguments = libraryArguments(call, callee);
  if (!wrong.empty()) return Value{};
  for (const LibraryAccess& read : library->reads) accessLibrary(AccessKind::Read, read, arguments, callee);
  // A constant reference is how a value is passed.
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].place && targetOf(callee, static_cast<int>(i)).isConstQualified())
      walk_.lvalues.load(*arguments[i].place, arguments[i].expression);
  for (const LibraryAccess& write : library->writes) accessLibrary(AccessKind::Write, write, arguments, callee);
  return Value{};
}

}  // namespace clustrix::compiler
