// The command line: CLI11 splits it, this file gives it a meaning and refuses combinations that have none.
#include "clustrix/Driver.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

namespace clustrix::compiler {
namespace {

const std::map<std::string, ReportFormat> formats = {{"json", ReportFormat::Json},
                                                     {"sarif", ReportFormat::Sarif},
                                                     {"html", ReportFormat::Html},
                                                     {"text", ReportFormat::Text}};
const std::map<std::string, Remarks> remarkKinds = {
    {"none", Remarks::None}, {"missed", Remarks::Missed}, {"all", Remarks::All}};
const std::map<std::string, Stage> stages = {
    {"model", Stage::Model}, {"legality", Stage::Legality}, {"plan", Stage::Plan}, {"cuda", Stage::Cuda}};

template <class T>
CLI::Option* addChoice(CLI::App& app, const std::string& name, const std::map<std::string, T>& choices, T& target,
                       const std::string& help) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : choices) words.push_back(word);
  const auto store = [&choices, &target](const std::string& word) { target = choices.at(word); };
  return app.add_option_function<std::string>(name, store, help)->check(CLI::IsMember(words));
}

/// What CLI11 fills in before it becomes a Request.
struct Raw {
  Request request;
  std::string audit, output, outputDirectory, database, config, report, check, lock, depfile, libraryModel, auditReport,
      writeHelpers;
  ReportFormat format = ReportFormat::Text;
  Stage stage = Stage::Cuda;
};

void declare(CLI::App& app, Raw& raw) {
  Request& request = raw.request;
  const auto addFile = [&](const char* name, std::string& target, const char* help) {
    app.add_option(name, target, help)->type_name("FILE");
  };
  app.add_option("SOURCE", request.sources, "C++ sources with [[clustrix::cluster]] functions")->required();
  addFile("-o", raw.output, "The rewritten source (one input); - is standard output");
  app.add_option("--output-dir", raw.outputDirectory, "Write NAME.clustrix.cu for each input here")->type_name("DIR");
  app.add_option("-p", raw.database, "Folder of the compile_commands.json")->type_name("DIR");
  addFile("--config", raw.config, "A clustrix.yml; default: the nearest at or above the source");
  addFile("--report", raw.report, "Write the report here; - is standard output");
  addChoice(app, "--report-format", formats, raw.format, "Default: by the report's file name");
  addChoice(app, "--remarks", remarkKinds, request.remarks, "Remarks on standard error; default: missed");
  addFile("--audit-report", raw.auditReport,
          "What an audited program has written by CLUSTRIX_AUDIT_REPORT: shown in the report");
  addFile("--check", raw.check, "Fail when the rewritten source differs from this file");
  addFile("--lock", raw.lock, "Fail when a loop that this file calls parallel no longer is");
  app.add_flag("--update-lock", request.updateLock, "Write the verdicts of now to the --lock file");
  app.add_flag("--require-parallel", request.requireParallel, "Fail when a function has no parallel loop");
  addFile("--depfile", raw.depfile, "Write a dependency file for build systems");
  addChoice(app, "--emit", stages, raw.stage, "Print the value of this stage instead");
  app.add_flag("--audit{conflicts}", raw.audit,
               "Loops run as written and are looked at: for programs that clustrix_audit audits; --audit=guards: also "
               "where a guard says no, to tell which guards are needed")
      ->check(CLI::IsMember({"conflicts", "guards"}));
  app.add_flag("--fix", request.fix, "Apply the edits that remarks propose to the source");
  addFile("--library-model", raw.libraryModel, "What calls into a library read and write");
  app.add_option("--helpers", request.helpers, "What other sources define, of --write-helpers; may be said again")
      ->type_name("FILE")
      ->allow_extra_args(false);
  addFile("--write-helpers", raw.writeHelpers, "Write what other sources may know of these, and nothing else");
  app.add_option("-j", request.jobs, "So many sources at a time")->check(CLI::Range(1, 1024));
  app.add_flag("--list", request.list, "Print the annotated functions and stop");
  app.add_flag("--dry-run", request.dryRun, "Analyse and report, write no output");
  app.set_version_flag("--version", "clustrix-rewrite " CLUSTRIX_VERSION);
  app.footer(
      "What stands after -- are compiler flags.\n"
      "Exit codes: 0 done; 1 a check did not hold; 2 bad usage, attribute or source; 3 a file failed.");
}

