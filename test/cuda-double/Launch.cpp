// Kernels. nvcc's objects register a stub for each; the runtime adds the stub's host version
// (clustrixDoubleRegisterKernel); a launch copies the arguments and queues the host version.
#include <cstdio>
#include <cstring>
#include <set>

#include "Double.h"

namespace cudadouble {
namespace {

struct HostKernel {
  ClustrixDoubleHostKernel run = nullptr;
  std::vector<std::size_t> sizes;
};

struct Kernels {
  std::set<const void*> registered;  // by the objects that nvcc compiled
  std::map<const void*, HostKernel> hostVersions;
};

Kernels& kernels() {
  static Kernels* const kept = new Kernels;  // objects unregister themselves after static destructors
  return *kept;
}

struct Configuration {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
};

std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> pushed;
  return pushed;
}

/// Each argument at an address of its own, aligned for any type.
std::shared_ptr<std::vector<std::vector<std::max_align_t>>> copyArguments(void** args,
                                                                          const std::vector<std::size_t>& sizes) {
  auto copies = std::make_shared<std::vector<std::vector<std::max_align_t>>>();
  for (std::size_t number = 0; number < sizes.size(); ++number) {
    copies->emplace_back(sizes[number] / sizeof(std::max_align_t) + 1);
    std::memcpy(copies->back().data(), args[number], sizes[number]);
  }
  return copies;
}

bool fits(const dim3& grid, const dim3& block, std::size_t shared) {
  const std::size_t threads = std::size_t{block.x} * block.y * block.z;
  return threads >= 1 && threads <= 1024 && grid.x >= 1 && grid.x <= 0x7fffffff && grid.y >= 1 && grid.y <= 65535 &&
         grid.z >= 1 && grid.z <= 65535 && shared <= std::size_t{48} << 10;
}

cudaError_t launch(const void* stub, const dim3& grid, const dim3& block, void** args, std::size_t shared,
                   cudaStream_t stream) {
  if (kernels().registered.count(stub) == 0) return cudaErrorInvalidDeviceFunction;
  const auto found = kernels().hostVersions.find(stub);
  if (found == kernels().hostVersions.end()) {
    std::fprintf(stderr, "cuda double: a kernel without a host version was launched; only Clustrix's run here\n");
    return cudaErrorInvalidDeviceFunction;
  }
  if (!fits(grid, block, shared)) return cudaErrorInvalidConfiguration;
  if (stream != nullptr && stream->device != currentDevice()) return cudaErrorInvalidResourceHandle;
  const int device = currentDevice();
  const auto copies = copyArguments(args, found->second.sizes);
  return enqueue(stream, [device, copies, grid, block, run = found->second.run] {
    std::vector<void*> pointers;
    for (auto& copy : *copies) pointers.push_back(copy.data());
    openDevice(device, true);
    run(pointers.data(), grid.x, block.x);
    openDevice(device, false);
    checkCanaries(device);
    return cudaSuccess;
  });
}

}  // namespace
}  // namespace cudadouble

using namespace cudadouble;

extern "C" {

void clustrixDoubleRegisterKernel(const void* stub, ClustrixDoubleHostKernel host, const std::size_t* sizes,
                                  unsigned count) {
  const std::lock_guard<std::recursive_mutex> lock(machine().mutex);
  kernels().hostVersions[stub] = {host, std::vector<std::size_t>(sizes, sizes + count)};
}

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                             cudaStream_t stream) {
  return call("cudaLaunchKernel", [&] { return launch(func, gridDim, blockDim, args, sharedMem, stream); });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  return call("cudaFuncGetAttributes", [&] {
    if (kernels().registered.count(func) == 0) return cudaErrorInvalidDeviceFunction;
    *attr = {};
    attr->maxThreadsPerBlock = 1024;
    attr->numRegs = 32;
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

void __cudaRegisterFunction(void**, const char* hostFun, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*) {
  kernels().registered.insert(hostFun);
}

void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}

}  // extern "C"
