#include "Emit/Kernel.h"

#include "Emit/Expressions.h"
#include "Emit/Hosted.h"
#include "Emit/Lines.h"
#include "Emit/Partial.h"
#include "Support/OneLine.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// `template <class XType, class T>`: types in front, since a default may follow.
std::string templateHead(const std::string& parameters, const std::vector<TypeParameter>& types) {
  std::string all;
  for (const TypeParameter& type : types) all += (all.empty() ? "class " : ", class ") + type.name;
  return "template <" + all + (all.empty() || parameters.empty() ? "" : ", ") + parameters + ">";
}

/// In front of and behind an assignment that the partial result's flag has to hear of:
///     best = x   ──►   (partial.found_best = true, best = x)      a location follows, or a last value is kept
///     top = x    ──►   (top = x, partial.nan_top |= top != top)   a NaN replaces what came before it
std::string noteText(const BodyPiece& piece, const LaunchSource& source, const KernelShape& shape) {
  const bool isUpdate = piece.kind == BodyPiece::UpdateBegin || piece.kind == BodyPiece::UpdateEnd;
  const bool begins = piece.kind == BodyPiece::UpdateBegin || piece.kind == BodyPiece::AssignBegin;
  const int scalar = isUpdate ? source.model().updates[static_cast<std::size_t>(piece.index)].scalar : piece.index;
  const Accumulator* accumulator = scalar < 0 ? nullptr : accumulatorOf(shape, scalar);
  if (!accumulator || accumulator->flag.empty() || accumulator->reduction.has_value() != isUpdate) return "";
  if (!isUpdate && !accumulator->conditional) return "";
  const std::string flag = shape.partial + "." + accumulator->flag;
  if (isUpdate && accumulator->reduction->takesNan)
    return begins ? "(" : ", " + flag + " |= " + accumulator->name + " != " + accumulator->name + ")";
  return begins ? "(" + flag + " = true, " : ")";
}

/// Of what stands in shared loops each lane does its own.
bool isForOneLane(const BodyPiece& piece, const LaunchSource& source) {
  if (!source.launch.lanes) return false;
  const OnceStatement& once = source.model().kernel.once[static_cast<std::size_t>(piece.index)];
  return !source.launch.lanes->shareOneOf(source.model().accesses[once.firstAccess].loops);
}

/// In place of a statement with its semicolon, or in front of that.
std::string leaveText(const BodyPiece& piece, const std::string& text) {
  return piece.index == 1 ? "{ " + text + "; }" : text;
}

/// Whether an exception of a task is caught, and the launch undone.
bool rollsBackByThrowing(const LoopModel& model) { return model.tasks && model.rollsBack; }

/// Where an iteration leaves the loop; `comesBack`: what a function of its own then returns. What iterations compute
/// from there on is undone, but a task must not go on: its libraries may not bear what it would give them.
std::string leaveText(const BodyPiece& piece, const LaunchSource& source, const KernelShape& shape,
                      const std::string& comesBack) {
  return leaveText(
      piece, rollsBackByThrowing(source.model()) ? "throw " + shape.rollBack : "return " + shape.rollBack + comesBack);
}

