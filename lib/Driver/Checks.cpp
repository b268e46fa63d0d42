#include "Driver/Checks.h"

#include "Driver/Files.h"
#include "Driver/Lock.h"
#include "Driver/Outputs.h"
#include "Driver/UnifiedDiff.h"
#include "Support/OneLine.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace clustrix::compiler {
namespace {

Exit compareWithFile(const Request& request, const std::vector<Processed>& all, const Surroundings& around) {
  if (!request.check) return Exit::Done;
  Outcome<std::string> expected = readFile(*request.check, mostBytes, Reads::AnyFiles);
  if (const Failure* why = failed(expected)) return tell(*why, around);
  const Processed& only = all.front();  // the command line allows one source with --check
  const std::string difference =
      unifiedDiff(value(expected), only.compiled->rewritten, *request.check, *request.check + " (regenerated)");
  if (difference.empty()) return Exit::Done;
  around.error << "clustrix-rewrite: error: '" << onOneLine(*request.check) << "' is not what '"
               << onOneLine(only.source) << "' is rewritten to; generate it again\n";
  return worse(Exit::CheckFailed, deliver("-", difference, around));
}

Exit updateLock(const Request& request, const Report& report, const Surroundings& around) {
  if (request.dryRun) return Exit::Done;
  // Another process may be at it, with the verdicts of other sources.
  const FolderLock alone(*request.lock);
  Lock old;
  std::error_code ignored;
  if (std::filesystem::exists(*request.lock, ignored)) {
    Outcome<Lock> read = readLock(*request.lock);
    if (const Failure* why = failed(read)) return tell(*why, around);
    old = std::move(value(read));
  }
  const Lock now = lockOf(report, *request.lock);
  return deliver(*request.lock, printLock(updated(old, now, request.sources, *request.lock)), around);
}

Exit compareWithLock(const Request& request, const Report& report, const Surroundings& around) {
  if (!request.lock) return Exit::Done;
  if (request.updateLock) return updateLock(request, report, around);
  Outcome<Lock> locked = readLock(*request.lock);
  if (const Failure* why = failed(locked)) return tell(*why, around);
  const std::string broken = regressions(value(locked), report, request.sources, *request.lock);
  around.error << broken;
  return broken.empty() ? Exit::Done : Exit::CheckFailed;
}

Exit requireParallel(const Request& request, const Report& report, const Surroundings& around) {
  Exit exit = Exit::Done;
  if (!request.requireParallel) return exit;
  for (const FunctionReport& function : report.functions) {
    const auto& loops = function.loops;
    if (std::any_of(loops.begin(), loops.end(), [](const LoopReport& loop) { return loop.parallel; })) continue;
    around.error << onOneLine(function.at.file) << ":" << function.at.line << ":" << function.at.column << ": error: '"
                 << function.name << "' has no parallel loop [--require-parallel]\n";
    exit = Exit::CheckFailed;
  }
  return exit;
}

}  // namespace

Exit runChecks(const Request& request, const std::vector<Processed>& all, const Surroundings& around) {
  Exit exit = Exit::Done;
  if (request.requireParallel || request.lock) {
    const Report report = mergeReports(all);
    exit = worse(requireParallel(request, report, around), compareWithLock(request, report, around));
  }
  return worse(exit, compareWithFile(request, all, around));
}

}  // namespace clustrix::compiler
