#include "Driver/Checks.h"

#include "FakeRun.h"
#include "Folder.h"

#include <catch2/catch.hpp>

#include <unistd.h>

using namespace clustrix::compiler;

namespace {

Request requestFor(const std::vector<Processed>& all) {
  Request request;
  for (const Processed& one : all) request.sources.push_back(one.source);
  return request;
}

}  // namespace

TEST_CASE("a run that asks for no check passes, and is silent") {
  const std::vector<Processed> all{processed("print.cpp")};
  Console console;
  CHECK(runChecks(requestFor(all), all, console.around) == Exit::Done);
  CHECK(console.error.str().empty());
  CHECK(console.out.str().empty());
}

TEST_CASE("every function without a parallel loop is told, and one parallel loop among others does") {
  SourceUnit mixed = scaleUnit("mixed.cpp");
  mixed.functions[0].loops.push_back(mixed.functions[0].loops[0]);
  mixed.functions[0].loops[0].model.effects.push_back({"effect.io", "output", "", {"mixed.cpp", 4, 5}, {}});
  SourceUnit without = scaleUnit("with\nout.cpp");
  without.functions[0].loops.clear();
  const std::vector<Processed> all{processed("print.cpp"), processedUnit(mixed), processedUnit(without)};
  Request request = requestFor(all);
  request.requireParallel = true;
  Console console;
  CHECK(runChecks(request, all, console.around) == Exit::CheckFailed);
  CHECK(console.error.str() ==
        "print.cpp:2:6: error: 'scale' has no parallel loop [--require-parallel]\n"
        "with\\nout.cpp:2:6: error: 'scale' has no parallel loop [--require-parallel]\n");
  const std::vector<Processed> good{processedUnit(mixed), processed("plain.cpp")};
  CHECK(runChecks(request, good, console.around) == Exit::Done);
}

TEST_CASE("a file that is what the source is rewritten to passes, and any other is shown as a difference") {
  const Folder folder;
  const std::vector<Processed> all{processed("scale.cpp")};
  Request request = requestFor(all);
  request.check = folder.put("x.cu", all[0].compiled->rewritten);
  Console console;
  CHECK(runChecks(request, all, console.around) == Exit::Done);
  CHECK(console.error.str().empty());
  folder.put("x.cu", all[0].compiled->rewritten + "more\n");
  CHECK(runChecks(request, all, console.around) == Exit::CheckFailed);
  CHECK(console.error.str() == "clustrix-rewrite: error: '" + *request.check +
                                   "' is not what 'scale.cpp' is rewritten to; generate it again\n");
  CHECK_THAT(console.out.str(),
             Catch::StartsWith("--- " + *request.check + "\n+++ " + *request.check + " (regenerated)\n@@"));
  CHECK_THAT(console.out.str(), Catch::EndsWith("\n-more\n"));
  CHECK(folder.get("x.cu") == all[0].compiled->rewritten + "more\n");
  request.dryRun = true;  // it writes nothing as it is
  CHECK(runChecks(request, all, console.around) == Exit::CheckFailed);
}

TEST_CASE("a pipe may hold what is compared, and a difference that nobody can be shown is a file error") {
  const std::vector<Processed> all{processed("plain.cpp")};
  Request request = requestFor(all);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  REQUIRE(write(ends[1], "int x;\r\n", 8) == 8);
  close(ends[1]);
  request.check = "/dev/fd/" + std::to_string(ends[0]);
  Console console;
  CHECK(runChecks(request, all, console.around) == Exit::Done);
  CHECK(console.error.str().empty());
  std::ostream closed(nullptr);
  // The pipe is empty now.
  CHECK(runChecks(request, all, {closed, console.error, fakeRead}) == Exit::FileFailed);
  close(ends[0]);
}

TEST_CASE("a lock that does not hold fails, and is left as it is") {
  const Folder folder;
  const std::vector<Processed> good{processed(folder / "scale.cpp")};
  Request request = requestFor(good);
  request.lock = folder / "l.json";
  request.updateLock = true;
  Console console;
  CHECK(runChecks(request, good, console.around) == Exit::Done);
  const std::string locked = folder.get("l.json");
  CHECK_THAT(locked, Catch::Contains("\"file\": \"scale.cpp\""));

  SourceUnit unit = scaleUnit(folder / "scale.cpp");
  addUnknownCall(unit);
  const std::vector<Processed> serial{processedUnit(unit)};
  request.updateLock = false;
  CHECK(runChecks(request, good, console.around) == Exit::Done);
  CHECK(console.error.str().empty());
  CHECK(runChecks(request, serial, console.around) == Exit::CheckFailed);
  CHECK_THAT(console.error.str(), Catch::Contains("was parallel and no longer is"));
  CHECK(folder.get("l.json") == locked);
  request.updateLock = request.dryRun = true;
  CHECK(runChecks(request, serial, console.around) == Exit::Done);
  CHECK(folder.get("l.json") == locked);
  request.dryRun = false;
  CHECK(runChecks(request, serial, console.around) == Exit::Done);
  CHECK(folder.get("l.json") != locked);
}

TEST_CASE("an update keeps what the lock says of other sources, and replaces no lock that cannot be read") {
  const Folder folder;
  const std::vector<Processed> first{processed(folder / "scale.cpp")}, second{processed(folder / "print.cpp")};
  Request request = requestFor(first);
  request.lock = folder / "l.json";
  request.updateLock = true;
  Console console;
  REQUIRE(runChecks(request, first, console.around) == Exit::Done);
  request.sources = requestFor(second).sources;
  REQUIRE(runChecks(request, second, console.around) == Exit::Done);
  CHECK_THAT(folder.get("l.json"), Catch::Contains("\"scale.cpp\"") && Catch::Contains("\"print.cpp\""));
  CHECK(console.error.str().empty());
  folder.put("l.json", "no JSON");
  CHECK(runChecks(request, second, console.around) == Exit::BadInput);
  CHECK_THAT(console.error.str(), Catch::Contains("l.json"));
  CHECK(folder.get("l.json") == "no JSON");
}

TEST_CASE("all checks are made, and the worst decides") {
  const Folder folder;
  const std::vector<Processed> all{processed(folder / "print.cpp")};
  Request request = requestFor(all);
  request.requireParallel = true;
  request.lock = folder / "none.json";
  request.check = folder.put("x.cu", "other\n");
  Console console;
  CHECK(runChecks(request, all, console.around) == Exit::FileFailed);
  const std::string said = console.error.str();
  CHECK_THAT(said, Catch::Contains("has no parallel loop") && Catch::Contains("none.json") &&
                       Catch::Contains("generate it again"));
  CHECK_THAT(console.out.str(), Catch::Contains("\n-other\n"));
  request.lock.reset();
  request.check = folder / "none.cu";
  CHECK(runChecks(request, all, console.around) == Exit::FileFailed);
}
