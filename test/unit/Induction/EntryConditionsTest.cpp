// What the loops and conditions around a loop say of the variables that it mentions.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The facts about the innermost loop's surroundings, sorted.
std::vector<std::string> around(const std::string& parameters, const std::string& loops) {
  const SourceUnit unit = parse("#include <algorithm>\nint limit;\n[[clustrix::cluster]] void f(double* a, " +
                                parameters + ") {\n" + loops + "\n}\n");
  const LoopModel& model = unit.functions.at(0).loops.back().model;
  std::vector<std::string> facts;
  for (const Polynomial& constraint : model.loops[0].constraints)
    if (!constraint.mentions(model.loops[0].counter)) facts.push_back(text(model, constraint));
  std::sort(facts.begin(), facts.end());
  return facts;
}

using Facts = std::vector<std::string>;
const std::string innermost = "for (int j = 0; j < m; ++j) a[j + i] = a[j];";

}  // namespace

TEST_CASE("an enclosing loop bounds its counter from both sides") {
  CHECK(around("int n, int m", "for (int i = 2; i < n; ++i) { " + innermost + " }") == Facts{"i - 2", "n - i - 1"});
  CHECK(around("int n, int m", "for (int i = n - 1; i >= 0; i -= 2) " + innermost) == Facts{"i", "n - i - 1"});
  CHECK(around("int n, int m", "int i; for (i = 0; 48 > i && i <= n; ++i) " + innermost) ==
        Facts{"-i + 47", "i", "n - i"});
}

TEST_CASE("bounds of bounds count where they are needed") {
  CHECK(around("int n, int m", "for (int k = 1; k < n; ++k) for (int i = k; i < 9; ++i) " + innermost) ==
        Facts{"-i + 8", "i - k", "k - 1", "n - k - 1"});
  CHECK(around("int n, int m, int i", "for (int k = 1; k < n; ++k) " + innermost).empty());
}

TEST_CASE("conditions around the loop hold in it, or their opposites do") {
  CHECK(around("int n, int m, int i", "if (i > n) { " + innermost + " }") == Facts{"i - n - 1"});
  CHECK(around("int n, int m, int i", "if (i > n) a[0] = 1; else " + innermost) == Facts{"n - i"});
  CHECK(around("int n, int m, int i", "if (i > n || i < 0) a[0] = 1; else " + innermost) == Facts{"i", "n - i"});
  CHECK(around("int n, int m, int i", "if (i > n || m > 3) " + innermost).empty());
}

TEST_CASE("what changes on the way to the loop is not known in it") {
  CHECK(around("int n, int m", "for (int i = 0; i < n; ++i) { i += 1; " + innermost + " }").empty());
  CHECK(around("int n, int m", "for (int i = 0; i < n; ++i) { n = m; " + innermost + " }") == Facts{"i"});
  CHECK(around("int n, int m, int i", "if (i > n) { --i; " + innermost + " }").empty());
  CHECK(around("int n, int m, int i", "int* p = &i; if (i > n) { *p = 0; " + innermost + " }").empty());
  CHECK(around("int n, int m, int i", "if (i > limit) " + innermost).empty());
  CHECK(around("int& n, int m, int i", "if (i > n) " + innermost).empty());
}

TEST_CASE("where a jump may lead past a condition, nothing is known of it") {
  CHECK(around("int n, int m, int i", "if (m > 5) goto in; if (i > n) { in:; " + innermost + " }").empty());
  CHECK(around("int n, int m, int i", "switch (m) { case 1: if (i > n) { case 2: " + innermost + " } }").empty());
  CHECK(around("int n, int m, int i", "if (i > n) { switch (m) { case 1: a[0] = 1; } " + innermost + " }") ==
        Facts{"i - n - 1"});
}

TEST_CASE("what may wrap around is no bound") {
  CHECK(around("unsigned n, unsigned m", "for (unsigned i = n - 1; i < n; --i) " + innermost) == Facts{"n - i - 1"});
  CHECK(around("unsigned n, int m, int i", "if (i < n) " + innermost).empty());
  CHECK(around("unsigned n, int m, unsigned i", "if (i < n - 1) " + innermost).empty());
  CHECK(around("unsigned n, unsigned m", "for (unsigned i = 3; i < n; ++i) " + innermost) ==
        Facts{"i - 3", "n - i - 1"});
  CHECK(around("unsigned n, unsigned m", "for (unsigned i = 3; i < n; i += 2) " + innermost) == Facts{"n - i - 1"});
}

TEST_CASE("an extreme is no greater, or no less, than what it is of") {
  const std::string loop = "for (int j = k; j < end; ++j) a[j + n + m] = a[j];";
  const auto with = [&](const std::string& declaration) { return around("int n, int m, int k", declaration + loop); };
  CHECK(with("const int end = std::min(n, m); ") == Facts{"m - end", "n - end"});
  CHECK(with("int end = std::max(n, k + 2); ") == Facts{"end - k - 2", "end - n"});
  CHECK(with("const int end = k + m < n ? k + m : n; ") == Facts{"k - end + m", "n - end"});
  CHECK(with("const int end = n >= m ? n : m; ") == Facts{"end - m", "end - n"});
  CHECK(with("const int end = n >= m ? m : n; ") == Facts{"m - end", "n - end"});
  // Another comparison, a variable that changes again, numbers of another type.
  CHECK(with("const int end = n < m ? n : k; ").empty());
  CHECK(with("int end = std::min(n, m); --end; ").empty());
  CHECK(with("int end = std::min(n, m); n = 5; ").empty());
  CHECK(with("const signed char end = std::min(n, m); ").empty());
}

TEST_CASE("an extreme in the loop's head is one, too") {
  const auto facts = [&](const std::string& end) {
    return around("int n, int m", "for (int j = 0; j < " + end + "; ++j) a[j + n + m] = a[j];");
  };
  CHECK(facts("(n < m ? n : m)") == Facts{"m - (n < m ? n : m)", "n - (n < m ? n : m)"});
}
