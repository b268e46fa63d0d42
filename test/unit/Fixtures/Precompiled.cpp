#include "Precompiled.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

namespace clustrix::compiler::test {
namespace {

class PrecompiledHeaders {
 public:
  PrecompiledHeaders()
      : folder_(std::filesystem::temp_directory_path() / ("clustrix-headers-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~PrecompiledHeaders() { std::filesystem::remove_all(folder_); }
  PrecompiledHeaders(const PrecompiledHeaders&) = delete;
  PrecompiledHeaders& operator=(const PrecompiledHeaders&) = delete;

  std::vector<std::string> flags(const std::string& text, std::vector<std::string> flags) {
    const std::string includes = leadingIncludes(text);
    if (includes.empty()) return flags;
    std::string key = includes;
    for (const std::string& flag : flags) key += flag + "\n";
    Header& header = made_[key];
    if (++header.uses == 2) header.path = make(includes, flags);
    if (!header.path.empty()) flags.insert(flags.end(), {"-include-pch", header.path});
    return flags;
  }

 private:
  struct Header {
    int uses = 0;
    std::string path;  // "": there is none
  };

  class Writing : public clang::GeneratePCHAction {
   public:
    explicit Writing(std::string path) : path_(std::move(path)) {}

   protected:
    bool BeginInvocation(clang::CompilerInstance& compiler) override {
      compiler.getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
      compiler.getFrontendOpts().OutputFile = path_;
      return clang::GeneratePCHAction::BeginInvocation(compiler);
    }

   private:
    std::string path_;
  };

  static std::string leadingIncludes(const std::string& text) {
    std::istringstream lines(text);
    std::string includes;
    for (std::string line; std::getline(lines, line);) {
      if (line.empty()) continue;
      if (line.rfind("#include <", 0) != 0) break;
      includes += line + "\n";
    }
    return includes;
  }

  std::string make(const std::string& includes, const std::vector<std::string>& flags) const {
    const std::string name = (folder_ / std::to_string(made_.size())).string();
    std::ofstream(name + ".hpp") << includes;
    std::vector<std::string> arguments = {"clang", "-fsyntax-only", "-x", "c++-header"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.push_back(name + ".hpp");
    const llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager(clang::FileSystemOptions()));
    clang::tooling::ToolInvocation invocation(arguments, std::make_unique<Writing>(name + ".pch"), files.get());
    return invocation.run() ? name + ".pch" : "";
  }

  const std::filesystem::path folder_;
  std::map<std::string, Header> made_;
};

}  // namespace

std::vector<std::string> withPrecompiledHeaders(const std::string& text, std::vector<std::string> flags) {
  static PrecompiledHeaders headers;
  return headers.flags(text, std::move(flags));
}

}  // namespace clustrix::compiler::test
