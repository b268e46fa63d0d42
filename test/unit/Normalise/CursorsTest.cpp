// Cursors: which pointers and iterators become counters, and what a launch has to do for them.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopSite site(const std::string& statements) {
  return parse(
             "#include <vector>\nstruct P { double x, y; };\nvoid keep(double*&);\n"
             "[[clustrix::cluster]] long f(const double* a, double* p, P* s, std::vector<double>& v, int n) {\n"
             "double* first = p; auto it = v.begin();\n" +
             statements + " return p - first; }\n")
      .functions[0]
      .loops[0];
}
bool isCounted(const std::string& statements) {
  const LoopSite one = site(statements);
  return !one.declared.empty() && one.model.effects.empty();
}
std::size_t packed(const std::string& statements) {
  const LoopModel model = site(statements).model;
  return static_cast<std::size_t>(std::count_if(model.accesses.begin(), model.accesses.end(),
                                                [](const Access& access) { return access.packedBy >= 0; }));
}

}  // namespace

TEST_CASE("a pointer that some iterations move on counts") {
  for (const char* text : {"for (int i = 0; i < n; ++i) if (a[i] > 0) *p++ = a[i];",
                           "for (int i = 0; i < n; ++i) if (a[i] > 0) { *p = a[i]; ++p; }",
                           "for (int i = 0; i < n; ++i) if (a[i] > 0) { *p = a[i]; p += 1; }",
                           "for (int i = 0; i < n; ++i) if (a[i] > 0) *++p = a[i];",
                           "for (int i = 0; i < n; ++i) if (a[i] > 0) *--p = a[i];",
                           "for (int i = 0; i < n; ++i) { if (a[i] <= 0) continue; *p++ = a[i]; }",
                           "for (int i = 0; i < n; ++i) if (a[i] > 0) { *it = a[i]; ++it; }",
                           "for (int i = 0; i < n; ++i) if (a[i] > 0) *it++ = a[i];"}) {
    INFO(text);
    CHECK(isCounted(text));
    CHECK(packed(text) == 1);
  }
  CHECK(packed("for (int i = 0; i < n; ++i) if (a[i] > 0) { p[0] = i; p[1] = a[i]; p += 2; }") == 2);
  CHECK(packed("for (int i = 0; i < n; ++i) if (a[i] > 0) { s->x = i; s->y = a[i]; ++s; }") == 2);
}

TEST_CASE("a launch declares the counter and moves the pointer on") {
  const LoopSite one = site("for (int i = 0; i < n; ++i) if (a[i] > 0) *p++ = a[i];");
  CHECK(one.declared == "std::ptrdiff_t p_moved = 0;");
  CHECK(one.applied == "p += p_moved;");
}

TEST_CASE("a pointer that all iterations move on alike needs no counter") {
  const LoopSite one = site("for (int i = 0; i < n; ++i) *p++ = a[i];");
  CHECK(one.declared.empty());
  CHECK(one.model.effects.empty());
}

TEST_CASE("a pointer that is used for more than its element and its place is no cursor") {
  for (const char* text : {"for (int i = 0; i < n; ++i) { if (a[i] > 0) *p++ = a[i]; if (a[i] > 9) p = first; }",
                           "for (int i = 0; i < n; ++i) if (a[i] > 0) { *p++ = a[i]; keep(p); }",
                           "double*& q = p; for (int i = 0; i < n; ++i) if (a[i] > 0) *p++ = *q;",
                           "for (int i = 0; i < n; ++i) if (a[i] > 0) { double* q = p++; *q = a[i]; }",
                           "for (int i = 0; i < n; ++i) if (a[i] > 0) { *p++ = a[i]; if (a[i] > 9) break; }",
                           "if (n > 3) for (int i = 0; i < n; ++i) if (a[i] > 0) *p++ = a[i];",
                           "for (double* e = p + n; p < e; ++e) if (a[0] > 0) *p++ = 1;"}) {
    INFO(text);
    CHECK_FALSE(isCounted(text));
  }
}
