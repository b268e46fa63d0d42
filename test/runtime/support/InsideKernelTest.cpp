#include "support/InsideKernel.h"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <thread>

using namespace clustrix::runtime;

TEST_CASE("a thread is inside a kernel until the outermost scope ends") {
  CHECK_FALSE(insideKernel());
  {
    const KernelScope outer;
    CHECK(insideKernel());
    {
      const KernelScope inner;
      CHECK(insideKernel());
    }
    CHECK(insideKernel());
  }
  CHECK_FALSE(insideKernel());
}

TEST_CASE("a kernel that throws is left") {
  try {
    const KernelScope scope;
    throw std::runtime_error("from an iteration");
  } catch (const std::runtime_error&) {
    CHECK_FALSE(insideKernel());
  }
}

TEST_CASE("a thread says nothing of other threads") {
  bool other = true, outside = true;
  {
    const KernelScope scope;
    std::thread([&] { other = insideKernel(); }).join();
    // Its scope ends first, and this one's goes on.
    std::thread([] { const KernelScope own; }).join();
    outside = !insideKernel();
  }
  CHECK_FALSE(other);
  CHECK_FALSE(outside);
}
