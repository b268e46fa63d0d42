#include "Sample.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace clustrix::compiler;
using nlohmann::json;

namespace {

json rendered(const Report& report) { return json::parse(render(report, ReportFormat::Json, {})); }

std::vector<std::string> keys(const std::string& text, const char* pointer) {
  std::vector<std::string> names;
  const auto parsed = nlohmann::ordered_json::parse(text);
  for (const auto& item : parsed.at(nlohmann::ordered_json::json_pointer(pointer)).items()) names.push_back(item.key());
  return names;
}

}  // namespace

TEST_CASE("a report without functions is a whole report") {
  CHECK(rendered({}) == json{{"version", 1}, {"functions", json::array()}});
}

TEST_CASE("the keys of version 1 come in the documented order") {
  const std::string text = render(sampleReport(), ReportFormat::Json, {});
  CHECK(keys(text, "") == std::vector<std::string>{"version", "functions"});
  CHECK(keys(text, "/functions/0") ==
        std::vector<std::string>{"name", "file", "line", "column", "complexity", "loops"});
  CHECK(keys(text, "/functions/0/complexity") == std::vector<std::string>{"level", "score", "threshold", "metrics"});
  const std::vector<std::string> loop = keys(text, "/functions/0/loops/0");
  const std::vector<std::string> fixedPart(loop.begin(), loop.begin() + 10);
  CHECK(fixedPart == std::vector<std::string>{"line", "column", "parent", "depth", "parallel", "mapped", "kinds",
                                              "reasons", "reductions", "arrays"});
}

TEST_CASE("an outermost loop's parent is null and an inner one's is an index") {
  const json loops = rendered(sampleReport())["functions"][0]["loops"];
  CHECK(loops[0]["parent"].is_null());
  CHECK(loops[1]["parent"] == 0);
}

TEST_CASE("a loop's facts are in the report") {
  const json loop = rendered(sampleReport())["functions"][0]["loops"][1];
  CHECK(loop["parallel"] == true);
  CHECK(loop["mapped"] == "devices");
  CHECK(loop["kinds"] == json{"guarded", "reduction"});
  CHECK(loop["reductions"] == json::array({{{"variable", "sum"}, {"operator", "+"}}}));
  CHECK(loop["arrays"][1] == json{{"name", "b"}, {"access", "read"}, {"slice", "[lo, hi)"}});
}

TEST_CASE("a reason names its line, and its file only when that is another one") {
  const json loops = rendered(sampleReport())["functions"][0]["loops"];
  const json here = loops[0]["reasons"][0];
  CHECK(here["line"] == 5);
  CHECK(here["code"] == "dependence.flow");
  CHECK_FALSE(here.contains("file"));
  CHECK(here["other"]["line"] == 7);
  CHECK(loops[2]["reasons"][0]["file"] == "dir/helper.h");
  CHECK(loops[2]["reasons"][0]["hint"] == "define 'f' in this file");
}

TEST_CASE("a reason has its edits where there are any") {
  const json loops = rendered(sampleReport())["functions"][0]["loops"];
  CHECK_FALSE(loops[0]["reasons"][0].contains("edits"));
  CHECK(loops[2]["reasons"][0]["edits"] == json::parse(R"([{"begin": 10, "end": 12, "replacement": "x"}])"));
}

TEST_CASE("bytes that are no UTF-8 do not break the report") {
  Report report = sampleReport();
  report.functions[0].loops[0].header = "for (\xFF)";
  CHECK(rendered(report)["functions"][0]["loops"][0]["header"] == "for (\xEF\xBF\xBD)");
}

TEST_CASE("what an audit has found is told where there was one") {
  Report report = sampleReport();
  report.functions[0].loops[1].audit = AuditWords{{"1 launch: no fault"}, false};
  const json loops = rendered(report)["functions"][0]["loops"];
  CHECK(loops[1]["audit"] == json::array({"1 launch: no fault"}));
  CHECK_FALSE(loops[0].contains("audit"));
}
