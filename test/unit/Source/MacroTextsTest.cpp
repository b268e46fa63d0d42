// Macros are written out where they stand in the way of a model, and are told of as they stand in the source.
#include "../Fixtures/MarkedBody.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string bodyOf(const std::string& macros, const std::string& statement) {
  const LoopModel model =
      modelOf(macros +
              "\n[[clustrix::cluster]] double f(double* a, const double* b, int* list, int n, int m) {\n"
              "  double s = 0; int count = 0;\n  for (int i = 0; i < n; ++i) { " +
              statement + " }\n  return s + count;\n}\n");
  CHECK_FALSE(hasEffect(model, "effect.macro"));
  return markedBody(model);
}

}  // namespace

TEST_CASE("a macro that assigns to a variable from before the loop is written out") {
  CHECK(bodyOf("#define STEP s += b[i];", "STEP").find("b[i];") != std::string::npos);
  const std::string kept = bodyOf("#define KEEP(x) if (x > 0) { list[count] = i; ++count; }", "KEEP(b[i])");
  CHECK(kept.find("KEEP") == std::string::npos);
  CHECK(kept.find("if (b[i] > 0)") != std::string::npos);
}

TEST_CASE("a macro that stands in nobody's way stays as it is") {
  CHECK(bodyOf("#define SQUARE(x) ((x) * (x))", "a[i] = SQUARE(b[i]);").find("SQUARE(b[i])") != std::string::npos);
  CHECK(bodyOf("#define SQUARE(x) ((x) * (x))", "s += SQUARE(b[i]);").find("SQUARE(b[i])") != std::string::npos);
  CHECK(bodyOf("#define SET a[i] = b[i]", "SET;").find("SET") != std::string::npos);
}

TEST_CASE("a macro of the system's headers stays as it is") {
  const std::string checked = bodyOf("#include <cassert>", "assert((s += b[i], true));");
  CHECK(checked.find("__assert_fail") == std::string::npos);
}

TEST_CASE("words are kept apart where they were apart, and where they would be one") {
  const std::string macros =
      "#define NEGATED(x) -x\n#define UNSIGNED unsigned\n#define COUNT(T) count += (T int)(-NEGATED(m))";
  CHECK(bodyOf(macros, "COUNT(UNSIGNED);").find("(unsigned int)(- -m)") != std::string::npos);
}

TEST_CASE("what a macro over several lines holds is told at the line where it begins") {
  const SourceUnit unit = parse(
      "#define STEP(x, y) s = s * x + y\n"
      "[[clustrix::cluster]] double f(const double* b, int n) {\n  double s = 0;\n"
      "  for (int i = 0; i < n; ++i) {\n    STEP(b[i],\n         2);\n  }\n"
      "  for (int i = 0; i < n; ++i) s += b[i];\n  return s;\n}\n");
  REQUIRE(unit.functions.at(0).loops.size() == 2);
  CHECK(unit.functions[0].loops[0].at.line == 4);
  CHECK(unit.functions[0].loops[1].at.line == 8);
  const LoopModel& model = unit.functions[0].loops[0].model;
  REQUIRE_FALSE(model.scalars.at(0).writes.empty());
  CHECK(model.scalars[0].writes[0].line == 5);
  const LoopSite& second = unit.functions[0].loops[1];
  CHECK(unit.text.substr(second.begin, 8) == "for (int");
  CHECK(unit.text.find("STEP(b[i],\n") != std::string::npos);
}

TEST_CASE("a macro whose text means something else when it is read again stays as it is") {
  const LoopModel model = modelOf(
      "#define twice(x) (twice((x) - 1))\ndouble(twice)(double x);\n"
      "#define STEP s = twice(s) + b[i]\n"
      "[[clustrix::cluster]] double f(const double* b, int n) {\n  double s = 0;\n"
      "  for (int i = 0; i < n; ++i) STEP;\n  return s;\n}\n");
  CHECK(hasEffect(model, "effect.call"));
}

TEST_CASE("a macro that is a block with a way out is written out, and one with a loop is not") {
  const auto of = [](const std::string& macro) {
    return modelOf("#include <cstdio>\n" + macro +
                   "\n[[clustrix::cluster]] void f(double* a, int n) {\n"
                   "  for (int i = 0; i < n; ++i) {\n    CHECKED(a[i] > 0);\n    a[i] = 2;\n  }\n}\n");
  };
  const LoopModel block = of("#define CHECKED(x) do { if (!(x)) { fprintf(stderr, #x); throw 1; } } while (0)");
  CHECK(block.effects.empty());
  CHECK(block.rollsBack);
  CHECK(of("#define CHECKED(x) if (!(x)) throw 1").rollsBack);
  CHECK(hasEffect(of("#define CHECKED(x) do { while (!(x)) throw 1; } while (0)"), "effect.macro"));
  CHECK(hasEffect(of("#define CHECKED(x) { for (;;) if (!(x)) throw 1; }"), "effect.macro"));
}

TEST_CASE("a number that counts its own uses is used as often as the source says") {
  const std::string counting = "#define ADD(x) s += (x) + __COUNTER__\n";
  const std::string function =
      "[[clustrix::cluster]] double f(const double* b, int n) {\n  double s = 0;\n"
      "  for (int i = 0; i < n; ++i) ADD(b[i]);\n  for (int i = 0; i < n; ++i) s += b[i];\n  return s;\n}\n";
  const SourceUnit unit = parse(counting + function + "static_assert(__COUNTER__ == 1);\n");
  CHECK(hasEffect(unit.functions.at(0).loops.at(0).model, "effect.macro"));
  CHECK(unit.functions[0].loops[1].model.effects.empty());
}
