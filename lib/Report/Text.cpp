// The report for people:
//
//     heat.cpp:12:1: ns::step: complexity 2 of 5, 2 of 2 loops parallel, 1 spread over devices
//       14:3: for (int i = 1; i < n; ++i)
//         parallelised over devices (guarded)
//         read u: [i - 1], [i + 1]
#include "Report/Causes.h"
#include "Report/Formats.h"
#include "Report/Words.h"

namespace clustrix::compiler {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void write(const Cause& cause, const std::string& margin, std::string& text) {
  const Reason& reason = *cause.reason;
  text += margin + place(reason.at) + ": " + reason.message + morePlaces(cause) + " [" + reason.code + "]\n";
  if (reason.other && *reason.other != reason.at) text += margin + "  and " + place(*reason.other) + "\n";
  if (!reason.hint.empty()) text += margin + "  hint: " + hintOf(reason) + "\n";
}

void write(const FunctionReport& function, std::size_t index, std::string& text) {
  const LoopReport& loop = function.loops[index];
  const std::string margin(2 * static_cast<std::size_t>(loop.depth < 0 ? 0 : loop.depth) + 2, ' ');
  text += margin + std::to_string(loop.at.line) + ":" + std::to_string(loop.at.column) + ": " + loop.header + "\n";
  const std::string inner = margin + "  ";
  text += inner + describe(loop) + (loop.kinds.empty() ? "" : " (" + joined(loop.kinds) + ")") + "\n";
  for (const Cause& cause : causesOf(function, index, Causes::ByMessage)) write(cause, inner, text);
  for (const std::string& note : loop.notes) text += inner + note + "\n";
  for (const std::string& guard : loop.guards) text += inner + "guard: " + guard + "\n";
  if (loop.audit)
    for (const std::string& words : loop.audit->words) text += inner + "audit: " + words + "\n";
  for (const ReductionReport& reduction : loop.reductions) {
    text += inner + "reduction: " + reduction.variable + " (" + reduction.op + ")\n";
  }
  for (const ArrayReport& array : loop.arrays) {
    text += inner + array.access + " " + array.name + (array.slice.empty() ? "" : ": " + array.slice) + "\n";
  }
}

void write(const FunctionReport& function, std::string& text) {
  const ComplexityReport& complexity = function.complexity;
  text += place(function.at) + ": " + function.name + ": complexity " + std::to_string(complexity.level) +
          " of 5 (score " + std::to_string(complexity.score) + ", threshold " + std::to_string(complexity.threshold) +
          "), " + tally(function) + "\n";
  for (std::size_t l = 0; l < function.loops.size(); ++l) write(function, l, text);
}

}  // namespace

std::string renderText(const Report& report) {
  if (report.functions.empty()) return "no annotated functions\n";
  std::string text;
  for (const FunctionReport& function : report.functions) {
    if (!text.empty()) text += "\n";
    write(function, text);
  }
  return text;
}

}  // namespace clustrix::compiler
