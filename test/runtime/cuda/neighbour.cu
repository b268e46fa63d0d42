// A program that has annotated loops and uses CUDA itself: its device, its streams and its errors are as it left them.
//
//     neighbour      exit 0, or 1 and what is not as it was
//
// Errors: one that the program has not asked for is there behind a launch, also where calls of the runtime's own fail;
// and none of the runtime's is there where the program has none.
#include <clustrix/runtime.h>

#include <cstdio>
#include <vector>

namespace {

struct shift_20 {
  int* a;
  const int* b;
  CLUSTRIX_HD void operator()(clustrix::Index k) const { a[k] = b[k] + 1; }
};

template <class... Stay>
void shift(std::vector<int>& a, const std::vector<int>& b, const Stay&... residency) {
  static constexpr clustrix::Site site{"shift", "neighbour.cpp", 20, 3};
  clustrix::Loop loop(site, static_cast<clustrix::Index>(a.size()), residency...);
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto b_ = loop.array("b", b.data(), b.size());
  loop.disjoint(a_, b_);
  const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    touched.reads(b_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const clustrix::Memory& at) { return shift_20{at(a_), at(b_)}; };
  if (!loop.run(footprint, kernel))
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = b[i] + 1;
}

int failures = 0;

void expect(bool is, const char* what) {
  if (is) return;
  std::printf("not as it was: %s\n", what);
  ++failures;
}

int currentDevice() {
  int device = -1;
  (void)cudaGetDevice(&device);
  return device;
}

// Loops of every kind, with the thread's device and last error before and behind each.
void loops(int device, cudaError_t error, const char* when) {
  std::vector<int> a(50000, 0), b(50000, 4);
  const auto same = [&] { expect(currentDevice() == device && cudaPeekAtLastError() == error, when); };
  for (int i = 0; i < 2; ++i) {
    shift(a, b);
    same();
  }
  {
    clustrix::Residency residency;
    for (int i = 0; i < 4; ++i) {
      shift(a, b, residency);
      same();
      shift(b, a, residency);
      same();
    }
    residency.reads(a[7]);
    same();
  }
  same();
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != 11 || b[i] != 12) return expect(false, "values");
}

}  // namespace

int main() {
  loops(0, cudaSuccess, "device or error, with nothing of the program's own");

  // The program's device, stream and memory, with a copy on its way.
  std::vector<int> mine(1000, 3), back(1000, 0);
  cudaStream_t stream = nullptr;
  int* memory = nullptr;
  expect(cudaSetDevice(2) == cudaSuccess && cudaStreamCreate(&stream) == cudaSuccess, "a stream can be had");
  expect(cudaMalloc(reinterpret_cast<void**>(&memory), 4000) == cudaSuccess, "memory can be had");
  expect(cudaMemcpyAsync(memory, mine.data(), 4000, cudaMemcpyHostToDevice, stream) == cudaSuccess, "a copy begins");
  loops(2, cudaSuccess, "device or error, with another device");

  // An error that nobody has asked for yet.
  void* never = nullptr;
  expect(cudaMalloc(&never, std::size_t{1} << 50) == cudaErrorMemoryAllocation, "so much memory is refused");
  loops(2, cudaErrorMemoryAllocation, "device or error, with an error of the program's");
  expect(cudaGetLastError() == cudaErrorMemoryAllocation, "the program's error is there");
  expect(cudaGetLastError() == cudaSuccess, "and there once");
  loops(2, cudaSuccess, "device or error, after an error");

  expect(cudaMemcpyAsync(back.data(), memory, 4000, cudaMemcpyDeviceToHost, stream) == cudaSuccess, "a copy goes back");
  expect(cudaStreamSynchronize(stream) == cudaSuccess && back == mine, "what the program has copied");
  expect(cudaFree(memory) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess, "what the program gives back");
  if (failures == 0) std::printf("right\n");
  return failures == 0 ? 0 : 1;
}
