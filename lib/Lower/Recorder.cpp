#include "Lower/Recorder.h"

#include "HostCode/Escapes.h"
#include "Induction/Quotients.h"
#include "Induction/ValueCases.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelFunctions.h"
#include "Library/Standard.h"
#include "Memory/Names.h"
#include "Memory/Storage.h"
#include "Support/Effort.h"
#include "Support/Identifiers.h"

#include "clang/AST/RecordLayout.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

std::string sanitised(const std::string& name) {
  std::string out;
  for (const char c : inAscii(name)) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  while (out.find("__") != std::string::npos) out.erase(out.find("__"), 1);
  while (!out.empty() && out.front() == '_') out.erase(0, 1);
  return out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) ? "value_" + out : out;
}

/// Whether the text of a number reads elements or calls something. A container's size is no such text: it has no
/// parentheses around it.
bool mayRead(const std::string& number) {
  if (number.find_first_of("[*") != std::string::npos) return true;
  if (number.empty() || number[0] != '(') return false;
  for (std::size_t at = number.find('(', 1); at != std::string::npos; at = number.find('(', at + 1))
    if (isWord(number[at - 1]) && (at < 6 || number.compare(at - 6, 6, "sizeof") != 0)) return true;
  return false;
}

bool asksSize(const std::string& expression) { return expression.find("sizeof") != std::string::npos; }

}  // namespace

SymbolId Recorder::newSymbol(SymbolKind kind, const std::string& name) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.name = name;
  symbol.min = -(static_cast<Int128>(1) << 63);
  symbol.max = (static_cast<Int128>(1) << 63) - 1;
  model_.symbols.push_back(symbol);
  return SymbolId{static_cast<int>(model_.symbols.size()) - 1};
}

SymbolId Recorder::parameterOf(const std::string& expression, const std::string& name, clang::QualType type) {
  const Key key{nullptr, "=" + expression};
  const auto found = walk_.parameters.find(key);
  if (found != walk_.parameters.end()) return found->second;
  const SymbolId id = newSymbol(SymbolKind::Parameter, name);
  Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
  symbol.expression = expression;
  symbol.subscripts = expression.find('[') != std::string::npos;
  symbol.mayRead = mayRead(expression);
  symbol.asksSize = asksSize(expression);
  std::tie(symbol.min, symbol.max) = rangeOf(type);
  return walk_.parameters[key] = id;
}

SymbolId Recorder::parameter(const OuterName& name) {
  const auto found = walk_.parameters.find(name.key);
  if (found != walk_.parameters.end()) return found->second;
  return walk_.parameters[name.key] = parameterOf(name.expression, name.name, name.type.getNonReferenceType());
}

std::optional<ArrayId> Recorder::array(const std::string& name, const std::string& base, clang::QualType element,
                                       const std::function<void(ArrayObject&)>& complete) {
  const auto found = arrays_.find(base);
  if (found != arrays_.end()) return found->second;
  const bool isConst = element.isConstQualified();
  element = context_.getBaseElementType(element).getUnqualifiedType();
  const std::int64_t bytes = sizeOf(element);
  if (bytes == 0) return std::nullopt;
  ArrayObject object;
  object.name = name;
  object.base = base;
  object.element = walk_.host.typeText(element, input_.loop.getBeginLoc());
  object.elementBytes = bytes;
  object.constElements = isConst;
  object.arithmetic = element->isArithmeticType();
  object.floating = element->isRealFloatingType();
  if (object.arithmetic) object.bits = element->isBooleanType() ? 1 : static_cast<int>(bytes * 8);
  complete(object);
  object.asksSize = object.extent && asksSize(*object.extent);
  model_.arrays.push_back(object);
  walk_.elementTypes.push_back(element);
  return arrays_[base] = ArrayId{static_cast<int>(model_.arrays.size()) - 1};
}

int Recorder::capture(const OuterName& name, const Capture& details) {
  const std::string key = name.expression;
  const bool isObject = name.type.getNonReferenceType()->isRecordType() || name.type->isArrayType();
  if (isObject && details.kind == Capture::Value) walk_.copied.emplace(key, name.range.getBegin());
  if (isObject && details.array.value >= 0) walk_.taken.emplace(key, details.array);
  auto found = walk_.captures.find(key);
  if (found == walk_.captures.end()) {
    Capture made = details;
    made.name = sanitised(made.name);
    made.number = isNumberWord(made.bits > 0 ? made.type.substr(0, made.type.rfind(" : ")) : made.type);
    model_.kernel.captures.push_back(made);
    found = walk_.captures.emplace(key, static_cast<int>(model_.kernel.captures.size()) - 1).first;
  }
  walk_.functions.noteInClosure(name, found->second);
  walk_.text.edit(name.range, {BodyPiece::Captured, "", found->second});
  return found->second;
}

void Recorder::captureScalar(const OuterName& name, int scalar) {
  Capture details;
  details.kind = Capture::Scalar;
  details.name = name.name;
  details.type = model_.scalars[static_cast<std::size_t>(scalar)].type;
  details.expression = name.expression;
  details.scalar = scalar;
  capture(name, details);
}

void Recorder::memoryScalar(const OuterName& name, clang::SourceLocation at) {
  if (!name.inMemory) return;
  for (const MemoryScalar& known : model_.memoryScalars)
    if (known.expression == name.expression) return;
  const bool isHeader = isApart(name.type) || isOfKind(name.type, ClassKind::Owner);
  model_.memoryScalars.push_back({name.name, name.expression, point(at), isHeader, name.part});
}

