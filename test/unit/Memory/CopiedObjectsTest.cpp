// Members of objects that the kernel has copies of: the numbers that called functions make subscripts of.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The subscripts of the loop's accesses, in words; "any" where nothing is known.
std::string subscripts(const std::string& classes, const std::string& parameters, const std::string& statements) {
  const LoopModel model =
      modelOf(classes + "\n[[clustrix::cluster]] void f(" + parameters +
              ", double* a, const double* b, int n) { for (int i = 0; i < n; ++i) { " + statements + " } }\n");
  std::string all;
  for (const Access& access : model.accesses)
    all += (all.empty() ? "" : "; ") + (access.index ? text(model, *access.index) : std::string("any"));
  return all;
}

const std::string shape =
    "struct Shape { int w, h; float f; int at(int i, int j) const { return j * w + i; } int wide() const { return w; } "
    "int twice(int i) const { return at(i, wide()); } }; int outside(const Shape& s, int i) { return i * s.h; }";

}  // namespace

TEST_CASE("members that a called function reads of a copy are the object's numbers") {
  CHECK(subscripts(shape, "const Shape& s", "a[s.at(i, 2)] = 0;") == "k_i + 2*s_w");
  CHECK(subscripts(shape, "Shape s", "a[s.wide() * i] = 0;") == "k_i*s_w");
  CHECK(subscripts(shape, "const Shape& s", "a[outside(s, i)] = 0;") == "k_i*s_h");
}

TEST_CASE("a function passes its copy on") {
  CHECK(subscripts(shape, "const Shape& s", "a[s.twice(i)] = 0;") == "s_w*s_w + k_i");
  CHECK(subscripts(shape + " int further(const Shape& t, int i) { return outside(t, i) + t.at(i, 0); }",
                   "const Shape& s", "a[further(s, i)] = 0;") == "k_i*s_h + k_i");
  CHECK(subscripts(shape + " struct Mesh { Shape inner; int id(int i) const { return inner.at(i, 1); } };",
                   "const Mesh& m", "a[m.id(i)] = 0;") == "k_i + m_inner_w");
}

TEST_CASE("what is no number of the object's has no value") {
  CHECK(subscripts(shape, "const Shape* s", "Shape t = s[i]; a[t.at(i, 1)] = 0;").find("any") != std::string::npos);
  CHECK(subscripts(shape, "Shape s", "s.w = i; a[s.at(i, 1)] = 0;").find("s_w") == std::string::npos);
}
