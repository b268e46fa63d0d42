// Names in operands that nothing evaluates.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "#include <vector>\n#define SIZE sizeof(n)\nint shared[5];\n"
      "[[clustrix::cluster]] void f(double* a, std::vector<double>& v, int n) { double table[8] = {}; "
      "struct Local { int x; } local{1}; for (int i = 0; i < n; ++i) { " +
      statements + " } }\n");
}
/// The body's text, captures by their names.
std::string words(const std::string& statements) {
  const LoopModel model = body(statements);
  std::string result;
  for (const BodyPiece& piece : model.kernel.body)
    result += piece.kind == BodyPiece::Captured ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
                                                : piece.text;
  return result.substr(2, result.size() - 4);
}

}  // namespace

TEST_CASE("decltype of a variable from outside is its type") {
  CHECK(words("decltype(n) k = i; a[k] = 1;") == "int k = i; a[k] = 1;");
  CHECK(words("const decltype(a[0] + n) k = i; a[i] = k;") == "const double k = i; a[i] = k;");
  CHECK(words("a[i] = static_cast<decltype(n)>(0.5);") == "a[i] = static_cast<int>(0.5);");
}

TEST_CASE("decltype of a reference or a pointer can still be followed by any declarator") {
  CHECK(words("decltype(a[i]) x = a[i]; x = 1;") == "std::add_lvalue_reference_t<double> x = a[i]; x = 1;");
  CHECK(words("const decltype(a) p = a; p[i] = 1;") == "const std::remove_reference_t<double *> p = a; p[i] = 1;");
}

TEST_CASE("decltype of the body's own variables stays as it is written") {
  CHECK(words("double x = 1; decltype(x) y = x; a[i] = y;") == "double x = 1; decltype(x) y = x; a[i] = y;");
}

TEST_CASE("the size of an array from outside is that of the array") {
  CHECK(words("a[i] = sizeof(table) + sizeof n;") == "a[i] = sizeof(double[8]) + sizeof (int);");
  CHECK(words("a[i] = sizeof(int);") == "a[i] = sizeof(int);");
}

TEST_CASE("a number that a macro makes of an array is that number") {
  CHECK(words("a[i] = SIZE;").find("static_cast<unsigned long>(") != std::string::npos);
}

TEST_CASE("of arrays that all functions see the kernel has the elements alone, too") {
  CHECK(words("a[i] = shared[i % (sizeof shared / sizeof *shared)];").find("sizeof (int[5]) / sizeof (int)") !=
        std::string::npos);
}

TEST_CASE("what an expression may throw is answered as for the host's objects") {
  CHECK(words("a[i] = noexcept(v[i]) ? 1 : 2;") == "a[i] = true ? 1 : 2;");
  CHECK(words("a[i] = noexcept(v.at(i));") == "a[i] = false;");
  CHECK(words("if constexpr (noexcept(v.at(i))) a[i] = 1; else a[i] = 2;") == "if constexpr (false) ; else a[i] = 2;");
  CHECK(body("a[i] = noexcept(v[i]);").effects.empty());
}

TEST_CASE("what cannot be spelled keeps the loop on the host") {
  const auto isKept = [](const LoopModel& model) {
    return std::any_of(model.obstacles.begin(), model.obstacles.end(),
                       [](const Effect& obstacle) { return obstacle.code == "plan.not-expressible"; });
  };
  CHECK(isKept(body("decltype(local) x = local; a[i] = x.x;")));
  CHECK(isKept(body("decltype(v.begin()) it = v.begin(); a[i] = *it;")));
  CHECK_FALSE(isKept(body("decltype(n) x = n; a[i] = x;")));
}

TEST_CASE("an array whose type matters keeps the loop on the host") {
  const auto isKept = [](const LoopModel& model) {
    return std::any_of(model.obstacles.begin(), model.obstacles.end(), [](const Effect& obstacle) {
      return obstacle.message.find("as an array") != std::string::npos;
    });
  };
  CHECK(isKept(body("double s = 0; for (double x : table) s += x; a[i] = s;")));
  CHECK(isKept(body("for (int x : shared) a[i] += x;")));
  CHECK_FALSE(isKept(body("double own[2] = {1, 2}; double s = 0; for (double x : own) s += x; a[i] = s;")));
  CHECK_FALSE(isKept(body("a[i] = table[2] + *table + *(table + 1) + sizeof(table);")));
}

TEST_CASE("a head may tell its variable's type by another variable") {
  const LoopModel model =
      modelOf("[[clustrix::cluster]] void f(double* a, long n) { for (decltype(n) i = 0; i < n; ++i) a[i] = 1; }\n");
  CHECK(model.kernel.variable.type == "long");
}
