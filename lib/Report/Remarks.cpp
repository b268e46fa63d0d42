// Remarks as compilers print them, which editors and CI already know how to show:
//
//     heat.cpp:15:12: remark: loop on line 14 stays serial: `a[i - 1]` is read in one iteration after ...
//     [dependence.flow]
//         a[i] = a[i - 1];
//                ^
//     heat.cpp:20:3: remark: loop parallelised over devices (reduction) [clustrix-parallel]
//
// What stands in the way of a loop mostly stands in the way of the loops around it, too: it is told once, of all of
// them.
#include "Plan/LineTable.h"
#include "Report/Causes.h"
#include "Report/Words.h"

#include <algorithm>
#include <map>
#include <set>

namespace clustrix::compiler {
namespace {

/// The files whose lines can be shown.
class ShownFiles {
 public:
  explicit ShownFiles(const std::vector<WrittenFile>& files) {
    for (const WrittenFile& file : files) files_.try_emplace(file.path, Text{file.text, LineTable(file.text)});
  }
  std::string caretAt(const SourcePoint& at) const {
    const auto found = files_.find(at.file);
    if (found == files_.end() || at.line <= 0) return "";
    return caretIn(found->second.text, found->second.lines.begin(at.line), at.column);
  }

 private:
  struct Text {
    const std::string& text;
    LineTable lines;
  };
  std::map<std::string, Text> files_;
};

class Writer {
 public:
  Writer(const ShownFiles& files, std::string& text) : files_(files), text_(text) {}

  void line(const SourcePoint& at, const char* severity, const std::string& message) {
    text_ += place(at) + ": " + severity + ": " + message + "\n";
    text_ += files_.caretAt(at);
  }
  /// Without the line.
  void aside(const SourcePoint& at, const char* severity, const std::string& message) {
    text_ += place(at) + ": " + severity + ": " + message + "\n";
  }

 private:
  const ShownFiles& files_;
  std::string& text_;
};

/// Not on the devices, for a reason. A loop that runs on threads may have been meant for them: who asks for what was
/// missed wants to know.
bool isMissed(const LoopReport& loop) {
  const Verdict what = verdict(loop);
  return what == Verdict::Serial || what == Verdict::Kept || what == Verdict::Threads;
}

/// `loop`, `loop on line 4`, `loops on lines 4 and 5`: those that are not at the place of the reason.
std::string loopsOf(const Cause& cause, const FunctionReport& function) {
  std::set<int> lines;
  for (const std::size_t l : cause.loops) lines.insert(function.loops[l].at.line);
  const SourcePoint& at = cause.reason->at;
  if (lines.size() == 1 && at.line == *lines.begin() && at.file == function.loops[cause.loops.front()].at.file)
    return cause.loops.size() == 1 ? "loop" : "loops";
  std::string text = lines.size() == 1 ? "loop on line " : "loops on lines ";
  std::size_t told = 0;
  for (const int line : lines) {
    text += told == 0 ? "" : told + 1 == lines.size() ? " and " : ", ";
    text += std::to_string(line);
    ++told;
  }
  return text;
}

std::string sentence(const Cause& cause, const FunctionReport& function) {
  const LoopReport& first = function.loops[cause.loops.front()];
  return loopsOf(cause, function) + " " + describe(first, cause.loops.size() == 1) +
         (cause.onlyAround ? ", and loops in it run in parallel: " : ": ") + cause.reason->message + morePlaces(cause) +
         " [" + cause.reason->code + "]";
}

void writeCause(const Cause& cause, const FunctionReport& function, Writer& writer) {
  const Reason& reason = *cause.reason;
  // There is nothing to be mended in loops that go round others; and one too short for a launch runs as well as it can.
  if (cause.onlyAround || reason.code == "plan.too-short") {
    writer.aside(reason.at, "remark", sentence(cause, function));
    return;
  }
  writer.line(reason.at, "remark", sentence(cause, function));
  const bool isOnLine = reason.other && reason.other->file == reason.at.file && reason.other->line == reason.at.line;
  if (reason.other && !isOnLine) writer.line(*reason.other, "note", "the other access");
  if (!reason.hint.empty()) writer.aside(reason.at, "note", "hint: " + hintOf(reason));
}

/// Loops without a reason, and the causes whose first loop this is.
void writeMissed(const FunctionReport& function, std::size_t loop, const std::vector<Cause>& causes, Writer& writer) {
  const LoopReport& its = function.loops[loop];
  if (its.reasons.empty()) writer.line(its.at, "remark", std::string("loop ") + describe(its) + " [clustrix-missed]");
  for (const Cause& cause : causes)
    if (cause.loops.front() == loop) writeCause(cause, function, writer);
}

std::string kindsOf(const LoopReport& loop) {
  std::string text;
  for (const std::string& kind : loop.kinds) text += (text.empty() ? " (" : ", ") + kind;
  return text.empty() ? text : text + ")";
}

/// How the loop is run.
void writePassed(const LoopReport& loop, Writer& writer) {
  const char* id = loop.parallel ? " [clustrix-parallel]" : " [clustrix-sequential]";
  writer.aside(loop.at, "remark", std::string("loop ") + describe(loop) + kindsOf(loop) + id);
}

/// Under which conditions.
void writeDetails(const LoopReport& loop, Writer& writer) {
  for (const ReductionReport& reduction : loop.reductions) {
    writer.aside(loop.at, "note", "reduction of " + reduction.variable + " (" + reduction.op + ")");
  }
  const auto declared = std::find_if(loop.reductions.begin(), loop.reductions.end(),
                                     [](const ReductionReport& reduction) { return reduction.declared; });
  for (const std::string& guard : loop.guards) writer.aside(loop.at, "note", "guarded at run time: " + guard);
  for (const std::string& kind : loop.kinds) {
    if (kind == "asserted" && declared != loop.reductions.end())
      writer.aside(
          loop.at, "note",
          "trusted, not proven: the author asserts that " + declared->op + " may combine values in any grouping");
    else if (kind == "asserted")
      writer.aside(loop.at, "note", "trusted, not proven: the author asserts that iterations are independent");
  }
  if (isMissed(loop)) return;
  for (const Reason& reason : loop.reasons) {
    writer.line(reason.at, "note", reason.message + " [" + reason.code + "]");
  }
}

}  // namespace

std::string renderRemarks(const Report& report, Remarks which, const std::vector<WrittenFile>& files) {
  std::string text;
  if (which == Remarks::None) return text;
  const ShownFiles shown(files);
  for (const FunctionReport& function : report.functions) {
    Writer writer(shown, text);
    const std::vector<Cause> causes =
        commonCauses(function, which == Remarks::All ? Causes::ByMessage : Causes::ById, isMissed);
    for (std::size_t l = 0; l < function.loops.size(); ++l) {
      const LoopReport& loop = function.loops[l];
      if (isMissed(loop)) writeMissed(function, l, causes, writer);
      if (loop.mapped == Mapped::Devices || (which == Remarks::All && loop.mapped != Mapped::Host))
        writePassed(loop, writer);
      for (const std::string& note : loop.notes) writer.aside(loop.at, "note", note);
      if (which == Remarks::All && loop.mapped != Mapped::Host) writeDetails(loop, writer);
    }
  }
  return text;
}

}  // namespace clustrix::compiler
