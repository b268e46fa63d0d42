#include "cuda/CudaBackend.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cuda/Again.h"
#include "cuda/Cache.h"
#include "cuda/Copies.h"
#include "cuda/Current.h"
#include "cuda/Errors.h"
#include "cuda/Nccl.h"
#include "cuda/Stream.h"
#include "support/BestEffort.h"

namespace clustrix::runtime::cuda {
namespace {

// Below this, asking CUDA whether the user's memory is pinned costs more than it could win.
constexpr std::size_t worthAsking = std::size_t{256} << 10;

const char* whyNoKernel(const Kernel& kernel) {
  return kernel.whyHostAlone != nullptr ? kernel.whyHostAlone
                                        : "the file was compiled without nvcc, it has no kernel for GPUs";
}

/// What is never handed out: kernels' local memory, libraries, the display.
std::size_t reserveOf(const Device& device) {
  const std::size_t whole = std::size_t{512} << 20;
  return std::min(whole / static_cast<std::size_t>(device.parts), device.properties.memory / 16);
}

/// Pinned host memory that all GPUs together keep: a share of the machine's, since it is lost to everything else. A
/// loop that changes an array in place needs as much as the array has, and to pin 512 MB takes a quarter of a second.
std::size_t pinnedKept() {
  constexpr std::size_t share = 8, least = std::size_t{256} << 20;
  const long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || pageSize <= 0) return least;
  return std::max(least, static_cast<std::size_t>(pages) * static_cast<std::size_t>(pageSize) / share);
}

bool cachingWanted() {
  const char* text = secure_getenv("CLUSTRIX_CUDA_CACHE");
  return text == nullptr || std::string_view(text) != "0";
}

Status takeDevice(int physical, std::size_t bytes, std::uintptr_t& address) {
  const Current current(physical);
  if (current.error() != cudaSuccess) return statusOf(current.error(), "device");
  void* memory = nullptr;
  const cudaError_t error = againUnlessFull([&] { return cudaMalloc(&memory, std::max<std::size_t>(bytes, 1)); });
  Status status = statusOf(error, "device memory");
  address = reinterpret_cast<std::uintptr_t>(memory);
  return status;
}

Status giveDevice(int physical, std::uintptr_t address) {
  const Current current(physical);
  if (current.error() != cudaSuccess) return statusOf(current.error(), "device");
  return statusOf(cudaFree(reinterpret_cast<void*>(address)), "device memory");
}

Status takeHost(int physical, std::size_t bytes, std::uintptr_t& address) {
  const Current current(physical);
  if (current.error() != cudaSuccess) return statusOf(current.error(), "device");
  void* memory = nullptr;
  // Portable: pinned for every GPU, since a piece may go on to another one.
  const cudaError_t error =
      againUnlessFull([&] { return cudaHostAlloc(&memory, std::max<std::size_t>(bytes, 1), cudaHostAllocPortable); });
  address = reinterpret_cast<std::uintptr_t>(memory);
  return statusOf(error, "pinned host memory");
}

Status giveHost(int physical, std::uintptr_t address) {
  const Current current(physical);
  if (current.error() != cudaSuccess) return statusOf(current.error(), "device");
  return statusOf(cudaFreeHost(reinterpret_cast<void*>(address)), "pinned host memory");
}

}  // namespace

struct CudaBackend::Gpu {
  Gpu(Device device, std::size_t pinnedShare)
      : info(std::move(device)),
        memory([this](std::size_t bytes, std::uintptr_t& address) { return takeDevice(info.physical, bytes, address); },
               [this](std::uintptr_t address) { return giveDevice(info.physical, address); },
               cachingWanted() ? info.properties.memory / 4 : 0),
        pinned([this](std::size_t bytes, std::uintptr_t& address) { return takeHost(info.physical, bytes, address); },
               [this](std::uintptr_t address) { return giveHost(info.physical, address); },
               cachingWanted() ? pinnedShare : 0) {}

  const Device info;
  Cache memory;
  Cache pinned;

  Status wait(Stream& stream) {
    Status status = stream.synchronize();
    if (status.failure == Failure::DeviceLost) {
      memory.abandon();
      pinned.abandon();
    }
    return status;
  }

