// Which file includes which, of a source in a folder with headers.
#include "Splice/Inclusions.h"

#include "../Fixtures/Headers.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"

using namespace clustrix::compiler;

namespace {

/// `includer:line included` with what became of it, a line each.
class Action : public clang::PreprocessOnlyAction {
 public:
  explicit Action(std::string& text) : text_(text) {}
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    all_ = watchInclusions(compiler.getPreprocessor());
    return true;
  }
  void EndSourceFileAction() override {
    const auto& manager = getCompilerInstance().getSourceManager();
    const auto name = [](clang::OptionalFileEntryRef file) {
      return file ? llvm::sys::path::filename(file->getName()).str() : std::string("none");
    };
    for (const Inclusion& one : *all_)
      text_ += name(manager.getFileEntryRefForID(one.in)) + ":" + std::to_string(one.line) + " " + name(one.file) +
               (one.entered.isValid() ? " entered" : " skipped") + (one.besideIncluder ? " beside" : "") +
               (one.isNext ? " next" : "") + "\n";
  }

 private:
  std::string& text_;
  std::shared_ptr<const std::vector<Inclusion>> all_;
};

std::string inclusions(const std::map<std::string, std::string>& headers, const std::string& text) {
  std::string seen;
  clang::tooling::FileContentMappings files;
  for (const auto& [name, content] : headers) files.emplace_back("/src/" + name, content);
  CHECK(clang::tooling::runToolOnCodeWithArgs(
      std::make_unique<Action>(seen), text, {"-nostdinc", "-I/src/lib", "-I/src/more", "-isystem", "/src/sys"},
      "/src/main.cpp", "clang-tool", std::make_shared<clang::PCHContainerOperations>(), files));
  return seen;
}

}  // namespace

TEST_CASE("an inclusion is entered, or skipped where the file has been read") {
  CHECK(inclusions({{"a.h", "#pragma once\n"}, {"b.h", "\n#include \"a.h\"\n"}},
                   "#include \"b.h\"\n#include \"a.h\"\n#if 0\n#include \"b.h\"\n#endif\n") ==
        "main.cpp:1 b.h entered beside\nb.h:2 a.h entered beside\nmain.cpp:2 a.h skipped beside\n");
}

TEST_CASE("what is found on the path, and behind the folder of the includer, is told apart") {
  CHECK(inclusions({{"lib/a.h", "#include_next <a.h>\n"}, {"more/a.h", ""}}, "#include \"a.h\"\n#include <a.h>\n") ==
        "main.cpp:1 a.h entered\na.h:1 a.h entered next\nmain.cpp:2 a.h entered\na.h:1 a.h entered next\n");
}

TEST_CASE("headers of the system are told where they are included, and nothing of what they include") {
  CHECK(inclusions({{"sys/a.h", "#include <b.h>\n#include <own.h>\n"}, {"sys/b.h", ""}, {"lib/own.h", ""}},
                   "#include <a.h>\n#include \"own.h\"\n") == "main.cpp:1 a.h entered\nmain.cpp:2 own.h entered\n");
}
