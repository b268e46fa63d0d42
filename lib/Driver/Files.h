// Files are read whole and written whole: a reader of an output never sees half of it, whatever happens on the way.
//
//     text ──► .NAME.PID.N.tmp beside the target ──fsync──► rename to the target
#pragma once

#include "Driver/Outcome.h"

#include <optional>
#include <string>

namespace clustrix::compiler {

/// `path` absolute and without links as far as it exists: equal for two spellings of one file.
std::string canonicalPath(const std::string& path);

Outcome<std::string> readFile(const std::string& path);

/// Nothing on success. The target keeps its permissions; what is no regular file (a pipe, a device) is written to
/// directly, and a symbolic link stays one.
std::optional<Failure> writeFile(const std::string& path, const std::string& text);

}  // namespace clustrix::compiler
