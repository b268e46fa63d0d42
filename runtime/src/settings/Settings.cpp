#include "settings/Settings.h"

#include <sys/auxv.h>

#include <cstdlib>
#include <filesystem>
#include <limits>

#include "settings/ConfigFile.h"
#include "support/Shown.h"
#include "support/WholeFile.h"

namespace clustrix::runtime {
namespace {

// Reads variables one after another; the first error wins.
class Reader {
 public:
  explicit Reader(const Environment& environment) : environment_(environment) {}

  /// Empty values mean "not set", so that a wrapper script can clear a variable.
  std::optional<std::string> text(const char* variable) const {
    std::optional<std::string> value = environment_(variable);
    return value && !value->empty() ? value : std::nullopt;
  }
  std::optional<bool> flag(const char* variable) {
    const std::optional<std::string> value = text(variable);
    if (!value) return std::nullopt;
    if (*value == "1" || *value == "0") return *value == "1";
    refuse(variable, *value, "1 or 0");
    return std::nullopt;
  }
  std::optional<int> positive(const char* variable) {
    const std::optional<std::string> value = text(variable);
    if (!value) return std::nullopt;
    char* end = nullptr;
    const long number = std::strtol(value->c_str(), &end, 10);
    if (*end == '\0' && number >= 1 && number <= std::numeric_limits<int>::max()) return static_cast<int>(number);
    refuse(variable, *value, "a positive integer");
    return std::nullopt;
  }
  template <class T>
  std::optional<T> oneOf(const char* variable, std::initializer_list<std::pair<const char*, T>> choices) {
    const std::optional<std::string> value = text(variable);
    if (!value) return std::nullopt;
    std::string names;
    for (const auto& [name, choice] : choices) {
      if (*value == name) return choice;
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
    refuse(variable, *value, "one of " + names);
    return std::nullopt;
  }
  void refuse(const std::string& variable, const std::string& value, const std::string& allowed) {
    fail(variable + "=" + shown(value) + ": allowed is " + allowed);
  }
  void fail(const std::string& message) {
    if (error_.empty()) error_ = message;
  }
  const std::string& error() const { return error_; }

 private:
  const Environment& environment_;
  std::string error_;
};

void readOptions(Reader& reader, Options& options) {
  if (const auto value = reader.flag("CLUSTRIX_AUTO_GPU_PARALLEL")) options = options.autoGpuParallel(*value);
  if (const auto value = reader.positive("CLUSTRIX_MAX_GPU_PARALLEL_JOBS"))
    options = options.maxGpuParallelJobs(*value);
  const auto schedule = reader.oneOf<Schedule>(
      "CLUSTRIX_SCHEDULE",
      {{"static", Schedule::Static}, {"weighted", Schedule::Weighted}, {"dynamic", Schedule::Dynamic}});
  if (schedule) options = options.schedule(*schedule);
  const auto math = reader.oneOf<Math>("CLUSTRIX_MATH", {{"exact", Math::Exact}, {"fast", Math::Fast}});
  if (math) options = options.math(*math);
}

// As the XDG base directory specification has it: only an absolute path counts.
std::string cacheFolder(const Reader& reader) {
  const auto absolute = [&](const char* variable) {
    const std::string path = reader.text(variable).value_or("");
    return path.rfind('/', 0) == 0 ? path : "";
  };
  if (const std::string cache = absolute("XDG_CACHE_HOME"); !cache.empty()) return cache + "/clustrix";
  const std::string home = absolute("HOME");
  return home.empty() ? "" : home + "/.cache/clustrix";
}

}  // namespace

Options merge(const Options& over, const Options& under) {
  Options merged = under;
  if (over.autoGpuParallel_ >= 0) merged.autoGpuParallel_ = over.autoGpuParallel_;
  if (over.parallel_ >= 0) merged.parallel_ = over.parallel_;
  if (over.complexityExceeded_ >= 0) merged.complexityExceeded_ = over.complexityExceeded_;
  if (over.schedule_ != Schedule::Unsaid) merged.schedule_ = over.schedule_;
  if (over.math_ != Math::Unsaid) merged.math_ = over.math_;
  if (over.cores_ >= 0) merged.cores_ = over.cores_;
  if (over.gpus_ >= 0) merged.gpus_ = over.gpus_;
  if (over.maxGpuParallelJobs_ >= 0) merged.maxGpuParallelJobs_ = over.maxGpuParallelJobs_;
  if (over.complexityThreshold_ >= 0) merged.complexityThreshold_ = over.complexityThreshold_;
  if (over.minIterations_ >= 0) merged.minIterations_ = over.minIterations_;
  if (over.memory_ >= 0) merged.memory_ = over.memory_;
  return merged;
}

Environment processEnvironment() {
  return [](const char* variable) -> std::optional<std::string> {
    const char* value = secure_getenv(variable);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

std::string processFolder() {
  std::error_code error;
  return getauxval(AT_SECURE) != 0 ? "" : std::filesystem::current_path(error).string();
}

LoadedSettings readEnvironment(const Environment& environment, const Options& yml) {
  Reader reader(environment);
  Settings settings;
  settings.options = yml;
  readOptions(reader, settings.options);
  if (const auto value = reader.text("CLUSTRIX_DEVICES")) {
    const ParsedDeviceSpec parsed = parseDeviceSpec(*value);
    settings.devices = parsed.spec;
    if (!parsed.error.empty()) reader.fail(parsed.error);
  }
  const auto level = reader.oneOf<LogLevel>("CLUSTRIX_LOG", {{"off", LogLevel::Off},
                                                             {"error", LogLevel::Error},
                                                             {"warn", LogLevel::Warn},
                                                             {"info", LogLevel::Info},
                                                             {"debug", LogLevel::Debug}});
  settings.logLevel = level.value_or(LogLevel::Warn);
  // Heard before main: see cluster/Start.h.
  reader.oneOf<bool>("CLUSTRIX_CLUSTER", {{"mpi", true}, {"off", false}});
  reader.positive("CLUSTRIX_CLUSTER_TIMEOUT");
  settings.force = reader.flag("CLUSTRIX_FORCE").value_or(false);
  settings.verify = reader.flag("CLUSTRIX_VERIFY").value_or(false);
  settings.plan = reader.flag("CLUSTRIX_PLAN").value_or(false);
  settings.summary = reader.flag("CLUSTRIX_SUMMARY").value_or(false);
  settings.requireGpu = reader.oneOf<bool>("CLUSTRIX_REQUIRE", {{"gpu", true}}).value_or(false);
  settings.traceFile = reader.text("CLUSTRIX_TRACE").value_or("");
  settings.cacheFolder = cacheFolder(reader);
  return {settings, reader.error()};
}

LoadedSettings loadSettings(const Environment& environment, const std::string& directory) {
  const std::string named = environment("CLUSTRIX_CONFIG").value_or("");
  const ConfigFile file = readConfigFile(named, directory);
  LoadedSettings loaded = readEnvironment(environment, file.options);
  if (!named.empty() && loaded.error.empty()) loaded.error = file.error;
  if (named.empty()) loaded.warning = file.error;
  // What is read must not be replaced by what is written.
  if (loaded.error.empty() && !file.path.empty() && isSameFile(file.path, loaded.settings.traceFile))
    loaded.error = "CLUSTRIX_TRACE=" + shown(loaded.settings.traceFile) + ": this is the configuration file";
  return loaded;
}

}  // namespace clustrix::runtime
