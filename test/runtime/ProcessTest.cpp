// Whole processes: what the environment does to a program that was rewritten.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
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

TEST_CASE("a wrong file that CLUSTRIX_CONFIG names ends the program with status 2 and the line") {
  const Folder folder;
  folder.write("mine.yml", "gpus: 2\ncores: none\n");
  const Ended ended = probe("CLUSTRIX_CONFIG=mine.yml", folder);
  CHECK(ended.status == 2);
  CHECK_THAT(ended.err, Catch::Contains("mine.yml:2:8: cores must be an integer"));
  for (const char* path : {"/dev/full", "/dev/zero", "/", "/nowhere.yml"}) {
    INFO(path);
    const Ended unread = probe(std::string("CLUSTRIX_CONFIG=") + path, folder);
    CHECK(unread.status == 2);
    CHECK_THAT(unread.err, Catch::Contains("the configuration cannot be read"));
  }
}

TEST_CASE("whatever a clustrix.yml says that was found, the program runs") {
  std::string deep;
  for (int level = 0; level < 100000; ++level) deep += "[";
  std::string aliases = "a0: &a0 [x, x]\n";
  for (int level = 1; level < 100; ++level)
    aliases += "a" + std::to_string(level) + ": &a" + std::to_string(level) + " [*a" + std::to_string(level - 1) +
               ", *a" + std::to_string(level - 1) + "]\n";
  for (const std::string& text : {std::string("gpus: 2\ncores: none\n"), std::string("\"\\e[31m\": 1\n"), deep, aliases,
                                  std::string("gpus: 1\n") + std::string(2 << 20, '#')}) {
    const Folder folder;
    folder.write("clustrix.yml", text);
    INFO(text.substr(0, 40));
    const Ended ended = probe("CLUSTRIX_FORCE=1 CLUSTRIX_DEVICES=virtual:2", folder);
    CHECK(ended.status == 0);
    CHECK(ended.out == "40\n360000\n");
    CHECK_THAT(ended.err, Catch::StartsWith("clustrix: warn: the configuration is not heard: ") &&
                              Catch::Contains("clustrix.yml") && !Catch::Contains("\x1b"));
  }
  const Folder folder;
  REQUIRE(mkfifo((folder.path() / "clustrix.yml").c_str(), 0600) == 0);
  CHECK(probe("", folder).status == 0);
}

TEST_CASE("a program with other rights than its user hears nothing of that user's environment and folder") {
  const Folder folder;
  const std::string copy = (folder.path() / "probe").string();
  std::filesystem::copy_file(CLUSTRIX_PROBE, copy);
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  constexpr unsigned somebody = 65534;
  // Only root may give a file away; and some file systems run nothing with its owner's rights.
  if (chown(copy.c_str(), somebody, somebody) != 0 || chmod(copy.c_str(), 04755) != 0) return;
  folder.write("clustrix.yml", "cores: none\n");
  const auto run = [&](const std::string& program) {
    const std::string command = "cd " + folder.path().string() +
                                " && CLUSTRIX_TRACE=trace.json CLUSTRIX_SUMMARY=1 CLUSTRIX_DEVICES=virtual:2 "
                                "CLUSTRIX_FORCE=1 XDG_CACHE_HOME=" +
                                folder.path().string() + " " + program + " >out 2>err";
    REQUIRE(std::system(command.c_str()) == 0);
    CHECK(folder.read("out") == "40\n360000\n");
    return folder.read("err");
  };
  CHECK_THAT(run(CLUSTRIX_PROBE), Catch::Contains("cores must be") && Catch::Contains("summary"));
  CHECK(std::filesystem::remove(folder.path() / "trace.json"));
  std::filesystem::remove_all(folder.path() / "clustrix");
  const std::string heard = run(copy);
  if (heard.find("summary") != std::string::npos) return;  // the file system ignores the bit
  CHECK(heard.empty());
  CHECK_FALSE(std::filesystem::exists(folder.path() / "trace.json"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "clustrix"));
}

TEST_CASE("numbers and words of the environment that make no sense are told, and cut") {
  const auto ends = [](const std::string& environment, const std::string& with) {
    INFO(environment.substr(0, 80));
    const Ended ended = probe(environment);
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Catch::Contains(with) && !Catch::Contains("\x1b"));
    CHECK(ended.err.size() < 2000);
  };
  for (const char* number : {"0", "-1", "99999999999999999999", "2147483648", "1e3", "0x10", "many"})
    ends(std::string("CLUSTRIX_MAX_GPU_PARALLEL_JOBS=") + number, "allowed is a positive integer");
  for (const char* devices :
       {"virtual:0", "virtual:-1", "virtual:2x99999999999999999999TB", "virtual:2@1e309", "cuda:-1", "virtual:1024,1"})
    ends(std::string("CLUSTRIX_DEVICES=") + devices, "allowed are auto");
  ends("CLUSTRIX_DEVICES=" + std::string(50000, 'v'), "...");
  ends("CLUSTRIX_LOG='\x1b[31mloud\x07'", "\\x1b[31mloud\\x07");
  ends("CLUSTRIX_FORCE=yes", "allowed is 1 or 0");
}

TEST_CASE("a trace goes to standard error and /dev/null as they are, and never over the configuration") {
  const std::string devices = "CLUSTRIX_FORCE=1 CLUSTRIX_DEVICES=virtual:2 ";
  const Ended told = probe(devices + "CLUSTRIX_SUMMARY=1 CLUSTRIX_TRACE=/dev/stderr");
  CHECK(told.status == 0);
  CHECK_THAT(told.err, Catch::Contains("clustrix: summary: loop") && Catch::Contains("{\"traceEvents\":["));
  const Ended nowhere = probe(devices + "CLUSTRIX_TRACE=/dev/null");
  CHECK(nowhere.err.empty());
  CHECK(std::filesystem::is_character_file("/dev/null"));
  const Folder folder;
  folder.write("clustrix.yml", "gpus: 2\n");
  const Ended over = probe(devices + "CLUSTRIX_TRACE=./clustrix.yml", folder);
  CHECK(over.status == 2);
  CHECK_THAT(over.err, Catch::Contains("this is the configuration file"));
  CHECK(folder.read("clustrix.yml") == "gpus: 2\n");
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
  CHECK_THAT(ended.err,
             Catch::Matches("(.|\\n)*summary: squares probe.cpp:24 +\\| +2 \\| +2 \\| +0 \\| +0 \\| +2 \\| (.|\\n)*"));
  const Ended idle = probe("CLUSTRIX_DEVICES=virtual:2 CLUSTRIX_SUMMARY=1");
  CHECK_THAT(idle.err, Catch::Matches("(.|\\n)*squares probe.cpp:24 +\\| +2 \\| +0 \\| (.|\\n)*") &&
                           Catch::Contains(" on the CPU\n"));
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
