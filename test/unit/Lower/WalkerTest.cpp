// One walk over a loop: what it leaves, and what it has learnt for the next walk.
#include "../Fixtures/WalkedLoop.h"

#include <algorithm>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

using Names = std::set<std::string>;

/// A walk over the first loop of these statements.
struct Walked {
  WalkedLoop loop;
  Walker& walker;

  explicit Walked(const std::string& statements)
      : loop(
            "struct Pair { int first, second; };\n"
            "void f(double* x, const double* w, const int* at, const bool* flags, double* const* rows, Pair* pairs,\n"
            "       double& sum, int i, int n, int m) {\n" +
            statements + "\n}\n"),
        walker(loop.run()) {}

  bool hasEffect(const std::string& code) const {
    const auto& effects = walker.model.effects;
    return std::any_of(effects.begin(), effects.end(), [&](const Effect& effect) { return effect.code == code; });
  }
  std::string text(const Polynomial& value) const {
    return value.str([&](SymbolId id) { return walker.model.symbols[static_cast<std::size_t>(id.value)].name; });
  }
};

/// The elements that one loop over j with this body could see as variables.
Names promotable(const std::string& body, const std::string& end = "n") {
  return Walked("for (int j = 0; j < " + end + "; ++j) { " + body + " }").walker.promotable();
}

/// The arrays of which it reads fixed elements only.
Names fixed(const std::string& body) { return Walked("for (int j = 0; j < n; ++j) { " + body + " }").walker.fixed(); }

bool writesMemory(const std::string& body) {
  return Walked("double own = 0; for (int j = 0; j < n; ++j) { " + body + " }").walker.written.memory;
}

}  // namespace

TEST_CASE("a walk leaves the loop's accesses, the edits of its text and what it writes") {
  Walked walked("int last = 0; for (int j = 0; j < n; ++j) { x[j] = w[j]; last = j; }");
  const LoopModel& model = walked.walker.model;
  REQUIRE(model.accesses.size() == 2);
  CHECK(model.accesses[0].kind == AccessKind::Read);
  CHECK(model.accesses[1].certain);
  CHECK(model.loops.size() == 1);
  CHECK(walked.walker.edits.size() >= 2);
  CHECK(walked.walker.written.inLoop.size() == 1);
}

TEST_CASE("the element that a loop writes beside others elsewhere is promotable, named as the host would") {
  CHECK(promotable("x[i] -= w[j] * x[j];", "i") == Names{"x[static_cast<clustrix::Index>(i)]"});
  CHECK(promotable("x[3] = w[j];") == Names{"x[3]"});
  CHECK(promotable("x[i] = w[j] * x[m];") == Names{"x[static_cast<clustrix::Index>(i)]"});
}

TEST_CASE("elements that may be the one that is written keep it from being promotable") {
  CHECK(promotable("x[i] -= w[j] * x[j];", "i + 1").empty());
  CHECK(promotable("x[i] = w[j]; x[m] = w[j];").empty());
  CHECK(promotable("x[j] = w[j];").empty());
  CHECK(promotable("x[at[j]] = 1;").empty());
  CHECK(promotable("x[i] = x[at[j]];").empty());
}

TEST_CASE("only whole numbers that are written are promotable") {
  CHECK(promotable("sum += x[i];").empty());
  CHECK(promotable("pairs[i].first = 1;").empty());
  CHECK(promotable("pairs[i] = pairs[j];").empty());
}

TEST_CASE("integers and pointers that are read at fixed places are fixed, numbers of no loop's bound are not") {
  CHECK(fixed("x[j] = at[0] + at[m];") == Names{"at"});
  CHECK(fixed("x[j] = rows[i][j];") == Names{"rows"});
  CHECK(fixed("x[j] = w[0];").empty());
  CHECK(fixed("x[j] = flags[0];").empty());
}

TEST_CASE("an array with one element that varies, or that is written, is not fixed") {
  CHECK(fixed("x[j] = at[0] + at[j];").empty());
  CHECK(fixed("int* p = const_cast<int*>(at); p[0] = j; x[j] = p[1];").empty());
}

TEST_CASE("what not every iteration reads is fixed only where a head or an element depends on it") {
  CHECK(fixed("if (w[j] > 0) x[j] = at[0];").empty());
  CHECK(fixed("if (w[j] > 0) for (int k = 0; k < at[0]; ++k) x[j] += 1;") == Names{"at"});
  CHECK(fixed("if (w[j] > 0) x[j] = rows[0][j];") == Names{"rows"});
}

