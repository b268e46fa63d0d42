// Remarks as compilers print them, which editors and CI already know how to show:
//
//     heat.cpp:15:12: remark: loop stays serial: a[i - 1] reads what ... wrote [dependence.flow]
//         a[i] = a[i - 1];
//                ^
//     heat.cpp:14:3: note: of this loop
//
// What stands in the way of a loop mostly stands in the way of the loops around it, too: it is told once, at the first.
#include "Plan/LineTable.h"
#include "Report/Words.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace clustrix::compiler {
namespace {

/// The files whose lines can be shown.
class Texts {
 public:
  explicit Texts(const std::vector<WrittenFile>& files) {
    for (const WrittenFile& file : files) texts_.try_emplace(file.path, Text{file.text, LineTable(file.text)});
  }
  std::string caretAt(const SourcePoint& at) const {
    const auto found = texts_.find(at.file);
    if (found == texts_.end() || at.line <= 0) return "";
    return caretIn(found->second.text, found->second.lines.begin(at.line), at.column);
  }

 private:
  struct Text {
    const std::string& text;
    LineTable lines;
  };
  std::map<std::string, Text> texts_;
};

class Writer {
 public:
  Writer(const Texts& texts, std::string& text) : texts_(texts), text_(text) {}

  void line(const SourcePoint& at, const char* severity, const std::string& message) {
    text_ += place(at) + ": " + severity + ": " + message + "\n";
    text_ += texts_.caretAt(at);
  }
  /// A note whose line has just been shown.
  void aside(const SourcePoint& at, const std::string& message) { text_ += place(at) + ": note: " + message + "\n"; }

 private:
  const Texts& texts_;
  std::string& text_;
};

/// The loops that one thing at one place stands in the way of.
using Blocked = std::vector<const LoopReport*>;
using BlockedBy = std::map<std::tuple<SourcePoint, std::string, std::string>, Blocked>;

/// Not on the devices, for a reason. A loop that runs on threads may have been meant for them: who asks for what was
/// missed wants to know.
bool isMissed(const LoopReport& loop) {
  const Verdict what = verdict(loop);
  return what == Verdict::Serial || what == Verdict::Kept || what == Verdict::Threads;
}

std::string sentence(const LoopReport& loop, const Reason& reason) {
  return std::string("loop ") + describe(loop) + ": " + reason.message + " [" + reason.code + "]";
}

BlockedBy groupMissed(const FunctionReport& function) {
  BlockedBy groups;
  for (const LoopReport& loop : function.loops) {
    if (!isMissed(loop)) continue;
    for (const Reason& reason : loop.reasons) {
      Blocked& loops = groups[{reason.at, sentence(loop, reason), reason.hint}];
      if (loops.empty() || loops.back() != &loop) loops.push_back(&loop);
    }
  }
  return groups;
}

void writeReason(const Reason& reason, const std::string& text, const Blocked& loops, Writer& writer) {
  writer.line(reason.at, "remark", text);
  // An access may be in its own way: the same one in another iteration.
  if (reason.other && *reason.other != reason.at) writer.line(*reason.other, "note", "the other access");
  for (const LoopReport* loop : loops) {
    if (reason.at.file != loop->at.file || reason.at.line != loop->at.line) {
      writer.line(loop->at, "note", "of this loop");
    }
  }
  if (!reason.hint.empty()) writer.aside(reason.at, "hint: " + hintOf(reason));
}

void writeMissed(const LoopReport& loop, BlockedBy& groups, Writer& writer) {
  if (loop.reasons.empty()) {
    writer.line(loop.at, "remark", std::string("loop ") + describe(loop) + " [clustrix-missed]");
  }
  for (const Reason& reason : loop.reasons) {
    const auto group = groups.find({reason.at, sentence(loop, reason), reason.hint});
    if (group == groups.end()) continue;
    writeReason(reason, sentence(loop, reason), group->second, writer);
    groups.erase(group);
  }
}

/// How the loop is run, and under which conditions.
void writePassed(const LoopReport& loop, Writer& writer) {
  const char* id = loop.parallel ? " [clustrix-parallel]" : " [clustrix-sequential]";
  writer.line(loop.at, "remark", std::string("loop ") + describe(loop) + id);
  for (const ReductionReport& reduction : loop.reductions) {
    writer.aside(loop.at, "reduction of " + reduction.variable + " (" + reduction.op + ")");
  }
  const auto declared = std::find_if(loop.reductions.begin(), loop.reductions.end(),
                                     [](const ReductionReport& reduction) { return reduction.declared; });
  for (const std::string& guard : loop.guards) writer.aside(loop.at, "guarded at run time: " + guard);
  for (const std::string& kind : loop.kinds) {
    if (kind == "asserted" && declared != loop.reductions.end())
      writer.aside(loop.at, "trusted, not proven: the author asserts that " + declared->op +
                                " may combine values in any grouping");
    else if (kind == "asserted")
      writer.aside(loop.at, "trusted, not proven: the author asserts that iterations are independent");
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
  const Texts texts(files);
  for (const FunctionReport& function : report.functions) {
    Writer writer(texts, text);
    BlockedBy groups = groupMissed(function);
    for (const LoopReport& loop : function.loops) {
      if (isMissed(loop)) writeMissed(loop, groups, writer);
      if (which == Remarks::All && loop.mapped != Mapped::Host) writePassed(loop, writer);
    }
  }
  return text;
}

}  // namespace clustrix::compiler
