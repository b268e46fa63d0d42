// Again: a call that is refused is made once more.
//
// A call that returns an error has put nothing on its stream. Errors of work that is on its way stick to the device,
// and come again with every later call; any other error may have passed.
#pragma once

#include <cuda_runtime_api.h>

#include "cuda/Errors.h"

namespace clustrix::runtime::cuda {

/// `call()` once more where `error`, its first answer, leaves the device at work.
template <class Call>
cudaError_t madeAgain(cudaError_t error, const Call& call) {
  if (error == cudaSuccess || classify(error) == Failure::DeviceLost) return error;
  (void)cudaGetLastError();
  return call();
}

/// `call()`, and `call()` again where that has failed on a device that is not lost.
template <class Call>
cudaError_t again(const Call& call) {
  return madeAgain(call(), call);
}

/// The same for a call that asks for memory: where there is none, asking again gives none.
template <class Call>
cudaError_t againUnlessFull(const Call& call) {
  const cudaError_t error = call();
  return classify(error) == Failure::OutOfMemory ? error : madeAgain(error, call);
}

}  // namespace clustrix::runtime::cuda
