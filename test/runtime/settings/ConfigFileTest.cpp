#include "settings/ConfigFile.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <vector>

#include "Folder.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

Options accepted(const std::string& text) {
  const ConfigFile file = parseConfig(text, "c.yml");
  INFO(text);
  CHECK(file.error.empty());
  return file.options;
}

std::string refused(const std::string& text) {
  const ConfigFile file = parseConfig(text, "c.yml");
  CHECK(file.path == "c.yml");
  return file.error;
}

}  // namespace

TEST_CASE("every key of clustrix.yml is read, and what is not said is unsaid") {
  const Options all = accepted(
      "auto_gpu_parallel: false\nparallel: true\ncores: 3\nmemory: 8GB\ngpus: 2\nmax_gpu_parallel_jobs: 8\n"
      "schedule: dynamic\ncomplexity_threshold: 5\nmin_iterations: 100\nmath: fast\n");
  CHECK(all.autoGpuParallel_ == 0);
  CHECK(all.parallel_ == 1);
  CHECK(all.cores_ == 3);
  CHECK(all.memory_ == Index{8} << 30);
  CHECK(all.gpus_ == 2);
  CHECK(all.maxGpuParallelJobs_ == 8);
  CHECK(all.schedule_ == Schedule::Dynamic);
  CHECK(all.complexityThreshold_ == 5);
  CHECK(all.minIterations_ == 100);
  CHECK(all.math_ == Math::Fast);
  const Options one = accepted("cores: 3\n");
  CHECK(one.cores_ == 3);
  CHECK((one.autoGpuParallel_ == -1 && one.parallel_ == -1 && one.memory_ == -1 && one.gpus_ == -1));
  CHECK((one.maxGpuParallelJobs_ == -1 && one.complexityThreshold_ == -1 && one.minIterations_ == -1));
  CHECK(one.schedule_ == Schedule::Unsaid);
  CHECK(one.math_ == Math::Unsaid);
  CHECK(accepted("math: exact").math_ == Math::Exact);
  CHECK(accepted("schedule: static").schedule_ == Schedule::Static);
  CHECK(accepted("schedule: weighted").schedule_ == Schedule::Weighted);
}

TEST_CASE("a file without keys says nothing") {
  CHECK(accepted("").gpus_ == -1);
  CHECK(accepted("# nothing said\n").gpus_ == -1);
  CHECK(accepted("{}\n").gpus_ == -1);
}

TEST_CASE("numbers are taken from the least to the most that makes sense, and none beyond") {
  CHECK(accepted("gpus: 0").gpus_ == 0);
  CHECK(accepted("gpus: 2147483647").gpus_ == 2147483647);
  CHECK(accepted("cores: 1").cores_ == 1);
  CHECK(accepted("max_gpu_parallel_jobs: 1").maxGpuParallelJobs_ == 1);
  CHECK(accepted("min_iterations: 0").minIterations_ == 0);
  CHECK(accepted("complexity_threshold: 1").complexityThreshold_ == 1);
  for (const char* key : {"cores", "max_gpu_parallel_jobs", "complexity_threshold"})
    CHECK_THAT(refused(std::string(key) + ": 0"), Catch::Contains("must be an integer of at least 1"));
  for (const char* key : {"gpus", "min_iterations"})
    CHECK_THAT(refused(std::string(key) + ": -1"), Catch::EndsWith("must be an integer of at least 0"));
  for (const char* key : {"gpus", "cores", "max_gpu_parallel_jobs", "min_iterations"}) {
    CHECK_THAT(refused(std::string(key) + ": 2147483648"), Catch::Contains(": " + std::string(key) + " must be an"));
    CHECK_THAT(refused(std::string(key) + ": 1.5"), Catch::Contains(": " + std::string(key) + " must be an integer"));
  }
}

TEST_CASE("a wrong clustrix.yml is an error that names file, line and column") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"gpus: 2\ncoers: 3\n", "c.yml:2:1: unknown key 'coers'; known are auto_gpu_parallel, parallel, cores"},
      {"gpus: many\n", "c.yml:1:7: gpus must be an integer"},
      {"gpus: [1]\n", "c.yml:1:7: gpus must be an integer"},
      {"cores: 0\n", "c.yml:1:8: cores must be an integer of at least 1"},
      {"complexity_threshold: 6\n", "c.yml:1:23: complexity_threshold must be an integer of at least 1 and at most 5"},
      {"parallel: 7\n", "c.yml:1:11: parallel must be true or false"},
      {"auto_gpu_parallel: {}\n", "c.yml:1:20: auto_gpu_parallel must be true or false"},
      {"schedule: fast\n", "c.yml:1:11: schedule must be static, weighted or dynamic"},
      {"schedule: [static]\n", "c.yml:1:11: schedule must be static, weighted or dynamic"},
      {"math: [fast]\n", "c.yml:1:7: math must be exact, fast or strict"},
      {"memory: lots\n", "c.yml:1:9: memory must be an amount such as \"8GB\""},
      {"memory: [8GB]\n", "c.yml:1:9: memory must be an amount"},
      {"? [gpus]\n: 1\n", "c.yml:1:3: unknown key ''"},
      {"gpus: [1\n", "c.yml:2:1: not valid YAML"},
      {"- gpus\n", "c.yml:1:1: a list of `key: value`"},
      {"gpus\n", "c.yml:1:1: a list of `key: value`"},
  };
  for (const auto& [text, expected] : cases) {
    INFO(text);
    CHECK_THAT(refused(text), Catch::StartsWith(expected));
  }
}

