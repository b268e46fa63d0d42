#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The text from where the last annotated function would be declared inline, with whether others see it; "" where it
/// cannot be.
std::string inlined(const std::string& text) {
  const SourceUnit unit = parse(text);
  REQUIRE(!unit.functions.empty());
  const auto place = unit.functions.back().inlined;
  if (!place) return "";
  return (place->seen ? "seen " : "own ") + unit.text.substr(place->at, unit.text.find('(', place->at) - place->at);
}

const std::string body = "(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = 0; }\n";

}  // namespace

TEST_CASE("a small function can be declared inline in front of its type") {
  CHECK(inlined("[[clustrix::cluster]] void f" + body) == "seen void f");
  CHECK(inlined("[[clustrix::cluster]] [[nodiscard]]\nauto f(int* a, int n) -> int "
                "{ for (int i = 0; i < n; ++i) a[i] = 0; return n; }\n") == "seen auto f");
  CHECK(inlined("void f(int*, int);\n[[clustrix::cluster]] void f" + body) == "seen void f");
  CHECK(inlined("extern \"C\" { [[clustrix::cluster]] void f" + body + "}") == "seen void f");
  CHECK(inlined("struct S { void f(int*, int); };\n[[clustrix::cluster]] void S::f" + body) == "seen void S::f");
}

TEST_CASE("what no other file sees need not be kept for it") {
  CHECK(inlined("[[clustrix::cluster]] static void f" + body) == "own static void f");
  CHECK(inlined("namespace { [[clustrix::cluster]] void f" + body + "}\n") == "own void f");
  CHECK(inlined("template <class T>\n[[clustrix::cluster]] void f(T* a, int n) "
                "{ for (int i = 0; i < n; ++i) a[i] = 0; }\ntemplate void f(int*, int);\n") == "own void f");
}

TEST_CASE("what is inline already, or what inline would change, stays as it is") {
  CHECK(inlined("[[clustrix::cluster]] inline void f" + body).empty());
  CHECK(inlined("struct S { [[clustrix::cluster]] void f" + body + "};\n").empty());
  CHECK(inlined("struct S { virtual void f(int*, int); };\n[[clustrix::cluster]] void S::f" + body).empty());
  CHECK(inlined("struct S { S(int*, int); };\n[[clustrix::cluster]] S::S" + body).empty());
  CHECK(inlined("[[clustrix::cluster]] [[gnu::noinline]] void f" + body).empty());
  CHECK(inlined("[[clustrix::cluster]] [[gnu::weak]] void f" + body).empty());
  CHECK(inlined("__attribute__((section(\"hot\"))) void f(int*, int);\n[[clustrix::cluster]] void f" + body).empty());
  CHECK(inlined("__attribute__((hot)) [[clustrix::cluster]] static void f" + body).empty());
  CHECK(inlined("[[clustrix::cluster]] static\n#ifdef A\nlong\n#else\nvoid\n#endif\nf" + body).empty());
  CHECK(inlined("#define VOID void\n[[clustrix::cluster]] VOID f" + body).empty());
  CHECK(
      inlined("[[clustrix::cluster]] int main() { int s = 0; for (int i = 0; i < 9; ++i) s += i; return s; }").empty());
}

TEST_CASE("a function that is not small is left to the compiler") {
  std::string large = "[[clustrix::cluster]] void f(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = 0";
  for (int k = 0; k < 20; ++k) large += " + n * " + std::to_string(k);
  CHECK(inlined(large + "; }\n").empty());
}
