#include "StatementsInLoop.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using namespace clustrix::compiler::test::statements;

TEST_CASE("an enumerator of the function is said as its number, one of the file by its name") {
  CHECK(words("a[i + four] = two;") == "{ a[i + 4] = two; }");
  CHECK(words("a[i] = static_cast<int>(Kind::second);") == "{ a[i] = static_cast<int>(Kind::second); }");
}

TEST_CASE("what a choice or a test may leave out happens under its condition alone") {
  const auto condition = [](const std::string& statement) {
    const LoopModel model = loop(statement);
    for (const Access& access : model.accesses)
      if (model.arrays[static_cast<std::size_t>(access.array.value)].name == "b" && access.conditions.size() == 1)
        return (access.certain ? "certain " : "") + text(model, access.conditions[0]);
    return std::string();
  };
  CHECK(condition("a[i] = i > 3 ? b[i - 1] : 0;") == "k_i - 4");
  CHECK(condition("a[i] = i > 3 ? 0 : b[i];") == "-k_i + 3");
  CHECK(condition("if (i > 0 && b[i - 1] > 2) a[i] = 1;") == "k_i - 1");
  CHECK(condition("if (i < 4 || b[i] > 2) a[i] = 1;") == "k_i - 4");
  CHECK(condition("if (b[i] > 2 && i < 4) a[i] = 1;") == "");
}

TEST_CASE("expressions that the model knows nothing of are refused, and those that do nothing are not") {
  CHECK(loop("(void)n; +i, a[i] = sizeof(n) + int();").effects.empty());
  CHECK(hasEffect(loop("a[i] = reinterpret_cast<long*>(k)[i];"), "effect.pointer-cast"));
  CHECK(hasEffect(loop("a[i] = n > 3 ? 1 : throw 2;"), "effect.exception"));
  CHECK(hasEffect(loop("int* t = new int; *t = i; delete t;"), "effect.allocation"));
  CHECK(hasEffect(loop("int* t = &m; *t = i;"), "effect.pointer-unknown"));
  CHECK(hasEffect(loop("a[i] = s.*part;"), "effect.unknown-construct"));
}
