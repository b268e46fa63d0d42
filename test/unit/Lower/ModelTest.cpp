#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& before, const std::string& body, const std::string& behind = "return 0;") {
  return modelOf("[[clustrix::cluster]] int f(int* a, const int* c, int n) {\n  " + before +
                 "\n  for (int i = 0; i < n; ++i) { " + body + " }\n  " + behind + "\n}\n");
}

/// The subscript of the first write of `a`, "any" where it is not known.
std::string written(const LoopModel& model) {
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) return access.index ? text(model, *access.index) : "any";
  return "nothing";
}

}  // namespace

TEST_CASE("what an iteration writes at its end is not known at the begin of the next one") {
  CHECK(written(loop("int k = n;", "a[i + k] = 1;")) == "k_i + k");
  CHECK(written(loop("int k = n;", "a[i + k] = 1; k = c[i];")) == "any");
  CHECK(written(loop("int k = n, m = n;", "a[i + k] = 1; k = m; m = c[i];")) == "any");
  CHECK(written(loop("int k = n;", "a[i + k] = 1; for (int j = 0; j < 3; ++j) if (c[j]) k = c[i];")) == "any");
}

TEST_CASE("a scalar lives on where something may read it, jumps back to it among these") {
  const auto isLive = [](const LoopModel& model) {
    REQUIRE(model.scalars.size() == 1);
    return model.scalars[0].liveAfter;
  };
  CHECK(isLive(loop("int last;", "last = c[i]; a[i] = last;", "return last;")));
  CHECK_FALSE(isLive(loop("int last;", "last = c[i]; a[i] = last;")));
  CHECK(isLive(loop("int last = 0; again: ;", "last = c[i]; a[i] = last;", "if (n-- > 9) goto again; return 0;")));
}

TEST_CASE("an array of a fixed size is told as a whole, to be each iteration's own") {
  const auto ownType = [](const std::string& declaration, const std::string& behind) {
    const LoopModel model = loop(declaration, "t[i % 4][1] = c[i]; a[i] = t[0][1];", behind);
    for (const ArrayObject& array : model.arrays)
      if (array.name == "t") return array.ownType;
    FAIL("no such array");
    return std::string();
  };
  CHECK(ownType("int t[4][2];", "return 0;") == "int[4][2]");
  CHECK(ownType("int t[4][2];", "return t[1][1];") == "int[4][2]");
  CHECK(ownType("static int t[4][2];", "return 0;") == "int[4][2]");
  CHECK(ownType("static int t[40000][2];", "return 0;") == "");
  CHECK(ownType("int (*t)[2] = reinterpret_cast<int (*)[2]>(a);", "return 0;") == "");
}

TEST_CASE("the counter has its last value behind the loop where that may be read") {
  const auto finalVariable = [](const std::string& behind) {
    return modelOf("[[clustrix::cluster]] int f(int* a, int n) {\n  int i;\n  for (i = 0; i < n; ++i) a[i] = 1;\n  " +
                   behind + "\n}\n")
        .kernel.finalVariable;
  };
  CHECK(finalVariable("return i;") == "i");
  CHECK(finalVariable("return 0;") == "");
  CHECK(finalVariable("i = 3; return i;") == "");
}

TEST_CASE("a loop that calls too much to look through is refused, and not half looked through") {
  const auto calling = [](int levels) {
    std::string functions = "inline int g0(int x) { return x + 1; }\n";
    for (int level = 1; level <= levels; ++level) {
      const std::string below = "g" + std::to_string(level - 1) + "(x)";
      functions += "inline int g" + std::to_string(level) + "(int x) { return " + below + " + " + below + "; }\n";
    }
    return modelOf(functions + "[[clustrix::cluster]] void f(int* a, int n) {\n  for (int i = 0; i < n; ++i) a[i] = g" +
                   std::to_string(levels) + "(i);\n}\n");
  };
  CHECK(calling(8).effects.empty());
  const LoopModel most = calling(22);
  REQUIRE(most.effects.size() == 1);
  CHECK(most.effects[0].code == "analysis.budget");
  CHECK(most.accesses.empty());
}
