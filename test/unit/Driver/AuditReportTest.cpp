#include "Driver/AuditReport.h"

#include "FakeRun.h"
#include "Folder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

using Words = std::vector<std::string>;

/// What the only loop of an audit's report has in words.
AuditWords heard(const std::string& loop) {
  const Folder folder;
  Outcome<std::vector<AuditOfLoop>> audit =
      readAuditReport(folder.put("audit.json", R"({"version": 1, "loops": [)" + loop + "]}"));
  REQUIRE_FALSE(failed(audit));
  REQUIRE(value(audit).size() == 1);
  return value(audit)[0].said;
}

std::string whyNoAudit(const std::string& text) {
  const Folder folder;
  const auto audit = readAuditReport(folder.put("audit.json", text));
  REQUIRE(failed(audit));
  CHECK(failed(audit)->exit == Exit::BadInput);
  return failed(audit)->message;
}

}  // namespace

TEST_CASE("a loop in which nothing was found says how much was looked at") {
  const AuditWords audited = heard(R"({"launches": 2, "iterations": 1, "faults": []})");
  CHECK(audited.words == Words{"2 launches with 1 iteration: no fault"});
  CHECK_FALSE(audited.hasFault);
}

TEST_CASE("faults, guards, and what nobody looked at are told") {
  const AuditWords audited = heard(R"({"launches": 1, "iterations": 9, "skipped": 3, "notSeen": "it is\na scan",
    "stretches": {"message": "two stretches"},
    "faults": [{"message": "i reads a", "times": 2, "at": "f.cpp:3:1", "before": "f.cpp:4:1"},
               {"message": "i writes a", "times": 1, "at": "", "before": ""}],
    "guards": [{"message": "g was needed", "reason": {"message": "i reads b", "times": 1, "at": "f.cpp:5:1"}},
               {"message": "h was not"}]})");
  CHECK(audited.hasFault);
  CHECK(audited.words == Words{"1 launch with 9 iterations: 2 faults",
                               "fault: i reads a (2 times), at f.cpp:3:1, before at f.cpp:4:1", "fault: i writes a",
                               "g was needed: i reads b, at f.cpp:5:1", "h was not",
                               "nobody looked at 3 launches, since a guard said no", "two stretches",
                               "nobody looked at it, since it is\\na scan"});
}

TEST_CASE("what is of another type is as if it were not there") {
  CHECK(heard(R"({"launches": "2", "faults": {}, "guards": [3], "skipped": -1, "stretches": null, "file": 7})").words ==
        Words{""});
}

TEST_CASE("a file of another kind is refused, and one that is not there says so") {
  for (const char* const text : {"", "[]", "{}", R"({"version": 2, "loops": []})", R"({"version": 1})", "[[[["})
    CHECK_THAT(whyNoAudit(text), Catch::Contains("audit.json: not an audit's report of version 1"));
  const Folder folder;
  const auto none = readAuditReport(folder / "none.json");
  REQUIRE(failed(none));
  CHECK(failed(none)->exit == Exit::FileFailed);
}

TEST_CASE("a loop has what is said of its place, by whatever name of its file, and one that was not reached says so") {
  const Folder folder;
  folder.put("s.cpp", "");
  LoopReport loop;
  loop.mapped = Mapped::Devices;
  LoopReport inner = loop;
  inner.mapped = Mapped::Sequential;
  loop.at = {folder / "s.cpp", 3, 5};
  LoopReport other = loop;
  other.at.column = 9;
  inner.at = {folder / "s.cpp", 4, 7};
  Report report{{{"f", {folder / "s.cpp", 1, 1}, {}, {loop, inner, other}}}};
  addAudit(report, {{{folder / "./s.cpp", 3, 5}, {{"no fault"}, false}}});
  const std::vector<LoopReport>& loops = report.functions[0].loops;
  REQUIRE(loops[0].audit);
  CHECK(loops[0].audit->words == Words{"no fault"});
  CHECK_FALSE(loops[1].audit);
  REQUIRE(loops[2].audit);
  CHECK(loops[2].audit->words == Words{"it was not reached"});
}

TEST_CASE("a run shows it in its report") {
  const Folder folder;
  Request request;
  request.sources = {"scale.cpp"};
  request.reportFormat = ReportFormat::Text;
  request.auditReport = folder.put(
      "audit.json", R"({"version": 1, "loops": [{"file": "scale.cpp", "line": 3, "column": 3, "launches": 7}]})");
  Outcome<Shared> shared = loadShared(request);
  REQUIRE_FALSE(failed(shared));
  Console console;
  const std::vector<Processed> all = processAll(request, value(shared), console.around);
  REQUIRE(all[0].report.functions[0].loops[0].audit);
  CHECK(all[0].report.functions[0].loops[0].audit->words == Words{"7 launches with 0 iterations: no fault"});
  request.auditReport = folder / "none.json";
  CHECK(failed(loadShared(request)));
}
