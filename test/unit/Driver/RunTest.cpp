// Whole runs of the driver: real analysis, plan and emission behind a frontend of hand-made units.
#include "FakeSource.h"
#include "Folder.h"
#include "clustrix/Driver.h"

#include "../Fixtures/Contains.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

#include <sstream>

using namespace clustrix::compiler;
using clustrix::compiler::test::contains;
using Words = std::vector<std::string>;

namespace {

/// A folder to run in, and what the last run said.
class Session {
 public:
  Session() : before_(std::filesystem::current_path()) { std::filesystem::current_path(folder.path()); }
  ~Session() { std::filesystem::current_path(before_); }

  Exit operator()(const Words& words) {
    const auto parsed = parseCommandLine(words);
    if (const auto* answer = std::get_if<Answer>(&parsed)) FAIL(answer->text);
    std::ostringstream outStream, errorStream;
    const Exit exit = run(std::get<Request>(parsed), {outStream, errorStream, read});
    out = outStream.str();
    error = errorStream.str();
    return exit;
  }

  Folder folder;
  std::string out, error;
  std::function<FrontendResult(const std::string&, const CompileCommand&, FunctionListener*)> read = fakeRead;

 private:
  std::filesystem::path before_;
};

const std::string scaleTotals =
    "clustrix-rewrite: 1 loop in 1 function: 1 on devices, 0 on the host's threads alone, 0 serial\n";

}  // namespace

TEST_CASE("a source is rewritten beside the current folder by default") {
  Session run;
  REQUIRE(run({"src/scale.cpp"}) == Exit::Done);
  CHECK(contains(run.folder.get("scale.clustrix.cu"), "#include <clustrix/runtime.h>"));
  CHECK(run.error == "src/scale.cpp:3:3: remark: loop parallelised over devices [clustrix-parallel]\n" + scaleTotals);
  CHECK(run.out.empty());
}

TEST_CASE("the same input gives the same bytes, and -o - puts them on standard output") {
  Session run;
  REQUIRE(run({"scale.cpp", "-o", "x.cu"}) == Exit::Done);
  REQUIRE(run({"scale.cpp", "-o", "-"}) == Exit::Done);
  CHECK(run.out == run.folder.get("x.cu"));
  CHECK(run.folder.count() == 1);
}

TEST_CASE("several sources go to a folder, in parallel as in order") {
  Session run;
  REQUIRE(run({"scale.cpp", "print.cpp", "plain.cpp", "-j", "3", "--output-dir", "new/out"}) == Exit::Done);
  const std::string said = run.error;
  CHECK(run.folder.has("new/out/scale.clustrix.cu"));
  CHECK(run.folder.get("new/out/plain.clustrix.cu") == "int x;\r\n");
  REQUIRE(run({"scale.cpp", "print.cpp", "plain.cpp", "--output-dir", "new/out"}) == Exit::Done);
  CHECK(run.error == said);
}

TEST_CASE("a source without annotated functions stays byte for byte, with a remark among all") {
  Session run;
  REQUIRE(run({"plain.cpp", "-o", "x.cu"}) == Exit::Done);
  CHECK(run.folder.get("x.cu") == "int x;\r\n");
  CHECK(run.error.empty());
  REQUIRE(run({"plain.cpp", "-o", "x.cu", "--remarks=all"}) == Exit::Done);
  CHECK(contains(run.error, "plain.cpp:1:1: remark: no function is annotated"));
  REQUIRE(run({"plain.cpp", "-o", "x.cu", "--remarks=none"}) == Exit::Done);
  CHECK(run.error.empty());
}

TEST_CASE("a loop that stays serial is a remark and no error") {
  Session run;
  REQUIRE(run({"print.cpp"}) == Exit::Done);
  CHECK(contains(run.error,
                 "print.cpp:4:5: remark: loop on line 3 stays serial: the call of 'log' has unknown effects "
                 "[effect.call]\n    a[i] = 2 * a[i];\n    ^\n"));
}

TEST_CASE("a source that does not compile is bad input and writes nothing") {
  Session run;
  CHECK(run({"broken.cpp", "--report", "r.json", "--depfile", "d"}) == Exit::BadInput);
  CHECK(run.error == "broken.cpp:1:1: error: expected unqualified-id\n");
  CHECK(run.folder.count() == 0);
}

