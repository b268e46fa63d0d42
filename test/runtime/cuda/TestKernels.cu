#include "TestKernels.h"

#include "clustrix/cuda.h"

namespace clustrix::test {

Compiled compiled() {
  return {&runtime::kernelOf<Line>, &runtime::kernelOf<Sum>, &runtime::kernelOf<FirstLargest>,
          &runtime::kernelOf<Digits>, &runtime::kernelOf<Remainders>};
}

}  // namespace clustrix::test
