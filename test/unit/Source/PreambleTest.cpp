#include "Source/Preamble.h"

#include "clustrix/Frontend.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

using namespace clustrix::compiler;

namespace {

constexpr const char* loops =
    "[[clustrix::cluster]] void f(double* a, int n) {\n  for (int i = 0; i < n; ++i) a[i] = twice(a[i]);\n}\n";

/// A source and its headers, which are nowhere on the disk.
class Editor {
 public:
  Editor() { command.arguments = {"-std=c++20"}; }
  CompileCommand command;

  void write(const std::string& name, const std::string& text) { command.unsaved["/clustrix-nowhere/" + name] = text; }
  std::string source() const { return "/clustrix-nowhere/a.cpp"; }
  /// Whether there is one now, for readings of this text.
  bool keep(const std::string& text) {
    write("a.cpp", text);
    command.preamble = precompile(source(), command);
    return command.preamble && command.preamble->isThere();
  }
  FrontendResult read() const { return readSource(source(), command); }
  /// Codes of what stands in the way of the first loop.
  std::string effects() const {
    const FrontendResult result = read();
    INFO(result.diagnostics);
    REQUIRE(result.unit);
    REQUIRE(!result.unit->functions.empty());
    std::string codes;
    for (const Effect& effect : result.unit->functions[0].loops[0].model.effects) codes += effect.code + " ";
    return codes;
  }
};

}  // namespace

TEST_CASE("a preamble is the includes that a text begins with") {
  const auto of = [](const std::string& text) { return text.substr(0, preambleEnd(text)); };
  CHECK(of("#include <vector>\n#include \"a.h\"  // ours\nint x;\n") ==
        "#include <vector>\n#include \"a.h\"  // ours\n");
  CHECK(of("// first\n\n# include <a>\n\n// then\nint x;\n#include <b>\n") == "// first\n\n# include <a>\n");
  CHECK(of("#include <a>\n#define N 3\n#include <b>\n") == "#include <a>\n");
  CHECK(of("#include <a>\n#if N\n#include <b>\n#endif\n") == "#include <a>\n");
  CHECK(of("#include HEADER\n").empty());
  CHECK(of("int x;\n#include <a>\n").empty());
  CHECK(of("#include <a>").empty());
  CHECK(of("").empty());
}

TEST_CASE("what stands behind kept headers is read as it is with them, and so are its dependencies") {
  Editor editor;
  editor.write("t.h", "inline double twice(double x) { return 2 * x; }\n");
  const std::string text = std::string("#include \"t.h\"\n#include <cstddef>\n") + loops;
  editor.write("a.cpp", text);
  const FrontendResult plain = editor.read();
  REQUIRE(editor.keep(text));
  const FrontendResult kept = editor.read();
  REQUIRE(kept.unit);
  CHECK(kept.unit->text == plain.unit->text);
  CHECK(kept.unit->functions[0].loops[0].at == plain.unit->functions[0].loops[0].at);
  // All but those that a header only asks for, by __has_include.
  const std::set<std::string> before(plain.unit->dependencies.begin(), plain.unit->dependencies.end());
  const std::set<std::string> after(kept.unit->dependencies.begin(), kept.unit->dependencies.end());
  CHECK(std::includes(before.begin(), before.end(), after.begin(), after.end()));
  const auto isHeader = [](const std::string& file) { return file.ends_with("/cstddef"); };
  CHECK(std::any_of(after.begin(), after.end(), isHeader));
  CHECK(after.contains("/clustrix-nowhere/t.h"));
  CHECK(editor.effects().empty());
}

TEST_CASE("headers are kept while they stay what they are, and then read again") {
  Editor editor;
  editor.write("t.h", "inline double twice(double x) { return 2 * x; }\n");
  const std::string text = std::string("#include \"t.h\"\n") + loops;
  REQUIRE(editor.keep(text));
  const auto first = editor.command.preamble;
  REQUIRE(editor.keep(text + "int more;\n"));
  CHECK(editor.command.preamble == first);
  editor.write("t.h", "double twice(double x); /* of the same size */ \n");
  CHECK(editor.effects() == "effect.call ");
  REQUIRE(editor.keep(text));
  CHECK(editor.command.preamble != first);
}

