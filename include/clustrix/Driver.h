// The driver: command line in, files, remarks and an exit code out.
//
//     argv ──parseCommandLine──► Request ──run──► each source through the pipeline, checks, then files
//
// Everything that the driver touches beside files comes in through Surroundings, so that tests can stand in for it.
#pragma once

#include "clustrix/Frontend.h"
#include "clustrix/Report.h"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clustrix::compiler {

/// Exit codes, fixed by the project's interface.
enum class Exit {
  Done = 0,         // also when loops stay serial
  CheckFailed = 1,  // a check that was asked for did not hold
  BadInput = 2,     // bad usage, bad attribute, or the source does not compile
  FileFailed = 3,   // an input or output file could not be read or written
};

enum class Stage { Model, Legality, Plan, Cuda };

/// What the command line asks for. Optional members were not given.
struct Request {
  std::vector<std::string> sources;
  std::vector<std::string> flags;     // after `--`
  std::optional<std::string> output;  // `-`: standard output
  std::optional<std::string> outputDirectory;
  std::optional<std::string> databaseDirectory;  // holds compile_commands.json
  std::optional<std::string> config;
  std::optional<std::string> report;         // `-`: standard output
  std::optional<ReportFormat> reportFormat;  // set whenever a report is wanted
  Remarks remarks = Remarks::Missed;
  std::optional<std::string> auditReport;  // what an audited program has written
  std::optional<std::string> check;
  std::optional<std::string> lock;
  bool updateLock = false;
  bool requireParallel = false;
  std::optional<std::string> depfile;
  std::optional<Stage> emit;
  bool audit = false;
  bool pastGuards = false;  // `--audit=guards`
  bool fix = false;
  std::optional<std::string> libraryModel;
  std::vector<std::string> helpers;         // files with what other sources define
  std::optional<std::string> writeHelpers;  // such a file, and nothing else, is written
  int jobs = 1;
  bool list = false;
  bool dryRun = false;
};

/// The command line was answered without work: `--help`, `--version`, or wrong usage.
struct Answer {
  Exit exit = Exit::Done;
  std::string text;  // for standard output when `exit` is Done, else for standard error
};

std::variant<Request, Answer> parseCommandLine(const std::vector<std::string>& arguments);

struct Surroundings {
  std::ostream& out;
  std::ostream& error;
  /// Called from `Request::jobs` threads at a time.
  std::function<FrontendResult(const std::string& source, const CompileCommand& command, FunctionListener* listener)>
      read;
  std::function<HelpersResult(const std::string& source, const CompileCommand& command)> readHelpers{};
};

/// Does what `request` asks for. An output file is written whole or not at all, and none after a failed check.
Exit run(const Request& request, const Surroundings& around);

}  // namespace clustrix::compiler
