#include "Source/CudaLanguage.h"

#include "llvm/ADT/StringRef.h"

#include <cstdlib>
#include <filesystem>

namespace clustrix::compiler {

bool isCudaSource(const std::string& source) { return std::filesystem::path(source).extension() == ".cu"; }

std::string cudaToolkit(const std::vector<std::string>& flags) {
  std::vector<std::string> folders;
  for (const std::string& flag : flags) {
    llvm::StringRef given = flag;
    if (given.consume_front("--cuda-path=")) folders.insert(folders.begin(), given.str());  // the last one counts
  }
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char* folder = std::getenv(variable)) folders.emplace_back(folder);
  folders.insert(folders.end(), {"/usr/local/cuda", "/usr/lib/cuda"});
  std::error_code error;
  for (const std::string& folder : folders)
    if (std::filesystem::exists(std::filesystem::path(folder) / "include" / "cuda_runtime.h", error)) return folder;
  return "";
}

std::vector<std::string> languageFlags(const std::string& source, const std::string& toolkit) {
  if (!isCudaSource(source) || toolkit.empty()) return {"-x", "c++"};
  std::vector<std::string> flags{"-Wno-unknown-cuda-version", "--cuda-host-only", "--cuda-path=" + toolkit};
  // Thrust and CUB, which nvcc finds by itself. Of toolkits before 13 they are beside the others.
  const std::filesystem::path libraries = std::filesystem::path(toolkit) / "include" / "cccl";
  std::error_code error;
  if (std::filesystem::is_directory(libraries, error)) flags.insert(flags.end(), {"-isystem", libraries.string()});
  flags.insert(flags.end(), {"-x", "cuda"});
  return flags;
}

}  // namespace clustrix::compiler
