#include "Source/OwnAllocation.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// What begins where one is found, up to the end of its line.
std::vector<std::string> found(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::size_t at : ownAllocationFunctions(text)) lines.push_back(text.substr(at, text.find('\n', at) - at));
  return lines;
}

}  // namespace

TEST_CASE("definitions in the global namespace are found at their first word") {
  CHECK(found("int k;\n// new\nvoid* operator new(size_t n) { return f(n); }\n") ==
        std::vector<std::string>{"void* operator new(size_t n) { return f(n); }"});
  CHECK(found("#define A \\\n {\n[[nodiscard]] void*\noperator new[](size_t n) {}\nvoid operator delete(void* p) {}") ==
        std::vector<std::string>{"[[nodiscard]] void*", "void operator delete(void* p) {}"});
}

TEST_CASE("declarations, members, other operators and words in literals are not") {
  for (const char* text :
       {"void* operator new(size_t n);\nint f() {}", "struct P { void* operator new(size_t n) { return 0; } };",
        "P operator+(P a, P b) { return *new P; }", "auto s = R\"(void* operator new(size_t n) {)\"; int f() {}",
        "auto s = \"operator new\"; int f() { return 1'000; }", "// operator new\nint f() {}"})
    CHECK(found(text).empty());
}
