#include "Driver/ProjectConfig.h"

#include "Driver/Yaml.h"

#include <charconv>
#include <filesystem>

namespace clustrix::compiler {
namespace {

namespace fs = std::filesystem;

std::optional<int> integerOf(const YAML::Node& node, int low, int high) {
  if (!node.IsScalar() || isQuoted(node)) return std::nullopt;
  const std::string& text = node.Scalar();
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < low || number > high) return std::nullopt;
  return number;
}

/// `8GB`, `1.5 GiB`, `4096`
std::optional<std::string> memoryOf(const YAML::Node& node) {
  if (!node.IsScalar()) return std::nullopt;
  const std::string& text = node.Scalar();
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc() || !(number > 0)) return std::nullopt;
  std::string unit;
  for (const char c : text.substr(static_cast<std::size_t>(end - text.data()))) {
    if (c != ' ') unit += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  for (const char* known : {"", "B", "KB", "MB", "GB", "TB", "KIB", "MIB", "GIB", "TIB"}) {
    if (unit == known) return text;
  }
  return std::nullopt;
}

/// What one of the words says that `named` knows.
template <class Enum>
std::optional<Enum> wordOf(const YAML::Node& node, std::optional<Enum> (*named)(std::string_view)) {
  return node.IsScalar() ? named(node.Scalar()) : std::nullopt;
}

constexpr int anyCount = 1 << 30;

constexpr const char* configurationKeys =
    "auto_gpu_parallel, parallel, cores, memory, gpus, max_gpu_parallel_jobs, schedule, complexity_threshold, "
    "min_iterations, math and random";

std::optional<Failure> store(const YamlFile& file, const YAML::Node& keyNode, const YAML::Node& node,
                             ClusterOptions& options) {
  const std::string& key = keyNode.Scalar();
  const auto put = [&](auto& field, auto parsed, const char* expected) -> std::optional<Failure> {
    if (!parsed) return errorAt(file, node.Mark(), "'" + key + "' takes " + expected);
    field = *parsed;
    return std::nullopt;
  };
  constexpr const char* boolean = "true or false";
  constexpr const char* positive = "a positive integer";
  if (key == "auto_gpu_parallel") return put(options.autoGpuParallel, booleanOf(node), boolean);
  if (key == "parallel") return put(options.parallel, booleanOf(node), boolean);
  if (key == "cores") return put(options.cores, integerOf(node, 1, anyCount), positive);
  if (key == "memory") return put(options.memory, memoryOf(node), "a size such as \"8GB\"");
  if (key == "gpus") return put(options.gpus, integerOf(node, 1, anyCount), positive);
  if (key == "max_gpu_parallel_jobs") return put(options.maxGpuParallelJobs, integerOf(node, 1, anyCount), positive);
  if (key == "schedule") return put(options.schedule, wordOf(node, scheduleNamed), "static, weighted or dynamic");
  if (key == "complexity_threshold") {
    return put(options.complexityThreshold, integerOf(node, 1, 5), "an integer from 1 to 5");
  }
  if (key == "min_iterations") {
    return put(options.minIterations, integerOf(node, 0, anyCount), "an integer that is not negative");
  }
  if (key == "math") return put(options.math, wordOf(node, mathNamed), "exact, fast or strict");
  if (key == "random") return put(options.random, wordOf(node, randomNamed), "streams or serial");
  return errorAt(file, keyNode.Mark(), "unknown key '" + key + "'; known are " + configurationKeys);
}

}  // namespace

std::optional<std::string> findConfig(const std::string& source) {
  std::error_code error;
  fs::path folder = fs::absolute(source, error).lexically_normal().parent_path();
  while (!error) {
    const fs::path candidate = folder / "clustrix.yml";
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored)) return candidate.string();
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return std::nullopt;
}

Outcome<ClusterOptions> readConfig(const std::string& path) {
  Outcome<YamlFile> file = readYaml(path);
  if (const Failure* why = failed(file)) return *why;
  ClusterOptions options;
  const auto entry = [&](const YAML::Node& key, const YAML::Node& node) {
    return store(value(file), key, node, options);
  };
  if (auto why = eachEntry(value(file), value(file).root, "one of " + std::string(configurationKeys), entry))
    return *why;
  return options;
}

}  // namespace clustrix::compiler