std::string pieceText(const BodyPiece& piece, const LaunchSource& source, const KernelShape& shape) {
  switch (piece.kind) {
    case BodyPiece::Text:
      return piece.text;
    case BodyPiece::Captured:
      return shape.captures[static_cast<std::size_t>(piece.index)];
    case BodyPiece::Continue:
      return shape.form == Form::Search ? "return false" : "return";
    case BodyPiece::Leave:
      if (shape.form != Form::Search) return leaveText(piece, source, shape, "()");
      return leaveText(piece, "return true");
    case BodyPiece::WhenWriting:
      return shape.form == Form::Scan ? "if constexpr (" + shape.writing + ") " : "";
    case BodyPiece::WhenCounting:
      return shape.form == Form::Scan ? "if constexpr (!" + shape.writing + ") " : "";
    case BodyPiece::CountingEnd:
      return shape.form == Form::Scan ? " else " : "";
    case BodyPiece::ScanBlockBegin:
      return shape.form == Form::Scan ? "{ " : "";
    case BodyPiece::ScanBlockEnd:
      return shape.form != Form::Scan ? "" : piece.index == 1 ? "; }" : " }";
    case BodyPiece::Counter:
      return shape.counter;
    case BodyPiece::UpdateBegin:
    case BodyPiece::UpdateEnd:
    case BodyPiece::AssignBegin:
    case BodyPiece::AssignEnd:
      return noteText(piece, source, shape);
    case BodyPiece::Function:
      return shape.functions[static_cast<std::size_t>(piece.index)] + piece.text;
    case BodyPiece::AppendTo: {
      const Cursor& cursor = shape.cursors[static_cast<std::size_t>(piece.index)];
      return cursor.container + "[" + cursor.name + "++]" + piece.text;
    }
    case BodyPiece::AppendStep:
      return shape.cursors[static_cast<std::size_t>(piece.index)].name + "++";
    case BodyPiece::HeadBegin:
    case BodyPiece::HeadEnd:
    case BodyPiece::LoopEnd:
      return "";
    case BodyPiece::OnceBegin:
      return isForOneLane(piece, source) ? "if (" + shape.threads + ".one()) " : "";
    case BodyPiece::OnceEnd:
      return isForOneLane(piece, source) ? " " + shape.threads + ".meet();" : "";
  }
  return "";
}

/// Spaces in front of the source line on which the body begins: what the body's other lines are indented relative to.
std::size_t sourceIndent(const LaunchSource& source, int line) {
  return spacesAt(source.unit.text, source.lines.begin(line));
}

bool usesCounter(const LoopModel& model, const KernelShape& shape) {
  if (!shape.variable.empty() || !model.streams.empty() || !shape.objects.empty()) return true;
  for (const ThreadLoop& loop : shape.threadLoops)
    if (mentions(loop.head, shape.counter)) return true;
  for (const Cursor& cursor : shape.cursors)
    if (!cursor.declaration.empty()) return true;
  for (const PrivateVariable& variable : shape.privates)
    if (!variable.start.empty()) return true;
  if (!shape.last.empty()) return true;
  for (const BodyPiece& piece : model.kernel.body)
    if (piece.kind == BodyPiece::Counter) return true;
  return false;
}

/// The loop inside that a kernel says otherwise, and whose mark this is; null for others.
const ThreadLoop* loopAt(const BodyPiece& piece, BodyPiece::Kind kind, const KernelShape& shape) {
  if (piece.kind != kind) return nullptr;
  for (const ThreadLoop& loop : shape.threadLoops)
    if (loop.mark == piece.index) return &loop;
  return nullptr;
}

std::string bodyText(const LaunchSource& source, const KernelShape& shape) {
  std::string body;
  bool counting = false;
  int replaced = -1;
  for (const BodyPiece& piece : source.model().kernel.body) {
    if (const ThreadLoop* loop = loopAt(piece, BodyPiece::HeadBegin, shape)) {
      body += loop->head;
      replaced = piece.index;
    }
    if (const ThreadLoop* loop = loopAt(piece, BodyPiece::LoopEnd, shape)) body += loop->end;
    if (replaced >= 0) {
      if (piece.kind == BodyPiece::HeadEnd && piece.index == replaced) replaced = -1;
      continue;
    }
    if (piece.kind == BodyPiece::WhenCounting) counting = true;
    // Only a scan has a pass that counts.
    if (!counting || shape.form == Form::Scan) body += pieceText(piece, source, shape);
    if (piece.kind == BodyPiece::CountingEnd) counting = false;
  }
  body = withoutBlanksBehind(body);
  // The text of a statement may come without the semicolon that ends it.
  if (body.empty() || (body.back() != ';' && body.back() != '}')) body += ";";
  // Statements cut out of a block begin behind its brace: their own line is a later one.
  const std::size_t first = behindWhiteSpace(body);
  const int skipped =
      static_cast<int>(std::count(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(first), '\n'));
  const int line = source.model().kernel.bodyLine;
  const std::size_t from = sourceIndent(source, line + skipped);
  return lineDirective(source.unit, line + skipped) + "    " + reindented(body.substr(first), from, 4) + "\n";
}

