// Calls of functions without a visible body that a library model describes: their footprints become accesses.
//
//     vendor::axpy(n, 2.0, x + i * n, y + i * n);      with   reads: x[0:n], y[0:n]      writes: y[0:n]
//
//     reads  x[i*n + element], y[i*n + element], writes  y[i*n + element]      in a loop  0 <= element < n
//
// Where a description has conditions on arguments, those are constants that the text tells, or the launch asks for
// them. What the model says is an upper bound: a described write may not happen, so nothing behind it is sure of it.
// The body's text keeps the call; without a device version of the function its kernel runs on the host's threads alone.
#include "Library/Described.h"
#include "Library/DeviceKernels.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Mentions.h"

#include <algorithm>
#include <set>

namespace clustrix::compiler {

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

namespace {

/// Operations that a call counts for which goes through so many elements as nobody knows: two microseconds, until the
/// runtime has seen how long it takes.
constexpr int workOfCall = 4000;

/// What `parameter` points or refers to; null where it does neither.
clang::QualType targetOf(const clang::FunctionDecl* callee, int parameter) {
  const clang::QualType type = callee->getParamDecl(static_cast<unsigned>(parameter))->getType();
  return type->isPointerType() || type->isReferenceType() ? type->getPointeeType() : clang::QualType();
}

/// Why the description does not fit the declaration: a clause, or "".
std::string misfit(const LibraryFunction& library, const clang::FunctionDecl* callee) {
  const auto problem = [&](int parameter, bool writes) -> std::string {
    const std::string which = "parameter " + std::to_string(parameter);
    if (parameter >= static_cast<int>(callee->getNumParams())) return "has no " + which;
    const clang::QualType target = targetOf(callee, parameter);
    if (target.isNull()) return "takes " + which + " by value";
    return writes && target.isConstQualified() ? "cannot write through " + which : "";
  };
  for (const int parameter : library.pointed)
    if (const std::string wrong = problem(parameter, false); !wrong.empty()) return wrong;
  for (const auto* touched : {&library.reads, &library.writes})
    for (const LibraryAccess& access : *touched)
      if (const std::string wrong = problem(access.parameter, touched == &library.writes); !wrong.empty()) return wrong;
  return "";
}

/// The `x` of `&x`, behind casts, where that is a whole variable; null of others.
const clang::DeclRefExpr* addressedVariable(const clang::Expr* argument) {
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(argument->IgnoreParenCasts());
  if (!address || address->getOpcode() != clang::UO_AddrOf) return nullptr;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens());
  const clang::QualType type = name ? name->getType() : clang::QualType();
  const bool isObject = name && llvm::isa<clang::VarDecl>(name->getDecl()) && !type->isArrayType();
  return isObject && !type.isVolatileQualified() ? name : nullptr;
}

/// `"N"`; null of others.
const clang::StringLiteral* textIn(const clang::Expr* argument) {
  const auto* text = llvm::dyn_cast<clang::StringLiteral>(argument->IgnoreParenCasts());
  return text && text->getCharByteWidth() == 1 ? text : nullptr;
}

/// The pointer's own object, where it leads to something that only the library knows; null of others.
const clang::Expr* handleIn(const clang::Expr* argument) {
  const auto* read = llvm::dyn_cast<clang::CastExpr>(argument->IgnoreParens());
  while (read && read->getCastKind() == clang::CK_NoOp)
    read = llvm::dyn_cast<clang::CastExpr>(read->getSubExpr()->IgnoreParens());
  if (!read || read->getCastKind() != clang::CK_LValueToRValue || !read->getType()->isPointerType()) return nullptr;
  const clang::QualType target = read->getType()->getPointeeType();
  return target->isRecordType() && target->isIncompleteType() ? read->getSubExpr()->IgnoreParens() : nullptr;
}

/// A call, while it is found what it touches.
class LibraryCall : public WalkPart {
 public:
  LibraryCall(Walk& walk, const clang::CallExpr& call, const LibraryFunction& said)
      : WalkPart(walk),
        call_(call),
        callee_(call.getDirectCallee()),
        said_(said),
        name_(callee_->getQualifiedNameAsString()) {}

