// What outlives a launch. The process's own context, and what its environment makes of it, is in ProcessTest.cpp.
#include "execution/Context.h"

#include <catch2/catch.hpp>
#include <cstdio>

#include "Child.h"
#include "Folder.h"
#include "Harness.h"
#include "clustrix/Loop.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Site contextSite{"kept", "kept.cpp", 6, 3};

Settings quiet() { return test::settingsOf({.devices = "virtual:2", .force = false, .level = LogLevel::Warn}); }

struct Logged {
  explicit Logged(const Settings& settings) : context(settings, [this](const std::string& line) { add(line); }) {}
  void add(const std::string& line) { lines.push_back(line); }
  std::vector<std::string> lines;
  Context context;
};

}  // namespace

TEST_CASE("what configure says is over the settings, key by key, and the last one counts") {
  Settings settings = quiet();
  settings.options = Options{}.gpus(3).cores(2);
  Context context(settings);
  CHECK((context.options().gpus_ == 3 && context.options().cores_ == 2));
  context.configure(Options{}.gpus(2));
  context.configure(Options{}.minIterations(7));
  CHECK((context.options().gpus_ == 2 && context.options().cores_ == 2 && context.options().minIterations_ == 7));
  context.configure(Options{}.gpus(1));
  CHECK(context.options().gpus_ == 1);
}

TEST_CASE("short loops are counted where the summary alone asks for them") {
  Settings settings = quiet();
  CHECK(Context(settings).leastCounted() == 0);
  settings.summary = true;
  CHECK(Context(settings).leastCounted() == Context(quiet()).leastOperations());
  settings.verify = true;
  CHECK(Context(settings).leastCounted() == 0);
}

TEST_CASE("short loops pass by unless somebody wants to hear of every loop") {
  CHECK(Context(quiet()).leastOperations() == Approx(smallestLaunchSeconds / cpuSecondsPerOperation));
  const auto looksAtEach = [](const auto& change) {
    Settings settings = quiet();
    change(settings);
    return Context(settings).leastOperations() == 0;
  };
  CHECK(looksAtEach([](Settings& settings) { settings.force = true; }));
  CHECK(looksAtEach([](Settings& settings) { settings.verify = true; }));
  CHECK(looksAtEach([](Settings& settings) { settings.summary = true; }));
  CHECK(looksAtEach([](Settings& settings) { settings.plan = true; }));
  CHECK(looksAtEach([](Settings& settings) { settings.requireGpu = true; }));
  CHECK(looksAtEach([](Settings& settings) { settings.logLevel = LogLevel::Info; }));
  CHECK_FALSE(looksAtEach([](Settings& settings) { settings.traceFile = "trace.json"; }));
}

TEST_CASE("devices are opened once, and why they are absent is told louder where they were asked for by name") {
  Logged two(quiet());
  const Backend* const backend = two.context.devices().backend.get();
  REQUIRE(backend != nullptr);
  two.context.devices().usable.pop_back();
  CHECK(two.context.devices().backend.get() == backend);
  CHECK(two.context.devices().usable.size() == 1);
  CHECK(two.lines.empty());
  for (const bool asked : {true, false}) {
    Settings settings = quiet();
    settings.devices = asked ? DeviceSpec{CudaDevices{}} : DeviceSpec{AutoDevices{}};
    settings.logLevel = LogLevel::Debug;
    Logged none(settings);
    CHECK_FALSE(none.context.devices().backend);
    static_cast<void>(none.context.devices());
    REQUIRE(none.lines.size() == 1);
    CHECK_THAT(none.lines[0], Catch::StartsWith(asked ? "clustrix: warn: devices: this program was built without CUDA"
                                                      : "clustrix: debug: devices: "));
  }
}

TEST_CASE("a context may be given its devices, whatever the settings say") {
  Context context(quiet(), makeVirtualBackend(VirtualDevices{std::vector<VirtualDevice>(5)}));
  CHECK(context.devices().usable.size() == 5);
}

