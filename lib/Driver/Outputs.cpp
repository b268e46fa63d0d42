#include "Driver/Outputs.h"

#include "Driver/Depfile.h"
#include "Driver/Files.h"
#include "Driver/Fix.h"
#include "Driver/Stages.h"
#include "Driver/UnifiedDiff.h"
#include "Support/OneLine.h"

#include <filesystem>
#include <ostream>

namespace clustrix::compiler {
namespace {

namespace fs = std::filesystem;

std::optional<Failure> makeOutputDirectory(const Request& request) {
  if (!request.outputDirectory) return std::nullopt;
  std::error_code error;
  fs::create_directories(*request.outputDirectory, error);
  if (!error) return std::nullopt;
  return failure(Exit::FileFailed,
                 "cannot create folder '" + onOneLine(*request.outputDirectory) + "': " + error.message());
}

Exit tell(const Failure& why, const Surroundings& around) {
  around.error << why.message;
  return why.exit;
}

}  // namespace

Exit deliver(const std::string& path, const std::string& text, const Surroundings& around) {
  if (path != "-") {
    const std::optional<Failure> why = writeFile(path, text);
    return why ? tell(*why, around) : Exit::Done;
  }
  if (around.out << text << std::flush) return Exit::Done;
  return tell(failure(Exit::FileFailed, "cannot write standard output"), around);
}

bool wantsOutputs(const Request& request) {
  if (request.dryRun || request.fix || request.list) return false;
  return request.output.has_value() || (!request.check && !request.emit);
}

std::string outputOf(const Request& request, const std::string& source) {
  if (request.output) return *request.output;
  const fs::path name = fs::path(source).stem().string() + ".clustrix.cu";
  return request.outputDirectory ? (fs::path(*request.outputDirectory) / name).string() : name.string();
}

Report mergeReports(const std::vector<Processed>& all) {
  Report merged;
  for (const Processed& processed : all) {
    if (!processed.compiled) continue;
    const auto& functions = processed.report.functions;
    merged.functions.insert(merged.functions.end(), functions.begin(), functions.end());
  }
  return merged;
}

Exit writeOutputs(const Request& request, const std::vector<Processed>& all, const Surroundings& around) {
  Exit exit = Exit::Done;
  if (request.emit && !request.output) {
    for (const Processed& processed : all) {
      if (!processed.compiled) continue;
      exit = worse(exit, deliver("-", printStage(*request.emit, *processed.compiled), around));
    }
    return exit;
  }
  if (!wantsOutputs(request)) return exit;
  if (const auto why = makeOutputDirectory(request)) return tell(*why, around);
  for (const Processed& processed : all) {
    if (!processed.compiled) continue;
    const std::string text = printStage(request.emit.value_or(Stage::Cuda), *processed.compiled);
    exit = worse(exit, deliver(outputOf(request, processed.source), text, around));
  }
  return exit;
}

Exit writeReport(const Request& request, const std::vector<Processed>& all, const Surroundings& around) {
  if (!request.reportFormat) return Exit::Done;
  std::vector<SourceText> sources;
  for (const Processed& processed : all) {
    if (!processed.compiled) continue;
    const Compiled& compiled = *processed.compiled;
    sources.push_back({compiled.unit.path, compiled.unit.text, compiled.rewritten});
  }
  return deliver(request.report.value_or("-"), render(mergeReports(all), *request.reportFormat, sources), around);
}

Exit writeDepfile(const Request& request, const std::vector<Processed>& all, const Surroundings& around) {
  if (!request.depfile || request.dryRun) return Exit::Done;
  std::vector<DependencyRule> rules;
  for (const Processed& processed : all) {
    DependencyRule rule{outputOf(request, processed.source), processed.inputs};
    // A verdict in the lock or a word on a library changes whether this output may exist.
    if (request.libraryModel) rule.inputs.push_back(*request.libraryModel);
    if (request.lock && !request.updateLock) rule.inputs.push_back(*request.lock);
    if (const std::string* const name = unwritable(rule))
      return tell(failure(Exit::FileFailed,
                          "no dependency file can name '" + onOneLine(*name) + "', which has a line break; rename it"),
                  around);
    rules.push_back(std::move(rule));
  }
  return deliver(*request.depfile, printDepfile(rules), around);
}

Exit writeFixes(const Request& request, const std::vector<Processed>& all, const Surroundings& around) {
  Exit exit = Exit::Done;
  for (const Processed& processed : all) {
    if (!processed.compiled) continue;
    const SourceUnit& unit = processed.compiled->unit;
    const Fixed fixed = applyEdits(processed.report, unit.path, unit.text);
    for (const AppliedFix& fix : fixed.fixes)
      around.error << onOneLine(fix.at.file) << ":" << fix.at.line << ":" << fix.at.column
                   << ": remark: fixed: " << fix.hint << " [" << fix.code << "]\n";
    if (fixed.applied == 0) {
      around.error << onOneLine(processed.source) << ": remark: no remark proposes an edit\n";
    } else if (request.dryRun) {
      exit = worse(exit, deliver("-", unifiedDiff(unit.text, fixed.text, processed.source, processed.source), around));
    } else {
      exit = worse(exit, deliver(processed.source, fixed.text, around));
      around.error << onOneLine(processed.source) << ": remark: " << fixed.fixes.size()
                   << (fixed.fixes.size() == 1 ? " fix" : " fixes") << " applied; run again to see the result\n";
    }
    if (fixed.skipped > 0) {
      around.error << onOneLine(processed.source) << ": remark: " << fixed.skipped
                   << (fixed.skipped == 1 ? " fix waits" : " fixes wait") << " for another run\n";
    }
  }
  return exit;
}

}  // namespace clustrix::compiler
