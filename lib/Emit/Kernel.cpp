#include "Emit/Kernel.h"

#include "Emit/Expressions.h"
#include "Emit/Lines.h"
#include "Emit/Partial.h"
#include "Support/OneLine.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// `template <class T>` becomes `template <class XType, class T>`: in front, since a pack or a default may follow.
std::string templateHead(const std::string& head, const std::vector<TypeParameter>& types) {
  std::string added;
  for (const TypeParameter& type : types) added += "class " + type.name + ", ";
  const auto open = head.find('<');
  const auto rest = head.find_first_not_of(" \t\n", open + 1);
  // `template <>` has nothing for the last comma to stand before.
  if (!added.empty() && head[rest] == '>') added.resize(added.size() - 2);
  return head.substr(0, open + 1) + added + head.substr(open + 1);
}

/// The loop's head without the source's own comment behind it.
std::string quoteOf(const LoopModel& model) {
  std::string quote = model.header.substr(0, model.header.find("//"));
  // A backslash at the end of the comment would swallow the next line.
  while (!quote.empty() && (quote.back() == '\\' || quote.back() == ' ')) quote.pop_back();
  return quote;
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

std::string pieceText(const BodyPiece& piece, const LaunchSource& source, const KernelShape& shape) {
  switch (piece.kind) {
    case BodyPiece::Text:
      return piece.text;
    case BodyPiece::Captured:
      return shape.captures[static_cast<std::size_t>(piece.index)];
    case BodyPiece::Continue:
      return shape.form == Form::Search ? "return false" : "return";
    case BodyPiece::Leave:
      return piece.index == 1 ? "{ return true; }" : "return true";
    case BodyPiece::WhenWriting:
      if (shape.form != Form::Scan) return "";
      return piece.index == 1 ? "if constexpr (!" + shape.writing + ") {} else "
                              : "if constexpr (" + shape.writing + ") ";
    case BodyPiece::WhenCounting:
      return shape.form == Form::Scan ? "if constexpr (!" + shape.writing + ") " : "";
    case BodyPiece::CountingEnd:
      return shape.form == Form::Scan ? " else " : "";
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
  }
  return "";
}

/// Spaces in front of the source line on which the body begins: what the body's other lines are indented relative to.
std::size_t sourceIndent(const LaunchSource& source, int line) {
  const std::size_t begin = source.lines.begin(line);
  const auto text = source.unit.text.find_first_not_of(' ', begin);
  return text == std::string::npos ? 0 : text - begin;
}

/// Moves all lines but the first from indentation `from` to `to`. A raw string's lines are its value, and a line that
/// continues another may begin in the middle of a token: left alone.
std::string reindented(const std::string& body, std::size_t from, std::size_t to) {
  if (body.find("R\"") != std::string::npos) return body;
  std::string result;
  std::size_t at = 0;
  for (std::size_t end = body.find('\n'); end != std::string::npos; end = body.find('\n', at)) {
    result += body.substr(at, end + 1 - at);
    at = end + 1;
    if (isContinued(body, end)) continue;
    const std::size_t text = std::min(body.find_first_not_of(' ', at), body.size());
    const bool empty = text == body.size() || body[text] == '\n';
    if (!empty) result.append(to + std::max(text - at, from) - from, ' ');
    at = text;
  }
  return result + body.substr(at);
}

bool usesCounter(const LoopModel& model, const KernelShape& shape) {
  if (!shape.variable.empty()) return true;
  for (const Cursor& cursor : shape.cursors)
    if (!cursor.declaration.empty()) return true;
  for (const PrivateVariable& variable : shape.privates)
    if (!variable.start.empty()) return true;
  for (const BodyPiece& piece : model.body)
    if (piece.kind == BodyPiece::Counter) return true;
  return false;
}

std::string bodyText(const LaunchSource& source, const KernelShape& shape) {
  std::string body;
  bool counting = false;
  for (const BodyPiece& piece : source.model().body) {
    if (piece.kind == BodyPiece::WhenCounting) counting = true;
    // Only a scan has a pass that counts.
    if (!counting || shape.form == Form::Scan) body += pieceText(piece, source, shape);
    if (piece.kind == BodyPiece::CountingEnd) counting = false;
  }
  body.erase(body.find_last_not_of(" \t\n") + 1);
  // The text of a statement may come without the semicolon that ends it.
  if (body.empty() || (body.back() != ';' && body.back() != '}')) body += ";";
  // Statements cut out of a block begin behind its brace: their own line is a later one.
  const std::size_t first = body.find_first_not_of(" \t\n");
  const int skipped =
      static_cast<int>(std::count(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(first), '\n'));
  const int line = source.model().bodyLine;
  const std::size_t from = sourceIndent(source, line + skipped);
  return lineDirective(source.unit, line + skipped) + "    " + reindented(body.substr(first), from, 4) + "\n";
}

/// The functions that the kernel has in place of those of objects. Lambdas: they see partial results, too.
std::string functionsText(const LaunchSource& source, const KernelShape& shape) {
  std::string text;
  for (std::size_t f = 0; f < source.model().functions.size(); ++f) {
    const KernelFunction& function = source.model().functions[f];
    std::string body;
    for (const BodyPiece& piece : function.body) body += pieceText(piece, source, shape);
    const std::size_t line = body.rfind('\n');
    const std::size_t indent = line == std::string::npos ? 0 : body.find_first_not_of(' ', line + 1) - line - 1;
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
    if (member.capture < 0) continue;
    const Capture& capture = model.captures[static_cast<std::size_t>(member.capture)];
    const bool leads = capture.kind == Capture::Pointer || capture.kind == Capture::Span;
    if (leads && !model.arrays[static_cast<std::size_t>(capture.array.value)].arithmetic)
      list += (list.empty() ? "" : ", ") + ("decltype(" + member.name + ")");
  }
  return list.empty() ? "" : "  using PointedTo = clustrix::PointedTo<" + list + ">;\n";
}

/// What the body needs from before the loop.
std::string definitionsText(const LaunchSource& source, const KernelShape& shape) {
  std::string text;
  for (const LocalDefinition& definition : source.model().definitions) {
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

std::string callOperator(const LaunchSource& source, const KernelShape& shape, bool isTemplate) {
  std::string text = shape.form == Form::Scan ? "  template <bool " + shape.writing + ">\n" : "";
  text += source.launch.hostAlone ? "  " : "  CLUSTRIX_HD ";
  text += shape.form == Form::Search ? "bool" : "void";
  text += shape.form == Form::Scan ? " iterate" : " operator()";
  text += "(clustrix::Index";
  if (usesCounter(source.model(), shape)) text += " " + shape.counter;
  if (shape.reduces()) text += ", Partial& " + shape.partial;
  text += ") const {\n" + referencesText(shape, isTemplate);
  for (const PrivateVariable& variable : shape.privates)
    text += "    " + declaration(variable.type, variable.name) +
            (variable.start.empty() ? "" : " = " + variable.start) + ";\n";
  for (const Cursor& cursor : shape.cursors)
    if (!cursor.declaration.empty()) text += "    " + cursor.declaration + "\n";
  text += functionsText(source, shape);
  text += definitionsText(source, shape);
  if (!shape.variable.empty()) text += "    " + shape.variable + "\n";
  return text + bodyText(source, shape) + (shape.form == Form::Search ? "    return false;\n" : "") + "  }\n";
}

}  // namespace

std::string kernelText(const LaunchSource& source, const KernelShape& shape) {
  const bool isTemplate = !source.function.templateHead.empty();
  std::string text =
      "// " + inComment(source.unit.path + ":" + std::to_string(source.site.at.line) + ": " + quoteOf(source.model())) +
      "\n";
  if (isTemplate) text += templateHead(source.function.templateHead, shape.types) + "\n";
  text += "struct " + shape.name + " {\n";
  for (const Member& member : shape.members) text += "  " + declaration(member.type, member.name) + ";\n";
  if (!source.launch.hostAlone) text += pointedToText(source.model(), shape);
  text += combinedText(shape);
  if (shape.reduces()) text += partialText(shape, isTemplate, source.launch.hostAlone.has_value());
  if (shape.reduces() || !shape.members.empty()) text += "\n";
  if (source.launch.hostAlone) text += hostAloneText(source.launch);
  return text + callOperator(source, shape, isTemplate) + "};\n";
}

}  // namespace clustrix::compiler
