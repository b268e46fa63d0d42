#include "Driver/ProjectConfig.h"

#include "Folder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

Outcome<ClusterOptions> read(const Folder& folder, const std::string& text) {
  return readConfig(folder.put("clustrix.yml", text));
}

std::string configComplaint(const std::string& text) {
  Folder folder;
  Outcome<ClusterOptions> options = read(folder, text);
  REQUIRE(failed(options));
  CHECK(failed(options)->exit == Exit::BadInput);
  const std::string message = failed(options)->message;
  REQUIRE(message.rfind(folder / "clustrix.yml:", 0) == 0);
  return message.substr((folder / "clustrix.yml:").size());
}

}  // namespace

TEST_CASE("every key of the attribute is a key of clustrix.yml") {
  Folder folder;
  Outcome<ClusterOptions> options = read(folder,
                                         "auto_gpu_parallel: true\nparallel: false\ncores: 4\nmemory: \"8GB\"\n"
                                         "gpus: 2\nmax_gpu_parallel_jobs: 8\nschedule: dynamic\n"
                                         "complexity_threshold: 5\nmin_iterations: 0\nmath: fast\n");
  REQUIRE_FALSE(failed(options));
  CHECK(value(options).autoGpuParallel == true);
  CHECK(value(options).parallel == false);
  CHECK(value(options).cores == 4);
  CHECK(value(options).memory == "8GB");
  CHECK(value(options).gpus == 2);
  CHECK(value(options).maxGpuParallelJobs == 8);
  CHECK(value(options).schedule == Schedule::Dynamic);
  CHECK(value(options).complexityThreshold == 5);
  CHECK(value(options).minIterations == 0);
  CHECK(value(options).math == Math::Fast);
}

TEST_CASE("an empty clustrix.yml says nothing") {
  Folder folder;
  Outcome<ClusterOptions> options = read(folder, "# nothing yet\n");
  REQUIRE_FALSE(failed(options));
  CHECK_FALSE(value(options).gpus.has_value());
}

TEST_CASE("an unknown key is an error at the key") {
  CHECK(
      configComplaint("gpus: 2\n  \ngpu: 1\n").rfind("3:1: error: unknown key 'gpu'; known are auto_gpu_parallel", 0) ==
      0);
}

TEST_CASE("a wrong value is an error at the value, with a caret") {
  CHECK(configComplaint("gpus: two\n") == "1:7: error: 'gpus' takes a positive integer\ngpus: two\n      ^\n");
  CHECK(configComplaint("gpus: 0\n").rfind("1:7: error:", 0) == 0);
  CHECK(configComplaint("gpus: \"2\"\n").rfind("1:7: error:", 0) == 0);
  CHECK(configComplaint("gpus: [2]\n").rfind("1:7: error:", 0) == 0);
  CHECK(configComplaint("gpus: 99999999999\n").rfind("1:7: error:", 0) == 0);
  CHECK(configComplaint("gpus: 2.5\n").rfind("1:7: error:", 0) == 0);
  CHECK(configComplaint("parallel: maybe\n").rfind("1:11: error: 'parallel' takes true or false", 0) == 0);
  CHECK(configComplaint("math: quick\n").rfind("1:7: error: 'math' takes exact, fast or strict", 0) == 0);
  CHECK(configComplaint("schedule: best\n").rfind("1:11: error:", 0) == 0);
  CHECK(configComplaint("complexity_threshold: 6\n").rfind("1:23: error:", 0) == 0);
  CHECK(configComplaint("min_iterations: -1\n").rfind("1:17: error:", 0) == 0);
  CHECK(configComplaint("memory: much\n").rfind("1:9: error: 'memory' takes a size such as \"8GB\"", 0) == 0);
  CHECK(configComplaint("memory: 8GBit\n").rfind("1:9: error:", 0) == 0);
}

TEST_CASE("what is no YAML, or no map, is an error at its place") {
  CHECK(configComplaint("gpus: 2\n\tbad\n").rfind("2:", 0) == 0);
  CHECK(configComplaint("a: [1, 2\n").find("error:") != std::string::npos);
  CHECK(configComplaint("- gpus\n").rfind("1:1: error: expected 'KEY: VALUE' lines", 0) == 0);
  CHECK(configComplaint("gpus: 1\ngpus: 2\n").rfind("2:1: error: 'gpus' is given twice", 0) == 0);
}

TEST_CASE("the nearest clustrix.yml at or above the source is found") {
  Folder folder;
  folder.put("a/b/s.cpp", "");
  folder.put("clustrix.yml", "");
  CHECK(findConfig(folder / "a/b/s.cpp") == folder / "clustrix.yml");
  folder.put("a/clustrix.yml", "");
  CHECK(findConfig(folder / "a/b/s.cpp") == folder / "a/clustrix.yml");
  std::filesystem::create_directory(folder / "a/b/clustrix.yml");
  CHECK(findConfig(folder / "a/b/s.cpp") == folder / "a/clustrix.yml");
}

TEST_CASE("a clustrix.yml that cannot be read is a file error") {
  Folder folder;
  Outcome<ClusterOptions> options = readConfig(folder / "none.yml");
  REQUIRE(failed(options));
  CHECK(failed(options)->exit == Exit::FileFailed);
}