int Recorder::scalar(const Key& key) {
  const auto found = walk_.scalars.find(key);
  if (found != walk_.scalars.end()) return found->second;
  const OuterName& name = walk_.outer.at(key);
  const clang::QualType type = name.type.getNonReferenceType().getUnqualifiedType();
  ScalarState state;
  state.name = name.name;
  state.expression = name.expression;
  state.type = walk_.host.typeText(type, name.range.getBegin());
  state.arithmetic = type->isArithmeticType() && !type->isBooleanType();
  state.floating = type->isRealFloatingType();
  state.isSigned = type->isSignedIntegerOrEnumerationType();
  state.bits = static_cast<int>(sizeOf(type) * 8);
  if (type->isBooleanType()) {
    state.arithmetic = true;
    state.bits = 1;
  }
  state.inMemory = name.inMemory;
  state.part = name.part;
  model_.scalars.push_back(state);
  const bool plain = name.variable && key.second.empty() && !name.inMemory && !name.variable->hasGlobalStorage();
  walk_.scalarDeclarations.push_back(plain ? name.variable : nullptr);
  return walk_.scalars[key] = static_cast<int>(model_.scalars.size()) - 1;
}

/// What would be lost if the text of an expression that was just walked were replaced by its result.
std::size_t Recorder::happened() const {
  std::size_t count = model_.effects.size() + model_.updates.size() + model_.appends.size();
  for (const ScalarState& state : model_.scalars) count += state.exposedReads.size() + state.writes.size();
  for (const Access& access : model_.accesses) count += access.kind == AccessKind::Write;
  return count;
}

void Recorder::effect(const std::string& code, clang::SourceLocation at, const std::string& message,
                      const std::string& hint, std::vector<Edit> fixes) {
  ++walk_.timesTold;
  const CallFrame* frame = callOfLibrary(at);
  const SourcePoint where = point(at);
  const std::string key = std::to_string(where.line) + ":" + std::to_string(where.column);
  const std::string words = frame ? "in '" + frame->function->getNameAsString() + "', " + message : message;
  if (!effects_.insert({code + key, words}).second) return;
  model_.effects.push_back({code, words, frame ? "" : hint, where, std::move(fixes)});
}

/// The call, in the program's own text, of the library's function that `at` is a place of; null for other places.
const CallFrame* Recorder::callOfLibrary(clang::SourceLocation at) const {
  const auto& manager = context_.getSourceManager();
  if (at.isInvalid() || !manager.isInSystemHeader(manager.getExpansionLoc(at))) return nullptr;
  for (auto frame = walk_.frames.rbegin(); frame != walk_.frames.rend(); ++frame)
    if (frame->call && !manager.isInSystemHeader(manager.getExpansionLoc(frame->call->getBeginLoc()))) return &*frame;
  return nullptr;
}

void Recorder::require(const std::vector<Bound>& needs, clang::SourceLocation at) {
  for (const Bound& need : needs) {
    if (walk_.cases.requireInEachCase(need, at)) continue;
    Effort::spend(1 + state_.conditions.size());
    for (; obligationsKnown_ < model_.obligations.size(); ++obligationsKnown_) {
      const Obligation& known = model_.obligations[obligationsKnown_];
      ++knownObligations_[{known.value, known.min, known.max, known.loops, known.conditions}];
    }
    if (!knownObligations_.contains({need.value, need.min, need.max, walk_.path, state_.conditions}))
      model_.obligations.push_back({need.value, need.min, need.max, walk_.path, state_.conditions, point(at)});
  }
}

void Recorder::dropObligations(std::size_t kept) {
  for (; obligationsKnown_ > kept; --obligationsKnown_) {
    const Obligation& last = model_.obligations[obligationsKnown_ - 1];
    const auto known = knownObligations_.find({last.value, last.min, last.max, last.loops, last.conditions});
    if (known != knownObligations_.end() && --known->second == 0) knownObligations_.erase(known);
  }
  model_.obligations.resize(kept);
}

void Recorder::countWork(int operations) {
  if (!model_.work.empty() && model_.work.back().loops == walk_.path)
    model_.work.back().operations += operations;
  else
    model_.work.push_back({walk_.path, operations});
}

SourcePoint Recorder::point(clang::SourceLocation location) const {
  const auto& manager = context_.getSourceManager();
  if (const CallFrame* frame = callOfLibrary(location)) location = frame->call->getBeginLoc();
  const auto where = manager.getPresumedLoc(manager.getExpansionLoc(location), false);
  if (where.isInvalid()) return {};
  return {where.getFilename(), static_cast<int>(where.getLine()), static_cast<int>(where.getColumn())};
}

std::int64_t Recorder::sizeOf(clang::QualType type) const {
  if (type->isIncompleteType() || type->isDependentType() || type->isFunctionType() || type->isVoidType()) return 0;
  return context_.getTypeSizeInChars(type).getQuantity();
}

std::pair<Int128, Int128> Recorder::rangeOf(clang::QualType type) const {
  if (type->isBooleanType()) return {0, 1};
  const unsigned bits = std::min<unsigned>(context_.getIntWidth(type), 64);
  if (type->isUnsignedIntegerOrEnumerationType()) return {0, (static_cast<Int128>(1) << bits) - 1};
  return {-(static_cast<Int128>(1) << (bits - 1)), (static_cast<Int128>(1) << (bits - 1)) - 1};
}

}  // namespace clustrix::compiler
