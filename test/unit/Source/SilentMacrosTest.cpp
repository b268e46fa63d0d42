#include "Source/SilentMacros.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

class Reading : public clang::PreprocessOnlyAction {
 public:
  explicit Reading(std::shared_ptr<const SilentText>& into) : into_(into) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    into_ = watchSilentText(compiler.getPreprocessor());
    return true;
  }

 private:
  std::shared_ptr<const SilentText>& into_;
};

SilentText silentIn(const std::string& text) {
  std::shared_ptr<const SilentText> found;
  REQUIRE(clang::tooling::runToolOnCodeWithArgs(std::make_unique<Reading>(found), text, {"-std=c++20", "-w"}));
  return *found;
}

/// The uses of macros that are found in the text: `SET? ` of one that says more.
std::string macrosIn(const std::string& text) {
  std::string all;
  for (const SilentText::Macro& macro : silentIn(text).macros)
    all += text.substr(macro.begin, macro.end - macro.begin) + (macro.saysMore ? "? " : " ");
  return all;
}

}  // namespace

TEST_CASE("a macro of pragmas and attributes alone is silent, whatever it is made of") {
  CHECK(macrosIn("#define IVDEP _Pragma(\"GCC ivdep\")\nIVDEP for (;;) ;\n") == "IVDEP ");
  CHECK(macrosIn("#define BOTH [[likely]] _Pragma(\"GCC ivdep\")\nBOTH x;\n") == "BOTH ");
  CHECK(macrosIn("#define NOTHING\nNOTHING x; NOTHING\n") == "NOTHING NOTHING ");
  CHECK(macrosIn("#define P(x) _Pragma(#x)\n#define Q P(GCC unroll 4)\nQ x; P(omp (simd)) y;\n") == "Q P(omp (simd)) ");
}

TEST_CASE("a macro with a pragma and other text says more, and one without a pragma is none of these") {
  CHECK(macrosIn("#define IF if (c) _Pragma(\"GCC ivdep\")\nIF x;\n") == "IF? ");
  CHECK(macrosIn("#define P _Pragma(\"GCC ivdep\")\n#define IF if (c) P\nIF x;\n") == "IF? ");
  CHECK(macrosIn("#define K 3\n#define CALL(x) f(x)\nK; CALL(K); __LINE__;\n").empty());
  CHECK(macrosIn("#define OPEN [[likely\nOPEN]] x;\n").empty());
  CHECK(macrosIn("#define LOOP LOOP\nLOOP x;\n").empty());
}

TEST_CASE("a macro's words are those of its definition and of its use") {
  const SilentText found = silentIn("#define P(x) _Pragma(#x)\nP(omp simd) x;\n");
  REQUIRE(found.macros.size() == 1);
  CHECK(found.macros[0].words.find("_Pragma") != std::string::npos);
  CHECK(found.macros[0].words.find("P(omp simd)") != std::string::npos);
}

TEST_CASE("branches that the preprocessor leaves out are told, and those that it reads are not") {
  const std::string text = "#if 0\nint a;\n#else\nint b;\n#endif\nint c;\n#ifdef X\nint d;\n#endif\n";
  std::string skipped;
  for (const auto& [begin, end] : silentIn(text).skipped) skipped += text.substr(begin, end - begin);
  for (const char* out : {"int a;", "int d;"}) CHECK(skipped.find(out) != std::string::npos);
  for (const char* in : {"int b;", "int c;"}) CHECK(skipped.find(in) == std::string::npos);
}
