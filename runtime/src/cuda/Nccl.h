// Nccl: NVIDIA's library for collective operations, where the machine has it.
//
// It is looked for when it is first wanted, and not linked: programs run without it. To start it takes about a second,
// which few programs would get back. So it rents before it buys, as residency does (Profit.h): results go by copies
// between peers until those have taken about that long. CLUSTRIX_CUDA_NCCL=0 switches it off, 1 starts it at once.
//
// It combines in an order of its own: for operations that no order changes. A call that fails is the last one; what it
// was to combine is as it was.
#pragma once

#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "devices/Backend.h"

namespace clustrix::runtime::cuda {

class Nccl {
 public:
  Nccl();
  ~Nccl();
  Nccl(const Nccl&) = delete;
  Nccl& operator=(const Nccl&) = delete;

  /// One GPU's part.
  struct Rank {
    int physical = 0;
    cudaStream_t stream = nullptr;  // of that GPU
    const unsigned char* results = nullptr;
  };

  /// Whether such a reduction is to be tried: counts what copies have taken so far.
  bool wanted(const ReduceStart& start, const std::vector<int>& physical);
  /// Into `result` of the first rank, onto the ranks' streams; waits until it has ended or failed. Errors: Failed.
  Status reduce(const ReduceStart& start, const std::vector<Rank>& ranks);

 private:
  struct Library;
  using Communicators = std::vector<void*>;

  Status start(const std::vector<int>& physical, Communicators*& found);
  Status giveUp(Communicators& communicators, const std::string& why);
  Status enqueue(const ReduceStart& start, const std::vector<Rank>& ranks, const Communicators& communicators);
  Status wait(const std::vector<Rank>& ranks, const Communicators& communicators);

  std::unique_ptr<Library> library_;
  std::map<std::vector<int>, Communicators> started_;  // by the GPUs that take part
  double copied_ = 0;                                  // seconds, roughly, of copies in its place
  bool off_ = false;
};

}  // namespace clustrix::runtime::cuda