/// The format that a report's file name asks for.
std::optional<ReportFormat> formatOf(const std::string& path) {
  static const std::map<std::string, ReportFormat> endings = {{".json", ReportFormat::Json},
                                                              {".sarif", ReportFormat::Sarif},
                                                              {".html", ReportFormat::Html},
                                                              {".txt", ReportFormat::Text}};
  if (path == "-") return ReportFormat::Text;
  const auto found = endings.find(std::filesystem::path(path).extension().string());
  return found == endings.end() ? std::nullopt : std::optional(found->second);
}

/// What is wrong with the combination, or "".
std::string contradiction(const Request& request) {
  const bool several = request.sources.size() > 1;
  const bool reportsToOutput = request.reportFormat && request.report.value_or("-") == "-";
  if (several && request.output) return "-o takes one source; use --output-dir for several";
  if (several && request.check) return "--check takes one source";
  if (request.output && request.outputDirectory) return "-o and --output-dir exclude each other";
  if (request.updateLock && !request.lock) return "--update-lock needs --lock FILE";
  if (request.report && !request.reportFormat) {
    return "'" + *request.report + "' ends in none of .json, .sarif, .html, .txt; say --report-format";
  }
  if (request.auditReport && !request.reportFormat) return "--audit-report is shown in a report: --report FILE";
  if (request.depfile && request.output == "-") return "--depfile needs an output file: -o FILE";
  if (reportsToOutput && request.output == "-") return "report and output cannot both go to standard output";
  if (request.fix && request.check) return "--fix changes the source, --check asks whether it is unchanged; use one";
  if (request.writeHelpers && (request.output || request.outputDirectory || request.report || request.check ||
                               request.lock || request.emit || request.fix || request.list))
    return "--write-helpers writes nothing else; leave out other outputs and checks";
  for (const auto* path : {&request.output, &request.outputDirectory, &request.databaseDirectory, &request.config,
                           &request.report, &request.check, &request.lock, &request.depfile, &request.libraryModel,
                           &request.auditReport, &request.writeHelpers}) {
    if (*path && (*path)->empty()) return "an empty file name was given";
  }
  return "";
}

Answer wrongUsage(const std::string& what) {
  return {Exit::BadInput, "clustrix-rewrite: error: " + what + "\nRun with --help for the options.\n"};
}

Request finish(const CLI::App& app, Raw& raw) {
  Request& request = raw.request;
  const auto take = [&](const char* name, const std::string& from, std::optional<std::string>& to) {
    if (app.count(name) > 0) to = from;
  };
  take("-o", raw.output, request.output);
  take("--output-dir", raw.outputDirectory, request.outputDirectory);
  take("-p", raw.database, request.databaseDirectory);
  take("--config", raw.config, request.config);
  take("--report", raw.report, request.report);
  take("--check", raw.check, request.check);
  take("--lock", raw.lock, request.lock);
  take("--depfile", raw.depfile, request.depfile);
  take("--library-model", raw.libraryModel, request.libraryModel);
  take("--write-helpers", raw.writeHelpers, request.writeHelpers);
  take("--audit-report", raw.auditReport, request.auditReport);
  request.audit = app.count("--audit") > 0;
  request.pastGuards = raw.audit == "guards";
  if (app.count("--emit") > 0) request.emit = raw.stage;
  if (app.count("--report-format") > 0) {
    request.reportFormat = raw.format;
  } else if (request.report) {
    request.reportFormat = formatOf(*request.report);
  }
  return request;
}

}  // namespace

std::variant<Request, Answer> parseCommandLine(const std::vector<std::string>& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  Raw raw;
  CLI::App app("Rewrites annotated C++ functions so that their loops run on several GPUs.", "clustrix-rewrite");
  declare(app, raw);
  try {
    // CLI11 takes the last argument first.
    app.parse(std::vector<std::string>(std::make_reverse_iterator(dashes), arguments.rend()));
  } catch (const CLI::Success& answer) {
    const bool version = std::string(answer.get_name()) == "CallForVersion";
    return Answer{Exit::Done, version ? std::string(answer.what()) + "\n" : app.help()};
  } catch (const CLI::ParseError& error) {
    return wrongUsage(error.what());
  }
  if (dashes != arguments.end()) raw.request.flags.assign(dashes + 1, arguments.end());
  Request request = finish(app, raw);
  if (const std::string wrong = contradiction(request); !wrong.empty()) return wrongUsage(wrong);
  return request;
}

}  // namespace clustrix::compiler
