// Branches that instantiations of the function itself discard; LambdasTest.cpp has those of generic lambdas.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The body of the kernel for each instantiation, in their order.
std::vector<std::string> bodies(const std::string& body, const std::string& types) {
  std::string source =
      "#include <vector>\n"
      "template <class T> [[clustrix::cluster]] void f(T* a, const float* b, std::vector<T>& v, std::vector<float>& w, "
      "int n, int m) {\n"
      "  for (int i = 0; i < n; ++i) { " +
      body + " }\n}\n";
  for (const char type : types) {
    const std::string name = type == 'd' ? "double" : "float";
    source += "template void f<" + name + ">(" + name + "*, const float*, std::vector<" + name +
              ">&, std::vector<float>&, int, int);\n";
  }
  const SourceUnit unit = parse(source);
  const LoopSite& site = unit.functions.at(0).loops.at(0);
  std::vector<LoopModel> models = {site.model};
  for (const auto& other : site.otherInstantiations) models.push_back(other);
  std::vector<std::string> all;
  for (const LoopModel& model : models) {
    CHECK(model.effects.empty());
    all.emplace_back();
    for (const BodyPiece& piece : model.kernel.body)
      all.back() += piece.kind == BodyPiece::Captured
                        ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
                        : piece.text;
  }
  return all;
}
std::string body(const std::string& text) {
  const auto all = bodies(text, "d");
  REQUIRE(all.size() == 1);
  return all[0];
}

const std::string isSmall = "if constexpr (sizeof(T) < 8) ";

}  // namespace

TEST_CASE("a discarded branch goes where it names what only it needs") {
  CHECK(body(isSmall + "a[i] = b[i]; else a[i] = 2;") == "{ " + isSmall + "; else a[i] = 2; }");
  CHECK(body(isSmall + "{ a[i] = b[i]; } else { a[i] = 2; }") == "{ " + isSmall + "{} else { a[i] = 2; } }");
  CHECK(body("if constexpr (sizeof(T) == 8) a[i] = 2; else a[i] = b[i];") ==
        "{ if constexpr (sizeof(T) == 8) a[i] = 2; else ; }");
}

TEST_CASE("a variable that only the head names beside a discarded branch is none of the kernel's") {
  CHECK(body(isSmall + "a[i] = 2; else a[i] = b[i];") == "{ " + isSmall + "a[i] = 2; else a[i] = b[i]; }");
  CHECK(body("if constexpr (sizeof(T) == 8) a[i] = 2; else a[i] = n;") ==
        "{ if constexpr (sizeof(T) == 8) a[i] = 2; else ; }");
  CHECK(body("if constexpr (sizeof(T) == 8) a[i] = n; else a[i] = n + 1;") ==
        "{ if constexpr (sizeof(T) == 8) a[i] = n; else a[i] = n + 1; }");
}

TEST_CASE("a discarded branch stays where the kernel has all that it names") {
  CHECK(body(isSmall + "a[i] = 3; else a[i] = 2;") == "{ " + isSmall + "a[i] = 3; else a[i] = 2; }");
  CHECK(body(isSmall + "{ T x = i; x += 1; } else a[i] = 2;") ==
        "{ " + isSmall + "{ T x = i; x += 1; } else a[i] = 2; }");
}

TEST_CASE("what a kernel's container cannot do goes, unless its type depends on the template's") {
  CHECK(body(isSmall + "w.clear(); else a[i] = w[i];") == "{ " + isSmall + "; else a[i] = w[i]; }");
  CHECK(body(isSmall + "v.clear(); else v[i] = 2;") == "{ " + isSmall + "v.clear(); else v[i] = 2; }");
}

TEST_CASE("each instantiation has the branches of its own") {
  const auto both = bodies(isSmall + "a[i] = b[i]; else a[i] = m;", "df");
  REQUIRE(both.size() == 2);
  CHECK(both[0] == "{ " + isSmall + "; else a[i] = m; }");
  CHECK(both[1] == "{ " + isSmall + "a[i] = b[i]; else ; }");
}

TEST_CASE("a branch in a discarded one goes with it") {
  CHECK(body(isSmall + "{ if constexpr (sizeof(T) < 2) a[i] = b[i]; else a[i] = b[0]; } else a[i] = 2;") ==
        "{ " + isSmall + "{} else a[i] = 2; }");
}