TEST_CASE("a source that cannot be read is a file error") {
  Session run;
  CHECK(run({"none.cpp"}) == Exit::FileFailed);
  CHECK(contains(run.error, "cannot read 'none.cpp'"));
}

TEST_CASE("of several sources the good ones are written, and the worst decides the exit code") {
  Session run;
  CHECK(run({"broken.cpp", "scale.cpp", "none.cpp", "--report", "r.json"}) == Exit::FileFailed);
  CHECK(run.folder.has("scale.clustrix.cu"));
  CHECK_FALSE(run.folder.has("r.json"));
}

TEST_CASE("an output that cannot be written is a file error") {
  Session run;
  CHECK(run({"scale.cpp", "-o", "no/x.cu"}) == Exit::FileFailed);
  CHECK(contains(run.error, "cannot write 'no/x.cu'"));
  CHECK(run.folder.count() == 0);
}

TEST_CASE("a source is never overwritten, and no two sources share an output") {
  Session run;
  run.folder.put("scale.cpp", scaleText);
  CHECK(run({"scale.cpp", "-o", "./scale.cpp"}) == Exit::BadInput);
  CHECK(run.folder.get("scale.cpp") == scaleText);
  CHECK(run({"a/scale.cpp", "b/scale.cpp", "--output-dir", "o"}) == Exit::BadInput);
  CHECK(contains(run.error, "'a/scale.cpp' and 'b/scale.cpp' would both be written"));
}

TEST_CASE("the report covers all sources, in order") {
  Session run;
  REQUIRE(run({"scale.cpp", "print.cpp", "--report", "r.json", "-j2"}) == Exit::Done);
  const auto report = nlohmann::json::parse(run.folder.get("r.json"));
  REQUIRE(report["functions"].size() == 2);
  CHECK(report["functions"][0]["file"] == "scale.cpp");
  CHECK(report["functions"][0]["loops"][0]["parallel"] == true);
  CHECK(report["functions"][1]["loops"][0]["parallel"] == false);
  REQUIRE(run({"scale.cpp", "--report-format", "text"}) == Exit::Done);
  CHECK(contains(run.out, "scale.cpp:2:6: scale:"));
}

TEST_CASE("--dry-run reports and writes no output") {
  Session run;
  REQUIRE(run({"print.cpp", "--dry-run", "--report", "r.json", "--depfile", "d", "--lock", "l", "--update-lock"}) ==
          Exit::Done);
  CHECK(contains(run.error, "loop on line 3 stays serial"));
  CHECK(run.folder.has("r.json"));
  CHECK(run.folder.count() == 1);
}

TEST_CASE("--list prints the annotated functions and stops") {
  Session run;
  REQUIRE(run({"scale.cpp", "plain.cpp", "--list"}) == Exit::Done);
  CHECK(run.out == "scale.cpp:2:6: scale\n");
  CHECK(run.folder.count() == 0);
}

TEST_CASE("--emit prints the stage and writes no file") {
  Session run;
  for (const char* stage : {"model", "legality", "plan", "cuda"}) {
    REQUIRE(run({"scale.cpp", "--emit", stage}) == Exit::Done);
    CHECK(contains(run.out, "scale"));
    const std::string first = run.out;
    REQUIRE(run({"scale.cpp", "--emit", stage}) == Exit::Done);
    CHECK(run.out == first);
  }
  CHECK(run.folder.count() == 0);
  REQUIRE(run({"scale.cpp", "--emit=model", "-o", "m.txt"}) == Exit::Done);
  CHECK(contains(run.folder.get("m.txt"), "function scale.cpp:2:6: scale\nloop scale.cpp:3:3: for (int i = 0"));
}

TEST_CASE("--check holds for what was generated and fails with a difference for anything else") {
  Session run;
  REQUIRE(run({"scale.cpp", "-o", "x.cu"}) == Exit::Done);
  CHECK(run({"scale.cpp", "--check", "x.cu"}) == Exit::Done);
  CHECK(run.out.empty());
  run.folder.put("x.cu", run.folder.get("x.cu") + "// edited\n");
  CHECK(run({"scale.cpp", "--check", "x.cu"}) == Exit::CheckFailed);
  CHECK(contains(run.out, "--- x.cu\n+++ x.cu (regenerated)\n@@"));
  CHECK(contains(run.out, "\n-// edited\n"));
  CHECK(run.folder.count() == 1);
  CHECK(run({"scale.cpp", "--check", "none.cu"}) == Exit::FileFailed);
}

