#include "Driver/Outputs.h"

#include "Driver/Files.h"
#include "Driver/Fix.h"
#include "Driver/RewrittenParts.h"
#include "Driver/Stages.h"
#include "Driver/UnifiedDiff.h"
#include "Support/OneLine.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>
#include <utility>

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

/// `path` as a compiler in `directory` names it.
std::string pathFromHere(const std::string& path, const std::string& directory) {
  std::error_code error;
  return fs::path(directory) == fs::current_path(error) ? path
                                                        : (fs::path(directory) / path).lexically_normal().string();
}

}  // namespace

Exit tell(const Failure& why, const Surroundings& around) {
  around.error << why.message;
  return why.exit;
}

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

Report onceEach(const Report& report) {
  const auto parallel = [](const FunctionReport& function) {
    return std::count_if(function.loops.begin(), function.loops.end(), [](const auto& loop) { return loop.parallel; });
  };
  Report once;
  std::map<std::pair<SourcePoint, std::string>, std::size_t> places;
  for (const FunctionReport& function : report.functions) {
    const auto [known, isNew] = places.try_emplace({function.at, function.name}, once.functions.size());
    if (isNew)
      once.functions.push_back(function);
    else if (parallel(function) < parallel(once.functions[known->second]))
      once.functions[known->second] = function;
  }
  return once;
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
  std::set<std::string> known;
  for (const Processed& processed : all) {
    if (!processed.compiled) continue;
    const SourceUnit& unit = processed.compiled->unit;
    std::map<std::string, std::string> parts;
    if (!unit.written.empty()) parts = rewrittenParts(processed.compiled->rewritten, unit.path);
    for (const WrittenFile& file : unit.files())
      if (known.insert(file.path).second)
        sources.push_back({file.path, file.text, parts.empty() ? processed.compiled->rewritten : parts[file.path]});
  }
  return deliver(request.report.value_or("-"), render(onceEach(mergeReports(all)), *request.reportFormat, sources),
                 around);
}

Exit writeDepfile(const Request& request, const std::vector<Processed>& all, const Surroundings& around) {
  if (!request.depfile || request.dryRun) return Exit::Done;
  std::vector<DependencyRule> rules;
  for (const Processed& processed : all) {
    DependencyRule rule{outputOf(request, processed.source), processed.inputs};
    // A verdict in the lock or a word on a library changes whether this output may exist.
    if (request.libraryModel) rule.inputs.push_back(*request.libraryModel);
    rule.inputs.insert(rule.inputs.end(), request.helpers.begin(), request.helpers.end());
    if (request.lock && !request.updateLock) rule.inputs.push_back(*request.lock);
    rules.push_back(std::move(rule));
  }
  return deliverDepfile(*request.depfile, rules, around);
}

Exit deliverDepfile(const std::string& path, const std::vector<DependencyRule>& rules, const Surroundings& around) {
  for (const DependencyRule& rule : rules)
    if (const std::string* const name = unwritable(rule))
      return tell(failure(Exit::FileFailed,
                          "no dependency file can name '" + onOneLine(*name) + "', which has a line break; rename it"),
                  around);
  return deliver(path, printDepfile(rules), around);
}

/// What `--fix` does to one file, which lies at `path`.
Exit fixFile(const Request& request, const Report& report, const WrittenFile& file, const std::string& path,
             const Surroundings& around) {
  const Fixed fixed = applyEdits(report, file.path, file.text);
  const std::string name = onOneLine(path);
  for (const AppliedFix& fix : fixed.fixes)
    around.error << onOneLine(fix.at.file) << ":" << fix.at.line << ":" << fix.at.column
                 << ": remark: fixed: " << fix.hint << " [" << fix.code << "]\n";
  Exit exit = Exit::Done;
  if (fixed.applied == 0) {
    around.error << name << ": remark: no remark proposes an edit\n";
  } else if (request.dryRun) {
    exit = deliver("-", unifiedDiff(file.text, fixed.text, path, path), around);
  } else {
    exit = deliver(path, fixed.text, around);
    around.error << name << ": remark: " << fixed.fixes.size() << (fixed.fixes.size() == 1 ? " fix" : " fixes")
                 << " applied; run again to see the result\n";
  }
  if (fixed.skipped > 0)
    around.error << name << ": remark: " << fixed.skipped << (fixed.skipped == 1 ? " fix waits" : " fixes wait")
                 << " for another run\n";
  return exit;
}

Exit writeFixes(const Request& request, const std::vector<Processed>& all, const Surroundings& around) {
  Exit exit = Exit::Done;
  const Report report = onceEach(mergeReports(all));
  std::set<std::string> done;  // a header may be several sources'
  for (const Processed& processed : all) {
    if (!processed.compiled) continue;
    const SourceUnit& unit = processed.compiled->unit;
    for (const WrittenFile& file : unit.files()) {
      const std::string path = file.path == unit.path ? processed.source : pathFromHere(file.path, processed.directory);
      if (!done.insert(path).second) continue;
      exit = worse(exit, fixFile(request, report, file, path, around));
    }
  }
  return exit;
}

}  // namespace clustrix::compiler
