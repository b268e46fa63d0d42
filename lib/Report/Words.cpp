#include "Report/Words.h"

#include "Support/OneLine.h"

#include <algorithm>

namespace clustrix::compiler {

Verdict verdict(const LoopReport& loop) {
  switch (loop.mapped) {
    case Mapped::Devices:
      return Verdict::Spread;
    case Mapped::Cpu:
      return Verdict::Threads;
    case Mapped::Threads:
    case Mapped::Sequential:
      return Verdict::Inside;
    case Mapped::Host:
      break;
  }
  return loop.parallel ? Verdict::Kept : Verdict::Serial;
}

const char* describe(const LoopReport& loop, bool isOne) {
  switch (loop.mapped) {
    case Mapped::Devices:
      return "parallelised over devices";
    case Mapped::Cpu:
      return isOne ? "runs on the host's threads alone" : "run on the host's threads alone";
    case Mapped::Threads:
      return "parallelised over the threads of a kernel";
    case Mapped::Sequential:
      return isOne ? "runs in order inside a kernel" : "run in order inside a kernel";
    case Mapped::Host:
      break;
  }
  if (loop.parallel)
    return isOne ? "could run in parallel but stays on the host" : "could run in parallel but stay on the host";
  return isOne ? "stays serial" : "stay serial";
}

std::string place(const SourcePoint& at) {
  return onOneLine(at.file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string hintOf(const Reason& reason) { return reason.hint + (reason.edits.empty() ? "" : " (--fix does it)"); }

std::string tally(const FunctionReport& function) {
  const auto& loops = function.loops;
  const auto parallel = std::count_if(loops.begin(), loops.end(), [](const auto& loop) { return loop.parallel; });
  const auto are = [&](Verdict which) {
    return std::count_if(loops.begin(), loops.end(), [=](const auto& loop) { return verdict(loop) == which; });
  };
  const auto onThreads = are(Verdict::Threads);
  return std::to_string(parallel) + " of " + std::to_string(loops.size()) + (loops.size() == 1 ? " loop" : " loops") +
         " parallel, " + std::to_string(are(Verdict::Spread)) + " spread over devices" +
         (onThreads > 0 ? ", " + std::to_string(onThreads) + " over the host's threads" : "");
}

}  // namespace clustrix::compiler
