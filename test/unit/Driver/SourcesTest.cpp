#include "Driver/Sources.h"

#include "FakeRun.h"
#include "Folder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

using namespace clustrix::compiler;

namespace {

Request requestFor(std::vector<std::string> sources) {
  Request request;
  request.sources = std::move(sources);
  return request;
}

/// What becomes of the only source of `request`.
Processed one(const Request& request, const Shared& shared = {}, decltype(Surroundings::read) read = fakeRead) {
  Console console;
  console.around.read = std::move(read);
  std::vector<Processed> all = processAll(request, shared, console.around);
  REQUIRE(all.size() == 1);
  CHECK(console.out.str().empty());
  CHECK(console.error.str().empty());  // messages are left for the end
  CHECK(all[0].source == request.sources[0]);
  return std::move(all[0]);
}

}  // namespace

TEST_CASE("a run without a database and a library model shares the models that ship") {
  Outcome<Shared> shared = loadShared(requestFor({"scale.cpp"}));
  REQUIRE_FALSE(failed(shared));
  CHECK_FALSE(value(shared).database.has_value());
  CHECK_FALSE(value(shared).library.empty());
}

TEST_CASE("what all sources share is read, and a failure says which file it is") {
  const Folder folder;
  folder.put("b/compile_commands.json", R"([{"directory": "/b", "file": "/s.cpp", "arguments": ["c++", "-DA"]}])");
  Request request = requestFor({"scale.cpp"});
  request.databaseDirectory = folder / "b";
  request.libraryModel = folder.put("lib.yml", "log: {pure: true}\n");
  Outcome<Shared> shared = loadShared(request);
  REQUIRE_FALSE(failed(shared));
  REQUIRE(value(shared).database.has_value());
  CHECK(value(shared).database->entries.size() == 1);
  const auto& functions = value(shared).library.functions;
  CHECK(std::count_if(functions.begin(), functions.end(), [](const auto& one) { return one.name == "log"; }) == 1);

  request.libraryModel = folder / "none.yml";
  Outcome<Shared> without = loadShared(request);
  REQUIRE(failed(without));
  CHECK(failed(without)->exit == Exit::FileFailed);
  CHECK_THAT(failed(without)->message, Catch::Contains("none.yml"));
  folder.put("b/compile_commands.json", "{}");
  Outcome<Shared> wrong = loadShared(request);
  REQUIRE(failed(wrong));
  CHECK(failed(wrong)->exit == Exit::BadInput);
  CHECK_THAT(failed(wrong)->message, Catch::Contains("compile_commands.json"));
}

TEST_CASE("sources keep the order of the command line, whichever is done first, each with its own exit code") {
  Request request = requestFor({"scale.cpp", "broken.cpp", "none.cpp", "print.cpp"});
  request.jobs = 4;
  Console console;
  console.around.read = [](const std::string& source, const CompileCommand& command, FunctionListener* listener) {
    if (source == "scale.cpp") std::this_thread::sleep_for(std::chrono::milliseconds(30));
    return fakeRead(source, command, listener);
  };
  const std::vector<Processed> all = processAll(request, {}, console.around);
  REQUIRE(all.size() == 4);
  for (std::size_t s = 0; s < all.size(); ++s) CHECK(all[s].source == request.sources[s]);
  CHECK((all[0].exit == Exit::Done && all[0].compiled.has_value()));
  CHECK((all[1].exit == Exit::BadInput && !all[1].compiled.has_value()));
  CHECK((all[2].exit == Exit::FileFailed && !all[2].compiled.has_value()));
  CHECK((all[3].exit == Exit::Done && all[3].compiled.has_value()));
}

TEST_CASE("as many sources are read at a time as there are jobs, and one where there are none") {
  for (const int jobs : {-1, 0, 1, 3}) {
    const int expected = std::max(jobs, 1);
    Request request = requestFor(std::vector<std::string>(9, "scale.cpp"));
    request.jobs = jobs;
    std::atomic<int> reading{0}, most{0};
    Console console;
    console.around.read = [&](const std::string& source, const CompileCommand& command, FunctionListener* listener) {
      const int now = ++reading;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) continue;
      // For the others to come, and a little longer for one too many.
      for (int wait = 0; wait < 2000 && (most < expected || wait < 3); ++wait)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      --reading;
      return fakeRead(source, command, listener);
    };
    processAll(request, {}, console.around);
    INFO(jobs);
    CHECK(most == expected);
  }
}

TEST_CASE("a source that the frontend cannot read is told once") {
  CHECK(one(requestFor({"none.cpp"})).messages == "clustrix-rewrite: error: cannot read 'none.cpp'\n");
  const Processed told = one(requestFor({"none.cpp"}), {}, [](auto&&...) {
    FrontendResult result;
    result.unreadable = true;
    result.diagnostics = "none.cpp: error: no such file\n";
    return result;
  });
  CHECK(told.messages == "none.cpp: error: no such file\n");
  CHECK(told.exit == Exit::FileFailed);
}

