// A stand-in for libcudart.so.13: N devices on a machine that has none.
//
// A program built by nvcc with `-cudart shared` finds this library first (LD_LIBRARY_PATH) and then runs unchanged:
//
//     cuda* entry ─► call() ─► counted, injected fault? lost device? ─► body ─► Stream queue ─► done when waited for
//
// What it is strict about, since a GPU is or may be:
//   * device memory is out of the host's reach (PROT_NONE) except while a kernel of that very device runs;
//   * fresh memory holds rubbish, freed addresses are never used again, guard pages and canaries surround a block;
//   * by default nothing in a stream happens until somebody waits for it (CLUSTRIX_DOUBLE_ORDER=eager: at once), so
//     that a missing wait shows as a wrong result, each time;
//   * a kernel's arguments and pageable sources are taken when the call is made, as CUDA promises.
//
// The switches are in README.md. One mutex guards everything; kernels run under it, one at a time.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cudadouble {

using Work = std::function<cudaError_t()>;

/// One cudaMalloc. `handed` is what the program holds; `inside` maps the same bytes for the double's own copies.
struct Block {
  char* handed = nullptr;
  char* inside = nullptr;
  std::size_t bytes = 0;
  char* pages = nullptr;        // handed view, page aligned, guard pages excluded
  char* insidePages = nullptr;  // the same pages, always accessible
  std::size_t pageBytes = 0;
};

struct Device {
  std::size_t limit = 0;
  std::size_t used = 0;
  std::size_t peak = 0;
  std::map<std::uintptr_t, Block> blocks;  // by handed address
  cudaError_t lost = cudaSuccess;          // sticky: every later call on the device says this
  cudaError_t lostAtWait = cudaSuccess;    // an asynchronous failure that nobody has waited for yet
  int multiprocessors = 0;
  int clockKilohertz = 0;
};

struct Machine {
  std::recursive_mutex mutex;
  std::vector<Device> devices;
  std::vector<CUstream_st*> streams;             // alive, in order of creation
  std::map<std::uintptr_t, std::size_t> pinned;  // host ranges: cudaHostAlloc, cudaHostRegister
  std::map<int, std::vector<int>> peers;         // device -> devices it may access
  bool eager = false;
  bool noDriver = false;
  bool open = false;  // device memory is never out of reach, and nobody looks beside blocks
};

Machine& machine();
int& currentDevice();  // of the calling thread

/// Runs the body of one entry: counts it, fails it where the fault plan says so or the device is lost, and remembers
/// the error for cudaGetLastError.
cudaError_t call(const char* name, const Work& body);
/// The same, for calls that work on a lost device too.
cudaError_t callAnyway(const char* name, const Work& body);
cudaError_t& lastError();

// Streams.cpp
/// The default stream by whichever name: null, cudaStreamLegacy, cudaStreamPerThread.
inline cudaStream_t plainStream(cudaStream_t stream) {
  return stream == cudaStreamLegacy || stream == cudaStreamPerThread ? nullptr : stream;
}
cudaError_t enqueue(cudaStream_t stream, Work work);
cudaError_t drain(CUstream_st& stream, std::uint64_t upTo);
cudaError_t drainAll(int device);
/// What a wait on the device says after draining: an asynchronous failure comes to light, and sticks, here.
cudaError_t resultOfWait(int device, cudaError_t drained);

// Memory.cpp
struct Place {
  int device = -1;          // -1: host
  char* address = nullptr;  // where the double itself may read and write the bytes
  bool pinned = false;
  bool valid = false;  // false: runs over the end of a block
};
Place locate(const void* pointer, std::size_t bytes);
void openDevice(int device, bool open);
/// Names the damaged block on standard error and aborts: a kernel or copy wrote outside its block.
void checkCanaries(int device);

// Faults.cpp
struct Fault {
  cudaError_t error = cudaSuccess;
  bool later = false;  // the call succeeds, does nothing, and the error comes at the next wait
};
Fault nextFault(const char* name);
bool isSticky(cudaError_t error);

/// What a library made of these sources says of its devices: HostKernels.cpp, test/ptx/DeviceKernels.cpp.
struct Model {
  const char* name = "";
  const char* devices = "";  // their number and memory where the environment says nothing
  const char* memory = "";
  int major = 0;
  int multiprocessors = 0;
  int clockKilohertz = 0;
  int memoryKilohertz = 0;
  std::size_t mostShared = 0;  // bytes of a block
};
const Model& model();

/// One cudaLaunchKernel, on the current device.
struct LaunchCall {
  const void* stub = nullptr;
  dim3 grid, block;
  void** arguments = nullptr;
  std::size_t shared = 0;
};

// How kernels run, in the same two files. `binary` is what nvcc's objects register: the fat binary.
void addKernel(const void* binary, const void* stub, const char* name);
void addVariable(const void* binary, const void* shadow, const char* name);
/// Mangled; null for what no object has registered.
const char* kernelName(const void* stub);
/// Takes the arguments now; `work` runs the kernel when its stream gets there.
cudaError_t prepare(const LaunchCall& launch, Work& work);

// Counters.cpp
enum class Traffic { HostToDevice, DeviceToHost, WithinDevice, Peer };
void countCall(const char* name);
void countBytes(Traffic traffic, std::size_t bytes);
/// `kernel`: its mangled name, which lives as long as the program.
void countLaunch(const char* kernel, int device);

}  // namespace cudadouble

/// CUDA leaves these two types open to the library.
struct CUstream_st {
  int device = 0;
  bool blocking = true;
  std::uint64_t issued = 0;
  std::uint64_t finished = 0;
  bool held = false;  // by something that does not end: see clustrixDoubleHold
  std::deque<cudadouble::Work> queue;
};

struct CUevent_st {
  int device = 0;
  CUstream_st* stream = nullptr;  // null: never recorded
  std::uint64_t ticket = 0;
  std::shared_ptr<double> when = std::make_shared<double>(0);  // milliseconds, set when the record is reached
};

extern "C" {
/// Runs all threads of one launch on the host. `args` as for cudaLaunchKernel.
using ClustrixDoubleHostKernel = void (*)(void** args, unsigned grid, unsigned block);
/// What the Clustrix runtime calls when this library is the one it was given: kernels are functors that compile for
/// the host too. `sizes`: bytes of each of `count` arguments.
void clustrixDoubleRegisterKernel(const void* stub, ClustrixDoubleHostKernel host, const std::size_t* sizes,
                                  unsigned count);
/// Counts a call of a library that stands beside CUDA, and fails it where the fault plan says so.
cudaError_t clustrixDoubleCall(const char* name);
/// From now on nothing happens in the stream, as behind a kernel that does not end; false: it goes on. A query says so,
/// and whoever waits would wait for ever: the program is aborted.
void clustrixDoubleHold(cudaStream_t stream, bool held);
/// Another plan of failures, in the words of CLUSTRIX_DOUBLE_FAIL; calls are counted from here. "": none fails.
void clustrixDoubleFail(const char* plan);
/// How often a call has been made so far.
long clustrixDoubleCalls(const char* name);
}
