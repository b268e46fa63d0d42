#include "Report/Words.h"

#include <algorithm>

namespace clustrix::compiler {

Verdict verdict(const LoopReport& loop) {
  switch (loop.mapped) {
    case Mapped::Devices:
      return Verdict::Spread;
    case Mapped::Threads:
    case Mapped::Sequential:
      return Verdict::Inside;
    case Mapped::Host:
      break;
  }
  return loop.parallel ? Verdict::Kept : Verdict::Serial;
}

const char* describe(const LoopReport& loop) {
  switch (loop.mapped) {
    case Mapped::Devices:
      return "parallelised over devices";
    case Mapped::Threads:
      return "parallelised over the threads of a kernel";
    case Mapped::Sequential:
      return "runs in order inside a kernel";
    case Mapped::Host:
      break;
  }
  return loop.parallel ? "could run in parallel but stays on the host" : "stays serial";
}

std::string place(const SourcePoint& at) {
  return at.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string hintOf(const Reason& reason) { return reason.hint + (reason.edits.empty() ? "" : " (--fix does it)"); }

std::string tally(const FunctionReport& function) {
  const auto& loops = function.loops;
  const auto parallel = std::count_if(loops.begin(), loops.end(), [](const auto& loop) { return loop.parallel; });
  const auto spread =
      std::count_if(loops.begin(), loops.end(), [](const auto& loop) { return verdict(loop) == Verdict::Spread; });
  return std::to_string(parallel) + " of " + std::to_string(loops.size()) + (loops.size() == 1 ? " loop" : " loops") +
         " parallel, " + std::to_string(spread) + " spread over devices";
}

}  // namespace clustrix::compiler
