// Whole processes: what the environment does to a program that was rewritten.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "Folder.h"

using clustrix::test::Folder;

namespace {

struct Ended {
  int status = 0;
  std::string out, err;
};

Ended probe(const std::string& environment, const Folder& folder = {}, const std::string& arguments = "") {
  const std::string out = (folder.path() / "out").string(), err = (folder.path() / "err").string();
  const int status = std::system(("cd " + folder.path().string() +
                                  " && env -u CLUSTRIX_CONFIG XDG_CACHE_HOME=" + folder.path().string() + " " +
                                  environment + " " + CLUSTRIX_PROBE + " " + arguments + " >" + out + " 2>" + err)
                                     .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read("out"), folder.read("err")};
}

}  // namespace

TEST_CASE("a program prints the same on any devices, and nothing on standard error") {
  for (const char* devices : {"auto", "cpu", "virtual:1", "virtual:5", "virtual:2x64KB@0.5"}) {
    INFO(devices);
    const Ended ended = probe(std::string("CLUSTRIX_FORCE=1 CLUSTRIX_LOG=error CLUSTRIX_DEVICES=") + devices);
    CHECK(ended.status == 0);
    CHECK(ended.out == "40\n360000\n");
    CHECK(ended.err.empty());
  }
}

TEST_CASE("nonsense in CLUSTRIX_DEVICES ends the program with status 2 and what is allowed") {
  const Ended ended = probe("CLUSTRIX_DEVICES=virtual:many");
  CHECK(ended.status == 2);
  CHECK(ended.out.empty());
  CHECK_THAT(ended.err, Catch::StartsWith("clustrix: error: CLUSTRIX_DEVICES=virtual:many: ") &&
                            Catch::Contains("allowed are auto, cpu, cuda"));
}

TEST_CASE("a wrong clustrix.yml ends the program with status 2 and the line") {
  const Folder folder;
  folder.write("clustrix.yml", "gpus: 2\ncores: none\n");
  const Ended ended = probe("", folder);
  CHECK(ended.status == 2);
  CHECK_THAT(ended.err, Catch::Contains("clustrix.yml:2:8: cores must be an integer"));
}

TEST_CASE("clustrix.yml above the working directory is heard") {
  const Folder folder;
  folder.write("clustrix.yml", "auto_gpu_parallel: false\n");
  const Ended quiet = probe("CLUSTRIX_FORCE=1 CLUSTRIX_DEVICES=virtual:2 CLUSTRIX_LOG=info", folder);
  CHECK_THAT(quiet.err, Catch::Contains("GPU parallelization not beneficial: auto_gpu_parallel is off [squares at "));
  const Ended over =
      probe("CLUSTRIX_AUTO_GPU_PARALLEL=1 CLUSTRIX_FORCE=1 CLUSTRIX_DEVICES=virtual:2 CLUSTRIX_LOG=info", folder);
  CHECK_THAT(over.err, Catch::Contains("clustrix: info: Executing GPU parallelization with 2 GPUs [squares at "));
}

TEST_CASE("CLUSTRIX_REQUIRE=gpu stops where a loop would run on the CPU") {
  const Ended cpu = probe("CLUSTRIX_REQUIRE=gpu CLUSTRIX_DEVICES=cpu");
  CHECK(cpu.status == 1);
  CHECK(cpu.out.empty());
  CHECK_THAT(cpu.err, Catch::Contains("clustrix: error: CLUSTRIX_REQUIRE=gpu, but the loop would run on the CPU"));
  CHECK(probe("CLUSTRIX_REQUIRE=gpu CLUSTRIX_FORCE=1 CLUSTRIX_DEVICES=virtual:2").status == 0);
}

TEST_CASE("the plan is printed before a launch, and the summary at the end") {
  const Ended ended = probe("CLUSTRIX_FORCE=1 CLUSTRIX_DEVICES=virtual:2 CLUSTRIX_PLAN=1 CLUSTRIX_SUMMARY=1");
  CHECK(ended.status == 0);
  CHECK_THAT(ended.err, Catch::Contains("plan: squares at probe.cpp:24: 40000 iterations on 2 devices in 2 chunks"));
  CHECK_THAT(ended.err, Catch::Contains("iterations [20032, 40000) on virtual device 1"));
  CHECK_THAT(ended.err, Catch::Contains("summary: squares probe.cpp:24 | 2 | 2 | 0 | 0 | 2 | "));
  const Ended idle = probe("CLUSTRIX_DEVICES=virtual:2 CLUSTRIX_SUMMARY=1");
  CHECK_THAT(idle.err, Catch::Contains("squares probe.cpp:24 | 2 | 0 | ") && Catch::Contains(" on the CPU\n"));
}

TEST_CASE("the trace is a file of chunks, copies and kernels") {
  const Folder folder;
  const Ended ended = probe("CLUSTRIX_FORCE=1 CLUSTRIX_DEVICES=virtual:2 CLUSTRIX_TRACE=trace.json", folder);
  CHECK(ended.status == 0);
  const std::string json = folder.read("trace.json");
  for (const char* name : {"\"squares [20032, 40000)\"", "\"kernel\"", "\"copy to device\"", "\"copy to host\""})
    CHECK_THAT(json, Catch::Contains(name));
  CHECK_THAT(probe("CLUSTRIX_FORCE=1 CLUSTRIX_DEVICES=virtual:2 CLUSTRIX_TRACE=/nowhere/t.json").err,
             Catch::Contains("clustrix: error: CLUSTRIX_TRACE: /nowhere/t.json"));
}

TEST_CASE("CLUSTRIX_VERIFY runs both and is silent where they agree") {
  const Ended ended = probe("CLUSTRIX_FORCE=1 CLUSTRIX_DEVICES=virtual:3 CLUSTRIX_VERIFY=1 CLUSTRIX_LOG=debug");
  CHECK(ended.status == 0);
  CHECK(ended.out == "40\n360000\n");
  CHECK_THAT(ended.err, Catch::Contains("CLUSTRIX_VERIFY: parallel and original agree"));
}

TEST_CASE("CLUSTRIX_VERIFY stops with the first difference") {
  const Ended ended = probe("CLUSTRIX_FORCE=1 CLUSTRIX_DEVICES=virtual:3 CLUSTRIX_VERIFY=1", {}, "wrong");
  CHECK(ended.status == 1);
  CHECK(ended.err ==
        "clustrix: error: CLUSTRIX_VERIFY: a[0] is 4 in parallel and 4.5 in the original loop [squares at "
        "probe.cpp:24]\n");
}
