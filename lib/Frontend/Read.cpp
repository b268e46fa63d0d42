// Reading one source: Clang's frontend over the file, then the functions out of its syntax tree.
#include "Attributes.h"
#include "Flags.h"
#include "Functions.h"

#include "clustrix/Frontend.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace clustrix::compiler {

namespace {

/// Every file read, system headers included: a build must run again when any of them changes.
class Dependencies : public clang::DependencyCollector {
 public:
  bool needSystemDependencies() override { return true; }
};

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(clang::CompilerInstance& compiler, SourceUnit& unit) : unit_(unit) {
    tokens_.attachTo(compiler.getPreprocessor());
  }
  // Bodies of functions in headers are needed by the analysis of calls only; none is skipped, so that errors show.
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (context.getDiagnostics().hasErrorOccurred()) return;
    unit_.functions = annotatedFunctions(context, tokens_);
    const auto& manager = context.getSourceManager();
    unit_.text = manager.getBufferData(manager.getMainFileID()).str();
  }

 private:
  SourceUnit& unit_;
  AttributeTokens tokens_;
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(SourceUnit& unit) : unit_(unit) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    dependencies_ = std::make_shared<Dependencies>();
    compiler.addDependencyCollector(dependencies_);
    dependencies_->attachToPreprocessor(compiler.getPreprocessor());
    return std::make_unique<Consumer>(compiler, unit_);
  }
  void EndSourceFileAction() override {
    // `/usr/bin/../lib/..` names a file for Clang; build systems compare names.
    for (const std::string& file : dependencies_->getDependencies()) {
      llvm::SmallString<256> real;
      const bool roundabout = llvm::StringRef(file).contains("/../") && !llvm::sys::fs::real_path(file, real);
      if (file != unit_.path) unit_.dependencies.push_back(roundabout ? real.str().str() : file);
    }
  }

 private:
  SourceUnit& unit_;
  std::shared_ptr<Dependencies> dependencies_;
};

std::vector<std::string> commandLine(const std::string& source, const std::vector<std::string>& flags) {
  // The driver looks for GCC's headers relative to its own place.
  std::vector<std::string> line = {"/usr/bin/clang++",         "-fsyntax-only",           "-w",
                                   "-fno-caret-diagnostics",   "-Wno-unknown-attributes", "-resource-dir",
                                   CLUSTRIX_CLANG_RESOURCE_DIR};
  line.insert(line.end(), flags.begin(), flags.end());
  line.insert(line.end(), {"-x", "c++", source});
  return line;
}

}  // namespace

FrontendResult readSource(const std::string& source, const CompileCommand& command) {
  FrontendResult result;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files(llvm::vfs::createPhysicalFileSystem().release());
  if (!command.directory.empty()) files->setCurrentWorkingDirectory(command.directory);
  if (const auto readable = files->getBufferForFile(source); !readable) {
    result.unreadable = true;
    result.diagnostics = source + ": error: cannot read the file: " + readable.getError().message() + "\n";
    return result;
  }
  std::vector<std::string> dropped;
  const auto flags = knownFlags(command.arguments, dropped);
  for (const std::string& flag : dropped)
    result.diagnostics += "clustrix-rewrite: note: flag '" + flag + "' is unknown to Clang and left out\n";

  SourceUnit unit;
  unit.path = source;
  unit.dependencies.push_back(source);
  llvm::raw_string_ostream out(result.diagnostics);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions());
  options->ShowCarets = 1;
  clang::TextDiagnosticPrinter printer(out, options.get());
  llvm::IntrusiveRefCntPtr<clang::FileManager> manager(new clang::FileManager(clang::FileSystemOptions(), files));
  clang::tooling::ToolInvocation invocation(commandLine(source, flags), std::make_unique<Action>(unit), manager.get());
  invocation.setDiagnosticConsumer(&printer);
  const bool parsed = invocation.run();
  out.flush();
  if (parsed) result.unit = std::move(unit);
  return result;
}

}  // namespace clustrix::compiler
