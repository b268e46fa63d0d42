#include "Source/CudaLanguage.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace clustrix::compiler;
namespace fs = std::filesystem;

namespace {

/// Folders with and without the toolkit's headers.
struct Toolkits {
  fs::path root = fs::temp_directory_path() / ("clustrix-cuda-" + std::to_string(::getpid()));

  Toolkits() { unsetenv("CUDA_PATH"), unsetenv("CUDA_HOME"); }
  ~Toolkits() {
    unsetenv("CUDA_PATH"), unsetenv("CUDA_HOME");
    fs::remove_all(root);
  }
  std::string add(const std::string& name) const {
    fs::create_directories(root / name / "include");
    std::ofstream(root / name / "include" / "cuda_runtime.h") << "\n";
    return (root / name).string();
  }
};

}  // namespace

TEST_CASE("a source is CUDA's by its name, and where there is a toolkit") {
  CHECK(isCudaSource("/src/app.cu"));
  for (const char* other : {"app.cpp", "app.cu.cpp", "cu", "app.cuh"}) CHECK_FALSE(isCudaSource(other));
  CHECK(languageFlags("app.cpp", "/opt/cuda") == std::vector<std::string>{"-x", "c++"});
  CHECK(languageFlags("app.cu", "") == std::vector<std::string>{"-x", "c++"});
  CHECK(languageFlags("app.cu", "/opt/cuda") == std::vector<std::string>{"-Wno-unknown-cuda-version",
                                                                         "--cuda-host-only", "--cuda-path=/opt/cuda",
                                                                         "-x", "cuda"});
}

TEST_CASE("Thrust and CUB are found where the toolkit has them apart") {
  Toolkits some;
  const std::string toolkit = some.add("13");
  fs::create_directories(some.root / "13" / "include" / "cccl");
  CHECK(languageFlags("app.cu", toolkit) == std::vector<std::string>{"-Wno-unknown-cuda-version", "--cuda-host-only",
                                                                     "--cuda-path=" + toolkit, "-isystem",
                                                                     toolkit + "/include/cccl", "-x", "cuda"});
}

TEST_CASE("a toolkit is what has headers: the flag's first, then the environment's") {
  Toolkits some;
  const std::string flag = some.add("flag"), path = some.add("path"), home = some.add("home");
  const std::string nothing = (some.root / "nothing").string();
  setenv("CUDA_HOME", home.c_str(), 1);
  CHECK(cudaToolkit({}) == home);
  setenv("CUDA_PATH", path.c_str(), 1);
  CHECK(cudaToolkit({}) == path);
  CHECK(cudaToolkit({"--cuda-path=" + flag, "-O2"}) == flag);
  CHECK(cudaToolkit({"--cuda-path=" + home, "--cuda-path=" + flag}) == flag);
  CHECK(cudaToolkit({"--cuda-path=" + nothing}) == path);
}
