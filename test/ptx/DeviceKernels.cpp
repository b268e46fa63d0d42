// Kernels as the CUDA double runs them here: the PTX of the program, interpreted.
//
//     __cudaRegisterFatBinary, ...Function ─► addKernel: stub ─► binary and name
//     cudaLaunchKernel ─► prepare: the kernel in the device's module, its arguments ─► stream ─► ptx::run
//
// Each device has a module of its own, since each has its own copy of a program's __device__ variables.
#include <chrono>
#include <cstdio>
#include <cstring>

#include "../cuda-double/Double.h"
#include "FatBinary.h"
#include "Launch.h"
#include "Report.h"
#include "Resources.h"

namespace {

struct Named {
  const void* binary = nullptr;
  std::string name;
};

struct Program {
  std::map<const void*, Named> kernels;                                         // by stub
  std::map<const void*, Named> variables;                                       // by the host's shadow
  std::map<std::pair<const void*, int>, std::unique_ptr<ptx::Module>> modules;  // by binary and device
};

Program& program() {
  static Program* const kept = new Program;  // objects unregister themselves after static destructors
  return *kept;
}

ptx::Module& moduleOf(const void* binary, int device) {
  std::unique_ptr<ptx::Module>& module = program().modules[{binary, device}];
  if (module != nullptr) return *module;
  const std::string text = ptx::ptxOf(binary);
  if (text.empty()) ptx::fail("a kernel is launched that has no PTX: compile with nvcc -arch=compute_90");
  module = ptx::parseModule(text);
  if (ptx::isReportWanted()) ptx::findResources(*module);
  return *module;
}

/// All blocks of all devices, and the variables of the module, which belong to this one.
ptx::DeviceMemory memoryFor(const ptx::Module& module, int device, bool measured) {
  ptx::DeviceMemory memory(measured);
  const auto& devices = cudadouble::machine().devices;
  for (std::size_t number = 0; number < devices.size(); ++number)
    for (const auto& [address, block] : devices[number].blocks)
      memory.add(address, block.bytes, static_cast<int>(number));
  for (const auto& [name, variable] : module.variables)
    if (variable.memory != nullptr)
      memory.add(reinterpret_cast<ptx::u64>(variable.memory), static_cast<ptx::u64>(variable.bytes), device);
  return memory;
}

struct Prepared {
  ptx::Module& module;
  ptx::Function& kernel;
  ptx::Shape shape;
  int device;
  std::vector<ptx::u8> parameters;
  std::size_t shared;
};

cudaError_t runPrepared(const Prepared& prepared) {
  const bool measured = ptx::isReportWanted();
  ptx::DeviceMemory memory = memoryFor(prepared.module, prepared.device, measured);
  ptx::Launch launch{prepared.module, prepared.kernel,     prepared.shape,  prepared.device,
                     memory,          prepared.parameters, prepared.shared, measured};
  const auto began = std::chrono::steady_clock::now();
  cudadouble::openDevice(prepared.device, true);
  ptx::run(launch);
  cudadouble::openDevice(prepared.device, false);
  if (measured) ptx::report(launch, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  return cudaSuccess;
}

/// Where the current device has the variable that the host knows by its shadow; null: nowhere.
const ptx::Variable* variableOf(const void* shadow) {
  const auto found = program().variables.find(shadow);
  if (found == program().variables.end()) return nullptr;
  const ptx::Module& module = moduleOf(found->second.binary, cudadouble::currentDevice());
  const auto variable = module.variables.find(found->second.name);
  return variable == module.variables.end() || variable->second.memory == nullptr ? nullptr : &variable->second;
}

/// Copies between the host and the current device's variable, once everything before has been done.
cudaError_t copySymbol(const void* symbol, std::size_t offset, std::size_t bytes, void* to, const void* from) {
  const ptx::Variable* variable = variableOf(symbol);
  if (variable == nullptr) return cudaErrorInvalidSymbol;
  if (offset + bytes > static_cast<std::size_t>(variable->bytes)) return cudaErrorInvalidValue;
  const int device = cudadouble::currentDevice();
  const cudaError_t drained = cudadouble::resultOfWait(device, cudadouble::drainAll(device));
  if (drained != cudaSuccess) return drained;
  std::memcpy(to != nullptr ? to : variable->memory + offset, from != nullptr ? from : variable->memory + offset,
              bytes);
  return cudaSuccess;
}

}  // namespace

namespace cudadouble {

const Model& model() {
  static const Model kept{"PTX interpreter", "1", "80GB", 9, 132, 1700000, 2619000, std::size_t{227} << 10};
  return kept;
}

void addKernel(const void* binary, const void* stub, const char* name) { program().kernels[stub] = {binary, name}; }
void addVariable(const void* binary, const void* shadow, const char* name) {
  program().variables[shadow] = {binary, name};
}
const char* kernelName(const void* stub) {
  const auto found = program().kernels.find(stub);
  return found == program().kernels.end() ? nullptr : found->second.name.c_str();
}

cudaError_t prepare(const LaunchCall& launch, Work& work) {
  const Named& named = program().kernels.at(launch.stub);
  const int device = currentDevice();
  ptx::Module& module = moduleOf(named.binary, device);
  ptx::Function* kernel = ptx::definedFunction(module, named.name);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  const ptx::Shape shape{{launch.grid.x, launch.grid.y, launch.grid.z},
                         {launch.block.x, launch.block.y, launch.block.z}};
  const Prepared prepared{module,       *kernel, shape, device, ptx::packedArguments(*kernel, launch.arguments),
                          launch.shared};
  work = [prepared] { return runPrepared(prepared); };
  return cudaSuccess;
}

}  // namespace cudadouble

using namespace cudadouble;

extern "C" {

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute, int) {
  return call("cudaFuncSetAttribute",
              [&] { return kernelName(func) != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction; });
}

cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol) {
  return call("cudaGetSymbolAddress", [&] {
    const ptx::Variable* variable = variableOf(symbol);
    *devPtr = variable != nullptr ? variable->memory : nullptr;
    return variable != nullptr ? cudaSuccess : cudaErrorInvalidSymbol;
  });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind) {
  return call("cudaMemcpyToSymbol", [&] { return copySymbol(symbol, offset, count, nullptr, src); });
}

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind) {
  return call("cudaMemcpyFromSymbol", [&] { return copySymbol(symbol, offset, count, dst, nullptr); });
}

// Memory in the order of a stream: here it is there at once, and goes when all streams are done.
cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t) { return cudaMalloc(devPtr, size); }
cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t) { return cudaFree(devPtr); }

}  // extern "C"