TEST_CASE("memory is written through arrays and references, and not in variables of the function's own") {
  CHECK(writesMemory("x[j] = 1;"));
  CHECK(writesMemory("sum += 1;"));
  CHECK(writesMemory("sum = w[j];"));
  CHECK_FALSE(writesMemory("own += x[j] + sum;"));
  CHECK_FALSE(writesMemory("int k = j; ++k;"));
}

TEST_CASE("a jump into the loop is told as what it is") {
  CHECK(Walked("int j; if (n > 3) goto in; for (j = 0; j < n; ++j) { in: x[j] = 1; }").hasEffect("effect.goto"));
  CHECK(Walked("int j; switch (n) { default: for (j = 0; j < n; ++j) { case 1: x[j] = 1; } }")
            .hasEffect("effect.switch"));
  CHECK_FALSE(Walked("switch (n) { default: for (int j = 0; j < n; ++j) x[j] = 1; }").hasEffect("effect.switch"));
}

TEST_CASE("an access in a loop that may end early is not certain in it") {
  const auto certain = [](const std::string& inner) {
    const Walked walked("for (int j = 0; j < n; ++j) for (int k = 0; k < m; ++k) { " + inner + " }");
    const auto& accesses = walked.walker.model.accesses;
    const auto write = std::find_if(accesses.begin(), accesses.end(),
                                    [](const Access& access) { return access.kind == AccessKind::Write; });
    REQUIRE(write != accesses.end());
    return write->certain;
  };
  CHECK(certain("x[k] = 1;"));
  CHECK_FALSE(certain("x[k] = 1; if (w[k] > 0) break;"));
}

TEST_CASE("a value that runs through a loop of its own lies in it") {
  const Walked walked("for (int j = 0; j < n; ++j) x[j % m] = 1;");
  const LoopModel& model = walked.walker.model;
  REQUIRE(model.accesses.size() == 1);
  REQUIRE(walked.text(*model.accesses[0].index) == "remainder");
  CHECK(model.accesses[0].loops == std::vector<int>{0, 2});
  CHECK_FALSE(model.accesses[0].certain);
}

TEST_CASE("a loop that may be left can begin again at a later iteration, another one need not") {
  CHECK(Walked("for (int j = 0; j < n; ++j) if (w[j] > 3) break;").walker.model.restart);
  CHECK(Walked("for (int j = 0; j < n && w[j] < 3; ++j) sum += 1;").walker.model.restart);
  CHECK_FALSE(Walked("for (int j = 0; j < n; ++j) x[j] = 1;").walker.model.restart);
  CHECK_FALSE(Walked("for (int j = 0; j < n && j < m; ++j) x[j] = 1;").walker.model.restart);
}

TEST_CASE("what holds around the loop is known in it") {
  const auto knows = [](const std::string& statements) {
    const Walked walked(statements);
    const auto& constraints = walked.walker.model.loops.at(0).constraints;
    return std::any_of(constraints.begin(), constraints.end(),
                       [&](const Polynomial& one) { return walked.text(one) == "m - 5"; });
  };
  CHECK(knows("if (m > 4) for (int j = 0; j < n; ++j) x[j + m] = 1;"));
  CHECK_FALSE(knows("if (m > 4) { m -= 9; for (int j = 0; j < n; ++j) x[j + m] = 1; }"));
  CHECK_FALSE(knows("for (int j = 0; j < n; ++j) x[j + m] = 1;"));
}

TEST_CASE("a parameter is what it was computed as in front of the loop") {
  const auto divisionOf = [](const std::string& statements) -> std::string {
    const Walked walked(statements);
    for (const Symbol& symbol : walked.walker.model.symbols)
      if (symbol.name == "h" && symbol.division)
        return walked.text(symbol.division->dividend) + " by " + std::to_string(symbol.division->divisor);
    return "nothing";
  };
  CHECK(divisionOf("const int h = n * m; for (int j = 0; j < n; ++j) x[j + h] = 1;") == "n*m by 1");
  CHECK(divisionOf("const int h = at[0]; for (int j = 0; j < n; ++j) x[j + h] = 1;") == "nothing");
}
