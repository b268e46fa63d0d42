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

TEST_CASE("paths become URIs") {
  Report report = sampleReport();
  report.functions[0].loops[1].at.file = "/a b/ä#.cpp";
  const json at = runOf(report)["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"];
  CHECK(at["uri"] == "file:///a%20b/%C3%A4%23.cpp");
}
