// Headers with annotated functions, in the text of the source that uses them.
#include "../Fixtures/Headers.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string scale =
    "template <class T> [[clustrix::cluster]] void scale(T* a, int n) {\n  for (int i = 0; i < n; ++i) a[i] *= 2;\n}\n";
const std::string use = "void use(double* a) { scale(a, 9); }\n";

/// `file:line name` of each annotated function.
std::vector<std::string> places(const SourceUnit& unit) {
  std::vector<std::string> all;
  for (const AnnotatedFunction& function : unit.functions)
    all.push_back(function.at.file + ":" + std::to_string(function.at.line) + " " + function.name);
  return all;
}

using Places = std::vector<std::string>;

}  // namespace

TEST_CASE("a header with a function that the source uses stands in its text, and its places are the header's") {
  const SourceWithHeaders source(
      {{"grid.h", "#pragma once\n" + scale}, {"main.cpp", "int before;\n#include \"grid.h\"\n" + use}});
  const SourceUnit unit = source.unit();
  CHECK(places(unit) == Places{"grid.h:2 scale"});
  CHECK(unit.text == "int before;\n#line 1 \"grid.h\"\n// #pragma once\n" + scale + "#line 3 \"main.cpp\"\n" + use);
  const LoopSite& loop = unit.functions.at(0).loops.at(0);
  CHECK(loop.at == SourcePoint{"grid.h", 3, 3});
  CHECK(loop.model.at == loop.at);
  CHECK(loop.model.accesses.at(0).at == SourcePoint{"grid.h", 3, 31});
  CHECK(unit.text.substr(loop.begin, 3) == "for");
  REQUIRE(unit.files().size() == 2);
  CHECK(unit.files()[0].path == "main.cpp");
  CHECK(unit.files()[0].text == "int before;\n#include \"grid.h\"\n" + use);
  CHECK(unit.files()[1].path == "grid.h");
  CHECK(unit.files()[1].text == "#pragma once\n" + scale);
  CHECK(unit.fileLine(5) == 3);
  CHECK(unit.fileLine(1) == 1);
  CHECK(unit.fileLine(8) == 3);
}

TEST_CASE("what includes such a header stands there as well, and each only once") {
  const SourceWithHeaders source({{"grid.h", "#ifndef GRID\n#define GRID\n" + scale + "#endif\n"},
                                  {"step.h", "#pragma once\n#include \"grid.h\"\nint step;\n"},
                                  {"main.cpp", "#include \"step.h\"\n#include \"grid.h\"\n" + use}});
  CHECK(source.unit().text ==
        "#line 1 \"step.h\"\n// #pragma once\n#line 1 \"grid.h\"\n#ifndef GRID\n#define GRID\n" + scale +
            "#endif\n#line 3 \"step.h\"\nint step;\n#line 2 \"main.cpp\"\n// #include \"grid.h\"\n" + use);
}

TEST_CASE("a header that is read each time it is included stands in the text each time") {
  const SourceWithHeaders source(
      {{"each.h", "[[clustrix::cluster]] static void NAME(int* a) {\n  for (int i = 0; i < 9; ++i) a[i] = i;\n}\n"},
       {"main.cpp",
        "#define NAME one\n#include \"each.h\"\n#undef NAME\n#define NAME two\n#include \"each.h\"\n"
        "void use(int* a) { one(a); two(a); }\n"}});
  CHECK(places(source.unit()) == Places{"each.h:1 one", "each.h:1 two"});
}

TEST_CASE("what a header includes by a name of its own folder is named from the source's") {
  const SourceWithHeaders source({{"lib/sizes.h", "constexpr int size = 9;\n"},
                                  {"lib/grid.h", "#include \"sizes.h\"  // for size\n#include <cstddef>\n" + scale},
                                  {"main.cpp", "#include <grid.h>\n" + use}});
  const std::string text = source.unit({"-Ilib"}).text;
  CHECK(text.find("#line 1 \"lib/grid.h\"\n#include \"lib/sizes.h\"  // for size\n#include <cstddef>\n") == 0);
}

TEST_CASE("a header of which nothing is used, or nothing is annotated, is left alone") {
  const std::string text = "#include \"grid.h\"\nint alone;\n";
  CHECK(SourceWithHeaders({{"grid.h", scale}, {"main.cpp", text}}).unit().text == text);
  const SourceWithHeaders plain(
      {{"grid.h", "inline void scale(double* a, int n) { a[0] = n; }\n"}, {"main.cpp", "#include \"grid.h\"\n" + use}});
  CHECK(plain.unit().text == "#include \"grid.h\"\n" + use);
  CHECK(plain.unit().written.empty());
}

