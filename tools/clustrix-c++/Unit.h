// What nvcc knows a file by. It gives names to what is anonymous, of which it hashes the file's path: by a temporary
// one objects would differ from run to run, and by none two files of one program would have kernels of one name.
#pragma once

#include <string>

#include "clustrix-c++/CommandLine.h"

namespace clustrix::tools {

/// Another one for each source, wherever it is, and for the same source by other flags or with another text.
std::string unitName(const CommandLine& line, const std::string& source, const std::string& rewrittenText);

}  // namespace clustrix::tools
