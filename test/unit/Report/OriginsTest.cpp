#include "Report/Origins.h"

#include "HtmlSample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// `T13` for a line that is line 13 of the source, `K` of a kernel, `L` of a launch, `-` for none; `!` where one
/// begins.
std::string spelled(const std::vector<Origin>& origins) {
  std::string text;
  for (const Origin& origin : origins) {
    text += text.empty() ? "" : " ";
    if (origin.role == Role::None) {
      text += "-";
      continue;
    }
    text += origin.role == Role::Text ? 'T' : origin.role == Role::Kernel ? 'K' : 'L';
    if (origin.source > 0) text += std::to_string(origin.source) + ":";
    text += std::to_string(origin.line) + (origin.begins ? "!" : "");
  }
  return text;
}

const std::string original = "void f(int n) {\n  g();\n  for (int i = 0; i < n; ++i)\n    a[i] = 1;\n  h();\n}\n";

std::string traced(const std::string& rewritten, const std::string& source = original,
                   const std::string& path = "a.cpp") {
  return spelled(originsOf(split(rewritten), {{path, split(source), {{3, 4}}}}, 0));
}

}  // namespace

TEST_CASE("lines come from where directives, kernels and launches say") {
  const std::vector<OriginSource> sources{{"dir/s.cpp", split(sampleText), {{3, 8}, {4, 5}, {6, 7}}}};
  CHECK(spelled(originsOf(split(sampleRewritten), sources, 0)) ==
        "- - - K4! K4 K4 - K5 K4 K4 - - "
        "T1! T2 T3 - L4! L4 L4 L4 - T4! T5 - - - T6! T7 T8 T9");
}

TEST_CASE("a text without directives is of no line") {
  CHECK(traced("void f(int n) {\n  g();\n") == "- -");
  CHECK(traced("").empty());
}

TEST_CASE("what is inserted in front of a line or cut off behind it leaves it that line") {
  CHECK(traced(
            "#line 1 \"a.cpp\"\n__attribute__((used)) inline void f(int n) { residency;\n  residency.host(); g();\n") ==
        "- T1! T2");
  CHECK(traced("#line 3 \"a.cpp\"\n  for (int i = 0;\n") == "- T3!");
}

TEST_CASE("one line that was written anew is between two that were not") {
  CHECK(traced("#line 1 \"a.cpp\"\nvoid f(int n) {\n  other;\n  for (int i = 0; i < n; ++i)\n") == "- T1! T2 T3");
}

TEST_CASE("behind two lines that are others nothing is known up to the next directive") {
  CHECK(traced("#line 1 \"a.cpp\"\nvoid f(int n) {\nfirst;\nsecond;\n    a[i] = 1;\n#line 5 \"a.cpp\"\n  h();\n") ==
        "- T1! - - - - T5!");
}

TEST_CASE("brackets alone are taken for a line only where they stand as it does") {
  CHECK(traced("#line 5 \"a.cpp\"\n  h();\n}\n") == "- T5! T6");
  CHECK(traced("#line 5 \"a.cpp\"\n  h();\n    }\n") == "- T5! -");
}

TEST_CASE("a launch begins behind the brackets in front of it, and has the line of its site") {
  CHECK(traced("#line 2 \"a.cpp\"\n  g();\n  {\n    }\n  const int x;\n"
               "  static constexpr clustrix::Site s_2{\"f\", \"a.cpp\", 3, 3, clustrix::Options()};\n}\n#line 5 "
               "\"a.cpp\"\n") == "- T2! - - L3! L3 L3 -");
}

TEST_CASE("a comment of the source that looks like a kernel's is none outside a namespace of kernels") {
  const std::string comment = "// a.cpp:3: for (;;)\n";
  CHECK(traced("#line 1 \"a.cpp\"\n" + comment + "int x;\n", comment + "int x;\n") == "- T1! T2");
  CHECK(traced("namespace clustrix_x { namespace {\n// a.cpp:0: x\n// a.cpp:3\n" + comment) == "- - - K3!");
}

TEST_CASE("what stands around a kernel's body is of the loop's head, and so is what is counted past the loop") {
  CHECK(traced("namespace clustrix_x { namespace {\n// a.cpp:3: for\nstruct s {\n#line 2 \"a.cpp\"\n  a[i] = 1;\n  "
               "a;\n  b;\n  "
               "c;\n};\n} }  // namespace clustrix_x\nint y;\n") == "- K3! K3 - K3 K3 K4 K3 K3 - -");
}

TEST_CASE("names of files are compared as generated text spells them") {
  const std::string odd = "a \"b\"\n.cpp";
  CHECK(traced("#line 2 \"a \\\"b\\\"\\n.cpp\"\n  g();\n", original, odd) == "- T2!");
  CHECK(traced("namespace clustrix_x { namespace {\n// a \"b\"\\n.cpp:3: for\n", original, odd) == "- K3!");
  CHECK(traced("#line 2 \"other.cpp\"\n  g();\n") == "- -");
}

TEST_CASE("lines may come from another source, and the own one comes first where two have a name") {
  const std::vector<OriginSource> sources{
      {"a.h", split("int a;\n"), {}}, {"a.cpp", split(original), {}}, {"a.cpp", split(original), {}}};
  CHECK(spelled(originsOf(split("#line 1 \"a.h\"\nint a;\n#line 2 \"a.cpp\"\n  g();\n"), sources, 1)) ==
        "- T1! - T1:2!");
  CHECK(spelled(originsOf(split("#line 2 \"a.cpp\"\n  g();\n"), sources, 2)) == "- T2:2!");
  CHECK(spelled(originsOf(split("#line 2 \"a.cpp\"\n  g();\n"), sources, 0)) == "- T1:2!");
}

TEST_CASE("a directive that counts past the source's end, or has no number, is of no line") {
  CHECK(
      traced("#line 99 \"a.cpp\"\n  g();\n#line 99999999999 \"a.cpp\"\n  g();\n#line \"a.cpp\"\n#line 0 \"a.cpp\"\n") ==
      "- - - - - -");
}

TEST_CASE("lines of a source that has directives of its own are counted as they stand in it") {
  const std::string grammar = "int a;\n#line 40 \"y\"\nint first;\nint second;\n#line 40 \"y\"\nint third;\n";
  CHECK(traced("#line 1 \"a.cpp\"\nint a;\n#line 40 \"y\"\nint first;\n{\n{\n#line 41 \"y\"\nint second;\n"
               "{\n{\n#line 40 \"y\"\nint third;\n",
               grammar) == "- T1! T2 T3 - - - T4! - - - T6!");
}