TEST_CASE("--require-parallel fails for a function without a parallel loop, and then nothing is written") {
  Session run;
  CHECK(run({"scale.cpp", "--require-parallel", "-o", "x.cu"}) == Exit::Done);
  CHECK(run({"print.cpp", "--require-parallel", "-o", "y.cu", "--report", "r.json"}) == Exit::CheckFailed);
  CHECK(contains(run.error, "print.cpp:2:6: error: 'scale' has no parallel loop"));
  CHECK_FALSE(run.folder.has("y.cu"));
  CHECK(run.folder.has("r.json"));
}

TEST_CASE("--lock fails when a loop becomes serial, and --update-lock accepts it") {
  Session run;
  REQUIRE(run({"scale.cpp", "--lock", "l.json", "--update-lock"}) == Exit::Done);
  CHECK(run({"scale.cpp", "--lock", "l.json"}) == Exit::Done);
  run.read = [](const std::string& source, const CompileCommand& command, FunctionListener*) {
    FrontendResult result = fakeRead(source, command);
    addUnknownCall(*result.unit);
    return result;
  };
  CHECK(run({"scale.cpp", "--lock", "l.json"}) == Exit::CheckFailed);
  CHECK(contains(run.error, "was parallel and no longer is: the call of 'log' has unknown effects [effect.call]"));
  CHECK(run({"scale.cpp", "--lock", "l.json", "--update-lock"}) == Exit::Done);
  CHECK(run({"scale.cpp", "--lock", "l.json"}) == Exit::Done);
  CHECK(run({"scale.cpp", "--lock", "none.json"}) == Exit::FileFailed);
}

TEST_CASE("the dependency file names the output, what was read and the configuration") {
  Session run;
  run.folder.put("clustrix.yml", "gpus: 2\n");
  REQUIRE(run({"scale.cpp", "-o", "x.cu", "--depfile", "x.d"}) == Exit::Done);
  CHECK(run.folder.get("x.d") ==
        "x.cu: \\\n  scale.cpp \\\n  inc/scale.h \\\n  " + (run.folder / "clustrix.yml") + "\n");
}

TEST_CASE("a malformed clustrix.yml is bad input at its place") {
  Session run;
  run.folder.put("clustrix.yml", "gpu: 2\n");
  CHECK(run({"scale.cpp"}) == Exit::BadInput);
  CHECK(contains(run.error, "clustrix.yml:1:1: error: unknown key 'gpu'"));
  run.folder.put("other.yml", "gpus: 2\n");
  CHECK(run({"scale.cpp", "--config", "other.yml"}) == Exit::Done);
  CHECK(run({"scale.cpp", "--config", "none.yml"}) == Exit::FileFailed);
}

TEST_CASE("flags reach the frontend, those given by hand last") {
  Session run;
  run.folder.put("scale.cpp", scaleText);
  run.folder.put("b/compile_commands.json", "[{\"directory\": \"" + run.folder.path() +
                                                "\", \"file\": \"scale.cpp\", \"command\": \"c++ -DA -c scale.cpp\"}]");
  REQUIRE(run({"-p", "b", "scale.cpp", "--remarks=none", "--", "-DB"}) == Exit::Done);
  CHECK(run.error == "flag -DA\nflag -DB\n");
  CHECK(run({"-p", "none", "scale.cpp"}) == Exit::FileFailed);
}

TEST_CASE("relative paths mean the same whatever folder the database's command runs in") {
  Session run;
  run.folder.put("s/scale.cpp", scaleText);
  run.folder.put("b/compile_commands.json", R"([{"directory": ".", "file": "../s/scale.cpp", "arguments": ["c++"]}])");
  std::string asked;
  run.read = [&](const std::string& source, const CompileCommand& command, FunctionListener*) {
    asked = source;
    return fakeRead(source, command);
  };
  REQUIRE(run({"-p", "b", "s/scale.cpp", "-o", "x.cu", "--depfile", "x.d"}) == Exit::Done);
  CHECK(asked == run.folder / "s/scale.cpp");
  CHECK(run.folder.get("x.d") ==
        "x.cu: \\\n  " + (run.folder / "s/scale.cpp") + " \\\n  " + (run.folder / "b/inc/scale.h") + "\n");
}

