#include "TestKernels.h"

#include "clustrix/cuda.h"

namespace clustrix::test {

Compiled compiled() {
  void (*const layoutOfLine)(std::uint64_t*) = &runtime::cuda::measureLayout<Line>;
  return {&runtime::kernelOf<Line>,   &runtime::kernelOf<Sum>,        &runtime::kernelOf<FirstLargest>,
          &runtime::kernelOf<Digits>, &runtime::kernelOf<Remainders>, reinterpret_cast<const void*>(layoutOfLine)};
}

}  // namespace clustrix::test
