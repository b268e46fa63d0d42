#include "devices/VirtualBackend.h"

#include <unistd.h>

#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

#include "devices/GuardedMemory.h"
#include "devices/PlainHostMemory.h"
#include "devices/WorkQueue.h"
#include "memory/AlignedMemory.h"
#include "memory/Alignment.h"
#include "support/BestEffort.h"
#include "support/ByteSize.h"
#include "support/Clock.h"
#include "support/InsideKernel.h"

namespace clustrix::runtime {
namespace {

std::size_t hostMemory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void copyRows(const Copy& copy) {
  for (std::size_t row = 0; row < copy.rows; ++row)
    std::memcpy(reinterpret_cast<void*>(copy.to + row * copy.toPitch),
                reinterpret_cast<const void*>(copy.from + row * copy.fromPitch), copy.width);
}

std::shared_ptr<AlignedMemory> copyOfObject(const Kernel& kernel, const void* object) {
  auto copy = std::make_shared<AlignedMemory>(kernel.size, kernel.alignment);
  std::memcpy(copy->get(), object, kernel.size);
  return copy;
}

void runKernel(const Kernel& kernel, const void* object, const KernelStart& start) {
  const KernelScope scope;
  if (kernel.copyHost != nullptr)
    kernel.copyHost(object, start.chunk, start.block, *start.copies, reinterpret_cast<void*>(start.partials));
  else if (kernel.partialSize > 0)
    kernel.reduceHost(object, start.chunk, start.block, reinterpret_cast<void*>(start.partials), 0);
  else
    kernel.runHost(object, start.chunk, 0);
}

struct Device {
  DeviceProperties properties;
  std::mutex mutex;  // of what follows
  GuardedPool pool;
  std::map<const Kernel*, double> secondsPerIteration;  // as last measured
  std::map<DeviceAddress, GuardedMemory> allocations;
  std::size_t used = 0;
  WorkQueue queue;  // last: its thread ends first
};

class VirtualBackend final : public Backend {
 public:
  explicit VirtualBackend(const VirtualDevices& spec);
  ~VirtualBackend() override;

  std::string kind() const override { return "virtual"; }
  int deviceCount() const override { return static_cast<int>(devices_.size()); }
  const DeviceProperties& properties(DeviceId device) const override { return of(device).properties; }
  Status freeMemory(DeviceId device, std::size_t& bytes) override;
  Status allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) override;
  Status release(DeviceId device, DeviceAddress address) override;
  Status allocateHost(DeviceId device, std::size_t bytes, void*& address) override;
  Status releaseHost(DeviceId device, void* address) override;
  Status openStream(DeviceId device, StreamId& stream) override {
    stream = of(device).queue.open();
    return {};
  }
  Status closeStream(DeviceId device, StreamId stream) override { return of(device).queue.close(stream); }
  Status copy(DeviceId device, StreamId stream, const Copy& copy) override;
  Status copyNow(DeviceId, const Copy& copy) override {
    copyRows(copy);
    return {};
  }
  Status launch(DeviceId device, StreamId stream, const KernelStart& start) override;
  Status fold(DeviceId device, StreamId stream, const FoldStart& start) override;
  bool finished(DeviceId device, StreamId stream) override { return of(device).queue.finished(stream); }
  Status synchronize(DeviceId device, StreamId stream) override { return of(device).queue.synchronize(stream); }
  void trace(bool on) override { tracing_ = on; }
  std::vector<Activity> takeActivities() override;

 private:
  Device& of(DeviceId device) const { return *devices_[static_cast<std::size_t>(device)]; }
  void record(const Activity& activity) noexcept;
  WorkQueue::Length expected(DeviceId device, const KernelStart& start);

  std::vector<std::unique_ptr<Device>> devices_;
  bool tracing_ = false;
  std::mutex activityMutex_;
  std::vector<Activity> activities_;
};

VirtualBackend::VirtualBackend(const VirtualDevices& spec) {
  for (std::size_t d = 0; d < spec.devices.size(); ++d) {
    auto device = std::make_unique<Device>();
    const VirtualDevice& wanted = spec.devices[d];
    device->properties.name = "virtual device " + std::to_string(d);
    device->properties.architecture = "virtual";
    device->properties.memory = wanted.memory != 0 ? wanted.memory : hostMemory() / 2 / spec.devices.size();
    device->properties.speed = wanted.speed;
    device->properties.operationsPerSecond *= wanted.speed;
    device->properties.peers.all = true;
    devices_.push_back(std::move(device));
  }
}

VirtualBackend::~VirtualBackend() {
  for (const auto& device : devices_)
    for (const auto& [address, memory] : device->allocations) unmapGuarded(memory);
}

Status VirtualBackend::freeMemory(DeviceId device, std::size_t& bytes) {
  Device& d = of(device);
  const std::lock_guard<std::mutex> lock(d.mutex);
  bytes = d.properties.memory - d.used;
  return {};
}

Status VirtualBackend::allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) {
  Device& d = of(device);
  const std::lock_guard<std::mutex> lock(d.mutex);
  const std::size_t free = d.properties.memory - d.used;
  if (allocatedBytes(bytes) > free)
    return {Failure::OutOfMemory,
            d.properties.name + " has " + printByteSize(free) + " left of the " + printByteSize(bytes) + " asked for"};
  const GuardedMemory memory = d.pool.take(bytes);
  if (memory.data == nullptr)
    return {Failure::OutOfMemory, d.properties.name + ": the host has no " + printByteSize(bytes) + " left"};
  address = static_cast<DeviceAddress>(reinterpret_cast<std::uintptr_t>(memory.data));
  try {
    d.allocations[address] = memory;
  } catch (...) {
    d.pool.giveBack(memory);
    throw;
  }
  d.used += allocatedBytes(bytes);
  return {};
}