TEST_CASE("a file with an error says nothing, whatever is right in it") {
  CHECK(parseConfig("gpus: 2\ncoers: 3\n", "c.yml").options.gpus_ == -1);
  CHECK(parseConfig("gpus: 2\n\tcores: 3\n", "c.yml").options.gpus_ == -1);
}

TEST_CASE("an error is one line, without control characters, however the file spells them") {
  CHECK_THAT(refused("\"a\\e[2J\\nb\": 1\n"), Catch::StartsWith("c.yml:1:1: unknown key 'a\\x1b[2J\\x0ab'"));
  CHECK_THAT(parseConfig("gpus: x\n", "a\nb.yml").error, Catch::StartsWith("a\\x0ab.yml:1:7: "));
  CHECK_THAT(parseConfig("- [\n", "a\nb.yml").error, Catch::StartsWith("a\\x0ab.yml:2:1: not valid YAML: "));
}

TEST_CASE("nesting without end is an error and no more") {
  for (const std::string opening : {"[", "{", "- ", "? "}) {
    std::string text;
    while (text.size() < 100000) text += opening;
    INFO(opening);
    CHECK_THAT(refused(text), Catch::StartsWith("c.yml:1:"));
  }
}

TEST_CASE("the nearest clustrix.yml at or above the directory is read, and a folder of that name is none") {
  const test::Folder folder;
  folder.write("clustrix.yml", "gpus: 1\n");
  folder.write("a/b/c/clustrix.yml", "gpus: 4\n");
  const std::string inside = (folder.path() / "a/b").string();
  CHECK(readConfigFile("", folder.path().string()).options.gpus_ == 1);
  CHECK(readConfigFile("", inside).options.gpus_ == 1);
  const auto nearer = folder.write("a/clustrix.yml", "gpus: 2\n");
  const ConfigFile found = readConfigFile("", inside);
  CHECK(found.options.gpus_ == 2);
  CHECK(found.path == nearer.string());
  std::filesystem::create_directory(folder.path() / "a/b/clustrix.yml");
  CHECK(readConfigFile("", inside).options.gpus_ == 2);
}

TEST_CASE("where there is no clustrix.yml nothing is said") {
  const test::Folder folder;
  // A relative name has nothing above it.
  const ConfigFile none = readConfigFile("", "nowhere-at-all");
  CHECK((none.path.empty() && none.error.empty()));
  CHECK(readConfigFile("", "").path.empty());
}

TEST_CASE("a file that is named is read instead of the nearest, and has to exist") {
  const test::Folder folder;
  folder.write("clustrix.yml", "gpus: 1\n");
  const auto other = folder.write("a/other.yml", "gpus: 3\n");
  const std::string at = folder.path().string();
  CHECK(readConfigFile(other.string(), at).options.gpus_ == 3);
  const ConfigFile none = readConfigFile(at + "/no\n.yml", at);
  CHECK(none.path == at + "/no\n.yml");
  CHECK(none.options.gpus_ == -1);
  CHECK(none.error == at + "/no\\x0a.yml: the configuration cannot be read: No such file or directory; "
                           "CLUSTRIX_CONFIG names a readable file");
}

TEST_CASE("at most a megabyte of a regular file is read") {
  const test::Folder folder;
  const std::string said = "gpus: 1\n";
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  const std::string path = folder.write("c.yml", said + std::string(megabyte - said.size(), '#'));
  CHECK(readConfigFile(path, "").options.gpus_ == 1);
  folder.write("c.yml", said + std::string(megabyte - said.size() + 1, '#'));
  CHECK_THAT(readConfigFile(path, "").error, Catch::Contains("it has more than 1.0 MB"));
  const std::string pipe = (folder.path() / "pipe").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THAT(readConfigFile(pipe, "").error, Catch::Contains("it is no regular file"));
}
