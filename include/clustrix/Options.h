// What a `[[clustrix::cluster(...)]]` attribute or a clustrix.yml says; every key is optional.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace clustrix::compiler {

enum class Schedule { Static, Weighted, Dynamic };
/// Fast: sums of floating-point numbers inside an iteration may be grouped otherwise than the source does.
/// Strict: floating-point sums, products and scans over iterations stay in the order of the source, and so do their
/// loops.
enum class Math { Exact, Fast, Strict };

/// Streams: library generators with a state draw from one stream an iteration. Serial: their loops stay as written.
enum class Random { Streams, Serial };

/// By the word that an attribute or a clustrix.yml says; nothing for any other.
inline std::optional<Schedule> scheduleNamed(std::string_view word) {
  if (word == "static") return Schedule::Static;
  if (word == "weighted") return Schedule::Weighted;
  if (word == "dynamic") return Schedule::Dynamic;
  return std::nullopt;
}
inline std::optional<Math> mathNamed(std::string_view word) {
  if (word == "exact") return Math::Exact;
  if (word == "fast") return Math::Fast;
  if (word == "strict") return Math::Strict;
  return std::nullopt;
}

inline std::optional<Random> randomNamed(std::string_view word) {
  if (word == "streams") return Random::Streams;
  if (word == "serial") return Random::Serial;
  return std::nullopt;
}

struct ClusterOptions {
  std::optional<bool> autoGpuParallel;
  std::optional<bool> parallel;
  std::optional<int> cores;
  std::optional<std::string> memory;  // "8GB": host-side budget
  std::optional<int> gpus;
  std::optional<int> maxGpuParallelJobs;
  std::optional<Schedule> schedule;
  std::optional<int> complexityThreshold;  // 1 to 5
  std::optional<int> minIterations;
  std::optional<Math> math;
  std::optional<Random> random;
};

/// `over` wins where it says something.
ClusterOptions merge(const ClusterOptions& over, const ClusterOptions& under);

}  // namespace clustrix::compiler