  std::vector<std::unique_ptr<Stream>> open;
  std::vector<std::unique_ptr<Stream>> idle;  // after the caches: they give their slots back when they go
};

namespace {

Stream& streamOf(StreamId stream) { return *reinterpret_cast<Stream*>(static_cast<std::uintptr_t>(stream)); }

}  // namespace

CudaBackend::CudaBackend(std::vector<Device> devices) : nccl_(std::make_unique<Nccl>()) {
  const std::size_t pinnedShare = pinnedKept() / std::max<std::size_t>(1, devices.size());
  for (Device& device : devices) gpus_.push_back(std::make_unique<Gpu>(std::move(device), pinnedShare));
}

CudaBackend::~CudaBackend() {
  for (const auto& each : gpus_) {
    const Current current(each->info.physical);
    each->open.clear();
    each->idle.clear();
  }
}

const DeviceProperties& CudaBackend::properties(DeviceId device) const { return gpu(device).info.properties; }

std::string CudaBackend::obstacle(const Kernel& kernel) const {
  if (kernel.launchDevice == nullptr) return whyNoKernel(kernel);
  const Current current(gpus_.front()->info.physical);
  if (current.error() != cudaSuccess || kernel.seenAlike()) return "";
  return "the device's compiler lays out its kernel or the elements of an array in another way than the host's";
}

Status CudaBackend::freeMemory(DeviceId device, std::size_t& bytes) {
  Gpu& on = gpu(device);
  const Current current(on.info.physical);
  bytes = 0;
  if (current.error() != cudaSuccess) return statusOf(current.error(), "device");
  std::size_t free = 0;
  std::size_t total = 0;
  Status status = statusOf(again([&] { return cudaMemGetInfo(&free, &total); }), "free memory");
  if (!status.ok()) return status;
  const std::size_t share = on.info.properties.memory;
  const std::size_t used = on.memory.used();
  const std::size_t room = std::min(free + on.memory.kept(), share > used ? share - used : 0);
  const std::size_t reserve = reserveOf(on.info);
  bytes = room > reserve ? room - reserve : 0;
  return {};
}

Status CudaBackend::allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) {
  Gpu& on = gpu(device);
  if (on.info.parts > 1 && bytes > on.info.properties.memory - std::min(on.info.properties.memory, on.memory.used()))
    return {Failure::OutOfMemory, "device memory: this part of a GPU that was split is full"};
  std::uintptr_t given = 0;
  Status status = on.memory.allocate(bytes, given);
  address = static_cast<DeviceAddress>(given);
  return status;
}

Status CudaBackend::release(DeviceId device, DeviceAddress address) {
  return gpu(device).memory.release(static_cast<std::uintptr_t>(address));
}

Status CudaBackend::allocateHost(DeviceId device, std::size_t bytes, void*& address) {
  std::uintptr_t given = 0;
  Status status = gpu(device).pinned.allocate(bytes, given);
  address = reinterpret_cast<void*>(given);
  return status;
}

Status CudaBackend::releaseHost(DeviceId device, void* address) {
  return gpu(device).pinned.release(reinterpret_cast<std::uintptr_t>(address));
}

Status CudaBackend::openStream(DeviceId device, StreamId& stream) {
  Gpu& on = gpu(device);
  std::unique_ptr<Stream> opened;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!on.idle.empty()) {
      opened = std::move(on.idle.back());
      on.idle.pop_back();
    }
  }
  if (opened == nullptr) {
    const Current current(on.info.physical);
    if (current.error() != cudaSuccess) return statusOf(current.error(), "device");
    cudaStream_t handle = nullptr;
    // Not blocking: the user's own work on the default stream must not serialise ours.
    Status status =
        statusOf(again([&] { return cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking); }), "stream");
    if (!status.ok()) return status;
    opened = std::make_unique<Stream>(device, handle, on.pinned);
  }
  stream = static_cast<StreamId>(reinterpret_cast<std::uintptr_t>(opened.get()));
  const std::lock_guard<std::mutex> lock(mutex_);
  on.open.push_back(std::move(opened));
  return {};
}