TEST_CASE("the configuration that is named stands before the nearest one, and either is the last input") {
  const Folder folder;
  const std::string source = folder / "a/scale.cpp", named = folder.put("named.yml", "gpus: 2\n");
  CHECK(one(requestFor({source})).inputs == std::vector<std::string>{source, "inc/scale.h"});
  const std::string near = folder.put("a/clustrix.yml", "gpus: 1\n");
  Request request = requestFor({source});
  Processed processed = one(request);
  CHECK(processed.compiled->plan.functions[0].options.gpus == 1);
  CHECK(processed.inputs == std::vector<std::string>{source, "inc/scale.h", near});
  request.config = named;
  processed = one(request);
  CHECK(processed.compiled->plan.functions[0].options.gpus == 2);
  CHECK(processed.inputs == std::vector<std::string>{source, "inc/scale.h", named});
}

TEST_CASE("each source has the configuration that is nearest to it") {
  const Folder folder;
  folder.put("a/clustrix.yml", "gpus: 1\n");
  folder.put("b/clustrix.yml", "gpus: two\n");
  Console console;
  const std::vector<Processed> all =
      processAll(requestFor({folder / "a/scale.cpp", folder / "b/scale.cpp"}), {}, console.around);
  REQUIRE(all[0].compiled.has_value());
  CHECK(all[0].compiled->plan.functions[0].options.gpus == 1);
  CHECK(all[1].exit == Exit::BadInput);
  CHECK(all[1].messages.rfind((folder / "b/clustrix.yml") + ":1:7: error: ", 0) == 0);
}

TEST_CASE("a source with a wrong configuration, or without a command in the database, is not read") {
  const Folder folder;
  int reads = 0;
  const auto counting = [&](const std::string& source, const CompileCommand& command, FunctionListener* listener) {
    ++reads;
    return fakeRead(source, command, listener);
  };
  Request request = requestFor({folder / "scale.cpp"});
  Shared shared;
  shared.database.emplace().path = "compile_commands.json";
  const Processed without = one(request, shared, counting);
  CHECK(without.exit == Exit::BadInput);
  CHECK_THAT(without.messages, Catch::Contains("scale.cpp"));
  request.config = folder / "none.yml";
  CHECK(one(request, {}, counting).exit == Exit::FileFailed);
  CHECK(reads == 0);
}

TEST_CASE("the database's flags stand before those given by hand, and paths are seen from its folder") {
  const Folder folder;
  const std::string source = folder.put("s/scale.cpp", scaleText);
  Shared shared;
  shared.database.emplace().entries = {{source, {folder / "b", {"-DA"}}}};
  Request request = requestFor({source});
  request.flags = {"-DB"};
  const Processed processed = one(request, shared);
  CHECK(processed.messages == "flag -DA\nflag -DB\n");
  CHECK(processed.inputs == std::vector<std::string>{source, folder / "b/inc/scale.h"});
  CHECK(one(request).messages == "flag -DB\n");
}

TEST_CASE("the frontend is given the library model that there is") {
  Shared shared;
  shared.library.functions.emplace_back().name = "log";
  std::string given;
  one(requestFor({"scale.cpp"}), shared,
      [&](const std::string& source, const CompileCommand& command, FunctionListener* listener) {
        for (const LibraryFunction& function : command.library.functions) given += function.name;
        return fakeRead(source, command, listener);
      });
  CHECK(given == "log");
}

TEST_CASE("--list has the functions and compiles nothing") {
  Request request = requestFor({"scale.cpp"});
  request.list = true;
  const Processed processed = one(request);
  CHECK(processed.listing == "scale.cpp:2:6: scale\n");
  CHECK_FALSE(processed.compiled.has_value());
  CHECK(one(requestFor({"scale.cpp"})).listing.empty());
}

TEST_CASE("a report is made where anything of the request reads it") {
  Request request = requestFor({"scale.cpp"});
  request.remarks = Remarks::None;
  CHECK(one(request).report.functions.empty());
  const std::vector<std::function<void(Request&)>> readers{
      [](Request& r) { r.remarks = Remarks::Missed; }, [](Request& r) { r.reportFormat = ReportFormat::Text; },
      [](Request& r) { r.fix = true; }, [](Request& r) { r.lock = "l.json"; },
      [](Request& r) { r.requireParallel = true; }};
  for (const auto& reader : readers) {
    Request reading = request;
    reader(reading);
    CHECK(one(reading).report.functions.size() == 1);
  }
}

TEST_CASE("verdicts that were reached while the frontend read are those of the result") {
  SourceUnit serial = scaleUnit("scale.cpp");
  addUnknownCall(serial);
  const auto telling = [&](const std::string& source, const CompileCommand& command, FunctionListener* listener) {
    listener->whole(serial.functions[0]);  // another one than is returned, for a difference to see
    listener->end();
    return fakeRead(source, command);
  };
  const Processed told = one(requestFor({"scale.cpp"}), {}, telling);
  REQUIRE(told.compiled.has_value());
  CHECK_FALSE(told.compiled->verdicts.at(0).at(0).parallel);
  // A frontend that tells of no function leaves all of them to be judged.
  const auto silent = [](const std::string& source, const CompileCommand& command, FunctionListener*) {
    return fakeRead(source, command);
  };
  const Processed untold = one(requestFor({"scale.cpp"}), {}, silent);
  REQUIRE(untold.compiled.has_value());
  CHECK(untold.compiled->verdicts.at(0).at(0).parallel);
}