/// The functions that the kernel has in place of those of objects. Lambdas: they see partial results, too.
/// Of a function of the source that comes back where the program's would not: `()` or `.as<double>()`.
std::string comesBack(const KernelFunction& function) {
  return function.result == "void" ? "()" : ".as<" + function.result + ">()";
}

std::string functionsText(const LaunchSource& source, const KernelShape& shape) {
  std::string text;
  for (std::size_t f = 0; f < source.model().kernel.functions.size(); ++f) {
    const KernelFunction& function = source.model().kernel.functions[f];
    std::string body;
    for (const BodyPiece& piece : function.body)
      body += piece.kind == BodyPiece::Leave ? leaveText(piece, source, shape, comesBack(function))
                                             : pieceText(piece, source, shape);
    const std::size_t last = lineBegin(body, body.size());
    const std::size_t indent = last == 0 ? 0 : spacesAt(body, last);
    text += "    // " + function.source + "\n    const auto " + shape.functions[f] + " = [&](" + function.parameters +
            ") -> " + function.result + " " + reindented(body, indent, 4) + ";\n";
  }
  return text;
}

/// `using Combined = clustrix::Combined<clustrix::combined::Sum<&scale_4::c>>;`
std::string combinedText(const KernelShape& shape) {
  if (shape.combined.empty()) return "";
  std::string list;
  for (const CombinedMember& one : shape.combined)
    list += (list.empty() ? "" : ",\n                                      ") + one.operation + "<&" + shape.name +
            "::" + one.member + one.arguments + ">";
  return "\n  // Blocks of iterations combine into copies of their own.\n  using Combined = clustrix::Combined<" +
         list + ">;\n";
}

/// `using PointedTo = clustrix::PointedTo<decltype(s)>;`: elements that host and device might lay out in two ways.
std::string pointedToText(const LoopModel& model, const KernelShape& shape) {
  std::string list;
  for (const Member& member : shape.members) {
    if (member.capture < 0 || member.sizeOf) continue;
    const Capture& capture = model.kernel.captures[static_cast<std::size_t>(member.capture)];
    const bool leads = capture.kind == Capture::Pointer || capture.kind == Capture::Span;
    if (leads && !model.arrays[static_cast<std::size_t>(capture.array.value)].arithmetic)
      list += (list.empty() ? "" : ", ") + ("decltype(" + member.name + ")");
  }
  return list.empty() ? "" : "  using PointedTo = clustrix::PointedTo<" + list + ">;\n";
}

/// What the body needs from before the loop.
std::string definitionsText(const LaunchSource& source, const KernelShape& shape) {
  std::string text;
  for (const LocalDefinition& definition : source.model().kernel.definitions) {
    std::string one;
    for (const BodyPiece& piece : definition.text) one += pieceText(piece, source, shape);
    text += lineDirective(source.unit, definition.line) + "    " +
            reindented(one, sourceIndent(source, definition.line), 4) + "\n";
  }
  return text;
}

/// What the kernel says of itself where no device runs it: the runtime tells people the reason in the report's words.
std::string hostAloneText(const Launch& launch) {
  return std::string("  static constexpr bool ") + (launch.inPlace ? "inPlace" : "hostOnly") +
         " = true;\n  static constexpr const char* whyHostAlone = " + quoted(launch.hostAlone->message) + ";\n\n";
}

/// `i and j`
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n)
    text += (n == 0 ? "" : n + 1 == names.size() ? " and " : ", ") + names[n];
  return text;
}

/// What the launch is asked, where two arrays may be one.
std::string mayDivideText(const KernelShape& shape) {
  return shape.mayDivide.empty() ? "" : "  bool mayDivide() const { return " + shape.mayDivide + "; }\n";
}

