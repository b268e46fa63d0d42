#include "Driver/HelperFile.h"

#include "Folder.h"

#include <catch2/catch.hpp>

#include <sstream>

using namespace clustrix::compiler;

namespace {

Helper function() {
  Helper helper;
  helper.symbol = "_Z1fd";
  helper.name = "f";
  helper.file = "/b/eos.cpp";
  helper.line = 3;
  helper.scopes = {"namespace n"};
  helper.begin = 10;
  helper.body = 22;
  helper.end = 36;
  helper.text = "double f(d x){return \"\\\";}";
  helper.end = helper.begin + helper.text.size();
  helper.usings = {"using namespace ::std;"};
  helper.includes = {"cmath"};
  helper.macros = {"A 1"};
  helper.needs = {"_Z1gd"};
  helper.fingerprint = "12ab";
  return helper;
}

std::string complaint(const std::string& text) {
  Folder folder;
  auto read = readHelperFile(folder.put("a.json", text));
  REQUIRE(failed(read));
  CHECK(failed(read)->exit == Exit::BadInput);
  return failed(read)->message.substr(failed(read)->message.find("a.json'"));
}

struct Written {
  Exit exit;
  std::string error;
};
/// `--write-helpers out.json` with what `read` says of each source.
Written write(const Folder& folder, Request request,
              const std::function<HelpersResult(const std::string& source, const CompileCommand&)>& read) {
  request.writeHelpers = folder / "out.json";
  std::ostringstream out, error;
  const Exit exit = run(request, {out, error, {}, read});
  CHECK(out.str().empty());
  return {exit, error.str()};
}

}  // namespace

TEST_CASE("a helper is read as it was written") {
  Helper constant;
  constant.kind = Helper::Kind::Constant;
  constant.symbol = "_ZL1k";
  constant.name = "k";
  constant.file = "/b/eos.cpp";
  constant.isInternal = true;
  constant.text = "static const int k = 3;";
  Helper refused;
  refused.symbol = "_Z1hv";
  refused.name = "h";
  refused.file = "/b/eos.cpp";
  refused.line = 9;
  refused.problem = "it has attributes";
  Folder folder;
  auto read = readHelperFile(folder.put("a.json", printHelpers({function(), constant, refused})));
  REQUIRE_FALSE(failed(read));
  REQUIRE(value(read).size() == 3);
  CHECK(printHelpers(value(read)) == printHelpers({function(), constant, refused}));
  const Helper& f = value(read)[0];
  CHECK(f.text == function().text);
  CHECK(f.scopes == function().scopes);
  CHECK(f.usings == function().usings);
  CHECK(f.includes == function().includes);
  CHECK(f.macros == function().macros);
  CHECK(f.needs == function().needs);
  CHECK(f.fingerprint == "12ab");
  CHECK(f.line == 3);
  CHECK(f.body == 22);
  CHECK(value(read)[1].kind == Helper::Kind::Constant);
  CHECK(value(read)[1].isInternal);
  CHECK(value(read)[2].problem == "it has attributes");
}

TEST_CASE("what is no helper file is told, and one that cannot be read") {
  const std::string what = "a.json' is no helper file of this version; write it with --write-helpers\n";
  for (const char* text :
       {"", "[", "{}", "[]", "{\"version\": 2, \"helpers\": []}", "{\"version\": 1}",
        "{\"version\": 1, \"helpers\": [{}]}",
        "{\"version\": 1, \"helpers\": [{\"symbol\": \"f\", \"name\": 3, \"file\": \"\", \"line\": 1}]}"}) {
    INFO(text);
    CHECK(complaint(text) == what);
  }
  // Places that are in no order would be taken out of other text.
  Helper wrong = function();
  wrong.end = wrong.begin;
  CHECK(complaint(printHelpers({wrong})) == what);
  Folder folder;
  auto none = readHelperFile(folder / "none.json");
  REQUIRE(failed(none));
  CHECK(failed(none)->exit == Exit::FileFailed);
}

TEST_CASE("helpers of all sources are written, with the full names of their files and a dependency file") {
  Folder folder;
  Request request;
  request.sources = {folder.put("a.cpp", ""), folder.put("b.cpp", "")};
  request.depfile = folder / "out.d";
  const auto [exit, error] = write(folder, request, [&](const std::string& source, const CompileCommand&) {
    Helper one = function();
    one.file = "as-called.cpp";
    return HelpersResult{std::vector<Helper>{one}, "a note\n", false, {source, folder / "h.h"}};
  });
  CHECK(exit == Exit::Done);
  CHECK(error == "a note\na note\n");
  auto read = readHelperFile(folder / "out.json");
  REQUIRE_FALSE(failed(read));
  REQUIRE(value(read).size() == 2);
  CHECK(std::filesystem::path(value(read)[1].file).filename() == "b.cpp");
  CHECK(std::filesystem::path(value(read)[1].file).is_absolute());
  CHECK(folder.get("out.d").find("h.h") != std::string::npos);
}

TEST_CASE("nothing is written where a source is wrong, or --dry-run asks for nothing") {
  Folder folder;
  Request request;
  request.sources = {folder.put("a.cpp", "")};
  const auto wrong = write(folder, request, [](const std::string&, const CompileCommand&) {
    return HelpersResult{std::nullopt, "a.cpp:1:1: error: no\n", false, {}};
  });
  CHECK(wrong.exit == Exit::BadInput);
  CHECK(wrong.error == "a.cpp:1:1: error: no\n");
  CHECK_FALSE(folder.has("out.json"));
  const auto unreadable = write(folder, request, [](const std::string&, const CompileCommand&) {
    return HelpersResult{std::nullopt, "gone\n", true, {}};
  });
  CHECK(unreadable.exit == Exit::FileFailed);
  request.dryRun = true;
  const auto dry = write(folder, request, [](const std::string&, const CompileCommand&) {
    return HelpersResult{std::vector<Helper>{}, "", false, {}};
  });
  CHECK(dry.exit == Exit::Done);
  CHECK_FALSE(folder.has("out.json"));
}

TEST_CASE("a source is not told of its own helpers") {
  Folder folder;
  Request request;
  Helper own = function(), other = function();
  own.file = std::filesystem::canonical(folder.put("a.cpp", "")).string();
  other.file = "/b/eos.cpp";
  request.sources = {folder / "a.cpp"};
  request.helpers = {folder.put("all.json", printHelpers({own, other}))};
  request.dryRun = true;
  std::vector<Helper> told;
  std::ostringstream out, error;
  static_cast<void>(
      run(request, {out, error, [&](const std::string&, const CompileCommand& command, FunctionListener*) {
                      told = command.helpers;
                      return FrontendResult{};
                    }}));
  REQUIRE(told.size() == 1);
  CHECK(told[0].file == "/b/eos.cpp");
}
