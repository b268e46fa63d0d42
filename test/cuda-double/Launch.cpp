// Launches: what nvcc's generated code calls. Who runs the kernels is another matter: HostKernels.cpp here,
// DeviceKernels.cpp in test/ptx.
#include "Double.h"

#include <algorithm>

namespace cudadouble {
namespace {

struct Configuration {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
};

std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> pushed;
  return pushed;
}

bool fits(const dim3& grid, const dim3& block, std::size_t shared) {
  const std::size_t threads = std::size_t{block.x} * block.y * block.z;
  return threads >= 1 && threads <= 1024 && grid.x >= 1 && grid.x <= 0x7fffffff && grid.y >= 1 && grid.y <= 65535 &&
         grid.z >= 1 && grid.z <= 65535 && shared <= model().mostShared;
}

cudaError_t launch(const LaunchCall& asked, cudaStream_t stream) {
  const char* const name = kernelName(asked.stub);
  if (name == nullptr) return cudaErrorInvalidDeviceFunction;
  if (!fits(asked.grid, asked.block, asked.shared)) return cudaErrorInvalidConfiguration;
  if (stream != nullptr && stream->device != currentDevice()) return cudaErrorInvalidResourceHandle;
  Work work;
  const cudaError_t error = prepare(asked, work);
  countLaunch(name, currentDevice());
  return error == cudaSuccess ? enqueue(stream, std::move(work)) : error;
}

}  // namespace
}  // namespace cudadouble

using namespace cudadouble;

extern "C" {

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                             cudaStream_t stream) {
  return call("cudaLaunchKernel",
              [&] { return launch({func, gridDim, blockDim, args, sharedMem}, plainStream(stream)); });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  return call("cudaFuncGetAttributes", [&] {
    if (kernelName(func) == nullptr) return cudaErrorInvalidDeviceFunction;
    *attr = {};
    attr->maxThreadsPerBlock = 1024;
    attr->numRegs = 32;
    attr->ptxVersion = attr->binaryVersion = 90;  // by which CUB chooses its kernels
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func, int blockSize,
                                                                   size_t dynamicSMemSize, unsigned int) {
  return call("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", [&] {
    if (kernelName(func) == nullptr) return cudaErrorInvalidDeviceFunction;
    *numBlocks = blockSize > 0 && dynamicSMemSize <= model().mostShared ? std::min(32, 2048 / blockSize) : 0;
    return cudaSuccess;
  });
}

// What nvcc's generated code calls for kernel<<<grid, block>>>(...) and before main.

unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, CUstream_st* stream) {
  configurations().push_back({gridDim, blockDim, sharedMem, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem, void* stream) {
  if (configurations().empty()) return cudaErrorMissingConfiguration;
  const Configuration& last = configurations().back();
  *gridDim = last.grid;
  *blockDim = last.block;
  *sharedMem = last.shared;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  configurations().pop_back();
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* entryFuncAddr) {
  *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(entryFuncAddr));
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                               cudaStream_t stream) {
  return cudaLaunchKernel(kernel, gridDim, blockDim, args, sharedMem, stream);
}

void** __cudaRegisterFatBinary(void* fatCubin) { return new void*(fatCubin); }
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void** handle) { delete handle; }
char __cudaInitModule(void**) { return 1; }

void __cudaRegisterFunction(void** handle, const char* hostFun, char*, const char* deviceName, int, uint3*, uint3*,
                            dim3*, dim3*, int*) {
  addKernel(*handle, hostFun, deviceName);
}

void __cudaRegisterVar(void** handle, char* hostVar, char*, const char* deviceName, int, size_t, int, int) {
  addVariable(*handle, hostVar, deviceName);
}

}  // extern "C"
