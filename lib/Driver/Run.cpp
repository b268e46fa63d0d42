// One run of the tool, from request to exit code.
#include "Driver/Checks.h"
#include "Driver/HelperFile.h"
#include "Driver/Outputs.h"
#include "Driver/Overwrites.h"
#include "Driver/Sources.h"
#include "Report/Causes.h"
#include "Support/DeepThread.h"
#include "Support/OneLine.h"

#include <algorithm>
#include <deque>
#include <ostream>

namespace clustrix::compiler {
namespace {

std::string remarksOf(const Request& request, const Processed& processed) {
  // A stage's value is read by programs and tests; `--fix` and `--list` are about something else.
  if (!processed.compiled || request.remarks == Remarks::None || request.emit || request.fix) return "";
  const Compiled& compiled = *processed.compiled;
  if (compiled.unit.functions.empty()) {
    if (request.remarks != Remarks::All) return "";
    return onOneLine(processed.source) +
           ":1:1: remark: no function is annotated with [[clustrix::cluster]]; the output is the " +
           "source as it is [clustrix-nothing]\n";
  }
  return renderRemarks(processed.report, request.remarks, compiled.unit.files());
}

/// Of all sources together, where remarks are.
std::string totalsOf(const Request& request, const std::vector<Processed>& all) {
  if (request.remarks == Remarks::None || request.emit || request.fix || request.list) return "";
  const Report report = onceEach(mergeReports(all));
  return report.functions.empty() ? "" : "clustrix-rewrite: " + totals(report) + "\n";
}

Exit listFunctions(const std::vector<Processed>& all, const Surroundings& around) {
  Exit exit = Exit::Done;
  for (const Processed& processed : all) exit = worse(exit, deliver("-", processed.listing, around));
  return exit;
}

Exit runHere(const Request& request, const Surroundings& around) {
  if (const auto why = checkOutputs(request)) return tell(*why, around);
  if (request.writeHelpers) return writeHelpers(request, around);
  Outcome<Shared> shared = loadShared(request);
  if (const Failure* why = failed(shared)) return tell(*why, around);

  // Kept until the process ends: to take a thousand models apart is a hundredth of the time that they were made in.
  static std::deque<std::vector<Processed>> kept;
  const std::vector<Processed>& all = kept.emplace_back(processAll(request, value(shared), around));
  Exit exit = Exit::Done;
  for (const Processed& processed : all) {
    around.error << processed.messages << remarksOf(request, processed);
    exit = worse(exit, processed.exit);
  }
  around.error << totalsOf(request, all);
  if (request.list) return worse(exit, listFunctions(all, around));
  if (const auto why = checkInputs(request, all)) return tell(*why, around);
  // What speaks of all sources would look whole while one is missing; the outputs of the others are still theirs.
  if (exit != Exit::Done) return worse(exit, writeOutputs(request, all, around));
  if (request.fix) return worse(writeReport(request, all, around), writeFixes(request, all, around));

  // The report comes even after a failed check, which it explains. Outputs do not: a build would take them for good.
  exit = worse(runChecks(request, all, around), writeReport(request, all, around));
  if (exit != Exit::Done) return exit;
  exit = writeOutputs(request, all, around);
  return exit != Exit::Done ? exit : writeDepfile(request, all, around);
}

}  // namespace

Exit run(const Request& request, const Surroundings& around) {
  Exit exit = Exit::Done;
  // All of it recurses as deep as the sources nest.
  {
    const DeepThread deep([&] { exit = runHere(request, around); });
  }
  return exit;
}

}  // namespace clustrix::compiler
