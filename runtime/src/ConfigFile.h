// ConfigFile: clustrix.yml, with the keys of the attribute by the same names.
#pragma once

#include <string>

#include "clustrix/Options.h"

namespace clustrix::runtime {

struct ConfigFile {
  std::string path;  // empty: there is none
  Options options;
  std::string error;  // `path:line:column: what is wrong; what is allowed`
};

/// `named` when it is not empty, and then it must exist; else the nearest clustrix.yml at or above `directory`.
ConfigFile readConfigFile(const std::string& named, const std::string& directory);
/// The same for a text; `path` is for messages.
ConfigFile parseConfig(const std::string& text, const std::string& path);

}  // namespace clustrix::runtime