  void evaluate();

 private:
  struct Argument {
    const clang::Expr* expression = nullptr;
    Value value{};                 // of a reference: where it refers to
    std::optional<Place> place{};  // of a reference, and of a variable whose address is given
    bool isLent = false;           // the latter, which has been read
    Value number{};                // what the model's polynomials mean
  };
  enum class Verdict { Holds, Asks, No };  // surely; when the launch asks for it; or perhaps not

  void refuse(const char* code, clang::SourceLocation at, const std::string& message, const std::string& hint = "") {
    walk_.record.effect(code, at, message, hint);
  }
  bool isTouched(int parameter) const;
  void sayHazards(const std::string& wrong);
  Argument argument(unsigned index);
  bool lend(unsigned index, Argument& argument);
  Value numberOf(const clang::DeclRefExpr& name, const Value& value) const;
  Verdict verdict(const LibraryCondition& condition) const;
  Verdict verdict(const LibraryAccess& access) const;
  LibraryAccess meant(const std::vector<LibraryAccess>& all, int parameter);
  std::optional<IntegerValue> ofArguments(const Polynomial& value) const;
  static void addInner(std::vector<ElementRange>& ranges, const ElementRange& inner);
  std::optional<std::vector<ElementRange>> elements(const LibraryAccess& touched, std::int64_t bytes) const;
  std::optional<std::vector<ElementRange>> wholeElements(const LibraryElements& parts, std::int64_t times) const;
  static bool touchesNothing(const LibraryAccess& touched);
  void access(AccessKind kind, const std::vector<LibraryAccess>& all);
  void access(AccessKind kind, const LibraryAccess& touched);

