#include "support/LibraryThreads.h"

#include <dlfcn.h>

#include <catch2/catch.hpp>
#include <thread>

using namespace clustrix::runtime;

TEST_CASE("what a task starts with OpenMP has so many threads as long as the task runs, and of its thread alone") {
  void* const openMp = dlopen("libgomp.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (openMp == nullptr) return;  // no OpenMP here: there is nothing to change
  const auto most = reinterpret_cast<int (*)()>(dlsym(openMp, "omp_get_max_threads"));
  const auto set = reinterpret_cast<void (*)(int)>(dlsym(openMp, "omp_set_num_threads"));
  REQUIRE(most != nullptr);
  const int before = most();
  set(6);
  {
    const LibraryThreads two(2);
    CHECK(most() == 2);
    int others = 0;
    std::thread([&] {
      set(5);
      const LibraryThreads any(0);
      others = most();
    }).join();
    CHECK(others == 5);
    const LibraryThreads more(4);  // of what is allowed, no more
    CHECK(most() == 2);
  }
  CHECK(most() == 6);
  set(before);
}

TEST_CASE("threads of OpenBLAS are fewer from the first launch of tasks on to the end of the last one") {
  void* const blas = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (blas == nullptr) return;  // no OpenBLAS here
  const auto most = reinterpret_cast<int (*)()>(dlsym(blas, "openblas_get_num_threads"));
  const auto set = reinterpret_cast<void (*)(int)>(dlsym(blas, "openblas_set_num_threads"));
  REQUIRE(most != nullptr);
  const int before = most();
  set(2);
  {
    const BlasThreads first(1);
    CHECK(most() == 1);
    {
      const BlasThreads second(1), none(0);
    }
    CHECK(most() == 1);
  }
  CHECK(most() == 2);
  set(before);
}
