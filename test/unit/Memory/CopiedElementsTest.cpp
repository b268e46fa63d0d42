// Copies of elements that are structures: which members count as read.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The bytes of the elements of `p` that are read, in the order of the text.
std::string read(const std::string& statements) {
  const LoopModel model = modelOf(
      "struct V { double x, y; double sum() const { return x + y; } };\n"
      "struct P { V r, v; double m; int k[4]; int low : 3, high : 5; };\n"
      "double whole(const P& p) { return p.m; } double part(const V& v) { return v.y; }\n"
      "[[clustrix::cluster]] void f(const P* p, double* b, int n) { for (int i = 0; i < n; ++i) { " +
      statements + " } }\n");
  std::string bytes;
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Read)
      bytes += (bytes.empty() ? "" : ", ") + std::to_string(access.byteBegin) + "-" + std::to_string(access.byteEnd);
  return bytes;
}

constexpr const char* whole = "0-64";

}  // namespace

TEST_CASE("of a copy those members are read that are used") {
  CHECK(read("const P t = p[i]; b[i] = t.m;") == "32-40");
  CHECK(read("P t(p[i]); t.m += 1; b[i] = t.m + t.v.x;") == "16-24, 32-40");
  CHECK(read("P t{p[i]}; b[i] = t.r.sum() + part(t.v);") == "0-32");
  CHECK(read("const P t = p[i]; for (int j = 0; j < 4; ++j) b[i] = t.k[j];") == "40-56");
  CHECK(read("auto [r, v, m, k, low, high] = p[i]; b[i] = r.x + m;") == "0-16, 32-40");
}

TEST_CASE("a copy that is used as a whole is a copy of all") {
  for (const char* text :
       {"const P t = p[i]; b[i] = whole(t);", "P t = p[i]; P u = t; b[i] = u.m;",
        "const P t = p[i]; const P* q = &t; b[i] = q->m;", "const P t = p[i]; const double* q = &t.r.x; b[i] = q[1];",
        "const P t = p[i]; const P& u = t; b[i] = u.m;", "const P t = p[i]; b[i] = [&] { return t.m; }();",
        "const P t = p[i]; b[i] = t.low;", "auto [r, v, m, k, low, high] = p[i]; const double* q = &m; b[i] = *q;"}) {
    INFO(text);
    CHECK(read(text).find(whole) != std::string::npos);
  }
}

TEST_CASE("the copy of a loop over elements is one, too") {
  const LoopModel model = modelOf(
      "#include <vector>\nstruct P { double x, y, z; };\n"
      "[[clustrix::cluster]] void f(std::vector<P>& p) { for (P& one : p) for (const P other : p) one.z += other.y; "
      "}\n");
  const auto reads = [](const Access& access) { return access.byteBegin == 8 && access.byteEnd == 16; };
  CHECK(std::count_if(model.accesses.begin(), model.accesses.end(), reads) == 1);
}
