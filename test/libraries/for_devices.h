// Functors whose text is another one for devices, which the host never reads.
#pragma once

__device__ int counter;

struct Counting {
  __host__ __device__ int operator()(int x) const {
#ifdef __CUDA_ARCH__
    atomicAdd(&counter, 1);
#endif
    return x + 1;
  }
};
int calls = 0;
struct OfHost {
  __host__ __device__ void operator()(int& x) const {
#ifndef __CUDA_ARCH__
    x = ++calls;
#endif
  }
};
