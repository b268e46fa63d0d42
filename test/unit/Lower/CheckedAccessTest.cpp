// Checked access: which calls of `at` cannot throw, and what the kernel says instead.
#include "../Fixtures/Parse.h"
#include "../Fixtures/PieceText.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& statements) {
  return modelOf(
      "#include <array>\n#include <memory>\n#include <vector>\n"
      "[[clustrix::cluster]] void f(std::vector<double>& v, std::vector<double>& w, std::vector<double>* q, "
      "std::unique_ptr<std::vector<double>>& u, std::array<double, 9>& z, int* a, int n) {\n" +
      statements + " }\n");
}
std::string body(const std::string& statements) {
  const LoopModel model = loop(statements);
  if (!model.effects.empty()) return model.effects[0].code;
  return pieceText(model.kernel.body, model);
}

}  // namespace

TEST_CASE("an index that is surely in range needs no check") {
  CHECK(body("for (std::size_t i = 0; i < v.size(); ++i) v.at(i) = 1;") == "v[i] = 1;");
  CHECK(body("for (std::size_t i = 1; i < v.size(); ++i) w[i] = v.at(i - 1) + v.at(i);") == "w[i] = v[i - 1] + v[i];");
  CHECK(body("for (int i = 0; i < (int)v.size(); ++i) v.at(i) = 1;") == "v[i] = 1;");
  CHECK(body("for (int i = 0; i < 9; ++i) z.at(i) = 1;") == "z[i] = 1;");
  CHECK(body("for (std::size_t i = 0; i < q->size(); ++i) q->at(i) = 1;") == "q[i] = 1;");
  CHECK(body("for (std::size_t i = 0; i < u->size(); ++i) u->at(i) = u->back();") == "u[i] = u.back();");
}

TEST_CASE("an index that may be out of range throws") {
  for (const char* statements :
       {"for (std::size_t i = 0; i < v.size(); ++i) v.at(i + 1) = 1;",
        "for (std::size_t i = 0; i < v.size(); ++i) v.at(i - 1) = 1;",
        "for (std::size_t i = 0; i < v.size(); ++i) w.at(i) = 1;", "for (int i = 0; i < n; ++i) v.at(i) = 1;",
        "for (int i = 0; i < n; ++i) z.at(i) = 1;", "for (int i = 0; i < 10; ++i) z.at(i) = 1;",
        "for (std::size_t i = 0; i < v.size(); ++i) v.at(a[i]) = 1;",
        "for (std::size_t i = 0; i <= v.size(); ++i) v.at(i) = 1;",
        "for (int i = n; i < (int)v.size(); ++i) v.at(i) = 1;"}) {
    INFO(statements);
    CHECK(body(statements) == "effect.exception");
  }
}

TEST_CASE("a size that the loop may change says nothing") {
  CHECK_FALSE(loop("for (std::size_t i = 0; i < v.size(); ++i) { v.pop_back(); w[i] = v.at(i); }").effects.empty());
}