TEST_CASE("--fix applies the edits of remarks to the source") {
  Session run;
  run.folder.put("print.cpp", scaleText);
  CHECK(run({"print.cpp", "--fix"}) == Exit::Done);
  CHECK(contains(run.error, "no remark proposes an edit"));
  run.read = [](const std::string& source, const CompileCommand& command, FunctionListener*) {
    FrontendResult result = fakeRead(source, command);
    result.unit->functions[0].loops[0].model.effects[0].edits = {{0, 2, "[[ "}};
    return result;
  };
  CHECK(run({"print.cpp", "--fix", "--dry-run"}) == Exit::Done);
  CHECK(contains(run.out, "-[[clustrix::cluster]]\n+[[ clustrix::cluster]]\n"));
  CHECK(run.folder.get("print.cpp") == scaleText);
  CHECK(run({"print.cpp", "--fix"}) == Exit::Done);
  CHECK(run.folder.get("print.cpp") == "[[ " + scaleText.substr(2));
  CHECK(run.folder.count() == 1);
}

TEST_CASE("a library model is passed to the frontend, and one with a mistake is told") {
  Session run;
  run.folder.put("lib.yml", "log: {pure: true}\n");
  bool isPassed = false;
  run.read = [&](const std::string& source, const CompileCommand& command, FunctionListener*) {
    isPassed = std::any_of(command.library.functions.begin(), command.library.functions.end(),
                           [](const LibraryFunction& function) { return function.name == "log"; });
    return fakeRead(source, command);
  };
  CHECK(run({"scale.cpp", "--library-model", "lib.yml"}) == Exit::Done);
  CHECK(isPassed);
  run.folder.put("lib.yml", "log: {pure: maybe}\n");
  CHECK(run({"scale.cpp", "--library-model", "lib.yml"}) == Exit::BadInput);
  CHECK(contains(run.error, "lib.yml:1:13: error:"));
}

TEST_CASE("an output stream that fails is a file error") {
  std::ostringstream error;
  std::ostream closed(nullptr);
  Request request;
  request.sources = {"scale.cpp"};
  request.output = "-";
  CHECK(run(request, {closed, error, fakeRead}) == Exit::FileFailed);
  CHECK(contains(error.str(), "cannot write standard output"));
}

TEST_CASE("no output takes the place of an input or of another output, by whatever name") {
  Session run;
  run.folder.put("scale.cpp", "source");
  run.folder.put("c.yml", "gpus: 1\n");
  std::filesystem::create_hard_link(run.folder / "scale.cpp", run.folder / "hard.json");
  std::filesystem::create_symlink("scale.cpp", run.folder / "link.json");
  const std::vector<std::pair<Words, std::string>> wrong = {
      {{"--depfile", "scale.cpp"}, "what --depfile names would overwrite the source 'scale.cpp'"},
      {{"--report", "./scale.cpp", "--report-format", "json"}, "what --report names would overwrite the source"},
      {{"--report", "hard.json"}, "what --report names would overwrite the source"},
      {{"--report", "link.json"}, "what --report names would overwrite the source"},
      {{"-o", "x.cu", "--depfile", "./x.cu"}, "what -o and --depfile name would both be written to './x.cu'"},
      {{"--report", "r.txt", "--depfile", "r.txt"}, "what --report and --depfile name would both be written"},
      {{"--config", "c.yml", "--depfile", "c.yml"}, "would overwrite the configuration 'c.yml'"},
      {{"--lock", "l", "--update-lock", "--report", "l", "--report-format", "json"}, "would both be written to 'l'"}};
  for (const auto& [words, message] : wrong) {
    INFO(message);
    Words all{"scale.cpp"};
    all.insert(all.end(), words.begin(), words.end());
    CHECK(run(all) == Exit::BadInput);
    CHECK(contains(run.error, message));
  }
  CHECK(run.folder.get("scale.cpp") == "source");
  CHECK(run.folder.count() == 4);
  CHECK(run({"scale.cpp", "-o", "/dev/null", "--depfile", "/dev/null", "--report", "/dev/null", "--report-format",
             "json"}) == Exit::Done);
}
