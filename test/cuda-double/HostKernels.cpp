// Kernels on the host: the runtime gives each stub that nvcc's objects register a host version
// (clustrixDoubleRegisterKernel); a launch copies the arguments and queues the host version.
#include <cstdio>
#include <cstring>
#include <map>

#include "Double.h"

namespace cudadouble {
namespace {

struct HostKernel {
  ClustrixDoubleHostKernel run = nullptr;
  std::vector<std::size_t> sizes;
};

struct Kernels {
  std::map<const void*, const char*> registered;  // by the objects that nvcc compiled, with their mangled names
  std::map<const void*, HostKernel> hostVersions;
};

Kernels& kernels() {
  static Kernels* const kept = new Kernels;  // objects unregister themselves after static destructors
  return *kept;
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

}  // namespace

const Model& model() {
  static const Model kept{"CUDA double", "8", "2GB", 8, 108, 1410000, 1215000, std::size_t{48} << 10};
  return kept;
}

void addKernel(const void*, const void* stub, const char* name) { kernels().registered[stub] = name; }
void addVariable(const void*, const void*, const char*) {}
const char* kernelName(const void* stub) {
  const auto found = kernels().registered.find(stub);
  return found == kernels().registered.end() ? nullptr : found->second;
}

cudaError_t prepare(const LaunchCall& launch, Work& work) {
  const auto found = kernels().hostVersions.find(launch.stub);
  if (found == kernels().hostVersions.end()) {
    std::fprintf(stderr, "cuda double: a kernel without a host version was launched; only Clustrix's run here\n");
    return cudaErrorInvalidDeviceFunction;
  }
  const int device = currentDevice();
  const auto copies = copyArguments(launch.arguments, found->second.sizes);
  work = [device, copies, grid = launch.grid, block = launch.block, run = found->second.run] {
    std::vector<void*> pointers;
    for (auto& copy : *copies) pointers.push_back(copy.data());
    openDevice(device, true);
    run(pointers.data(), grid.x, block.x);
    openDevice(device, false);
    checkCanaries(device);
    return cudaSuccess;
  };
  return cudaSuccess;
}

}  // namespace cudadouble

using namespace cudadouble;

extern "C" void clustrixDoubleRegisterKernel(const void* stub, ClustrixDoubleHostKernel host, const std::size_t* sizes,
                                             unsigned count) {
  const std::lock_guard<std::recursive_mutex> lock(machine().mutex);
  kernels().hostVersions[stub] = {host, std::vector<std::size_t>(sizes, sizes + count)};
}
