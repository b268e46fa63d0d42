// Each source on its own: its compile command, its clustrix.yml, the frontend, the pipeline. `-j` sources at a time.
#pragma once

#include "Driver/AuditReport.h"
#include "Driver/CompilationDatabase.h"
#include "Driver/Pipeline.h"
#include "clustrix/Driver.h"

#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// What all sources of one run share.
struct Shared {
  std::optional<CompilationDatabase> database;
  Library library;
  std::vector<Helper> helpers;
  std::optional<std::vector<AuditOfLoop>> audit;
};

struct Processed {
  std::string source;
  std::string directory;  // that its compiler would run in
  Exit exit = Exit::Done;
  std::string messages;              // for standard error: diagnostics, then why there is no result
  std::vector<std::string> inputs;   // every file that the result depends on
  std::optional<Compiled> compiled;  // when `exit` is Done, and not for `--list`
  std::string listing;               // for `--list`
  Report report;                     // of `compiled`; empty where the request has no use for it
};

Outcome<Shared> loadShared(const Request& request);

/// What the source has for others, as its compile command has it.
Outcome<HelpersResult> helpersOf(const std::string& source, const Request& request, const Shared& shared,
                                 const Surroundings& around);

/// In the order of `request.sources`, whatever the number of threads.
std::vector<Processed> processAll(const Request& request, const Shared& shared, const Surroundings& around);

}  // namespace clustrix::compiler
