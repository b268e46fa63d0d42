// CudaBackend: the runtime's devices on NVIDIA's GPUs.
//
//     Executor ─► CudaBackend ─► Devices (what there is) │ Cache (memory) │ Stream, Copies │ the kernel's own launch
//
// Everything is host code against libcudart, which a test double can stand in for (test/cuda-double).
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cuda/Devices.h"
#include "devices/Backend.h"

namespace clustrix::runtime::cuda {

class Nccl;

class CudaBackend final : public Backend {
 public:
  explicit CudaBackend(std::vector<Device> devices);
  ~CudaBackend() override;

  std::string kind() const override { return "cuda"; }
  int deviceCount() const override { return static_cast<int>(gpus_.size()); }
  const DeviceProperties& properties(DeviceId device) const override;
  std::string obstacle(const Kernel& kernel) const override;
  Status freeMemory(DeviceId device, std::size_t& bytes) override;

  Status allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) override;
  Status release(DeviceId device, DeviceAddress address) override;
  Status allocateHost(DeviceId device, std::size_t bytes, void*& address) override;
  Status releaseHost(DeviceId device, void* address) override;

  Status openStream(DeviceId device, StreamId& stream) override;
  Status closeStream(DeviceId device, StreamId stream) override;
  Status copy(DeviceId device, StreamId stream, const Copy& copy) override;
  std::unique_ptr<CurrentDevice> makeCurrent(DeviceId device) override;
  bool finishCurrent() override;
  Status copyNow(DeviceId device, const Copy& copy) override;
  Status launch(DeviceId device, StreamId stream, const KernelStart& start) override;
  Status fold(DeviceId device, StreamId stream, const FoldStart& start) override;
  Status reduce(const ReduceStart& start) override;
  bool finished(DeviceId device, StreamId stream) override;
  Status synchronize(DeviceId device, StreamId stream) override;

  void trace(bool on) override;
  std::vector<Activity> takeActivities() override;

 private:
  struct Gpu;

  Gpu& gpu(DeviceId device) const { return *gpus_[static_cast<std::size_t>(device)]; }
  void enablePeer(const Device& to, const Device& from);
  bool isPinned(const void* address, std::size_t bytes) const;

  std::vector<std::unique_ptr<Gpu>> gpus_;
  std::mutex mutex_;  // the two below, and each Gpu's lists of streams
  std::set<std::pair<int, int>> peersTried_;
  std::vector<Activity> activities_;
  bool tracing_ = false;
  const std::unique_ptr<Nccl> nccl_;
};

}  // namespace clustrix::runtime::cuda
