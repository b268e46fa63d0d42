// `--emit=model`: a LoopModel as text, one fact a line, in the order of the model's own lists. Symbols go by their
// names; two symbols of one name are told apart by their number, so that no line is ambiguous.
#include "clustrix/LoopModel.h"

#include <algorithm>
#include <sstream>

namespace clustrix::compiler {
namespace {

std::string decimal(Int128 value) {
  if (value == 0) return "0";
  const bool negative = value < 0;
  std::string digits;
  for (; value != 0; value /= 10) {
    const int digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
  }
  if (negative) digits += '-';
  return {digits.rbegin(), digits.rend()};
}

const char* word(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Counter:
      return "counter";
    case SymbolKind::Parameter:
      return "parameter";
    case SymbolKind::Opaque:
      return "opaque";
    case SymbolKind::Quotient:
      return "quotient";
  }
  return "";
}

const char* word(Capture::Kind kind) {
  switch (kind) {
    case Capture::Value:
      return "value";
    case Capture::Pointer:
      return "pointer";
    case Capture::Span:
      return "span";
    case Capture::Scalar:
      return "scalar";
  }
  return "";
}

const char* word(BodyPiece::Kind kind) {
  switch (kind) {
    case BodyPiece::Text:
      return "text";
    case BodyPiece::Captured:
      return "captured";
    case BodyPiece::Continue:
      return "continue";
    case BodyPiece::Counter:
      return "counter";
    case BodyPiece::UpdateBegin:
      return "update-begin";
    case BodyPiece::UpdateEnd:
      return "update-end";
    case BodyPiece::Function:
      return "function";
    case BodyPiece::AppendTo:
      return "append-to";
    case BodyPiece::AppendStep:
      return "append-step";
    case BodyPiece::AssignBegin:
      return "assign-begin";
    case BodyPiece::AssignEnd:
      return "assign-end";
    case BodyPiece::Leave:
      return "leave";
    case BodyPiece::WhenWriting:
      return "when-writing";
    case BodyPiece::WhenCounting:
      return "when-counting";
    case BodyPiece::CountingEnd:
      return "counting-end";
    case BodyPiece::ScanBlockBegin:
      return "scan-block-begin";
    case BodyPiece::ScanBlockEnd:
      return "scan-block-end";
    case BodyPiece::HeadBegin:
      return "head-begin";
    case BodyPiece::HeadEnd:
      return "head-end";
    case BodyPiece::LoopEnd:
      return "loop-end";
    case BodyPiece::OnceBegin:
      return "once-begin";
    case BodyPiece::OnceEnd:
      return "once-end";
  }
  return "";
}

/// On one line and quoted: the body's text has line breaks of its own.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '\r') {
      result += "\\r";
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + '"';
}

class Printer {
 public:
  explicit Printer(const LoopModel& model) : model_(model) {}

  std::string run() {
    head();
    symbols();
    loops();
    arrays();
    accesses();
    updates();
    scalars();
    appends();
    hazards();
    leaves();
    splits();
    conditions();
    body();
    return out_.str();
  }

 private:
  std::string place(const SourcePoint& at) const { return std::to_string(at.line) + ":" + std::to_string(at.column); }

  std::string name(SymbolId id) const {
    if (id.value < 0 || id.value >= static_cast<int>(model_.symbols.size())) return "?" + std::to_string(id.value);
    const std::string& own = model_.symbols[id.value].name;
    const auto same = [&](const Symbol& other) { return other.name == own; };
    const bool unique = std::count_if(model_.symbols.begin(), model_.symbols.end(), same) == 1;
    return unique ? own : own + "#" + std::to_string(id.value);
  }
  std::string text(const Polynomial& value) const {
    return value.str([this](SymbolId id) { return name(id); });
  }
  std::string array(ArrayId id) const {
    return id.value < 0 || id.value >= static_cast<int>(model_.arrays.size()) ? "?" : model_.arrays[id.value].name;
  }
  std::string subscript(ArrayId id, const std::optional<Polynomial>& index) const {
    return array(id) + "[" + (index ? text(*index) : "any") + "]";
  }
  std::string scalar(int index) const {
    return index < 0 || index >= static_cast<int>(model_.scalars.size()) ? "?" : model_.scalars[index].name;
  }
  std::string numbers(const std::vector<int>& values) const {
    std::string result = "{";
    for (std::size_t i = 0; i < values.size(); ++i) result += (i ? "," : "") + std::to_string(values[i]);
    return result + "}";
  }
  std::string nonNegative(const std::vector<Polynomial>& values) const {
    std::string result;
    for (const Polynomial& value : values) result += (result.empty() ? "" : ", ") + text(value) + " >= 0";
    return result;
  }

