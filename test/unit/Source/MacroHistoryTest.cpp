#include "Source/MacroHistory.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace clustrix::compiler;

namespace {

/// A function `g`, and another place: `f`.
class Source {
 public:
  explicit Source(const std::string& text)
      : unit_(clang::tooling::buildASTFromCodeWithArgs(text, {"-std=c++20", "-w", "-fsyntax-only"})) {
    REQUIRE_FALSE(unit_->getDiagnostics().hasErrorOccurred());
  }
  std::string changed() const {
    return changedMacro(function("g").getBody(), function("f").getLocation(), unit_->getPreprocessor());
  }
  std::string expanded(const std::string& text) const {
    return expandedWord(text, function("f").getLocation(), unit_->getPreprocessor());
  }

 private:
  const clang::FunctionDecl& function(const std::string& name) const {
    for (const clang::Decl* one : unit_->getASTContext().getTranslationUnitDecl()->decls())
      if (const auto* found = llvm::dyn_cast<clang::FunctionDecl>(one); found && found->getNameAsString() == name)
        return *found;
    FAIL("no " + name);
    throw;
  }
  std::unique_ptr<clang::ASTUnit> unit_;
};

/// The word of `g` that means something else behind `between`.
std::string changed(const std::string& before, const std::string& value, const std::string& between = "") {
  return Source(before + "\nint g() { return " + value + "; }\n" + between + "\nvoid f() {}\n").changed();
}

}  // namespace

TEST_CASE("a word is changed where it is another macro, or one in only one of two places") {
  CHECK(changed("#define K 3", "K", "#undef K\n#define K 5") == "K");
  CHECK(changed("#define K 3", "K", "#undef K") == "K");
  CHECK(changed("int K = 3;", "K", "#define K 5") == "K");
  CHECK(changed("#define K 3\nint L;", "L + K", "#undef K\n#define L 2") == "L");
}

TEST_CASE("words of the same meaning are not changed, nor what is no word of the body") {
  CHECK(changed("#define K 3", "K", "#define L 4").empty());
  CHECK(changed("#define K 3", "2", "#undef K").empty());
  CHECK(changed("#define K 3", "\"K\"[0] /* K */", "#undef K").empty());
  CHECK(changed("#undef K", "1", "int h() { return 2; }\n#define K 3").empty());
  CHECK(changed("int loop = 1;\n#define loop loop", "loop").empty());
}

TEST_CASE("a macro is changed with what it is expanded to") {
  CHECK(changed("#define K 3\n#define TWICE (2 * K)", "TWICE", "#undef K\n#define K 5") == "TWICE");
  CHECK(changed("#define TWICE(x) (2 * K)\n#define K 3", "TWICE(1)", "#undef K\n#define K 5") == "TWICE");
  CHECK(changed("#define K 3\n#define TWICE (2 * K)", "TWICE", "#define L 4").empty());
}

TEST_CASE("what the preprocessor answers by the place is changed in every other place, but for checks") {
  CHECK(changed("", "__LINE__") == "__LINE__");
  CHECK(changed("#define HERE __COUNTER__", "HERE") == "HERE");
  CHECK(changed("#include <cassert>", "(assert(sizeof(int) > 2), 1)").empty());
  CHECK(changed("", "__has_builtin(__builtin_sqrt)").empty());
}

TEST_CASE("a word of a text is expanded where it is a macro at the place") {
  const Source source(
      "#define K 3\n#define CALL(x) x\n#define same same\n#define GONE 1\n#undef GONE\nint g() { return 1; }\nvoid f() "
      "{}\n"
      "#define LATER 2\n");
  CHECK(source.expanded("2 * (K)") == "K");
  CHECK(source.expanded("a.K + CALL(1)") == "K");
  CHECK(source.expanded("CALL  (K)") == "CALL");
  for (const char* text : {"", "KK + k", "0K + 1", "CALL + CALL", "same", "GONE", "LATER", "*&"})
    CHECK(source.expanded(text).empty());
}