std::ptrdiff_t mostSums(const Lanes& lanes) {
  std::ptrdiff_t most = 0;
  for (const Lanes::Loop& loop : lanes.loops)
    most = std::max(most, std::count_if(loop.results.begin(), loop.results.end(), [](const LaneResult& result) {
                      return result.op == UpdateOperator::Add || result.op == UpdateOperator::Multiply;
                    }));
  return most;
}

/// Which lanes share an iteration, and the most iterations of a loop in it.
std::string lanesText(const LaunchSource& source, const KernelShape& shape) {
  if (!source.launch.lanes) return "";
  const Lanes& lanes = *source.launch.lanes;
  const char* const neighbours = lanes.iterationsFirst ? "Iterations" : lanes.wholeWarps ? "Warp" : "Lanes";
  std::string most;
  for (const ThreadLoop& loop : shape.threadLoops)
    most = most.empty() ? loop.bound : "clustrix::greatest(" + most + ", " + loop.bound + ")";
  const bool fast = source.plan.options.math == Math::Fast;
  std::string text =
      std::string("  // Lanes of a GPU share an iteration, and add up its sums in ") + (fast ? "any" : "their") +
      " order; neighbours are " + (lanes.iterationsFirst ? "iterations" : "lanes") +
      ".\n  using Lanes = clustrix::SharedBy<clustrix::Neighbours::" + neighbours + ", " +
      std::to_string(mostSums(lanes)) + (fast ? ", clustrix::Math::Fast" : "") +
      ">;\n  clustrix::Index mostTrips([[maybe_unused]] clustrix::Chunk chunk) const { return " + most + "; }\n";
  return text + mayDivideText(shape) + "\n";
}

/// Which loops threads run along, and how far.
std::string bandText(const LaunchSource& source, const KernelShape& shape) {
  if (!source.launch.band) return "";
  const Band& band = *source.launch.band;
  std::vector<std::string> names, axes, bounds;
  for (std::size_t b = 0; b < band.axes.size(); ++b) {
    names.push_back(source.model().loops[static_cast<std::size_t>(b == 0 ? 0 : band.loops[b - 1].loop)].variable);
    axes.push_back(std::string("clustrix::Axis::") + "xyz"[band.axes[b]]);
  }
  std::string text =
      "  // A GPU's threads run along " + listed(names) + "; those of a warp lie along " +
      (band.square
           ? "all of them"
           : names[static_cast<std::size_t>(std::find(band.axes.begin(), band.axes.end(), 0) - band.axes.begin())]) +
      ".\n  using Band = clustrix::" + (band.square ? "SquareBand<" : "Band<");
  for (std::size_t b = 0; b < axes.size(); ++b) text += (b == 0 ? "" : ", ") + axes[b];
  text += ">;\n  clustrix::BandTrips mostTrips([[maybe_unused]] clustrix::Chunk chunk) const { return {";
  for (std::size_t b = 0; b < shape.threadLoops.size(); ++b) text += (b == 0 ? "" : ", ") + shape.threadLoops[b].bound;
  text += "}; }\n";
  return text + mayDivideText(shape) + "\n";
}

/// How many rows a thread goes along, where that is more than one: they are to fit into a cache.
std::string ownRowsText(const Launch& launch) {
  if (launch.ownRows < 2) return "";
  return "  // A thread goes along rows of its own.\n  static constexpr int ownRows = " +
         std::to_string(launch.ownRows) + ";\n\n";
}

/// Of a turned nest: what it is launched in.
std::string turnText(const LaunchSource& source, const KernelShape& shape) {
  if (!shape.around) return "";
  const Turn& turn = *source.launch.turn;
  const std::string& inner = source.model().kernel.innerLoops[static_cast<std::size_t>(turn.mark)].variable.name;
  std::string text = "  // Threads and devices have parts of the loop over " + inner + ", and go through that over " +
                     turn.variable.name + " in its order.\n  static constexpr bool inParts = true;\n";
  if (!turn.sums.empty())
    text += "  using Lanes = clustrix::SharedBy<clustrix::Neighbours::Iterations, " + std::to_string(turn.sums.size()) +
            ">;\n  clustrix::Index mostTrips(clustrix::Chunk) const { return " + shape.around->trips + "; }\n";
  return text + mayDivideText(shape) + "\n";
}

