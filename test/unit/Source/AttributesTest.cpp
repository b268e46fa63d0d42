#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("keys of the attribute reach the options, also through a macro") {
  const auto unit = parse(R"(
#define SPREAD(...) [[clustrix::cluster(__VA_ARGS__)]]
SPREAD(gpus = 2, schedule = "dynamic", math = "fast") void f(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = 0; }
)");
  REQUIRE(unit.functions.size() == 1);
  CHECK(unit.functions[0].options.gpus == 2);
  CHECK(unit.functions[0].options.schedule == Schedule::Dynamic);
  CHECK(unit.functions[0].options.math == Math::Fast);
  CHECK_FALSE(unit.functions[0].options.cores.has_value());
}

TEST_CASE("a wrong key, type or value is an error at the key") {
  for (const char* arguments : {"speed = 2", "gpus = 0", "gpus = \"two\"", "complexity_threshold = 6",
                                "math = \"quick\"", "math = 1", "gpus 2"}) {
    const SourceFile file("[[clustrix::cluster(" + std::string(arguments) + ")]] void f() {}\n");
    const auto result = file.read();
    INFO(arguments);
    CHECK_FALSE(result.unit.has_value());
    CHECK(result.diagnostics.find(":1:21: error: ") != std::string::npos);
  }
}

TEST_CASE("a statement attribute marks its own loop alone") {
  const auto unit = parse(R"(
[[clustrix::cluster]] void f(double* a, int n) {
  [[clustrix::serial]] for (int i = 0; i < n; ++i) a[i] = 0;
  [[clustrix::independent]] for (int i = 0; i < n; ++i) a[i] = 1;
  for (int i = 0; i < n; ++i) a[i] = 2;
}
)");
  const auto& loops = unit.functions[0].loops;
  REQUIRE(loops.size() == 3);
  CHECK((loops[0].model.forcedSerial && !loops[0].model.asserted));
  CHECK((loops[1].model.asserted && !loops[1].model.forcedSerial));
  CHECK((!loops[2].model.asserted && !loops[2].model.forcedSerial));
}

TEST_CASE("an annotation on a declaration holds for the definition") {
  const auto unit = parse(R"(
[[clustrix::cluster]] void f(double* a, int n);
void f(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = 0; }
)");
  REQUIRE(unit.functions.size() == 1);
  CHECK(unit.text.substr(unit.functions[0].kernelsAt, 6) == "void f");
}