TEST_CASE("other includes and other flags are read without what was kept") {
  Editor editor;
  editor.write("t.h",
               "#ifdef PURE\ninline double twice(double x) { return 2 * x; }\n#else\ndouble twice(double);\n#endif\n");
  editor.write("u.h", "inline double twice(double x) { return x + x; }\n");
  REQUIRE(editor.keep(std::string("#include \"t.h\"\n") + loops));
  CHECK(editor.effects() == "effect.call ");
  editor.command.arguments.push_back("-DPURE");
  CHECK(editor.effects().empty());
  editor.command.arguments.pop_back();
  editor.write("a.cpp", std::string("#include \"u.h\"\n") + loops);
  CHECK(editor.effects().empty());
}

TEST_CASE("headers with errors are not kept, and the errors are told each time") {
  for (const auto& [header, error] : {std::pair("int x = nothing;\n", "undeclared identifier 'nothing'"),
                                      std::pair("#include \"missing.h\"\n", "'missing.h' file not found"),
                                      std::pair("[[clutsrix::cluster]] void f();\n", "unknown attribute")}) {
    Editor editor;
    editor.write("t.h", header);
    CHECK_FALSE(editor.keep("#include \"t.h\"\n"));
    for (int reading = 0; reading < 2; ++reading) CHECK(editor.read().diagnostics.find(error) != std::string::npos);
  }
}

TEST_CASE("headers that say what is looked for in tokens and macros are not kept") {
  const auto isKept = [](const std::string& header) {
    Editor editor;
    editor.write("t.h", header);
    const bool kept = editor.keep("#include \"t.h\"\nint x;\n");
    CHECK(editor.read().unit.has_value());
    return kept;
  };
  CHECK_FALSE(isKept("[[clustrix::reduction(0)]] inline int add(int a, int b) { return a + b; }\n"));
  CHECK_FALSE(isKept("#include <cerrno>\ninline bool failed() { return errno != 0; }\n"));
  CHECK_FALSE(isKept("constexpr int first = __COUNTER__;\n"));
  CHECK(isKept("[[nodiscard]] inline int add(int a, int b) { return a + b; }\n"));
  CHECK(isKept("#include <cerrno>\n"));
}

TEST_CASE("nothing is kept where a macro of the command line may stand for an attribute") {
  Editor editor;
  editor.write("t.h", "SPREAD void f();\n");
  editor.command.arguments.push_back("-DSPREAD=[[clustrix::cluster]]");
  CHECK_FALSE(editor.keep("#include \"t.h\"\n"));
}

TEST_CASE("what could not be kept is not tried again for the same beginning") {
  Editor editor;
  editor.write("t.h", "int x = nothing;\n");
  REQUIRE_FALSE(editor.keep("#include \"t.h\"\n"));
  const auto first = editor.command.preamble;
  editor.keep("#include \"t.h\"\nint more;\n");
  CHECK(editor.command.preamble == first);
  editor.keep("#include \"u.h\"\n");
  CHECK(editor.command.preamble != first);
}

TEST_CASE("macros of kept headers are known behind them") {
  Editor editor;
  editor.write("t.h",
               "#define FACTOR 2\n#define PRAGMA _Pragma(\"GCC ivdep\")\ninline double twice(double x) { return FACTOR "
               "* x; }\n");
  const std::string text =
      "#include \"t.h\"\n[[clustrix::cluster]] void f(double* a, int n) {\n  PRAGMA\n"
      "  for (int i = 0; i < n; ++i) a[i] = twice(a[i]) * FACTOR;\n}\n";
  REQUIRE(editor.keep(text));
  CHECK(editor.effects().empty());
  editor.write("a.cpp", "#include \"t.h\"\n#undef FACTOR\n#define FACTOR 3\n" + std::string(loops));
  const std::string kept = editor.effects();
  editor.command.preamble = nullptr;
  CHECK(editor.effects() == kept);
}

TEST_CASE("templates of kept headers are instantiated for what stands behind them, and specialised there") {
  Editor editor;
  editor.write("t.h",
               "template <class T> struct Twice { static T of(T x) { return 2 * x; } };\n"
               "template <class T> T twice(T x) { return Twice<T>::of(x); }\ninline int four() { return twice(2); }\n"
               "double outside();\n");
  const std::string special =
      "template <> struct Twice<double> { static double of(double x) { return x + outside(); } };\n";
  REQUIRE(editor.keep(std::string("#include \"t.h\"\n") + loops));
  CHECK(editor.effects().empty());
  REQUIRE(editor.keep("#include \"t.h\"\n" + special + loops));
  CHECK(editor.effects() == "effect.call ");
}

TEST_CASE("a source that cannot be read has none") { CHECK(precompile("/clustrix-nowhere/b.cpp", {}) == nullptr); }
