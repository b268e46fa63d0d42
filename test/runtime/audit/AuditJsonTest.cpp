#include "audit/AuditJson.h"

#include <catch2/catch.hpp>

namespace clustrix::audit {
namespace {

constexpr std::uintptr_t heap = 0x5000'0000'0000;

std::string line(Code code) { return "heat.cpp:" + std::to_string(code); }

TEST_CASE("an audit in which there was no loop has a whole report") {
  CHECK(asJson(Audit(1 << 30), line) == "{\"version\": 1, \"faults\": 0, \"unchecked\": 0, \"loops\": [\n]}\n");
}

TEST_CASE("a loop has its place, how often it was looked at, what was found and what its guards said") {
  Audit audit(1 << 30);
  LoopRecord& record = audit.record("smooth at heat.cpp:3");
  record.function = "smooth";
  record.file = "a \"b\"/heat.cpp";
  record.line = 3;
  record.column = 5;
  record.skipped = 2;
  AuditedLoop& loop = audit.begin("smooth at heat.cpp:3", {});
  loop.isNamed({"a", heap, 800, 8});
  for (std::size_t i = 1; i < 4; ++i) {
    loop.beginBody();
    audit.read(heap + 8 * (i - 1), 8, 4);
    audit.write(heap + 8 * i, 8, 5);
    loop.endBody();
  }
  audit.end();
  addLaunch(record.guards, {{"n is small", ""}, {"a and b don't overlap", "they do"}}, &audit.findings());
  audit.notSeen("total at heat.cpp:9", "it is a scan");
  const std::string fault =
      "{\"message\": \"iteration 1 reads a[1], which iteration 0 has written\", \"place\": \"a[1]\", \"iteration\": 1, "
      "\"times\": 2, \"at\": \"heat.cpp:4\", \"before\": \"heat.cpp:5\"}";
  CHECK(
      asJson(audit, line) ==
      "{\"version\": 1, \"faults\": 1, \"unchecked\": 0, \"loops\": [\n"
      "  {\"name\": \"smooth at heat.cpp:3\", \"function\": \"smooth\", \"file\": \"a \\\"b\\\"/heat.cpp\", "
      "\"line\": 3, \"column\": 5, \"launches\": 1, \"iterations\": 3, \"skipped\": 2, \"stretches\": null, "
      "\"notSeen\": null, "
      "\"faults\": [" +
          fault +
          "], \"guards\": [{\"guard\": \"a and b don't overlap\", \"asked\": 1, \"refused\": 1, \"watched\": 1, "
          "\"needed\": 1, \"message\": \"the guard \\\"a and b don't overlap\\\" let none of 1 launch through, and was "
          "needed in 1\", \"reason\": " +
          fault +
          "}]},\n"
          "  {\"name\": \"total at heat.cpp:9\", \"function\": \"\", \"file\": \"\", \"line\": 0, \"column\": 0, "
          "\"launches\": 0, \"iterations\": 0, \"skipped\": 0, \"stretches\": null, \"notSeen\": \"it is a scan\", "
          "\"faults\": [], "
          "\"guards\": []}\n]}\n");
}

TEST_CASE("where memory was short, a loop has the stretches that it was looked at in") {
  Audit audit(1 << 30);
  audit.record("f").stretches = {5, 83};
  CHECK_THAT(asJson(audit, line), Catch::Contains("\"stretches\": {\"count\": 5, \"shortest\": 83, \"message\": \"" +
                                                  sentence(Stretches{5, 83}) + "\"}, "));
}

}  // namespace
}  // namespace clustrix::audit