TEST_CASE("of a header's functions those are rewritten that the source uses") {
  const std::string members =
      "struct Grid {\n  [[clustrix::cluster]] void used(int* a) { for (int i = 0; i < 9; ++i) a[i] = i; }\n"
      "  [[clustrix::cluster]] void unused(int* a) { for (int i = 0; i < 9; ++i) a[i] = i; }\n"
      "  [[clustrix::cluster]] virtual void made(int* a) { for (int i = 0; i < 9; ++i) a[i] = i; }\n};\n";
  const SourceWithHeaders source(
      {{"grid.h", members}, {"main.cpp", "#include \"grid.h\"\nvoid f(int* a) { Grid().used(a); }\n"}});
  CHECK(places(source.unit()) == Places{"grid.h:2 Grid::used", "grid.h:4 Grid::made"});
}

TEST_CASE("a header that cannot stand in the source's text is told with the reason, and left alone") {
  const auto refusal = [](std::map<std::string, std::string> files, const std::vector<std::string>& flags = {}) {
    files.emplace("grid.h", scale);
    files.emplace("main.cpp", "#include \"grid.h\"\n" + use);
    const FrontendResult result = SourceWithHeaders(files).read(flags);
    REQUIRE(result.unit.has_value());
    CHECK(result.unit->functions.empty());
    CHECK(result.unit->text == files.at("main.cpp"));
    return result.diagnostics;
  };
  const auto has = [](const std::string& text) { return Catch::Contains(text); };
  CHECK_THAT(refusal({{"main.cpp", use}}, {"-include", "grid.h"}), has("a flag of the command line includes it"));
  CHECK_THAT(refusal({{"main.cpp", "#include \"grid.h\" /* and\nmore */\n" + use}}),
             has("'main.cpp' includes it on line 1, which holds more than that"));
  CHECK_THAT(refusal({{"grid.h", "#if __has_include(\"sizes.h\")\n#endif\n" + scale}}), has("__has_include"));
  CHECK_THAT(refusal({{"grid.h", scale + "// the end \\"}}), has("ends in a backslash"));
}

TEST_CASE("edits that a remark proposes are those of the header's own text") {
  const std::string writes =
      "#pragma once\ninline double twice(double x);\n"
      "[[clustrix::cluster]] inline void scale(double* a, int n) {\n  double t;\n"
      "  for (int i = 0; i < n; ++i) { t = a[i]; a[i] = t * 2; }\n}\n";
  const SourceWithHeaders source({{"grid.h", writes}, {"main.cpp", "#include \"grid.h\"\n" + use}});
  const SourceUnit unit = source.unit();
  for (const Effect& effect : unit.functions.at(0).loops.at(0).model.effects)
    for (const Edit& edit : effect.edits) CHECK(edit.end <= writes.size());
  CHECK(unit.functions.at(0).loops.at(0).at.line == 5);
}

TEST_CASE("an attribute where only other compilers take it is found in a header, too") {
  const std::string lambda =
      "inline void scale(double* a, int n) {\n"
      "  const auto each = [a](int m) [[clustrix::cluster]] { for (int i = 0; i < m; ++i) a[i] = 1; };\n  "
      "each(n);\n}\n";
  const SourceWithHeaders source({{"grid.h", lambda}, {"main.cpp", "#include \"grid.h\"\n" + use}});
  const SourceUnit unit = source.unit();
  REQUIRE(unit.functions.size() == 1);
  CHECK(unit.files()[1].text == lambda);
  CHECK(unit.functions[0].loops.at(0).at == SourcePoint{"grid.h", 2, 56});
}

TEST_CASE("a wrong attribute in a header is an error there") {
  const SourceWithHeaders source(
      {{"grid.h", "\n[[clustrix::cluster(gpus = -1)]] inline void scale(double* a, int n) { a[n] = 0; }\n"},
       {"main.cpp", "#include \"grid.h\"\n" + use}});
  const FrontendResult result = source.read();
  CHECK_FALSE(result.unit.has_value());
  CHECK_THAT(result.diagnostics, Catch::Contains("grid.h:2:") && Catch::Contains("error:"));
}

TEST_CASE("where a header of the system reads it once more, it is left alone as well") {
  const SourceWithHeaders source({{"grid.h", "#pragma once\n" + scale},
                                  {"sys/all.h", "#include <grid.h>\n"},
                                  {"main.cpp", "#include \"grid.h\"\n#include <all.h>\n" + use}});
  const FrontendResult result = source.read({"-isystem", "sys", "-I."});
  REQUIRE(result.unit.has_value());
  CHECK(result.unit->functions.empty());
  CHECK_THAT(result.diagnostics, Catch::Contains("redefinition of 'scale' [clustrix-header]"));
}