  void head() {
    out_ << "loop " << model_.function << " " << place(model_.at);
    if (model_.asserted) out_ << " asserted";
    if (model_.forcedSerial) out_ << " serial";
    out_ << "\n";
  }
  std::string numbers(const NumberList& list) const {
    if (list.type.empty()) return array(list.array);
    return array(list.array) + "(" + std::to_string(list.run) + " " + list.type + " at " + std::to_string(list.begin) +
           ")";
  }
  /// Each element of a list that is read has a symbol: few stand in a subscript or a bound.
  bool isMentioned(SymbolId id) const {
    const auto mentions = [id](const Polynomial& value) { return value.mentions(id); };
    return std::any_of(model_.accesses.begin(), model_.accesses.end(),
                       [&](const Access& access) { return access.index && mentions(*access.index); }) ||
           std::any_of(model_.symbols.begin(), model_.symbols.end(),
                       [&](const Symbol& other) { return other.listed && mentions(other.listed->position); }) ||
           std::any_of(model_.loops.begin(), model_.loops.end(), [&](const NestedLoop& loop) {
             return std::any_of(loop.constraints.begin(), loop.constraints.end(), mentions);
           });
  }

  void symbols() {
    for (std::size_t i = 0; i < model_.symbols.size(); ++i) {
      const Symbol& symbol = model_.symbols[i];
      if (symbol.listed && !isMentioned(SymbolId{static_cast<int>(i)})) continue;
      out_ << "symbol " << name({static_cast<int>(i)}) << " " << word(symbol.kind) << " [" << decimal(symbol.min)
           << ", " << decimal(symbol.max) << "]";
      if (!symbol.expression.empty()) out_ << " = " << quoted(symbol.expression);
      if (symbol.data) out_ << " of data";
      if (symbol.listed) out_ << " of " << numbers(symbol.listed->list) << "[" << text(symbol.listed->position) << "]";
      if (symbol.division)
        out_ << " = (" << text(symbol.division->dividend) << ") / " << symbol.division->divisor
             << (symbol.division->floor ? " rounded down" : "");
      out_ << "\n";
    }
  }
  void loops() {
    for (std::size_t i = 0; i < model_.loops.size(); ++i) {
      const NestedLoop& loop = model_.loops[i];
      out_ << "nest " << i << " parent " << loop.parent << " counter " << name(loop.counter) << " at "
           << place(loop.at);
      if (!loop.variable.empty()) out_ << " variable " << loop.variable;
      if (loop.value) out_ << " value " << text(*loop.value);
      if (loop.certain) out_ << " certain";
      out_ << "\n";
      if (loop.trip)
        out_ << "trip " << i << " ceil((" << text(loop.trip->distance) << ") / (" << text(loop.trip->stride) << "))\n";
      for (const Polynomial& value : loop.constraints) out_ << "constraint " << i << " " << text(value) << " >= 0\n";
    }
  }
  void print(const PartOf& part) {
    if (part.object.empty()) return;
    out_ << " part [" << part.begin << ", " << part.begin + part.bytes << ") of " << quoted(part.object);
  }
  void arrays() {
    for (const ArrayObject& object : model_.arrays) {
      out_ << "array " << object.name << " of " << object.element << " " << object.elementBytes << " bytes base "
           << quoted(object.base);
      if (object.constElements) out_ << " const";
      if (object.extent) out_ << " extent " << quoted(*object.extent);
      if (object.forgotten) out_ << " forgotten";
      if (object.extentValue) out_ << " elements " << text(*object.extentValue);
      if (!object.extentProblem.empty()) out_ << " no extent: " << object.extentProblem;
      if (!object.identity.empty()) out_ << " identity " << object.identity;
      print(object.part);
      out_ << "\n";
    }
  }
  void accesses() {
    for (const Access& access : model_.accesses) {
      out_ << (access.kind == AccessKind::Read ? "read " : "write ") << subscript(access.array, access.index)
           << " bytes [" << access.byteBegin << ", " << access.byteEnd << ")";
      if (access.someBytes > 0) out_ << " " << access.someBytes << " of them";
      if (access.offset) out_ << " from " << text(*access.offset);
      out_ << " loops " << numbers(access.loops);
      if (access.certain) out_ << " certain";
      if (access.update >= 0) out_ << " update " << access.update;
      if (access.exists) out_ << " exists";
      if (access.suspended) out_ << " suspended";
      if (access.packedBy >= 0) {
        out_ << " packed by " << scalar(access.packedBy);
        if (!access.packedAt.isZero()) out_ << " from " << text(access.packedAt);
      }
      out_ << " at " << place(access.at);
      if (!access.conditions.empty()) out_ << " if " << nonNegative(access.conditions);
      out_ << "\n";
    }
  }
  void updates() {
    for (std::size_t i = 0; i < model_.updates.size(); ++i) {
      const Update& update = model_.updates[i];
      const std::string target = update.scalar >= 0 ? scalar(update.scalar) : subscript(update.array, update.index);
      out_ << "update " << i << " " << target << " " << word(update.op);
      if (update.declared)
        out_ << " " << update.declared->word << " identity " << quoted(update.declared->identity) << " combine "
             << quoted(update.declared->combine) << (update.declared->proven ? " proven" : "");
      if (update.ties) out_ << " ties";
      if (update.ignoresNan) out_ << " ignores-nan";
      if (update.takesNan) out_ << " takes-nan";
      if (update.named) out_ << " named";
      if (update.single) out_ << " once";
      if (update.exact) out_ << " exact";
      if (update.step != 0) out_ << (update.step > 0 ? " increases" : " decreases");
      if (update.certain) out_ << " certain";
      for (const int location : update.locations) out_ << " with " << scalar(location);
      out_ << " at " << place(update.at) << "\n";
    }
  }
  void scalars() {
    for (const ScalarState& state : model_.scalars) {
      out_ << "scalar " << state.name << " " << quoted(state.expression) << " " << state.type << " " << state.bits
           << " bits";
      if (state.arithmetic) out_ << " arithmetic";
      if (state.floating) out_ << " floating";
      if (state.isSigned) out_ << " signed";
      if (state.liveAfter) out_ << " live";
      if (state.certainWrite) out_ << " certain";
      if (!state.marked) out_ << " unmarked";
      if (state.inMemory) out_ << " memory";
      if (state.located) out_ << " located";
      if (state.entry) out_ << " entry " << text(*state.entry);
      if (state.firstEntry) out_ << " first " << text(*state.firstEntry);
      if (state.entryArray.value >= 0) out_ << " in " << array(state.entryArray);
      print(state.part);
      out_ << "\n";
      for (const SourcePoint& at : state.exposedReads)
        out_ << "exposed-read " << state.name << " at " << place(at) << "\n";
      for (const SourcePoint& at : state.writes) out_ << "scalar-write " << state.name << " at " << place(at) << "\n";
      for (const SourcePoint& at : state.runningReads)
        out_ << "running-read " << state.name << " at " << place(at) << "\n";
      for (const int update : state.updates) out_ << "scalar-update " << state.name << " " << update << "\n";
    }
    for (const MemoryScalar& state : model_.memoryScalars) {
      out_ << "memory-scalar " << state.name << " " << quoted(state.expression)
           << (state.reduction.empty() ? "" : " combined") << " at " << place(state.at);
      print(state.part);
      out_ << "\n";
    }
    for (const ObjectReduction& object : model_.objectReductions)
      out_ << "combine " << object.name << " " << quoted(object.expression) << " " << quoted(object.type) << " by "
           << object.operation << " at " << place(object.at) << "\n";
  }
  void appends() {
    for (const Append& append : model_.appends) {
      out_ << "append " << append.name << " " << quoted(append.expression) << " first " << text(append.first);
      if (append.counter < 0)
        out_ << " step " << text(append.step);
      else
        out_ << " counted by " << scalar(append.counter);
      out_ << (append.inMemory ? " memory" : "") << " at " << place(append.at) << "\n";
    }
  }
  void hazards() {
    for (const Effect& effect : model_.effects) {
      out_ << "effect " << effect.code << " " << quoted(effect.message) << " at " << place(effect.at);
      if (!effect.hint.empty()) out_ << " hint " << quoted(effect.hint);
      out_ << "\n";
      for (const Edit& edit : effect.edits)
        out_ << "edit [" << edit.begin << ", " << edit.end << ") " << quoted(edit.replacement) << "\n";
    }
    for (const Effect& obstacle : model_.obstacles)
      out_ << "obstacle " << quoted(obstacle.message) << " at " << place(obstacle.at) << "\n";
  }
  void leaves() {
    if (model_.callsLibraries) out_ << "iterations call libraries\n";
    if (model_.tasks)
      out_ << "iterations are tasks"
           << (model_.tasksDrive       ? " that drive devices"
               : model_.tasksOnDevices ? " on devices"
                                       : "")
           << "\n";
    for (const ThreadState& one : model_.threadStates)
      out_ << "tasks are in " << one.state << " by " << one.guard << "\n";
    if (!model_.streams.empty()) out_ << "iterations draw from " << model_.streams << "\n";
    if (model_.rollsBack) out_ << "a launch in which an iteration leaves is undone\n";
    for (const Leave& leave : model_.leaves)
      out_ << "leave " << leave.code << " " << quoted(leave.message) << " at " << place(leave.at) << "\n";
    if (model_.restart)
      out_ << "restart [" << model_.restart->begin << ", " << model_.restart->end << ") "
           << quoted(model_.restart->open) << " " << (model_.restart->ofCounter ? "iteration" : "value") << " "
           << quoted(model_.restart->close) << "\n";
  }
  void splits() {
    for (const DistributionPoint& split : model_.splits.places)
      out_ << "split at " << place(split.at) << " " << quoted(split.edit.replacement) << "\n";
  }
  void conditions() {
    for (const Obligation& duty : model_.obligations) {
      out_ << "obligation " << decimal(duty.min) << " <= " << text(duty.value) << " <= " << decimal(duty.max)
           << " loops " << numbers(duty.loops) << " at " << place(duty.at);
      if (!duty.conditions.empty()) out_ << " if " << nonNegative(duty.conditions);
      out_ << "\n";
    }
    for (const Requirement& need : model_.requirements) {
      out_ << "requirement " << text(need.value);
      if (need.kind == Requirement::Divisible)
        out_ << " divisible by " << text(need.divisor);
      else
        out_ << " >= 0";
      if (!need.what.empty()) out_ << ", " << quoted(need.what);
      out_ << " at " << place(need.at) << "\n";
    }
  }
  void body() {
    for (const Work& work : model_.work) out_ << "work " << work.operations << " loops " << numbers(work.loops) << "\n";
    out_ << "branches " << model_.branches << " calls " << model_.calls << "\n";
    if (!model_.kernel.textProblem.empty()) out_ << "text-problem " << quoted(model_.kernel.textProblem) << "\n";
    for (const Effect& call : model_.kernel.hostCalls)
      out_ << "host-call at " << place(call.at) << ": " << call.message << "\n";
    for (const DeviceFunction& function : model_.kernel.deviceFunctions) {
      out_ << "device-function ";
      for (const std::string& scope : function.scope) out_ << (scope.empty() ? "unnamed" : scope) << " :: ";
      out_ << (function.member ? "friend " : "") << function.head << function.declaration << "\n";
    }
    for (std::size_t i = 0; i < model_.kernel.captures.size(); ++i) {
      const Capture& capture = model_.kernel.captures[i];
      out_ << "capture " << i << " " << word(capture.kind) << " " << capture.name << " type " << quoted(capture.type)
           << " expression " << quoted(capture.expression);
      if (capture.array.value >= 0) out_ << " array " << array(capture.array);
      if (capture.scalar >= 0) out_ << " scalar " << scalar(capture.scalar);
      out_ << "\n";
    }
    const KernelVariable& variable = model_.kernel.variable;
    if (variable.declared()) out_ << "variable " << quoted(variable.cType() + " " + variable.name) << "\n";
    if (!model_.kernel.variablePrologue.empty()) out_ << "prologue " << quoted(model_.kernel.variablePrologue) << "\n";
    if (!model_.kernel.finalVariable.empty()) out_ << "final-variable " << model_.kernel.finalVariable << "\n";
    if (!model_.kernel.header.empty()) out_ << "header " << quoted(model_.kernel.header) << "\n";
    if (model_.kernel.bodyLine > 0) out_ << "body-line " << model_.kernel.bodyLine << "\n";
    if (model_.kernel.needsIteration) out_ << "needs-iteration\n";
    for (const PrivateMember& member : model_.kernel.privateMembers)
      out_ << "private-member " << member.name << " " << quoted(member.pointer) << (member.isStatic ? " static" : "")
           << "\n";
    for (const InnerLoop& inner : model_.kernel.innerLoops) {
      out_ << "inner-loop " << inner.loop << " " << quoted(inner.variable.cType() + " " + inner.variable.name);
      for (const InnerLoop::Sum& sum : inner.sums) out_ << (sum.multiplies ? " multiplies " : " adds to ") << sum.name;
      for (const InnerLoop::Sum& sum : inner.elementSums)
        out_ << (sum.multiplies ? " multiplies " : " adds to ") << sum.name << "[]";
      out_ << (inner.hasBraces ? " braces" : "") << (inner.continues ? " continues" : "") << "\n";
    }
    for (const OnceStatement& one : model_.kernel.once)
      out_ << "once accesses [" << one.firstAccess << ", " << one.endAccess << ")\n";
    for (std::size_t i = 0; i < model_.kernel.functions.size(); ++i) {
      const KernelFunction& function = model_.kernel.functions[i];
      out_ << "function " << i << " " << function.name << (function.nameFixed ? " as it is called" : "") << " from "
           << function.source << " result " << quoted(function.result) << " parameters " << quoted(function.parameters)
           << "\n";
      pieces("function-body", function.body);
    }
    for (const LocalDefinition& definition : model_.kernel.definitions) {
      out_ << "definition-line " << definition.line << "\n";
      pieces("definition", definition.text);
    }
    pieces("body", model_.kernel.body);
  }
  void pieces(const char* what, const std::vector<BodyPiece>& all) {
    for (const BodyPiece& piece : all) {
      out_ << what << " " << word(piece.kind);
      if (!piece.text.empty()) out_ << " " << quoted(piece.text);
      if (piece.index >= 0) out_ << " " << piece.index;
      out_ << "\n";
    }
  }

  const LoopModel& model_;
  std::ostringstream out_;
};

}  // namespace

const char* word(UpdateOperator op) {
  switch (op) {
    case UpdateOperator::Add:
      return "+";
    case UpdateOperator::Multiply:
      return "*";
    case UpdateOperator::Min:
      return "min";
    case UpdateOperator::Max:
      return "max";
    case UpdateOperator::BitAnd:
      return "&";
    case UpdateOperator::BitOr:
      return "|";
    case UpdateOperator::BitXor:
      return "^";
    case UpdateOperator::LogicalAnd:
      return "&&";
    case UpdateOperator::LogicalOr:
      return "||";
    case UpdateOperator::Declared:
      return "declared";
  }
  return "";
}

std::string print(const LoopModel& model) { return Printer(model).run(); }

}  // namespace clustrix::compiler