  const clang::CallExpr& call_;
  const clang::FunctionDecl* callee_;
  const LibraryFunction& said_;
  const std::string name_;
  std::vector<Argument> arguments_;
  bool isUncounted_ = false;  // it goes through elements, and nobody knows how many
};

bool LibraryCall::isTouched(int parameter) const {
  const auto isIt = [&](const LibraryAccess& access) { return access.parameter == parameter; };
  return std::any_of(said_.reads.begin(), said_.reads.end(), isIt) ||
         std::any_of(said_.writes.begin(), said_.writes.end(), isIt);
}

/// A variable whose address is given to a function that reads it: as good as a constant reference. False of others.
bool LibraryCall::lend(unsigned index, Argument& argument) {
  const clang::DeclRefExpr* name = addressedVariable(argument.expression);
  const auto isIt = [&](const LibraryAccess& write) { return write.parameter == static_cast<int>(index); };
  if (!name || std::any_of(said_.writes.begin(), said_.writes.end(), isIt)) return false;
  // The kernel has what comes from outside as constants.
  const clang::QualType target = callee_->getParamDecl(index)->getType()->getPointeeType();
  if (!walk_.isLocal(llvm::cast<clang::VarDecl>(name->getDecl())) && !target.isConstQualified()) return false;
  Place place = walk_.lvalues.place(name);
  if (std::holds_alternative<OuterPlace>(place) || std::holds_alternative<LocalPlace>(place)) {
    argument.number = numberOf(*name, walk_.lvalues.load(place, name));
    if (!context_.hasSameUnqualifiedType(target, name->getType())) argument.number = {};
    argument.isLent = true;
  } else {
    argument.value = walk_.lvalues.addressOf(place, name->getType());
  }
  argument.place = std::move(place);
  return true;
}

/// Of a variable whose value is known: a constant's is known in itself.
Value LibraryCall::numberOf(const clang::DeclRefExpr& name, const Value& value) const {
  const auto& variable = *llvm::cast<clang::VarDecl>(name.getDecl());
  const clang::Expr* first = initialiserOf(variable);
  if (!first || first->isValueDependent() || !isInteger(variable.getType()) ||
      !variable.isUsableInConstantExpressions(context_) || (input_.parametric && dependsOnTemplate(first)))
    return value;
  const clang::APValue* known = variable.evaluateValue();
  const bool fits = known && known->isInt() && known->getInt().isRepresentableByInt64();
  return fits ? Value{IntegerValue{Polynomial(known->getInt().getExtValue()), {}}} : value;
}

LibraryCall::Argument LibraryCall::argument(unsigned index) {
  Argument argument{call_.getArg(index)};
  const bool named = index < callee_->getNumParams();
  const clang::QualType type = named ? callee_->getParamDecl(index)->getType() : argument.expression->getType();
  const clang::SourceLocation at = argument.expression->getBeginLoc();
  if (const clang::QualType given = withoutPointerCasts(argument.expression)->getType();
      said_.onDevices && given->isPointerType() && !leadsToNumbers(given))
    refuse("effect.call", at, "'" + name_ + "' is given pointers to pointers");
  if (walk_.names.holdsMemory(type))
    refuse("effect.call", at, "'" + name_ + "' is given an object that leads to other memory",
           "pass a pointer to its elements");
  const auto parameter = static_cast<int>(index);
  const bool isPointed = std::find(said_.pointed.begin(), said_.pointed.end(), parameter) != said_.pointed.end();
  if (named && type->isReferenceType() && argument.expression->isGLValue()) {
    const clang::Expr* bare = argument.expression;
    while (const auto* full = llvm::dyn_cast<clang::FullExpr>(bare)) bare = full->getSubExpr();
    argument.place = walk_.lvalues.place(bare);
    if (!std::holds_alternative<OuterPlace>(*argument.place))
      argument.value = walk_.lvalues.addressOf(*argument.place, type->getPointeeType());
  } else if (const clang::Expr* handle = handleIn(argument.expression);
             handle && !said_.device && !isPointed && !isTouched(parameter)) {
    walk_.lvalues.loadHandle(handle);
  } else if (const auto* text = textIn(argument.expression)) {
    argument.value = LocalPointer{};
    argument.number = IntegerValue{Polynomial(text->getLength() > 0 ? text->getCodeUnit(0) : 0), {}};
  } else if (!named || !type->isPointerType() || !lend(index, argument)) {
    argument.value = walk_.expressions.valueOf(withoutPointerCasts(argument.expression));
    if (!isPointed) argument.number = argument.value;
  }
  for (const Value* value : {&argument.value, &argument.number})
    if (const auto* integer = std::get_if<IntegerValue>(value)) walk_.record.require(integer->needs, at);
  return argument;
}

/// The value of an expression over the parameters; nothing where it is not known when the loops around start.
std::optional<IntegerValue> LibraryCall::ofArguments(const Polynomial& value) const {
  std::optional<Polynomial> sum = Polynomial(0);
  for (const auto& [symbols, coefficient] : value.terms()) {
    std::optional<Polynomial> product = Polynomial(coefficient);
    for (const SymbolId id : symbols) {
      const auto index = static_cast<std::size_t>(id.value);
      const auto* integer = index < arguments_.size() ? std::get_if<IntegerValue>(&arguments_[index].number) : nullptr;
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

LibraryCall::Verdict LibraryCall::verdict(const LibraryCondition& condition) const {
  const auto index = static_cast<std::size_t>(condition.parameter);
  const auto* number = index < arguments_.size() ? std::get_if<IntegerValue>(&arguments_[index].number) : nullptr;
  if (!number) return Verdict::No;
  const auto known = number->polynomial.constant();
  const bool isNatural = condition.kind == LibraryCondition::Natural;
  if (!known) return isNatural && isOverParameters(model_, number->polynomial) ? Verdict::Asks : Verdict::No;
  const bool holds = condition.kind == LibraryCondition::OneOf
                         ? std::count(condition.values.begin(), condition.values.end(), *known) > 0
                         : isNatural == (*known >= 0);
  return holds ? Verdict::Holds : Verdict::No;
}

LibraryCall::Verdict LibraryCall::verdict(const LibraryAccess& access) const {
  Verdict all = Verdict::Holds;
  for (const LibraryCondition& condition : access.conditions) all = std::max(all, verdict(condition));
  return all;
}

/// Of the cases of a parameter the first that surely holds, else the first that can be asked for; or any element.
LibraryAccess LibraryCall::meant(const std::vector<LibraryAccess>& all, int parameter) {
  const LibraryAccess* asking = nullptr;
  for (const LibraryAccess& access : all) {
    if (access.parameter != parameter || access.conditions.empty()) continue;
    const Verdict verdict = this->verdict(access);
    if (verdict == Verdict::Holds) return access;
    if (verdict == Verdict::Asks && !asking) asking = &access;
  }
  if (!asking) return {parameter};
  for (const LibraryCondition& condition : asking->conditions) {
    if (verdict(condition) != Verdict::Asks) continue;
    const Argument& argument = arguments_[static_cast<std::size_t>(condition.parameter)];
    model_.requirements.push_back({Requirement::NonNegative,
                                   std::get<IntegerValue>(argument.number).polynomial,
                                   {},
                                   walk_.record.point(argument.expression->getBeginLoc()),
                                   "'" + name_ + "' counts upwards"});
  }
  return *asking;
}

/// `u[0:0]`, of an argument that is not used.
bool LibraryCall::touchesNothing(const LibraryAccess& touched) {
  return touched.elements && std::any_of(touched.elements->begin(), touched.elements->end(),
                                         [](const LibraryRange& range) { return range.begin == range.end; });
}

/// Rows of n elements that lie n apart are one row: what is known of that holds for more of what else is done with it.
void LibraryCall::addInner(std::vector<ElementRange>& ranges, const ElementRange& inner) {
  const Polynomial& count = inner.end.polynomial;
  const auto length = multiply(count, inner.stride);
  if (ranges.empty() || !inner.begin.polynomial.isZero() || ranges.back().stride != length)
    return ranges.push_back(inner);
  const auto begin = multiply(ranges.back().begin.polynomial, count);
  const auto end = multiply(ranges.back().end.polynomial, count);
  if (!begin || !end) return ranges.push_back(inner);
  ranges.back() = {{*begin, {}}, {*end, {}}, inner.stride};
}

/// `[0 : 4 * n]` in quarters of an element is `[0 : n]`; nothing where that is not known to come out even.
std::optional<std::vector<ElementRange>> LibraryCall::wholeElements(const LibraryElements& parts,
                                                                    std::int64_t times) const {
  if (parts.size() != 1 || parts[0].stride != Polynomial(1)) return std::nullopt;
  const auto divided = [&](const Polynomial& edge) -> std::optional<IntegerValue> {
    const auto value = ofArguments(edge);
    const auto quotient = value ? dividedBy(value->polynomial, times) : std::nullopt;
    return quotient ? std::optional(IntegerValue{*quotient, value->needs}) : std::nullopt;
  };
  const auto begin = divided(parts[0].begin), end = divided(parts[0].end);
  if (!begin || !end) return std::nullopt;
  return std::vector<ElementRange>{{*begin, *end, Polynomial(1)}};
}

/// In elements of `bytes` of the array's own: one that the function knows may be some of those.
std::optional<std::vector<ElementRange>> LibraryCall::elements(const LibraryAccess& touched, std::int64_t bytes) const {
  const clang::QualType target = targetOf(callee_, touched.parameter);
  const std::int64_t unit = target->isVoidType() ? said_.elementBytes : walk_.record.sizeOf(target);
  if (!touched.elements || unit <= 0 || bytes <= 0) return std::nullopt;
  if (bytes % unit == 0 && bytes != unit) return wholeElements(*touched.elements, bytes / unit);
  if (unit % bytes != 0) return std::nullopt;
  std::vector<ElementRange> ranges;
  for (const LibraryRange& range : *touched.elements) {
    const auto begin = ofArguments(range.begin), end = ofArguments(range.end), stride = ofArguments(range.stride);
    const auto apart = stride ? multiply(stride->polynomial, Polynomial(unit / bytes)) : std::nullopt;
    if (!begin || !end || !apart) return std::nullopt;
    addInner(ranges, {*begin, *end, *apart});
  }
  if (unit != bytes) addInner(ranges, {{}, {Polynomial(unit / bytes), {}}});
  return ranges;
}

void LibraryCall::access(AccessKind kind, const LibraryAccess& touched) {
  const Argument& argument = arguments_[static_cast<std::size_t>(touched.parameter)];
  const clang::SourceLocation at = argument.expression->getBeginLoc();
  if (argument.isLent || touchesNothing(touched)) return;
  if (argument.place && std::holds_alternative<OuterPlace>(*argument.place)) {
    if (kind == AccessKind::Read)
      walk_.lvalues.load(*argument.place, argument.expression);
    else
      refuse("effect.call", at, "'" + name_ + "' may write a variable from outside the loop");
    return;
  }
  if (const auto* local = argument.place ? std::get_if<LocalPlace>(&*argument.place) : nullptr) {
    if (kind == AccessKind::Write) walk_.lvalues.store(*local, {}, argument.expression, argument.expression->getType());
    return;
  }
  const auto isNull = [&] {
    return argument.expression->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNotNull) !=
           clang::Expr::NPCK_NotNull;
  };
  if (isNull()) return;
  isUncounted_ |= !std::holds_alternative<PointerValue>(argument.value);
  if (std::holds_alternative<LocalPointer>(argument.value)) return;
  const auto* pointer = std::get_if<PointerValue>(&argument.value);
  if (!pointer)
    return refuse("effect.pointer-unknown", at, "'" + name_ + "' is given a pointer whose target is not known");
  const std::int64_t bytes = model_.arrays[static_cast<std::size_t>(pointer->array.value)].elementBytes;
  const auto* object = argument.place ? std::get_if<ElementPlace>(&*argument.place) : nullptr;
  const auto ranges = pointer->offset && !pointer->bytes ? elements(touched, bytes) : std::nullopt;
  isUncounted_ |= !ranges && !(object && !touched.elements);
  // It happens at most: a later read may still see what was there before.
  const bool certain = state_.certain;
  state_.certain = false;
  if (object && !touched.elements)
    walk_.lvalues.access(kind, *object, at);
  else if (ranges)
    walk_.calls.accessElements(kind, *pointer, *ranges, at);
  else
    walk_.lvalues.access(kind, {pointer->array, std::nullopt, 0, bytes}, at);
  state_.certain = certain;
}

void LibraryCall::access(AccessKind kind, const std::vector<LibraryAccess>& all) {
  std::set<int> chosen;
  for (const LibraryAccess& touched : all)
    if (touched.conditions.empty())
      access(kind, touched);
    else if (chosen.insert(touched.parameter).second)
      access(kind, meant(all, touched.parameter));
}

void LibraryCall::sayHazards(const std::string& wrong) {
  const clang::SourceLocation at = call_.getBeginLoc();
  if (!wrong.empty()) refuse("effect.call", at, "the library model does not fit: '" + name_ + "' " + wrong);
  if (!said_.threadSafe)
    refuse("effect.call", at, "calls of '" + name_ + "' must not overlap, says the library model", said_.hint);
  if (!walk_.calls.isKnownAtKernels(callee_))
    refuse("effect.call", at, "'" + name_ + "' is not declared where the kernel stands",
           "declare it at namespace scope, before the function");
  // Those of devices say by their results what they were given wrong.
  if (walk_.speculating && !said_.pure && !said_.onDevices)
    refuse("search.speculation", at,
           "'" + name_ + "' is called in an iteration that the loop might never have come to");
}

void LibraryCall::evaluate() {
  ++model_.calls;
  const std::string wrong = misfit(said_, callee_);
  sayHazards(wrong);
  for (unsigned i = 0; i < call_.getNumArgs(); ++i) arguments_.push_back(argument(i));
  if (!wrong.empty()) return;
  model_.callsLibraries |= !said_.reads.empty() || !said_.writes.empty();
  for (const int parameter : said_.pointed) access(AccessKind::Read, {parameter, LibraryElements{{0, 1}}});
  access(AccessKind::Read, said_.reads);
  // A constant reference is how a value is passed.
  for (std::size_t i = 0; i < arguments_.size(); ++i)
    if (arguments_[i].place && !arguments_[i].isLent && targetOf(callee_, static_cast<int>(i)).isConstQualified())
      walk_.lvalues.load(*arguments_[i].place, arguments_[i].expression);
  access(AccessKind::Write, said_.writes);
  if (isUncounted_) walk_.record.countWork(workOfCall);
}

}  // namespace

void Calls::accessElements(AccessKind kind, const PointerValue& pointer, const std::vector<ElementRange>& ranges,
                           clang::SourceLocation at) {
  const std::int64_t bytes = model_.arrays[static_cast<std::size_t>(pointer.array.value)].elementBytes;
  const std::size_t around = walk_.path.size(), loops = model_.loops.size();
  std::optional<Polynomial> index = pointer.offset->polynomial;
  std::vector<Bound> needs = pointer.offset->needs;
  for (const ElementRange& range : ranges) {
    for (const IntegerValue* edge : {&range.begin, &range.end})
      needs.insert(needs.end(), edge->needs.begin(), edge->needs.end());
    const auto count = subtract(range.end.polynomial, range.begin.polynomial);
    NestedLoop elements;
    elements.parent = walk_.path.back();
    elements.counter = walk_.record.newSymbol(SymbolKind::Counter, "element");
    elements.value = Polynomial::symbol(elements.counter);
    elements.at = walk_.record.point(at);
    const auto number = add(range.begin.polynomial, *elements.value);
    const auto step = number ? multiply(*number, range.stride) : std::nullopt;
    const auto room = count ? subtract(*count, *add(*elements.value, Polynomial(1))) : std::nullopt;
    index = index && step ? add(*index, *step) : std::nullopt;
    if (!index || !room) break;
    elements.constraints = {*elements.value, *room};
    if (!mentionsListed(model_.symbols, *count)) elements.trip = TripCount{*count, Polynomial(1)};
    walk_.path.push_back(static_cast<int>(model_.loops.size()));
    model_.loops.push_back(std::move(elements));
  }
  const bool isKnown = index && walk_.path.size() == around + ranges.size();
  if (!isKnown) {
    walk_.path.resize(around);
    model_.loops.resize(loops);
    return walk_.lvalues.access(kind, {pointer.array, std::nullopt, 0, bytes}, at);
  }
  walk_.record.countWork(2);
  walk_.lvalues.access(kind, {pointer.array, IntegerValue{*index, std::move(needs)}, 0, bytes}, at);
  walk_.path.resize(around);
}

void Calls::evaluateDescribed(const clang::CallExpr& call, const LibraryFunction& said) {
  LibraryCall(walk_, call, said).evaluate();
}

std::optional<Value> Calls::evaluateLibraryCall(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const LibraryFunction* library = describedIn(input_.library, callee);
  if (!library || llvm::isa<clang::CXXMethodDecl>(callee)) return std::nullopt;
  LibraryCall(walk_, *call, *library).evaluate();
  return Value{};
}

}  // namespace clustrix::compiler
