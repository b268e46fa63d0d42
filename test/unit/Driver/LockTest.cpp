#include "Driver/Lock.h"

#include "Folder.h"

#include "../Fixtures/Contains.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using clustrix::compiler::test::contains;

namespace {

LoopReport loop(const std::string& header, bool parallel, Mapped mapped = Mapped::Host) {
  LoopReport report;
  report.at = {"s.cpp", 5, 3};
  report.header = header;
  report.parallel = parallel;
  report.mapped = mapped;
  if (!parallel || mapped == Mapped::Cpu) {
    report.reasons.push_back(
        {.code = "effect.call", .message = "f is unknown", .hint = "show f", .at = {"s.cpp", 6, 7}, .other = {}});
  }
  return report;
}

Report reportOf(std::vector<LoopReport> loops, const std::string& name = "f") {
  Report report;
  report.functions.push_back({name, {"s.cpp", 4, 1}, {}, std::move(loops)});
  return report;
}

/// What is told when a lock made from `before` meets `now`.
std::string told(const Report& before, const Report& now) {
  return regressions(lockOf(before, "x.lock"), now, {"s.cpp"}, "x.lock");
}

}  // namespace

TEST_CASE("a lock survives being written and read") {
  Folder folder;
  const Report report = reportOf({loop("for (a)", true, Mapped::Devices), loop("for (\"b\")", false)});
  const std::string path = folder / "x.lock";
  const std::string text = printLock(lockOf(report, path));
  folder.put("x.lock", text);
  auto lock = readLock(path);
  REQUIRE_FALSE(failed(lock));
  CHECK(printLock(value(lock)) == text);
}

TEST_CASE("files are named relative to the lock") {
  Folder folder;
  Report report = reportOf({});
  report.functions[0].at.file = folder.put("src/s.cpp", "");
  CHECK(lockOf(report, folder / "x.lock").functions[0].file == "src/s.cpp");
  CHECK(lockOf(report, folder / "ci/x.lock").functions[0].file == "../src/s.cpp");
}

TEST_CASE("a function of a header is locked as one of each source that it is rewritten with") {
  const auto in = [](const std::string& source, bool parallel) {
    Report report = reportOf({loop("for (a)", parallel, parallel ? Mapped::Devices : Mapped::Host)});
    report.functions[0].at.file = "grid.h";
    report.functions[0].source = source;
    return report;
  };
  Lock lock = lockOf(in("s.cpp", true), "x.lock");
  lock = updated(lock, lockOf(in("t.cpp", false), "x.lock"), {"t.cpp"}, "x.lock");
  REQUIRE(lock.functions.size() == 2);
  CHECK(lock.functions[0].file == "s.cpp");
  CHECK(lock.functions[1].file == "t.cpp");
  CHECK(regressions(lock, in("t.cpp", false), {"t.cpp"}, "x.lock").empty());
  CHECK_THAT(regressions(lock, in("s.cpp", false), {"s.cpp"}, "x.lock"), Catch::Contains("no longer is"));
}

TEST_CASE("a lock in the current folder names files relative to it, whether it exists or not") {
  CHECK(lockOf(reportOf({}), "not-there.lock").functions[0].file == "s.cpp");
  CHECK(lockOf(reportOf({}), "./not-there.lock").functions[0].file == "s.cpp");
}

TEST_CASE("a loop that was parallel and no longer is breaks the lock, which names it and why") {
  const std::string text = told(reportOf({loop("for (a)", true)}), reportOf({loop("for (a)", false)}));
  CHECK(text ==
        "s.cpp:5:3: error: loop 'for (a)' of 'f' was parallel and no longer is: f is unknown [effect.call]\n"
        "s.cpp:6:7: note: this stands in the way\n"
        "s.cpp:6:7: note: hint: show f\n");
}

TEST_CASE("what stays or becomes better keeps the lock") {
  const Report before = reportOf({loop("for (a)", true, Mapped::Devices), loop("for (b)", false)});
  CHECK(told(before, before).empty());
  CHECK(told(before, reportOf({loop("for (a)", true, Mapped::Devices), loop("for (b)", true)})).empty());
  CHECK(told(before, reportOf({loop("for (a)", true, Mapped::Sequential), loop("for (b)", false)})).empty());
}

TEST_CASE("a loop that leaves the devices for the host breaks the lock") {
  const std::string text =
      told(reportOf({loop("for (a)", true, Mapped::Devices)}), reportOf({loop("for (a)", true, Mapped::Host)}));
  CHECK(contains(text, "ran on devices and now stays on the host"));
}

TEST_CASE("a loop that leaves the devices for the host's threads breaks the lock, which says why") {
  const std::string text =
      told(reportOf({loop("for (a)", true, Mapped::Devices)}), reportOf({loop("for (a)", true, Mapped::Cpu)}));
  CHECK(contains(text,
                 "s.cpp:5:3: error: loop 'for (a)' of 'f' ran on devices and now runs on the host's threads alone"));
  CHECK(contains(text, "f is unknown [effect.call]"));
}

