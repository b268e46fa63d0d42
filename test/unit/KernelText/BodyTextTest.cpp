#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The body with the holes as `<name>`.
std::string bodyText(const LoopModel& model) {
  std::string result;
  for (const BodyPiece& piece : model.kernel.body) switch (piece.kind) {
      case BodyPiece::Text:
        result += piece.text;
        break;
      case BodyPiece::Captured:
        result += "<" + model.kernel.captures[static_cast<std::size_t>(piece.index)].name + ">";
        break;
      case BodyPiece::Counter:
        result += "<k>";
        break;
      case BodyPiece::Continue:
        result += "<continue>";
        break;
      case BodyPiece::UpdateBegin:
        result += "<begin>";
        break;
      case BodyPiece::UpdateEnd:
        result += "<end>";
        break;
      case BodyPiece::Function:
        result += "<" + model.kernel.functions[static_cast<std::size_t>(piece.index)].name + ">" + piece.text;
        break;
      case BodyPiece::AppendTo:
        result += "<" + model.appends[static_cast<std::size_t>(piece.index)].name + "+>" + piece.text;
        break;
      case BodyPiece::AssignBegin:
        result += "<assign>";
        break;
      case BodyPiece::AssignEnd:
        result += "<assigned>";
        break;
      case BodyPiece::HeadBegin:  // see InnerLoopsTest.cpp
      case BodyPiece::HeadEnd:
      case BodyPiece::LoopEnd:
      case BodyPiece::OnceBegin:
      case BodyPiece::OnceEnd:
        break;
      default:  // marks that no body of these tests has
        result += "<mark>";
        break;
    }
  return result;
}

}  // namespace

TEST_CASE("an assignment that some iterations skip is marked from its first character to its last") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] int f(const int* a, int n) {\n  int last = 0;\n"
      "  for (int i = 0; i < n; ++i) { if (a[i] > 2) { last = i; ++last; } }\n  return last;\n}\n");
  CHECK(bodyText(model) == "{ if (<a>[i] > 2) { <assign><last> = i<assigned>; <assign>++<last><assigned>; } }");
}

TEST_CASE("names from outside are holes, names of the body are text") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(double* a, double k, int n) {\n"
      "  for (int i = 0; i < n; ++i) { double x = a[i]; a[i] = x * k; }\n}\n");
  CHECK(bodyText(model) == "{ double x = <a>[i]; <a>[i] = x * <k>; }");
  CHECK(model.kernel.header == "for (int i = 0; i < n; ++i)");
}

TEST_CASE("continue of the loop itself is a hole, that of an inner loop is text") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(int* a, int n) {\n"
      "  for (int i = 0; i < n; ++i) { for (int j = 0; j < 2; ++j) continue; if (a[i]) continue; a[i] = 1; }\n}\n");
  CHECK(bodyText(model) == "{ for (int j = 0; j < 2; ++j) continue; if (<a>[i]) <continue>; <a>[i] = 1; }");
}

TEST_CASE("a single statement keeps its semicolon, also behind a brace") {
  CHECK(bodyText(modelOf("struct P { int x, y; };\n[[clustrix::cluster]] void f(P* p, int n) {"
                         " for (int i = 0; i < n; ++i) p[i] = P{i, 2}; }\n")) == "<p>[i] = P{i, 2};");
}

TEST_CASE("a range-for loop declares its variable from the counter") {
  CHECK(bodyText(modelOf("#include <vector>\n[[clustrix::cluster]] void f(std::vector<double>& v) {"
                         " for (double& x : v) x = 1; }\n")) == "double& x = <v>[<k>];\nx = 1;");
}

TEST_CASE("the function's own name is another one in a kernel, but for that of a failed assertion") {
  const auto loop = [](const std::string& statement) {
    return modelOf(
        "#include <cassert>\n[[clustrix::cluster]] void f(double* a, int n) {\n  for (int i = 0; i < n; ++i) { " +
        statement + " }\n}\n");
  };
  CHECK(hasEffect(loop("a[i] += sizeof(__func__);"), "effect.unknown-construct"));
  CHECK(hasEffect(loop("a[i] += __PRETTY_FUNCTION__[0];"), "effect.unknown-construct"));
  CHECK(loop("assert(a[i] > 0); a[i] = 1;").effects.empty());
}

TEST_CASE("a part of the loop in another file keeps it serial") {
  const auto inLoop = [](const std::string& line) {
    return modelOf(
        "#include <cstddef>\n[[clustrix::cluster]] void f(double* a, int n) {\n  for (int i = 0; i < n; ++i) {\n" +
        line + "\n    a[i] = 1;\n  }\n}\n");
  };
  CHECK(hasEffect(inLoop("#include <cstddef>"), "effect.unknown-construct"));
  CHECK(hasEffect(inLoop("  #  include <cstddef>"), "effect.unknown-construct"));
  CHECK(inLoop("// #include <cstddef>").effects.empty());
}

TEST_CASE("a number with a name stays in the text, and the kernel declares that of a function or class") {
  const auto body = [](const std::string& before, const std::string& inside, const std::string& text) {
    return bodyText(modelOf(before + "[[clustrix::cluster]] void f(double* a, int n) {\n  " + inside +
                            "\n  for (int i = 0; i < n; ++i) { " + text + " }\n}\n"));
  };
  CHECK(body("constexpr double kStep = 0.5; ", "", "a[i] = kStep;") == "{ <a>[i] = kStep; }");
  CHECK(body("namespace { const float kStep = 1e-3f; } ", "", "a[i] = kStep;") == "{ <a>[i] = kStep; }");
  // Its value is that of a variable, which may be another one each time the program runs.
  CHECK(body("double wide; const double kStep = wide; ", "", "a[i] = kStep;") == "{ <a>[i] = <kStep>; }");
  CHECK(body("", "constexpr double step = 0.1;", "constexpr double half = step / 2; a[i] = half;") ==
        "constexpr double step = 0.1;\n{ constexpr double half = step / 2; <a>[i] = half; }");
  CHECK(body("", "constexpr float step = -2;", "constexpr double half = step / 2; a[i] = half;") ==
        "constexpr float step = -2.0f;\n{ constexpr double half = step / 2; <a>[i] = half; }");
  CHECK(body("", "constexpr double step = 1e-7;", "a[i] = step;") == "{ <a>[i] = <step>; }");
}
