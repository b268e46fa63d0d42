#include "Source/Flags.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("flags of GCC and nvcc that Clang does not know are dropped, and named") {
  std::vector<std::string> dropped;
  const auto kept = knownFlags({"-std=c++20", "-O2", "-fno-ivopts-at-all", "-gencode", "arch=compute_90,code=sm_90",
                                "--expt-relaxed-constexpr", "-I/include", "-DN=3"},
                               dropped);
  CHECK(kept == std::vector<std::string>{"-std=c++20", "-O2", "-I/include", "-DN=3"});
  CHECK(dropped == std::vector<std::string>{"-gencode arch=compute_90,code=sm_90", "-fno-ivopts-at-all",
                                            "--expt-relaxed-constexpr"});
}

TEST_CASE("flags that nvcc hands to the host's compiler count as the source's own") {
  std::vector<std::string> dropped;
  CHECK(knownFlags({"-Xcompiler", "-DN=3,-fno-ivopts-at-all", "-Xcompiler=-Wall", "-O2"}, dropped) ==
        std::vector<std::string>{"-DN=3", "-Wall", "-O2"});
  CHECK(dropped == std::vector<std::string>{"-fno-ivopts-at-all"});
}

TEST_CASE("OpenMP leaves nothing but its macro: pragmas are read as text") {
  std::vector<std::string> dropped;
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{"-fopenmp"}, {"-fopenmp=libgomp"}, {"-Xcompiler", "-fopenmp"}})
    CHECK(knownFlags(flags, dropped) == std::vector<std::string>{"-D_OPENMP=201511"});
  CHECK(knownFlags({"-fopenmp-simd"}, dropped).empty());
  CHECK(dropped.empty());
}

TEST_CASE("outputs and actions are left out without a word") {
  std::vector<std::string> dropped;
  CHECK(knownFlags({"-c", "-o", "x.o", "-MD", "-MF", "x.d", "-x", "cu", "-Wall"}, dropped) ==
        std::vector<std::string>{"-Wall"});
  CHECK(dropped.empty());
}
