#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// What `p` is made of, as a loop knows it that names `p` and what `others` says: "h*w exactly", "" where it knows
/// nothing.
std::string made(const std::string& before, const std::string& others = "w + h") {
  const LoopModel model = modelOf(R"(
#include <cstddef>
struct Size { int w, h; mutable int seen; };
void any(); void see(const int&);
[[clustrix::cluster]] void f(double* a, int* k, int w, int h, std::size_t u, Size s, const Size& r) {
  )" + before + "\n  for (int i = 0; i < 9; ++i) { a[i + p] = 1; a[i + (" +
                                  others + ")] = 2; }\n}\n");
  CHECK(model.effects.empty());
  for (const Symbol& symbol : model.symbols)
    if (symbol.name == "p" && symbol.division)
      return text(model, symbol.division->dividend) + (symbol.division->floor ? " exactly" : "");
  return "";
}

}  // namespace

TEST_CASE("a number that is computed in front of the loop is a polynomial of what the loop names as well") {
  CHECK(made("const int p = h * w;") == "w*h exactly");
  CHECK(made("int q = w - 1; int p = +q * (h + 2);") == "w*h + 2*w - h - 2 exactly");
  CHECK(made("const int p{-w};") == "-w exactly");
  CHECK(made("int p = h * w;", "0") == "");  // nobody knows the other two
}

TEST_CASE("two numbers made of one know each other") {
  CHECK(made("int p = 2 * w, q = 3 * w;", "q") == "2*w exactly");
  CHECK(made("int p = 2 * w, q = 3 * h;", "q") == "");
}

TEST_CASE("what may wrap around is told as far as the type goes") {
  CHECK(made("std::size_t p = u * u;", "u") == "u*u");
  CHECK(made("short p = w * h;") == "w*h");
  CHECK(made("long p = w * h;") == "w*h exactly");
  CHECK(made("long p = static_cast<unsigned>(w) * 2u;") == "");  // not what a long can count
}

TEST_CASE("what has changed on the way to the loop is not what the number was made of") {
  CHECK(made("const int p = h * w; h = 3;") == "");
  CHECK(made("const int p = h * w; if (k[0]) ++h;") == "");
  CHECK(made("int p = h * w; p += 1;") == "");
  CHECK(made("int p; p = h * w;") == "");
  CHECK(made("see(h); const int p = h * w;") == "");
}

TEST_CASE("members of an object are what they were where nothing may write them") {
  CHECK(made("const int p = r.w * r.h;", "r.w + r.h") == "r_w*r_h exactly");
  CHECK(made("const int p = r.w * r.h; a[0] = 1;", "r.w + r.h") == "r_w*r_h exactly");
  CHECK(made("const int p = r.w * r.h; k[0] = 1;", "r.w + r.h") == "");
  CHECK(made("const int p = r.w * r.h; any();", "r.w + r.h") == "");
  CHECK(made("const Size c = s; const int p = c.w * c.h; any();", "c.w + c.h") == "c_w*c_h exactly");
  CHECK(made("const int p = s.w * s.h;", "s.w + s.h") == "");
  CHECK(made("const int p = r.seen * 2;", "r.seen") == "");
}