Status VirtualBackend::release(DeviceId device, DeviceAddress address) {
  Device& d = of(device);
  const std::lock_guard<std::mutex> lock(d.mutex);
  const auto found = d.allocations.find(address);
  if (found == d.allocations.end()) return {Failure::Failed, d.properties.name + ": memory was released twice"};
  d.used -= allocatedBytes(found->second.bytes);
  d.pool.giveBack(found->second);
  d.allocations.erase(found);
  return {};
}

Status VirtualBackend::allocateHost(DeviceId, std::size_t bytes, void*& address) {
  return allocatePlainHost(bytes, address);
}

Status VirtualBackend::releaseHost(DeviceId, void* address) { return releasePlainHost(address); }

Status VirtualBackend::copy(DeviceId device, StreamId stream, const Copy& copy) {
  const auto run = [this, device, stream, copy]() -> Status {
    const double begin = tracing_ ? now() : 0;
    copyRows(copy);
    static constexpr const char* names[] = {"copy to device", "copy to host", "copy between devices"};
    if (tracing_) record({device, stream, names[static_cast<int>(copy.kind)], begin, now(), copy.bytes()});
    return {};
  };
  constexpr std::size_t shortBytes = 65536;
  return of(device).queue.enqueue(stream, run,
                                  copy.bytes() <= shortBytes ? WorkQueue::Length::Short : WorkQueue::Length::Long);
}

// A kernel that was quick before will be again; one that has not run yet may take any time.
WorkQueue::Length VirtualBackend::expected(DeviceId device, const KernelStart& start) {
  constexpr double shortSeconds = 50e-6;
  Device& d = of(device);
  const std::lock_guard<std::mutex> lock(d.mutex);
  const auto found = d.secondsPerIteration.find(start.kernel);
  const bool quick = d.properties.speed >= 1 && found != d.secondsPerIteration.end() &&
                     found->second * static_cast<double>(start.chunk.size()) < shortSeconds;
  return quick ? WorkQueue::Length::Short : WorkQueue::Length::Long;
}

Status VirtualBackend::launch(DeviceId device, StreamId stream, const KernelStart& start) {
  // The caller's object may be gone when the kernel runs.
  const auto run = [this, device, stream, start, object = copyOfObject(*start.kernel, start.object)]() -> Status {
    const double begin = now();
    runKernel(*start.kernel, object->get(), start);
    const double seconds = now() - begin;
    Device& d = of(device);
    {
      const std::lock_guard<std::mutex> lock(d.mutex);
      bestEffort([&] { d.secondsPerIteration[start.kernel] = seconds / static_cast<double>(start.chunk.size()); });
    }
    // A slower device takes longer by doing nothing, so that schedules can be tried without one.
    const double speed = d.properties.speed;
    if (speed < 1) std::this_thread::sleep_for(std::chrono::duration<double>(seconds * (1 / speed - 1)));
    if (tracing_) record({device, stream, "kernel", begin, now(), 0});
    return {};
  };
  return of(device).queue.enqueue(stream, run, expected(device, start));
}

Status VirtualBackend::fold(DeviceId device, StreamId stream, const FoldStart& start) {
  const auto run = [this, device, stream, start]() -> Status {
    const double begin = tracing_ ? now() : 0;
    start.kernel->foldHost(start.fold);
    if (tracing_) record({device, stream, "combine", begin, now(), 0});
    return {};
  };
  return of(device).queue.enqueue(stream, run);
}

void VirtualBackend::record(const Activity& activity) noexcept {
  const std::lock_guard<std::mutex> lock(activityMutex_);
  bestEffort([&] { activities_.push_back(activity); });
}

std::vector<Activity> VirtualBackend::takeActivities() {
  const std::lock_guard<std::mutex> lock(activityMutex_);
  std::vector<Activity> taken;
  taken.swap(activities_);
  return taken;
}

}  // namespace

std::unique_ptr<Backend> makeVirtualBackend(const VirtualDevices& spec) {
  return std::make_unique<VirtualBackend>(spec);
}

}  // namespace clustrix::runtime
