#include "clustrix-lsp/Findings.h"

#include "Driver/Sources.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace clustrix::lsp;
using namespace clustrix::compiler;
using nlohmann::json;

namespace {

const std::string path = "/p/s.cpp";
const std::map<std::string, std::string> texts = {
    {path,
     "#include \"h.h\"\nvoid step(double* a, int n) {\n  for (int t = 0; t < n; ++t)\n"
     "    for (int i = 1; i < n; ++i)\n      a[i] = a[i - 1];\n}\n"}};

Reason reason(const std::string& code, int line, int column, std::vector<Edit> edits = {}) {
  return {.code = code,
          .message = "m",
          .hint = "do it",
          .at = {path, line, column},
          .other = {},
          .edits = std::move(edits)};
}

LoopReport loopAt(int line, int column, const std::string& header) {
  LoopReport loop;
  loop.at = {path, line, column};
  loop.header = header;
  return loop;
}

/// An outer loop around an inner one, both on the host.
Processed processed() {
  LoopReport outer = loopAt(3, 3, "for (int t = 0; t < n; ++t)"), inner = loopAt(4, 5, "for (int i = 1; i < n; ++i)");
  inner.parent = 0;
  outer.reasons = {reason("dependence.flow", 5, 7)};
  inner.reasons = {reason("dependence.flow", 5, 7), reason("dependence.flow", 5, 14), reason("effect.call", 5, 7)};
  Processed all;
  all.source = path;
  FunctionReport function;
  function.name = "step";
  function.at = {path, 2, 6};
  function.loops = {outer, inner};
  all.report.functions = {function};
  return all;
}

json findings(const Processed& of, const std::string& page = "") {
  return findingsOf(of, {path, texts, Encoding::Utf16, page});
}

}  // namespace

TEST_CASE("a serial loop is one warning for each code, at its head, with the lines in the way") {
  const json all = findings(processed())["diagnostics"];
  REQUIRE(all.size() == 3);
  CHECK(all[1]["severity"] == 2);
  CHECK(all[1]["code"] == "dependence.flow");
  CHECK(all[1]["range"] ==
        json::parse(R"({"start": {"line": 3, "character": 4}, "end": {"line": 3, "character": 31}})"));
  CHECK(all[1]["message"] == "loop stays serial: m (and 1 more)\nhint: do it");
  CHECK(all[1]["relatedInformation"].size() == 2);
  CHECK(all[1]["relatedInformation"][1]["location"]["uri"] == "file:///p/s.cpp");
  CHECK(all[1]["relatedInformation"][1]["location"]["range"]["start"]["line"] == 4);
  CHECK(all[2]["code"] == "effect.call");
}

TEST_CASE("a serial loop around a parallel one is information, and so is one whose author wants it serial") {
  Processed of = processed();
  of.report.functions[0].loops[1].mapped = Mapped::Devices;
  of.report.functions[0].loops[1].parallel = true;
  of.report.functions[0].loops[1].kinds = {"guarded", "reduction"};
  json all = findings(of)["diagnostics"];
  REQUIRE(all.size() == 2);
  CHECK(all[0]["severity"] == 3);
  CHECK(all[1]["severity"] == 4);
  CHECK(all[1]["code"] == "clustrix-parallel");
  CHECK(all[1]["message"] == "loop parallelised over devices (guarded, reduction)");
  of = processed();
  of.report.functions[0].loops[0].reasons = {reason("serial.requested", 3, 3)};
  CHECK(findings(of)["diagnostics"][0]["severity"] == 3);
}

TEST_CASE("a loop that could be parallel and stays is information, also without a reason") {
  Processed of = processed();
  of.report.functions[0].loops[1].parallel = true;
  of.report.functions[0].loops[1].reasons.clear();
  const json all = findings(of)["diagnostics"];
  CHECK(all[1]["code"] == "clustrix-missed");
  CHECK(all[1]["severity"] == 3);
}

TEST_CASE("a remark leads to its section where the page is there") {
  CHECK_FALSE(findings(processed())["diagnostics"][0].contains("codeDescription"));
  CHECK(findings(processed(), "/d o/remarks.md")["diagnostics"][0]["codeDescription"]["href"] ==
        "file:///d%20o/remarks.md#dependenceflow");
}

