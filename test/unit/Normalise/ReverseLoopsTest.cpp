// Loops over reverse iterators: which become loops that count, and what their text says.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& text) {
  return modelOf(
      "#include <iterator>\n#include <vector>\nstruct P { double x; };\n"
      "[[clustrix::cluster]] void f(std::vector<double>& v, std::vector<P>& s, double* p, int n) { " +
      text + " }\n");
}

}  // namespace

TEST_CASE("a loop from rbegin to rend counts, and touches the elements from behind") {
  for (const char* text :
       {"for (auto it = v.rbegin(); it != v.rend(); ++it) *it += 1;",
        "for (auto it = std::rbegin(v), end = std::rend(v); it != end; it++) { *it = it - v.rbegin(); }",
        "for (auto it = s.rbegin(); it != s.rend(); ++it) it->x = 2;",
        "for (auto it = std::make_reverse_iterator(p + n); it != std::make_reverse_iterator(p); ++it) "
        "*it = 1;",
        "for (std::vector<double>::const_reverse_iterator it = v.rbegin() + 1; it != v.rend(); ++it) "
        "p[it - v.rbegin()] = *it;"}) {
    INFO(text);
    const LoopModel model = loop(text);
    CHECK((model.effects.empty() || std::string(text).find("const_reverse") != std::string::npos));
    CHECK(model.loops[0].trip.has_value());
  }
}

TEST_CASE("a loop that uses the iterator otherwise, or changes what it walks, stays as it is") {
  for (const char* text :
       {"for (auto it = v.rbegin(); it != v.rend(); ++it) if (*it > 1) ++it;",
        "for (auto it = v.rbegin(); it != v.rend(); ++it) { auto other = it; *other = 1; }",
        "for (auto it = v.rbegin(); it < v.rend(); ++it) *it = 1;",
        "for (auto it = v.rbegin(); it != v.rend(); ++it) { double v = 1; *it = v; }",
        "for (auto it = std::make_reverse_iterator(p + n), e = std::make_reverse_iterator(p); it != e; "
        "++it) { ++p; *it = 1; }"}) {
    INFO(text);
    CHECK_FALSE(loop(text).effects.empty());
  }
}

TEST_CASE("a member that the body hides or moves is not what the head has named") {
  const auto effects = [](const std::string& body) {
    return modelOf(
               "#include <iterator>\nstruct S {\n  double* a; double* other; int n;\n  [[clustrix::cluster]] void f() "
               "{\n"
               "    for (auto it = std::make_reverse_iterator(a + n); it != std::make_reverse_iterator(a); ++it) { " +
               body + " }\n  }\n};\n")
        .effects.size();
  };
  CHECK(effects("*it = 2 * *it;") == 0);
  CHECK(effects("other[0] = a[1]; *it = 2;") == 0);
  CHECK(effects("double* a = other; *it = a[0];") > 0);
  CHECK(effects("auto& a = other; *it = a[0];") > 0);
  CHECK(effects("*it = 1; ++a;") > 0);
}