Status CudaBackend::closeStream(DeviceId device, StreamId stream) {
  Gpu& on = gpu(device);
  const Current current(on.info.physical);
  Stream& closing = streamOf(stream);
  Status status = on.wait(closing);
  std::vector<Activity> measured = closing.takeActivities();
  const std::lock_guard<std::mutex> lock(mutex_);
  bestEffort([&] { activities_.insert(activities_.end(), measured.begin(), measured.end()); });
  const auto mine =
      std::find_if(on.open.begin(), on.open.end(), [&](const auto& each) { return each.get() == &closing; });
  if (status.ok()) bestEffort([&] { on.idle.push_back(std::move(*mine)); });
  on.open.erase(mine);
  return status;
}

void CudaBackend::enablePeer(const Device& to, const Device& from) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!peersTried_.emplace(to.physical, from.physical).second) return;
  }
  int possible = 0;
  // Where it is not possible, or not any more, CUDA copies through the host by itself.
  if (cudaDeviceCanAccessPeer(&possible, to.physical, from.physical) != cudaSuccess || possible == 0 ||
      cudaDeviceEnablePeerAccess(from.physical, 0) != cudaSuccess)
    (void)cudaGetLastError();
}

bool CudaBackend::isPinned(const void* address, std::size_t bytes) const {
  for (const auto& each : gpus_)
    if (each->pinned.holds(reinterpret_cast<std::uintptr_t>(address))) return true;
  if (bytes < worthAsking) return false;
  cudaPointerAttributes found;
  if (cudaPointerGetAttributes(&found, address) == cudaSuccess) return found.type == cudaMemoryTypeHost;
  (void)cudaGetLastError();
  return false;
}

Status CudaBackend::copy(DeviceId device, StreamId stream, const Copy& copy) {
  Gpu& on = gpu(device);
  Stream& through = streamOf(stream);
  if (!through.failure().ok()) return through.failure();
  const Current current(on.info.physical);
  if (current.error() != cudaSuccess) return through.note(statusOf(current.error(), "device"));
  through.use();
  static constexpr const char* names[] = {"copy to device", "copy to host", "copy between devices"};
  if (tracing_) through.beginActivity(names[static_cast<int>(copy.kind)], copy.bytes());
  Status status;
  if (copy.kind == CopyKind::DeviceToDevice) {
    const Device& from = gpu(copy.peer).info;
    if (from.physical != on.info.physical) enablePeer(on.info, from);
    status = copyBetween(through, on.info, from, copy);
  } else {
    const std::uintptr_t host = copy.kind == CopyKind::HostToDevice ? copy.from : copy.to;
    status = copyWithHost(through, on.info, copy, isPinned(reinterpret_cast<const void*>(host), copy.bytes()));
  }
  if (tracing_) through.endActivity();
  return status;
}

Status CudaBackend::copyNow(DeviceId device, const Copy& copy) {
  const Current current(gpu(device).info.physical);
  if (current.error() != cudaSuccess) return statusOf(current.error(), "device");
  const cudaMemcpyKind kind = copy.kind == CopyKind::HostToDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  for (std::size_t row = 0; row < copy.rows; ++row) {
    const cudaError_t error =
        cudaMemcpy(reinterpret_cast<void*>(copy.to + row * copy.toPitch),
                   reinterpret_cast<const void*>(copy.from + row * copy.fromPitch), copy.width, kind);
    if (error != cudaSuccess) return statusOf(error, "copy");
  }
  return {};
}

Status CudaBackend::launch(DeviceId device, StreamId stream, const KernelStart& start) {
  Gpu& on = gpu(device);
  Stream& through = streamOf(stream);
  if (!through.failure().ok()) return through.failure();
  if (start.chunk.size() <= 0) return {};
  if (start.kernel->launchDevice == nullptr)
    return through.note({Failure::Unsupported, std::string("launch: ") + whyNoKernel(*start.kernel)});
  const Current current(on.info.physical);
  if (current.error() != cudaSuccess) return through.note(statusOf(current.error(), "device"));
  through.use();
  if (tracing_) through.beginActivity("kernel", 0);
  DeviceLaunch launch;
  launch.kernel = start.object;
  launch.chunk = start.chunk;
  launch.block = start.block;
  launch.partials = reinterpret_cast<void*>(static_cast<std::uintptr_t>(start.partials));
  launch.copies = start.copies;
  launch.workers = start.workers;
  launch.stream = through.handle();
  const Status status = through.note(statusOf(static_cast<cudaError_t>(start.kernel->launchDevice(launch)), "launch"));
  if (tracing_) through.endActivity();
  return status;
}

