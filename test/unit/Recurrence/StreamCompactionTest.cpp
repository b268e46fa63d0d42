// Packed writes: which step each belongs to, and how far from where the counter stood before it.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct P {
  const char* statements;
  const char* where;  // of each packed write, behind the counter
};

LoopModel body(const std::string& statements) {
  return modelOf(
      "struct Q { int x, y; };\n"
      "[[clustrix::cluster]] int f(const int* a, int* b, int* c, Q* q, int& count, int* held, unsigned u, int base, "
      "int n) { int s = 0; for (int i = 0; i < n; ++i) { " +
      statements + " } return s + u; }\n");
}
std::string packed(const std::string& statements) {
  const LoopModel model = body(statements);
  std::string all;
  for (const Access& access : model.accesses)
    if (access.packedBy >= 0)
      all += (all.empty() ? "" : ", ") + model.scalars[static_cast<std::size_t>(access.packedBy)].name + " " +
             text(model, access.packedAt);
  return all;
}

}  // namespace

TEST_CASE("a packed write lies so far from where its counter stood before the step") {
  for (const auto& [statements, where] :
       {P{"if (a[i]) b[s++] = i;", "s 0"}, P{"if (a[i]) b[++s] = i;", "s 1"}, P{"if (a[i]) b[--s] = i;", "s -1"},
        P{"if (a[i]) b[s--] = i;", "s 0"}, P{"if (a[i]) { ++s; b[s] = i; }", "s 1"},
        P{"if (a[i]) { s += 1; b[s - 1] = i; }", "s 0"}, P{"if (a[i]) { b[s] = i; s = s + 1; }", "s 0"},
        P{"if (a[i]) { s -= 1; b[s] = i; c[s] = i; }", "s -1, s -1"},
        P{"if (a[i]) { b[s] = i; b[s + 1] = a[i]; s += 2; }", "s 0, s 1"}, P{"if (a[i]) b[base + s++] = i;", "s base"},
        P{"if (a[i]) b[s++ - base] = i;", "s -base"}, P{"if (a[i]) { q[s].x = i; q[s].y = i; ++s; }", "s 0, s 0"},
        P{"if (a[i]) { c[++s] = 1; b[s] = i; }", "s 1, s 1"}, P{"if (a[i]) b[count++] = i;", "count 0"},
        P{"if (a[i]) { b[*held] = i; ++*held; }", "held_element 0"}, P{"if (a[i]) b[(*held)++] = i;", "held_element 0"},
        P{"if (a[i]) { b[s] = i; int t = a[i]; c[i] = t; ++s; }", "s 0"}}) {
    INFO(statements);
    CHECK(packed(statements) == where);
  }
}

TEST_CASE("a write with no step of its own is not packed") {
  for (const char* statements :
       {"if (a[i]) b[s] = i; ++s;", "++s; if (a[i]) b[s] = i;", "if (a[i]) { if (a[i] > 1) ++s; b[s] = i; }",
        "if (a[i]) { b[s] = i; if (a[i] > 2) continue; ++s; }",
        "if (a[i]) { ++s; if (a[i] > 2) continue; b[s] = i; s = 3; }",
        "if (a[i]) { for (int k = 0; k < 2; ++k) b[s] = k; ++s; }", "if (a[i]) { b[2 * s] = i; ++s; }",
        "if (a[i]) { b[base - s] = i; ++s; }", "if (a[i]) { b[s + a[i]] = i; ++s; }",
        "if (a[i]) { b[s + s] = i; ++s; }", "switch (a[i]) { case 1: ++s; case 2: b[s] = i; }",
        "if (a[i]) { b[s] = i; s += a[i]; }"}) {
    INFO(statements);
    CHECK(packed(statements).empty());
  }
}

TEST_CASE("what is packed may come from a lambda that only reads") {
  CHECK(packed("const auto at = [&](int k) { return a[k]; }; if (a[i]) b[s++] = at(i);") == "s 0");
  CHECK(packed("const auto at = [&](int k) { const int v = a[k]; return v * n; }; if (a[i]) b[s++] = at(i);") == "s 0");
  for (const char* lambda :
       {"int seen = 0; const auto at = [&](int k) { ++seen; return a[k]; };",
        "const auto at = [&](int k) { s += k; return a[k]; };",
        "auto at = [s, a](int k) mutable { return a[k] + s++; };",
        "const auto at = [&](int k) { c[k] = 1; return a[k]; };",
        "const auto one = [&](int k) { return a[k]; }; const auto at = [&](int k) { return one(k); };"}) {
    INFO(lambda);
    CHECK(packed(std::string(lambda) + " if (a[i]) b[s++] = at(i);").empty());
  }
}

TEST_CASE("a subscript that may wrap around on its own is not that of its counter") {
  CHECK(packed("if (a[i]) { b[u - 1] = i; ++u; }").empty());
  CHECK(packed("if (a[i]) { b[u] = i; ++u; }") == "u 0");
}

TEST_CASE("each packed write knows its step") {
  const LoopModel model = body("if (a[i]) b[s++] = i; else if (a[i + 1]) { ++s; b[s - 1] = 2; }");
  std::vector<int> steps;
  for (const Access& access : model.accesses)
    if (access.packedBy >= 0) steps.push_back(access.packedStep);
  REQUIRE(steps.size() == 2);
  CHECK(steps[0] != steps[1]);
}