TEST_CASE("errors are shown at their place, at the include, or at the first line") {
  Processed of;
  of.messages =
      "/p/s.cpp:5:7: error: wrong\n/p/h.h:2:1: note: see here\n"
      "In file included from /p/s.cpp:1:\n/p/h.h:3:4: error: unknown\nclustrix-rewrite: error: no file\n";
  const json all = findings(of)["diagnostics"];
  REQUIRE(all.size() == 3);
  CHECK(all[0]["severity"] == 1);
  CHECK(all[0]["range"]["start"] == json{{"line", 4}, {"character", 6}});
  CHECK(all[0]["relatedInformation"][0]["message"] == "see here");
  CHECK(all[1]["message"] == "in /p/h.h: unknown");
  CHECK(all[1]["range"]["end"] == json{{"line", 0}, {"character", 14}});
  CHECK(all[1]["relatedInformation"][0]["location"]["uri"] == "file:///p/h.h");
  CHECK(all[2]["range"]["start"]["line"] == 0);
}

TEST_CASE("flags that are left out are no news of a text") {
  Processed of = processed();
  of.report.functions.clear();
  of.messages = "clustrix-rewrite: note: flag '-fno-ivopts' is unknown to Clang and left out\n";
  CHECK(findings(of)["diagnostics"].empty());
}

TEST_CASE("what is said of functions in headers is not shown in the text's own lines") {
  Processed of = processed();
  FunctionReport& function = of.report.functions[0];
  function.at.file = "/p/h.h";
  for (LoopReport& loop : function.loops) loop.at.file = "/p/h.h";
  const json all = findings(of);
  CHECK(all["diagnostics"].empty());
  CHECK(all["hovers"].empty());
}

TEST_CASE("a hover says what became of the loop, with slices and level") {
  Processed of = processed();
  LoopReport& loop = of.report.functions[0].loops[1];
  loop.mapped = Mapped::Devices;
  loop.kinds = {"reduction"};
  loop.reasons.clear();
  loop.reductions = {{"sum", "+"}};
  loop.arrays = {{"a", "read", "[lo..hi - 1]"}};
  loop.guards = {"a and b don't overlap"};
  const json hovers = findings(of)["hovers"];
  REQUIRE(hovers.size() == 3);
  CHECK(hovers[1]["text"] ==
        "**loop parallelised over devices**: reduction\n\nin `step`, complexity level 1 (score 0, threshold 4)\n\n"
        "- reduction of `sum` (`+`)\n- read `a`: `[lo..hi - 1]`\n- guarded at run time: `a and b don't overlap`");
  CHECK(hovers[2]["range"]["start"] == json{{"line", 1}, {"character", 5}});
  CHECK(hovers[2]["text"].get<std::string>().find("0 of 2 loops parallel, 1 spread over devices") != std::string::npos);
}

TEST_CASE("edits are offered once, however many loops want them, and all together") {
  Processed of = processed();
  const std::size_t at = texts.at(path).find("a[i - 1]");
  const std::vector<Edit> edits = {{at, at + 8, "b"}};
  for (LoopReport& loop : of.report.functions[0].loops) loop.reasons = {reason("effect.call", 5, 14, edits)};
  const json all = findings(of);
  REQUIRE(all["fixes"].size() == 1);
  CHECK(all["fixes"][0]["title"] == "do it");
  CHECK(all["fixes"][0]["edits"][0]["newText"] == "b");
  CHECK(all["fixes"][0]["edits"][0]["range"]["start"] == json{{"line", 4}, {"character", 13}});
  REQUIRE(all["fixAll"].size() == 1);
  CHECK(all["fixAll"][0]["newText"] == "b");
  CHECK(findings(processed())["fixAll"].empty());
}

TEST_CASE("all fixes together never cut a character in two") {
  const std::string before = "void f() { /* é */ }\n";
  Processed of;
  FunctionReport function;
  function.at = {path, 1, 6};
  function.loops.push_back(loopAt(1, 1, ""));
  const std::size_t at = before.find("é");
  function.loops[0].reasons = {reason("effect.call", 1, 1, {{at, at + 2, "ê"}})};  // the same first byte
  of.report.functions = {function};
  const std::map<std::string, std::string> open = {{path, before}};
  const json all = findingsOf(of, {path, open, Encoding::Utf16, ""});
  CHECK(all["fixAll"][0]["newText"] == "ê");
}
