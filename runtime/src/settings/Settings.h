// Settings: all that users can say, resolved once per launch by precedence.
//
//     clustrix.yml  <  environment  <  configure()  <  the function's attribute
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "clustrix/Options.h"
#include "settings/DeviceSpec.h"
#include "support/Log.h"

namespace clustrix::runtime {

struct Settings {
  Options options;  // clustrix.yml, and the environment over it
  DeviceSpec devices = AutoDevices{};
  LogLevel logLevel = LogLevel::Warn;
  bool force = false;       // offload whatever is legal
  bool verify = false;      // run loops twice and compare
  bool plan = false;        // print each launch before it runs
  bool summary = false;     // print a table at exit
  bool requireGpu = false;  // stop where a loop would run on the CPU
  std::string traceFile;    // empty: no trace
  std::string cacheFolder;  // of what is kept across runs; empty: nothing is
};

/// `over` wins where it says something.
Options merge(const Options& over, const Options& under);

/// Settings or an error for people: which variable or line of which file is wrong and what is allowed.
struct LoadedSettings {
  Settings settings;
  std::string error;
  std::string warning = {};  // what is wrong in a file that nobody has named, and that is not heard then
};

using Environment = std::function<std::optional<std::string>(const char* variable)>;
/// The process's own; empty where the process has other rights than its user, who must not decide what it reads and
/// writes.
Environment processEnvironment();
/// Where a clustrix.yml is looked for from; empty for the same reason.
std::string processFolder();

/// The environment over `yml`.
LoadedSettings readEnvironment(const Environment& environment, const Options& yml);
/// The file of CLUSTRIX_CONFIG, else the nearest clustrix.yml at or above `directory`, else none; and the environment.
LoadedSettings loadSettings(const Environment& environment, const std::string& directory);

}  // namespace clustrix::runtime
