#include "Driver/Sources.h"

#include "Driver/Files.h"
#include "Driver/HelperFile.h"
#include "Driver/Judging.h"
#include "Driver/LibraryModel.h"
#include "Driver/ProjectConfig.h"
#include "Driver/Stages.h"
#include "Support/OneLine.h"
#include "Support/Parallel.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace clustrix::compiler {
namespace {

namespace fs = std::filesystem;

Processed fail(Processed processed, const Failure& why) {
  processed.exit = why.exit;
  processed.messages += why.message;
  return processed;
}

Outcome<CompileCommand> commandOf(const std::string& source, const Request& request, const Shared& shared) {
  std::error_code error;
  Outcome<CompileCommand> command = CompileCommand{fs::current_path(error).string(), {}};
  if (shared.database) command = commandFor(*shared.database, source);
  if (failed(command)) return command;
  // After the database's own, so that a flag given by hand wins.
  auto& arguments = value(command).arguments;
  arguments.insert(arguments.end(), request.flags.begin(), request.flags.end());
  value(command).library = shared.library;
  // What the source defines itself it sees.
  const auto own = [self = canonicalPath(source)](const Helper& helper) { return helper.file == self; };
  std::remove_copy_if(shared.helpers.begin(), shared.helpers.end(), std::back_inserter(value(command).helpers), own);
  return command;
}

/// `file` as it is called from `directory`: relative paths of the command line are relative to the current folder, and
/// those of a database's command to its own.
std::string seenFrom(const std::string& directory, const std::string& file, const fs::path& current) {
  const fs::path path = file;
  return path.is_absolute() || fs::path(directory) == current ? file : (current / path).lexically_normal().string();
}

Outcome<SourceUnit> parse(Processed& processed, const CompileCommand& command, FunctionListener& listener,
                          const Surroundings& around) {
  std::error_code error;
  const fs::path current = fs::current_path(error);
  FrontendResult result = around.read(seenFrom(command.directory, processed.source, current), command, &listener);
  processed.messages += result.diagnostics;
  if (result.unreadable) {
    // The frontend has said so when it has said anything.
    if (!result.diagnostics.empty()) return Failure{Exit::FileFailed, ""};
    return failure(Exit::FileFailed, "cannot read '" + onOneLine(processed.source) + "'");
  }
  if (!result.unit) return Failure{Exit::BadInput, ""};
  for (const std::string& file : result.unit->dependencies) {
    processed.inputs.push_back(seenFrom(current.string(), file, command.directory));
  }
  return std::move(*result.unit);
}

bool wantsReport(const Request& request) {
  return request.remarks != Remarks::None || request.reportFormat || request.fix || request.lock ||
         request.requireParallel;
}

Processed process(const std::string& source, const Request& request, const Shared& shared, const Surroundings& around) {
  Processed processed;
  processed.source = source;
  Outcome<CompileCommand> command = commandOf(source, request, shared);
  if (const Failure* why = failed(command)) return fail(std::move(processed), *why);
  processed.directory = value(command).directory;
  const std::optional<std::string> config = request.config ? request.config : findConfig(source);
  Outcome<ClusterOptions> defaults = config ? readConfig(*config) : ClusterOptions{};
  if (const Failure* why = failed(defaults)) return fail(std::move(processed), *why);
  Judging judging;
  Outcome<SourceUnit> unit = parse(processed, value(command), judging, around);
  if (const Failure* why = failed(unit)) return fail(std::move(processed), *why);
  // After the source and its headers: readers of dependency files take the first input for the main one.
  if (config) processed.inputs.push_back(*config);

  if (request.list) {
    processed.listing = printFunctions(value(unit));
  } else {
    processed.compiled =
        compile(std::move(value(unit)), value(defaults), judging.verdicts(), {request.audit, request.pastGuards});
    // From the plan and not from the legality, since it also tells what was done with each loop.
    if (wantsReport(request)) processed.report = report(processed.compiled->plan, processed.compiled->unit);
    if (shared.audit) addAudit(processed.report, *shared.audit);
  }
  return processed;
}

}  // namespace

Outcome<Shared> loadShared(const Request& request) {
  Shared shared;
  if (request.databaseDirectory) {
    Outcome<CompilationDatabase> database = readDatabase(*request.databaseDirectory);
    if (const Failure* why = failed(database)) return *why;
    shared.database = std::move(value(database));
  }
  Outcome<Library> library = request.libraryModel ? readLibraryModel(*request.libraryModel) : Library();
  if (!failed(library)) library = withShippedModels(std::move(value(library)));
  if (const Failure* why = failed(library)) return *why;
  shared.library = std::move(value(library));
  for (const std::string& file : request.helpers) {
    Outcome<std::vector<Helper>> helpers = readHelperFile(file);
    if (const Failure* why = failed(helpers)) return *why;
    shared.helpers.insert(shared.helpers.end(), value(helpers).begin(), value(helpers).end());
  }
  if (request.auditReport) {
    Outcome<std::vector<AuditOfLoop>> audit = readAuditReport(*request.auditReport);
    if (const Failure* why = failed(audit)) return *why;
    shared.audit = std::move(value(audit));
  }
  return shared;
}

Outcome<HelpersResult> helpersOf(const std::string& source, const Request& request, const Shared& shared,
                                 const Surroundings& around) {
  Outcome<CompileCommand> command = commandOf(source, request, shared);
  if (const Failure* why = failed(command)) return *why;
  std::error_code error;
  const fs::path current = fs::current_path(error);
  const std::string& directory = value(command).directory;
  HelpersResult result = around.readHelpers(seenFrom(directory, source, current), value(command));
  for (std::string& file : result.dependencies) file = seenFrom(current.string(), file, directory);
  return result;
}

std::vector<Processed> processAll(const Request& request, const Shared& shared, const Surroundings& around) {
  std::vector<Processed> all(request.sources.size());
  forEachIndex(all.size(), static_cast<std::size_t>(std::max(request.jobs, 1)),
               [&](std::size_t i) { all[i] = process(request.sources[i], request, shared, around); });
  return all;
}

}  // namespace clustrix::compiler
