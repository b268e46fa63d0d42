// Response files: `@words` on a command line stands for the words in a file, as GNU's programs read it.
#pragma once

#include <string>
#include <vector>

namespace clustrix::tools {

/// Each `@FILE` replaced by what FILE has, and what those have; a word whose file is not there stays as it is. `error`
/// tells what cannot be read, such as files that name each other.
std::vector<std::string> withResponseFiles(const std::vector<std::string>& arguments, std::string& error);

}  // namespace clustrix::tools
