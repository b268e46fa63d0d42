#include "settings/ConfigFile.h"

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <limits>

#include "support/ByteSize.h"
#include "support/RegularFile.h"
#include "support/Shown.h"

namespace clustrix::runtime {
namespace {

constexpr const char* keys =
    "auto_gpu_parallel, parallel, cores, memory, gpus, max_gpu_parallel_jobs, schedule, complexity_threshold, "
    "min_iterations, math";

constexpr std::size_t mostFileBytes = std::size_t{1} << 20;

struct Wrong {
  YAML::Mark mark;
  std::string message;
};

[[noreturn]] void refuse(const YAML::Node& node, const std::string& message) { throw Wrong{node.Mark(), message}; }

bool boolean(const YAML::Node& node, const std::string& key) {
  bool value = false;
  if (!node.IsScalar() || !YAML::convert<bool>::decode(node, value)) refuse(node, key + " must be true or false");
  return value;
}

long long integer(const YAML::Node& node, const std::string& key, long long least, long long most) {
  long long value = 0;
  const bool number = node.IsScalar() && YAML::convert<long long>::decode(node, value);
  if (!number || value < least || value > most) {
    const std::string upTo = most == std::numeric_limits<int>::max() ? "" : " and at most " + std::to_string(most);
    refuse(node, key + " must be an integer of at least " + std::to_string(least) + upTo);
  }
  return value;
}

Index memoryOf(const YAML::Node& node) {
  const std::string text = node.IsScalar() ? node.Scalar() : "";
  const std::optional<std::size_t> bytes = parseByteSize(text);
  if (!bytes) refuse(node, "memory must be an amount such as \"8GB\"");
  return static_cast<Index>(*bytes);
}

Schedule scheduleOf(const YAML::Node& node) {
  const std::string text = node.IsScalar() ? node.Scalar() : "";
  if (text == "static") return Schedule::Static;
  if (text == "weighted") return Schedule::Weighted;
  if (text == "dynamic") return Schedule::Dynamic;
  refuse(node, "schedule must be static, weighted or dynamic");
}

Math mathOf(const YAML::Node& node) {
  const std::string text = node.IsScalar() ? node.Scalar() : "";
  if (text == "exact") return Math::Exact;
  if (text == "fast") return Math::Fast;
  if (text == "strict") return Math::Exact;  // the compiler has left such loops as they are
  refuse(node, "math must be exact, fast or strict");
}

Options withKey(const Options& options, const YAML::Node& key, const YAML::Node& value) {
  constexpr int any = std::numeric_limits<int>::max();
  const std::string name = key.IsScalar() ? key.Scalar() : "";
  if (name == "auto_gpu_parallel") return options.autoGpuParallel(boolean(value, name));
  if (name == "parallel") return options.parallel(boolean(value, name));
  if (name == "cores") return options.cores(static_cast<int>(integer(value, name, 1, any)));
  if (name == "memory") return options.memory(memoryOf(value));
  if (name == "gpus") return options.gpus(static_cast<int>(integer(value, name, 0, any)));
  if (name == "max_gpu_parallel_jobs")
    return options.maxGpuParallelJobs(static_cast<int>(integer(value, name, 1, any)));
  if (name == "schedule") return options.schedule(scheduleOf(value));
  if (name == "complexity_threshold") return options.complexityThreshold(static_cast<int>(integer(value, name, 1, 5)));
  if (name == "min_iterations") return options.minIterations(integer(value, name, 0, any));
  if (name == "math") return options.math(mathOf(value));
  refuse(key, "unknown key '" + name + "'; known are " + keys);
}

std::string place(const std::string& path, const YAML::Mark& mark) {
  if (mark.is_null()) return path + ": ";
  return path + ":" + std::to_string(mark.line + 1) + ":" + std::to_string(mark.column + 1) + ": ";
}

std::string nearestFile(const std::string& directory) {
  std::error_code error;
  for (std::filesystem::path at = directory; !at.empty(); at = at.parent_path()) {
    const std::filesystem::path candidate = at / "clustrix.yml";
    if (std::filesystem::is_regular_file(candidate, error)) return candidate.string();
    if (at == at.parent_path()) break;
  }
  return "";
}

}  // namespace

ConfigFile parseConfig(const std::string& text, const std::string& path) {
  ConfigFile file{path, {}, ""};
  try {
    const YAML::Node root = YAML::Load(text);
    if (root.IsNull()) return file;
    if (!root.IsMap()) refuse(root, std::string("a list of `key: value` is expected; known keys are ") + keys);
    for (const auto& entry : root) file.options = withKey(file.options, entry.first, entry.second);
  } catch (const Wrong& wrong) {
    file = {path, {}, shown(place(path, wrong.mark) + wrong.message)};
  } catch (const YAML::Exception& exception) {
    file = {path, {}, shown(place(path, exception.mark) + "not valid YAML: " + exception.msg)};
  }
  return file;
}

ConfigFile readConfigFile(const std::string& named, const std::string& directory) {
  const std::string path = named.empty() ? nearestFile(directory) : named;
  if (path.empty()) return {};
  std::string why;
  const std::optional<std::string> text = readRegularFile(path, mostFileBytes, why);
  if (!text)
    return {path,
            {},
            shown(path) + ": the configuration cannot be read: " + why + "; CLUSTRIX_CONFIG names a readable file"};
  return parseConfig(*text, path);
}

}  // namespace clustrix::runtime
