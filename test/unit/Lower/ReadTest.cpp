#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("a source that does not compile gives its diagnostics and no unit") {
  const auto result = SourceFile("int f() { return nothing; }\n").read();
  CHECK_FALSE(result.unit.has_value());
  CHECK_FALSE(result.unreadable);
  CHECK(result.diagnostics.find("use of undeclared identifier 'nothing'") != std::string::npos);
}

TEST_CASE("a missing source is told apart from a wrong one") {
  const auto result = readSource("/no/such/file.cpp", {});
  CHECK(result.unreadable);
}

TEST_CASE("dependencies name the source first and every header by its real path") {
  const auto unit = parse("#include <cstddef>\n");
  REQUIRE(unit.dependencies.size() > 1);
  CHECK(unit.dependencies[0] == unit.path);
  for (const std::string& file : unit.dependencies) CHECK(file.find("/../") == std::string::npos);
}

TEST_CASE("errors show in every body but those that the standard library keeps for itself") {
  const auto compiles = [](const std::string& name, const std::string& body) {
    const std::string header = "# 1 \"/library/header.h\" 1 3\n";
    const std::string inner = "namespace " + name + " {\ntemplate <class T> T inner(T x) { " + body + " }\n}\n";
    return SourceFile(header + inner + "# 2 \"source.cpp\" 2\nint f() { return 1; }\n").read().unit.has_value();
  };
  CHECK(compiles("std::__detail", "return nothing;"));
  CHECK_FALSE(compiles("std", "return nothing;"));
  CHECK_FALSE(compiles("vendor::__detail", "return nothing;"));
  CHECK(compiles("vendor::__detail", "return x;"));
}

TEST_CASE("what g++ only warns of is read") {
  const auto compiles = [](const std::string& body) {
    return SourceFile("enum Kind { one = 1 };\n#define TAIL \"b\"\nint f(int x, double d) {\n  " + body + "\n}\n")
        .read()
        .unit.has_value();
  };
  CHECK(compiles("unsigned u{x}; int a[] = {d}; return a[0] + u;"));
  CHECK(compiles("constexpr Kind kind = static_cast<Kind>(12); return kind + x;"));
  CHECK(compiles("register int r = x; return r;"));
  CHECK(compiles("return \"a\"TAIL[x];"));
  CHECK_FALSE(compiles("int a[] = {nothing}; return a[0];"));
}

TEST_CASE("what an editor has not saved is read in place of the files") {
  const SourceFile file("#include \"/clustrix-nowhere/own.h\"\nthis is no C++");
  CompileCommand command;
  command.unsaved = {{file.path(), "#include \"/clustrix-nowhere/own.h\"\nint f() { return own; }\n"},
                     {"/clustrix-nowhere/own.h", "inline int own = 1;\n"}};
  const auto result = readSource(file.path(), command);
  INFO(result.diagnostics);
  REQUIRE(result.unit.has_value());
  CHECK(result.unit->text == command.unsaved[file.path()]);
}
