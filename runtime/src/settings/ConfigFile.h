// ConfigFile: clustrix.yml, with the keys of the attribute by the same names.
//
// A file that was found and not named may be anybody's: it can make loops slower, and nothing else. What is wrong in it
// is a warning. At most a megabyte of a regular file is read.
#pragma once

#include <string>

#include "clustrix/Options.h"

namespace clustrix::runtime {

struct ConfigFile {
  std::string path;  // empty: there is none
  Options options;
  std::string error;  // `path:line:column: what is wrong; what is allowed`; nothing is said by the file then
};

/// `named` when it is not empty, and then it must exist; else the nearest clustrix.yml at or above `directory`.
ConfigFile readConfigFile(const std::string& named, const std::string& directory);
/// The same for a text; `path` is for messages.
ConfigFile parseConfig(const std::string& text, const std::string& path);

}  // namespace clustrix::runtime
