// Where results go: the rewritten files, the report, the dependency file.
#pragma once

#include "Driver/Depfile.h"
#include "Driver/Sources.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

/// `NAME.clustrix.cu`, in the output directory or the current one, unless `-o` says otherwise.
std::string outputOf(const Request& request, const std::string& source);

/// Whether rewritten files are wanted at all: `--check` and `--emit` write none unless one is asked for by name.
bool wantsOutputs(const Request& request);

/// The functions of all sources, in the order of the command line.
Report mergeReports(const std::vector<Processed>& all);
/// A function of a header is rewritten with each source that uses it: told once, with the fewest parallel loops.
Report onceEach(const Report& report);

/// Each of these writes what `request` asks for, a stage's text included, and returns the worst that happened;
/// messages go to `around.error`.
Exit writeOutputs(const Request& request, const std::vector<Processed>& all, const Surroundings& around);
Exit writeReport(const Request& request, const std::vector<Processed>& all, const Surroundings& around);
Exit writeDepfile(const Request& request, const std::vector<Processed>& all, const Surroundings& around);
/// `--fix`; with `--dry-run` the difference that it would make, on standard output.
Exit writeFixes(const Request& request, const std::vector<Processed>& all, const Surroundings& around);

/// Says why something failed.
Exit tell(const Failure& why, const Surroundings& around);
/// Writes a dependency file, where one can name all that it has to.
Exit deliverDepfile(const std::string& path, const std::vector<DependencyRule>& rules, const Surroundings& around);
/// Writes `text` to the file `path`, or to standard output when that is `-`.
Exit deliver(const std::string& path, const std::string& text, const Surroundings& around);

inline Exit worse(Exit a, Exit b) { return a < b ? b : a; }

}  // namespace clustrix::compiler