Status CudaBackend::fold(DeviceId device, StreamId stream, const FoldStart& start) {
  Gpu& on = gpu(device);
  Stream& through = streamOf(stream);
  if (!through.failure().ok()) return through.failure();
  if (start.kernel->foldDevice == nullptr)
    return through.note({Failure::Unsupported, std::string("combine: ") + whyNoKernel(*start.kernel)});
  const Current current(on.info.physical);
  if (current.error() != cudaSuccess) return through.note(statusOf(current.error(), "device"));
  through.use();
  if (tracing_) through.beginActivity("combine", 0);
  const int error = start.kernel->foldDevice({start.fold, through.handle()});
  const Status status = through.note(statusOf(static_cast<cudaError_t>(error), "combine"));
  if (tracing_) through.endActivity();
  return status;
}

// Each part on a stream of its own device. The current device is the program's again afterwards, whatever NCCL does.
Status CudaBackend::reduce(const ReduceStart& start) {
  std::vector<int> physical;
  for (const ReduceStart::Part& part : start.parts) physical.push_back(gpu(part.device).info.physical);
  if (!nccl_->wanted(start, physical)) return {Failure::Unsupported, ""};
  const Current current(physical.front());
  std::vector<StreamId> streams;
  std::vector<Nccl::Rank> ranks;
  Status status;
  for (const ReduceStart::Part& part : start.parts) {
    StreamId stream{};
    if (status.ok()) status = openStream(part.device, stream);
    if (!status.ok()) break;
    streams.push_back(stream);
    Stream& through = streamOf(stream);
    through.use();
    ranks.push_back({gpu(part.device).info.physical, through.handle(),
                     reinterpret_cast<const unsigned char*>(static_cast<std::uintptr_t>(part.results))});
  }
  if (status.ok()) status = nccl_->reduce(start, ranks);
  if (cudaSetDevice(physical.front()) != cudaSuccess) (void)cudaGetLastError();
  for (std::size_t s = 0; s < streams.size(); ++s) {
    const Status closed = closeStream(start.parts[s].device, streams[s]);
    if (status.ok()) status = closed;
  }
  return status;
}

bool CudaBackend::finished(DeviceId device, StreamId stream) {
  const Current current(gpu(device).info.physical);
  const cudaError_t error = cudaStreamQuery(streamOf(stream).handle());
  if (error != cudaSuccess) (void)cudaGetLastError();
  return error != cudaErrorNotReady;
}

Status CudaBackend::synchronize(DeviceId device, StreamId stream) {
  const Current current(gpu(device).info.physical);
  Status status = gpu(device).wait(streamOf(stream));
  if (tracing_) {
    std::vector<Activity> measured = streamOf(stream).takeActivities();
    const std::lock_guard<std::mutex> lock(mutex_);
    bestEffort([&] { activities_.insert(activities_.end(), measured.begin(), measured.end()); });
  }
  return status;
}

void CudaBackend::trace(bool on) { tracing_ = on; }

std::vector<Activity> CudaBackend::takeActivities() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(activities_, {});
}

namespace {

class CurrentOfCuda : public CurrentDevice {
 public:
  explicit CurrentOfCuda(int physical) : current_(physical) {}
  bool ok() const { return current_.error() == cudaSuccess; }
  bool hasFailed() override { return cudaGetLastError() != cudaSuccess; }
  bool finish() override { return cudaDeviceSynchronize() == cudaSuccess; }

 private:
  Current current_;
};

}  // namespace

std::unique_ptr<CurrentDevice> CudaBackend::makeCurrent(DeviceId device) {
  auto current = std::make_unique<CurrentOfCuda>(gpu(device).info.physical);
  return current->ok() ? std::move(current) : nullptr;
}

bool CudaBackend::finishCurrent() {
  return cudaPeekAtLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
}

}  // namespace clustrix::runtime::cuda
