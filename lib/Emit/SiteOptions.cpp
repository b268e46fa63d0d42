#include "Emit/SiteOptions.h"

#include "Emit/Expressions.h"

#include <cctype>
#include <cmath>
#include <cstdlib>

namespace clustrix::compiler {
namespace {

const char* word(Schedule schedule) {
  switch (schedule) {
    case Schedule::Static:
      return "clustrix::Schedule::Static";
    case Schedule::Weighted:
      return "clustrix::Schedule::Weighted";
    case Schedule::Dynamic:
      break;
  }
  return "clustrix::Schedule::Dynamic";
}

std::string setter(const char* name, const std::string& value) { return std::string(".") + name + "(" + value + ")"; }

std::string flag(const char* name, const std::optional<bool>& value) {
  return value ? setter(name, *value ? "true" : "false") : "";
}

std::string number(const char* name, const std::optional<int>& value) {
  return value ? setter(name, std::to_string(*value)) : "";
}

std::string memory(const std::optional<std::string>& size) {
  const auto bytes = size ? bytesOf(*size) : std::nullopt;
  return bytes ? setter("memory", std::to_string(*bytes)) : "";
}

}  // namespace

std::string siteDeclaration(const LaunchSource& source, const std::string& name, const SourcePoint& at,
                            const std::string& options) {
  return "static constexpr clustrix::Site " + name + "{" + quoted(source.function.name) + ", " + quoted(at.file) +
         ", " + std::to_string(at.line) + ", " + std::to_string(at.column) + (options.empty() ? "" : ", " + options) +
         "};\n";
}

std::optional<long long> bytesOf(const std::string& size) {
  char* end = nullptr;
  const double amount = std::strtod(size.c_str(), &end);
  if (end == size.c_str() || !(amount >= 0)) return std::nullopt;
  while (*end == ' ') ++end;
  std::string unit;
  for (; *end != 0; ++end) unit += static_cast<char>(std::toupper(static_cast<unsigned char>(*end)));
  int power = 0;
  for (const char* known : {"K", "M", "G", "T"}) {
    ++power;
    if (unit == std::string(known) || unit == std::string(known) + "B" || unit == std::string(known) + "IB") {
      const double bytes = std::ldexp(amount, 10 * power);
      return bytes < 9e18 ? std::optional(static_cast<long long>(bytes)) : std::nullopt;
    }
  }
  if (!unit.empty() && unit != "B") return std::nullopt;
  return amount < 9e18 ? std::optional(static_cast<long long>(amount)) : std::nullopt;
}

std::string siteOptions(const LaunchSource& source) {
  const ClusterOptions& said = source.function.options;
  std::string text = flag("autoGpuParallel", said.autoGpuParallel) + flag("parallel", said.parallel) +
                     number("cores", said.cores) + memory(said.memory) + number("gpus", said.gpus) +
                     number("maxGpuParallelJobs", said.maxGpuParallelJobs);
  if (said.schedule) text += setter("schedule", word(*said.schedule));
  text += number("complexityThreshold", said.complexityThreshold) + number("minIterations", said.minIterations);
  const auto& alone = source.launch.hostAlone;
  if (alone && alone->code == "plan.complexity") text += setter("complexityExceeded", "");
  return text.empty() ? "" : "clustrix::Options{}" + text;
}

}  // namespace clustrix::compiler
