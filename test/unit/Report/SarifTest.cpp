#include "Sample.h"
#include "clustrix/Remarks.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <set>

using namespace clustrix::compiler;
using nlohmann::json;

namespace {

json runOf(const Report& report) {
  const json whole = json::parse(render(report, ReportFormat::Sarif, {}));
  REQUIRE(whole["version"] == "2.1.0");
  REQUIRE(whole["runs"].size() == 1);
  return whole["runs"][0];
}

std::set<std::string> ruleIds(const json& run) {
  std::set<std::string> ids;
  for (const json& rule : run["tool"]["driver"]["rules"]) ids.insert(rule["id"].get<std::string>());
  return ids;
}

}  // namespace

TEST_CASE("every remark id is a rule") {
  const std::set<std::string> ids = ruleIds(runOf({}));
  for (const RemarkId& remark : remarkIds) CHECK(ids.count(std::string(remark.id)) == 1);
}

TEST_CASE("every result names a rule of the run") {
  const json run = runOf(sampleReport());
  const std::set<std::string> ids = ruleIds(run);
  CHECK(run["results"].size() == 3);
  for (const json& result : run["results"]) CHECK(ids.count(result["ruleId"].get<std::string>()) == 1);
}

TEST_CASE("a missed loop is a note at the line in the way, with the pair beside it") {
  const json result = runOf(sampleReport())["results"][0];
  CHECK(result["level"] == "note");
  CHECK(result["locations"][0]["physicalLocation"]["region"]["startLine"] == 5);
  CHECK(result["relatedLocations"].size() == 2);
  CHECK(result["relatedLocations"][1]["physicalLocation"]["region"]["startLine"] == 7);
}

TEST_CASE("a spread loop passes, and then has no level") {
  const json result = runOf(sampleReport())["results"][1];
  CHECK(result["kind"] == "pass");
  CHECK(result["level"] == "none");
}

TEST_CASE("a loop on the host's threads alone is a note with its reason") {
  Report report = sampleReport();
  LoopReport& loop = report.functions[0].loops[1];
  loop.mapped = Mapped::Cpu;
  loop.reasons = {{.code = "plan.host-only", .message = "'f' throws", .hint = "", .at = loop.at, .other = {}}};
  const json result = runOf(report)["results"][1];
  CHECK(result["ruleId"] == "plan.host-only");
  CHECK(result["level"] == "note");
  CHECK(result["message"]["text"] == "ns::step: loop runs on the host's threads alone: 'f' throws");
}

TEST_CASE("edits become fixes of the function's file") {
  const json change = runOf(sampleReport())["results"][2]["fixes"][0]["artifactChanges"][0];
  CHECK(change["artifactLocation"]["uri"] == "dir/s.cpp");
  CHECK(change["replacements"][0]["deletedRegion"] == json{{"byteOffset", 10}, {"byteLength", 2}});
}

TEST_CASE("edits of a text that is known have lines and columns, too") {
  const std::string text = "// ü😀\n  old;\n";
  Report report = sampleReport();
  report.functions[0].loops[2].reasons[0].edits = {{text.find("old"), text.find("old") + 3, "new"}};
  const json run = json::parse(render(report, ReportFormat::Sarif, {{"dir/s.cpp", text, ""}}))["runs"][0];
  CHECK(run["results"][2]["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"] ==
        json::parse(
            R"({"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 6, "byteOffset": 12, "byteLength": 3})"));
}

TEST_CASE("columns are units of UTF-16 where the text is known") {
  Report report = sampleReport();
  report.functions[0].loops[1].at = {"dir/s.cpp", 2, 14};
  const std::string text = "\n/* ü😀 */ for (;;) {}\n";
  REQUIRE(text.substr(1 + 13, 3) == "for");
  const json run = json::parse(render(report, ReportFormat::Sarif, {{"dir/s.cpp", text, ""}}))["runs"][0];
  CHECK(run["columnKind"] == "utf16CodeUnits");
  CHECK(run["results"][1]["locations"][0]["physicalLocation"]["region"] == json{{"startLine", 2}, {"startColumn", 11}});
  CHECK(runOf(report)["results"][1]["locations"][0]["physicalLocation"]["region"]["startColumn"] == 14);
}

TEST_CASE("a result says where its rule stands") {
  const json run = runOf(sampleReport());
  for (const json& result : run["results"])
    CHECK(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"] == result["ruleId"]);
}

TEST_CASE("a relative path is relative to a folder that the reader knows, and an absolute one to none") {
  Report report = sampleReport();
  report.functions[0].loops[1].at.file = "/abs/s.cpp";
  const json run = runOf(report);
  const auto place = [&](std::size_t result) {
    return run["results"][result]["locations"][0]["physicalLocation"]["artifactLocation"];
  };
  CHECK(place(0)["uriBaseId"] == "%SRCROOT%");
  CHECK(run["originalUriBaseIds"].contains("%SRCROOT%"));
  CHECK_FALSE(place(1).contains("uriBaseId"));
}

TEST_CASE("a rule leads to its section of the page") {
  for (const json& rule : runOf({})["tool"]["driver"]["rules"])
    if (rule["id"] == "dependence.flow") CHECK(rule["properties"]["documentation"] == "docs/remarks.md#dependenceflow");
}

TEST_CASE("paths become URIs") {
  Report report = sampleReport();
  report.functions[0].loops[1].at.file = "/a b/ä#.cpp";
  const json at = runOf(report)["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"];
  CHECK(at["uri"] == "file:///a%20b/%C3%A4%23.cpp");
}
