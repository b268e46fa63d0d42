#include "Parse.h"

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
