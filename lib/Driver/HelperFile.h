// A helper file: what one source has for others that call its functions, as --write-helpers writes it and --helpers
// reads it.
//
//     { "version": 1,
//       "helpers": [
//         { "symbol": "_Z8pressuredd", "name": "pressure", "file": "/b/eos.cpp", "line": 12, "begin": 310, "body": 357,
//           "end": 402, "text": "double pressure(double rho, double e) { ... }", "fingerprint": "9f..." },
//         { "symbol": "_Z5countv", "name": "count", "file": "/b/eos.cpp", "line": 20,
//           "problem": "it has the static variable 'calls'" } ] }
//
// Files are named in full: whoever reads it may be called in another folder.
#pragma once

#include "Driver/Outcome.h"
#include "clustrix/Helper.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

std::string printHelpers(const std::vector<Helper>& helpers);
/// Exit::FileFailed when it cannot be read, Exit::BadInput when it is no helper file.
Outcome<std::vector<Helper>> readHelperFile(const std::string& path);

/// `--write-helpers`: those of all sources in one file, with `--depfile`; nothing where one of them does not compile.
Exit writeHelpers(const Request& request, const Surroundings& around);

}  // namespace clustrix::compiler