/// Parameters of operator(), or what another function is given of them.
class Parameters {
 public:
  Parameters(const LaunchSource& source, const KernelShape& shape, bool isCounterUsed) {
    const bool hasLane = shape.around || (!shape.threadLoops.empty() && source.launch.lanes);
    add(shape.around ? "Part" : "clustrix::Index", isCounterUsed ? shape.counter : "");
    if (hasLane)
      add("Lane", shape.threads);
    else if (!shape.threadLoops.empty())
      add("Threads", shape.threads);
    if (shape.reduces()) add("Partial&", shape.partial);
    if (shape.around)
      classes_ = {"Part", "Lane"};
    else if (!shape.threadLoops.empty())
      classes_ = {hasLane ? "Lane" : "Threads"};
  }

  void add(const std::string& type, const std::string& name) {
    list_ += (list_.empty() ? "" : ", ") + type + (name.empty() ? "" : " " + name);
    names_ += (names_.empty() ? "" : ", ") + name;
  }
  const std::string& list() const { return list_; }
  const std::string& names() const { return names_; }
  /// `template <bool apart, class Lane>`, or "".
  std::string head(const std::string& first) const {
    std::string text = first;
    for (const char* one : classes_) text += (text.empty() ? "class " : ", class ") + std::string(one);
    return text.empty() ? "" : "  template <" + text + ">\n";
  }

 private:
  std::vector<const char*> classes_;
  std::string list_, names_;
};

/// operator() where the body is another function, which a launch on a device may have told that arrays are apart.
std::string forwardText(const LaunchSource& source, const KernelShape& shape) {
  const Parameters parameters(source, shape, true);
  return "  bool areApart() const { return " + shape.areApart + "; }\n" + parameters.head("") +
         "  CLUSTRIX_HD void operator()(" + parameters.list() + ") const { iterate<false>(" + parameters.names() +
         "); }\n\n";
}

std::string openingText(const LaunchSource& source, const KernelShape& shape) {
  const Parameters parameters(source, shape, usesCounter(source.model(), shape));
  const bool isScan = shape.form == Form::Scan, forwards = !shape.apartFlag.empty();
  const std::string flag = isScan ? shape.writing : shape.apartFlag;
  return (forwards ? forwardText(source, shape) : "") + parameters.head(flag.empty() ? "" : "bool " + flag) +
         (source.launch.hostAlone ? "  " : "  CLUSTRIX_HD ") + (shape.form == Form::Search ? "bool" : "void") +
         (isScan || forwards ? " iterate" : " operator()") + "(" + parameters.list() + ") const " +
         (rollsBackByThrowing(source.model()) ? "try {\n    if (" + shape.rollBack + ".asked()) return;\n" : "{\n") +
         hostedText(source.model(), shape);
}

/// `clustrix::Apart<decltype(y_)> y_data = y_;`, of arrays that nothing else in the body leads to.
std::string apartText(const KernelShape& shape) {
  std::string text;
  for (const ApartArray& array : shape.apart) {
    text += "    clustrix::Apart<" + array.type + (shape.apartFlag.empty() ? "" : ", " + shape.apartFlag) + "> " +
            array.variable + " = " + array.value + ";\n";
    text += "    " + array.ofBody + "\n";
  }
  return text;
}

/// `clustrix::OwnArray<double[8]> t_own(t_, k == last, false);`
std::string ownArraysText(const LaunchSource& source, const KernelShape& shape) {
  std::string text, ofLast = shape.counter + " == " + shape.last;
  if (source.launch.band) {
    ofLast += " && " + shape.threads + ".areLast(";
    for (const ThreadLoop& loop : shape.threadLoops) ofLast += (ofLast.back() == '(' ? "" : ", ") + loop.trips;
    ofLast += ")";
  }
  for (const OwnArray& own : shape.ownArrays) {
    const std::string stays = own.stays ? ofLast : "false";
    text += "    clustrix::OwnArray<" + own.type + "> " + own.variable + "(" + own.original + ", " + stays + ", " +
            (own.begins ? "true" : "false") + ");\n";
    text += "    auto& " + own.name + " = " + own.variable + ".elements;\n";
  }
  return text;
}

