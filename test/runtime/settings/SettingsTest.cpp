#include "settings/Settings.h"

#include <catch2/catch.hpp>
#include <map>

#include "Folder.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

Environment fixed(std::map<std::string, std::string> variables) {
  return [variables](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional<std::string>(found->second);
  };
}

}  // namespace

TEST_CASE("the nearest clustrix.yml above the directory counts, unless CLUSTRIX_CONFIG names another") {
  const test::Folder folder;
  folder.write("clustrix.yml", "gpus: 1\n");
  folder.write("a/clustrix.yml", "gpus: 2\n");
  folder.write("a/b/other.yml", "gpus: 3\n");
  const std::string inside = (folder.path() / "a" / "b").string();
  CHECK(loadSettings(fixed({}), inside).settings.options.gpus_ == 2);
  const std::string other = (folder.path() / "a/b/other.yml").string();
  CHECK(loadSettings(fixed({{"CLUSTRIX_CONFIG", other}}), inside).settings.options.gpus_ == 3);
  CHECK_THAT(loadSettings(fixed({{"CLUSTRIX_CONFIG", "/nowhere.yml"}}), inside).error, Catch::Contains("/nowhere.yml"));
  CHECK_THAT(loadSettings(fixed({{"CLUSTRIX_CONFIG", inside}}), inside).error, Catch::Contains("cannot be read"));
}

TEST_CASE("the environment is over clustrix.yml, and merge lets the upper say what it says") {
  const Options yml = Options{}.autoGpuParallel(true).maxGpuParallelJobs(2).cores(4);
  const auto loaded = readEnvironment(
      fixed({{"CLUSTRIX_AUTO_GPU_PARALLEL", "0"}, {"CLUSTRIX_SCHEDULE", "weighted"}, {"CLUSTRIX_MATH", "exact"}}),
      yml.math(Math::Fast));
  REQUIRE(loaded.error.empty());
  CHECK(loaded.settings.options.autoGpuParallel_ == 0);
  CHECK(loaded.settings.options.maxGpuParallelJobs_ == 2);
  CHECK(loaded.settings.options.schedule_ == Schedule::Weighted);
  CHECK(loaded.settings.options.math_ == Math::Exact);
  const Options attribute = Options{}.autoGpuParallel(true).memory(5).minIterations(7).complexityExceeded();
  const Options merged = merge(attribute, loaded.settings.options);
  CHECK(merged.autoGpuParallel_ == 1);
  CHECK(merged.cores_ == 4);
  CHECK(merged.memory_ == 5);
  CHECK(merged.minIterations_ == 7);
  CHECK(merged.complexityExceeded_ == 1);
}

TEST_CASE("nonsense in the environment is an error that says what is allowed") {
  const std::vector<std::pair<const char*, const char*>> cases{{"CLUSTRIX_FORCE", "yes"},
                                                               {"CLUSTRIX_MAX_GPU_PARALLEL_JOBS", "0"},
                                                               {"CLUSTRIX_SCHEDULE", "fast"},
                                                               {"CLUSTRIX_MATH", "quick"},
                                                               {"CLUSTRIX_LOG", "loud"},
                                                               {"CLUSTRIX_REQUIRE", "cpu"},
                                                               {"CLUSTRIX_VERIFY", "2"},
                                                               {"CLUSTRIX_DEVICES", "gpu"},
                                                               {"CLUSTRIX_MAX_GPU_PARALLEL_JOBS", "3x"},
                                                               {"CLUSTRIX_PLAN", "on"},
                                                               {"CLUSTRIX_SUMMARY", "please"},
                                                               {"CLUSTRIX_AUTO_GPU_PARALLEL", "true"}};
  for (const auto& [name, value] : cases) {
    INFO(name << "=" << value);
    const auto loaded = readEnvironment(fixed({{name, value}}), {});
    CHECK_THAT(loaded.error, Catch::StartsWith(std::string(name) + "=" + value) && Catch::Contains("allowed"));
  }
  CHECK(readEnvironment(fixed({{"CLUSTRIX_FORCE", ""}}), {}).error.empty());
}

TEST_CASE("switches of the environment are read") {
  const auto loaded = readEnvironment(fixed({{"CLUSTRIX_FORCE", "1"},
                                             {"CLUSTRIX_LOG", "debug"},
                                             {"CLUSTRIX_TRACE", "t.json"},
                                             {"CLUSTRIX_VERIFY", "1"},
                                             {"CLUSTRIX_PLAN", "1"},
                                             {"CLUSTRIX_SUMMARY", "1"},
                                             {"CLUSTRIX_REQUIRE", "gpu"}}),
                                      {});
  REQUIRE(loaded.error.empty());
  const Settings& s = loaded.settings;
  CHECK((s.force && s.verify && s.plan && s.summary && s.requireGpu));
  CHECK(s.logLevel == LogLevel::Debug);
  CHECK(s.traceFile == "t.json");
}

TEST_CASE("what is kept across runs lies where the XDG specification says, and nowhere for a relative path") {
  const auto folder = [](std::map<std::string, std::string> variables) {
    return readEnvironment(fixed(std::move(variables)), {}).settings.cacheFolder;
  };
  CHECK(folder({{"XDG_CACHE_HOME", "/c"}, {"HOME", "/h"}}) == "/c/clustrix");
  CHECK(folder({{"HOME", "/h"}}) == "/h/.cache/clustrix");
  CHECK(folder({{"XDG_CACHE_HOME", "c"}, {"HOME", "/h"}}) == "/h/.cache/clustrix");
  CHECK(folder({{"HOME", "h"}}).empty());
  CHECK(folder({}).empty());
}