TEST_CASE("at the end the summary and the trace are told where they were asked for, and nothing else is") {
  const test::Folder folder;
  Logged silent(quiet());
  silent.context.atExit();
  CHECK(silent.lines.empty());

  Settings settings = quiet();
  settings.summary = true;
  settings.traceFile = folder.path() / "trace.json";
  Logged asked(settings);
  asked.context.trace.add({"one chunk", 0, 0, 1, 2, 0});
  asked.context.atExit();
  CHECK(asked.lines == std::vector<std::string>{"clustrix: summary: no loop was reached"});
  CHECK_THAT(folder.read("trace.json"), Catch::Contains("one chunk"));
  asked.context.summary.add(contextSite, {});
  asked.context.atExit();
  REQUIRE(asked.lines.size() == 2);
  CHECK_THAT(asked.lines[1], Catch::Contains("kept.cpp:6"));

  settings.summary = false;
  settings.traceFile = "/nowhere/trace.json";
  Logged cannot(settings);
  cannot.context.atExit();
  REQUIRE(cannot.lines.size() == 1);
  CHECK_THAT(cannot.lines[0], Catch::StartsWith("clustrix: error: CLUSTRIX_TRACE: /nowhere/trace.json cannot"));
}

TEST_CASE("at the end what was learned is kept, or it is said why not") {
  const test::Folder folder;
  for (const bool writable : {true, false}) {
    Settings settings = quiet();
    settings.cacheFolder = writable ? (folder.path() / "rates").string() : "/dev/null/rates";
    settings.logLevel = LogLevel::Debug;
    Logged one(settings);
    std::string note;
    static_cast<void>(one.context.learned.weights(contextSite, *one.context.devices().backend, {0, 1}, note));
    one.context.learned.learn(contextSite, {{0, 10, 1}, {1, 20, 1}});
    one.context.atExit();
    CHECK(std::filesystem::exists(folder.path() / "rates"));
    REQUIRE(one.lines.size() == (writable ? 0 : 1));
    if (!writable)
      CHECK_THAT(one.lines[0], Catch::StartsWith("clustrix: debug: what was learned about devices is not kept: /dev"));
  }
}

TEST_CASE("results that are on devices alone at the end are warned of") {
  Logged one(quiet());
  Directory& directory = one.context.residents.directory;
  const ImageId image = directory.add(DeviceId{0}, {0x10000, 0x10400}, DeviceAddress{64});
  directory.written(image, IntervalSet(Bounds{0x10000, 0x10400}), "a", &contextSite);
  one.context.residents.publish();
  one.context.atExit();
  REQUIRE(one.lines.size() == 1);
  CHECK(one.lines[0] ==
        "clustrix: warn: the program ends while 1.0 KB of results are on devices alone, not in the host's memory "
        "[kept at kept.cpp:6]");
}

TEST_CASE("a process that stops ends with status 1, the error told, and the rest behind it") {
  for (const bool now : {false, true}) {
    const test::Folder folder;
    const std::string told = folder.path() / "told";
    CHECK(test::statusOfChild([&] {
            std::FILE* const file = std::freopen(told.c_str(), "w", stderr);
            Settings settings = quiet();
            settings.summary = true;
            Context context(settings, [&](const std::string& line) { std::fprintf(file, "%s\n", line.c_str()); });
            if (now) context.stopNow("it went wrong");
            context.stop("it went wrong");
            return 0;
          }) == 1);
    CHECK(folder.read("told") == "clustrix: error: it went wrong\nclustrix: summary: no loop was reached\n");
  }
}

TEST_CASE("a context is the current one until its scope ends, and then the one before") {
  Context outer(quiet());
  Settings settings = quiet();
  settings.force = true;
  Context inner(settings);
  const double before = leastOperations;
  {
    const ContextScope first(outer);
    CHECK(&currentContext() == &outer);
    CHECK(leastOperations == outer.leastOperations());
    {
      const ContextScope second(inner);
      CHECK(&currentContext() == &inner);
      CHECK(leastOperations == 0);
      clustrix::configure(Options{}.gpus(9));
    }
    CHECK(&currentContext() == &outer);
    CHECK(leastOperations == outer.leastOperations());
  }
  CHECK(inner.options().gpus_ == 9);
  CHECK(outer.options().gpus_ == -1);
  CHECK(leastOperations == before);
}
