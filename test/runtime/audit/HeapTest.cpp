#include "audit/Heap.h"

#include <catch2/catch.hpp>

#include <cerrno>
#include <cstdlib>

#include "../Child.h"
#include "NoClaims.h"
#include "audit/AuditedProcess.h"

extern "C" void __sanitizer_cov_store8(const void* place);

namespace clustrix::audit {
namespace {

/// Writes to a block of the heap; not to be looked through.
__attribute__((noinline)) double* filled(double* block) {
  __sanitizer_cov_store8(block);
  return block;
}

TEST_CASE("an iteration has what it allocates to itself, and the next one gets it when it is freed") {
  const auto run = [](bool frees, const auto& allocate) {
    return test::statusOfChild([&] {
      NoClaims nothing(5);
      AuditedLoop& loop = *beginLoop("f", {}, &nothing);
      double* block = nullptr;
      for (int i = 0; i < 5; ++i) {
        beginBody(loop);
        if (frees || !block) block = filled(static_cast<double*>(allocate()));
        if (!frees) filled(block);
        if (frees) std::free(block);
        endBody(loop);
      }
      endLoop();
      std::exit(3);
      return 0;
    });
  };
  const auto viaMalloc = [] { return std::malloc(64); };
  CHECK(run(true, viaMalloc) == 3);
  CHECK(run(true, [] { return std::calloc(8, 8); }) == 3);
  CHECK(run(true, [] { return std::realloc(std::malloc(8), 64); }) == 3);
  CHECK(run(true, [] { return std::aligned_alloc(64, 64); }) == 3);
  CHECK(run(true, [] {
          void* block = nullptr;
          return posix_memalign(&block, 64, 64) == 0 ? block : nullptr;
        }) == 3);
  CHECK(run(false, viaMalloc) == faultStatus);
}

TEST_CASE("blocks are aligned as they were asked for, and no other way") {
  void* block = nullptr;
  REQUIRE(posix_memalign(&block, 256, 10) == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(block) % 256 == 0);
  std::free(block);
  CHECK(posix_memalign(&block, 24, 10) == EINVAL);
  std::free(nullptr);
}

}  // namespace
}  // namespace clustrix::audit