TEST_CASE("a loop on the host's threads keeps its lock there and on devices, not as written") {
  const Report before = reportOf({loop("for (a)", true, Mapped::Cpu)});
  CHECK(told(before, before).empty());
  CHECK(told(before, reportOf({loop("for (a)", true, Mapped::Devices)})).empty());
  CHECK(contains(told(before, reportOf({loop("for (a)", true, Mapped::Host)})),
                 "ran on the host's threads and now stays on the host"));
}

TEST_CASE("a loop that leaves the devices with the one around it breaks the lock, which says why that one left") {
  Report now = reportOf({loop("for (t)", true, Mapped::Cpu), loop("for (a)", true, Mapped::Sequential)});
  now.functions[0].loops[1].parent = 0;
  now.functions[0].loops[1].reasons.clear();
  const Report before = reportOf({loop("for (t)", false, Mapped::Host), loop("for (a)", true, Mapped::Devices)});
  const std::string text = told(before, now);
  CHECK(contains(text, "loop 'for (a)' of 'f' ran on devices and now runs on the host's threads alone: f is unknown"));
  now.functions[0].loops[0].mapped = Mapped::Devices;
  CHECK(told(before, now).empty());
}

TEST_CASE("loops around a loop come and go without breaking its lock") {
  const Report before = reportOf({loop("for (a)", true), loop("for (b)", false)});
  CHECK(told(before, reportOf({loop("for (new)", false), loop("for (a)", true), loop("for (b)", false)})).empty());
  CHECK(told(before, reportOf({loop("for (a)", true)})).empty());
}

TEST_CASE("an edited head is still the same loop") {
  const Report before = reportOf({loop("for (a)", true), loop("for (b)", true), loop("for (c)", true)});
  const Report now = reportOf({loop("for (a)", true), loop("for (b2)", false), loop("for (c)", true)});
  CHECK(contains(told(before, now), "loop 'for (b)' of 'f' was parallel and no longer is"));
  CHECK(told(before, reportOf({loop("for (a)", true), loop("for (b2)", true), loop("for (c)", true)})).empty());
}

TEST_CASE("of equal heads the order decides") {
  const Report before = reportOf({loop("for (i)", true), loop("for (i)", false), loop("for (i)", true)});
  const Report now = reportOf({loop("for (i)", true), loop("for (i)", false), loop("for (i)", false)});
  CHECK(told(before, before).empty());
  CHECK(contains(told(before, now), "no longer is"));
}

TEST_CASE("a parallel loop or function that is gone breaks the lock") {
  CHECK(contains(told(reportOf({loop("for (a)", true)}), reportOf({})), "is gone"));
  CHECK(contains(told(reportOf({loop("for (a)", true)}), Report{}), "no longer an annotated function"));
  CHECK(told(reportOf({loop("for (a)", false)}), Report{}).empty());
}

TEST_CASE("overloads are told apart by their order") {
  Report before = reportOf({loop("for (a)", false)});
  before.functions.push_back(reportOf({loop("for (a)", true)}).functions[0]);
  Report now = before;
  CHECK(told(before, now).empty());
  now.functions[1].loops[0] = loop("for (a)", false);
  CHECK(contains(told(before, now), "no longer is"));
}

TEST_CASE("a lock speaks of the sources of this run alone") {
  const Lock lock = lockOf(reportOf({loop("for (a)", true)}), "x.lock");
  CHECK(regressions(lock, {}, {"other.cpp"}, "x.lock").empty());
}

TEST_CASE("an update replaces the entries of its sources and keeps the others") {
  Lock old;
  old.functions = {{"z", "z.cpp", {}}, {"gone", "s.cpp", {}}, {"a", "a.cpp", {}}};
  const Lock lock = updated(old, lockOf(reportOf({}), "x.lock"), {"s.cpp"}, "x.lock");
  std::vector<std::string> names;
  for (const LockedFunction& function : lock.functions) names.push_back(function.name);
  CHECK(names == std::vector<std::string>{"a", "f", "z"});
}

TEST_CASE("a missing lock is a file error, a malformed one bad input") {
  Folder folder;
  auto missing = readLock(folder / "x.lock");
  REQUIRE(failed(missing));
  CHECK(failed(missing)->exit == Exit::FileFailed);
  CHECK(contains(failed(missing)->message, "--update-lock"));
  for (const char* text : {"", "[]", "{}", R"({"version": 2, "functions": []})", R"({"version": 1})",
                           R"({"version": 1, "functions": [{"name": 1}]})",
                           R"({"version": 1, "functions": [{"name": "f", "file": "s", "loops": [{}]}]})"}) {
    auto lock = readLock(folder.put("x.lock", text));
    REQUIRE(failed(lock));
    CHECK(failed(lock)->exit == Exit::BadInput);
  }
}