/// Each thread takes its own before its first iteration.
std::string takeWorkspacesText(const LaunchSource& source, const KernelShape& shape) {
  if (shape.workspaces.empty()) return "";
  std::string text = source.launch.hostAlone ? "  " : "  CLUSTRIX_HD ";
  text += "void takeWorkspaces(clustrix::Index worker) {\n";
  for (const WorkspaceVariable& one : shape.workspaces) text += "    " + one.workspace + ".take(worker);\n";
  return text + "  }\n\n";
}

/// `const auto w = w_.of(k == last);`
std::string workspacesText(const KernelShape& shape) {
  std::string text;
  for (const WorkspaceVariable& one : shape.workspaces) {
    const std::string isLast = "(" + shape.counter + " == " + shape.last;
    const std::string own = one.workspace + ".of" + isLast + ")";
    text += "    const ";
    if (one.byElement)
      text += "auto " + one.name + " = " + one.workspace + ".elements" + isLast +
              (one.size.empty() ? "" : ", " + one.size) + ")";
    else if (!one.size.empty())
      text += one.type + " " + one.name + "(" + own + ", " + one.size + ")";
    else
      text += "auto " + one.name + " = " + (one.type.empty() ? own : "reinterpret_cast<" + one.type + ">(" + own + ")");
    text += ";\n";
  }
  return text;
}

std::string callOperator(const LaunchSource& source, const KernelShape& shape, bool isTemplate) {
  std::string text = openingText(source, shape) + apartText(shape) + referencesText(shape, isTemplate);
  for (const PrivateVariable& variable : shape.privates)
    text += "    " + declaration(variable.type, variable.name) +
            (variable.start.empty() ? "" : " = " + variable.start) + ";\n";
  text += ownArraysText(source, shape) + workspacesText(shape);
  for (const Cursor& cursor : shape.cursors)
    if (!cursor.declaration.empty()) text += "    " + cursor.declaration + "\n";
  text += functionsText(source, shape);
  text += definitionsText(source, shape);
  if (!shape.variable.empty()) text += "    " + shape.variable + "\n";
  if (shape.around) text += "    " + shape.around->begin;
  text += bodyText(source, shape);
  if (shape.around) text += shape.around->end;
  // An exception is thrown again by the loop's own text, when all iterations before it have run and none behind it.
  if (rollsBackByThrowing(source.model())) text += "  } catch (...) {\n    " + shape.rollBack + "();\n";
  return text + (shape.form == Form::Search ? "    return false;\n" : "") + "  }\n";
}

}  // namespace

std::string kernelText(const LaunchSource& source, const KernelShape& shape) {
  const bool isTemplate = !source.function.templateParameters.empty();
  std::string text =
      "// " +
      inComment(source.site.at.file + ":" + std::to_string(source.site.at.line) + ": " + source.model().kernel.header) +
      "\n";
  if (isTemplate) text += templateHead(source.function.templateParameters, shape.types) + "\n";
  text += "struct " + shape.name + " {\n";
  for (const Member& member : shape.members) text += "  " + declaration(member.type, member.name) + ";\n";
  if (!source.launch.hostAlone) text += pointedToText(source.model(), shape);
  text += combinedText(shape);
  if (shape.reduces()) text += partialText(shape, isTemplate, source.launch.hostAlone.has_value());
  if (shape.reduces() || !shape.members.empty()) text += "\n";
  if (source.launch.hostAlone) text += hostAloneText(source.launch);
  return text + bandText(source, shape) + lanesText(source, shape) + turnText(source, shape) +
         ownRowsText(source.launch) + takeWorkspacesText(source, shape) + callOperator(source, shape, isTemplate) +
         "};\n";
}

}  // namespace clustrix::compiler
