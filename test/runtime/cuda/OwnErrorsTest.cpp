// A program's own CUDA error is still there behind every call of the backend, and the calls answer as if it were not.
#include "cuda/OwnErrors.h"

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>
#include <functional>
#include <new>
#include <string>
#include <thread>
#include <vector>

using namespace clustrix::runtime;
using clustrix::runtime::cuda::keptApart;

namespace {

/// What calls have come, and whether on the test's own thread.
struct Seen {
  std::vector<std::string> calls;
  int onOwnThread = 0;
  std::thread::id own = std::this_thread::get_id();

  /// As a call that has failed and has asked CUDA why: the thread's last error is gone.
  void note(const std::string& call) {
    calls.push_back(call);
    onOwnThread += std::this_thread::get_id() == own;
    (void)cudaSetDevice(99);
    (void)cudaGetLastError();
  }
};

/// Its answers are its own: none is what a status or a number is anyway.
class Answering final : public Backend {
 public:
  explicit Answering(Seen& seen) : seen_(seen) { seen_.note("make"); }

  std::string kind() const override { return "answering"; }
  int deviceCount() const override { return 3; }
  const DeviceProperties& properties(DeviceId device) const override {
    return device == DeviceId{2} ? properties_ : other_;
  }
  std::string obstacle(const Kernel& kernel) const override {
    seen_.note("obstacle");
    return kernel.inPlace ? "in place" : "";
  }
  Status freeMemory(DeviceId device, std::size_t& bytes) override {
    bytes = 100;
    return answer("freeMemory", device);
  }
  Status allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) override {
    address = DeviceAddress{bytes + 1};
    return answer("allocate", device);
  }
  Status release(DeviceId device, DeviceAddress) override { return answer("release", device); }
  Status allocateHost(DeviceId device, std::size_t, void*& address) override {
    address = this;
    return answer("allocateHost", device);
  }
  Status releaseHost(DeviceId device, void*) override { return answer("releaseHost", device); }
  Status openStream(DeviceId device, StreamId& stream) override {
    stream = StreamId{5};
    return answer("openStream", device);
  }
  Status closeStream(DeviceId device, StreamId) override { return answer("closeStream", device); }
  Status copy(DeviceId device, StreamId, const Copy&) override { return answer("copy", device); }
  Status copyNow(DeviceId device, const Copy&) override { return answer("copyNow", device); }
  Status launch(DeviceId device, StreamId, const KernelStart&) override { return answer("launch", device); }
  Status fold(DeviceId device, StreamId, const FoldStart&) override { return answer("fold", device); }
  Status reduce(const ReduceStart&) override { return answer("reduce", DeviceId{2}); }
  bool finished(DeviceId, StreamId stream) override {
    seen_.note("finished");
    return stream == StreamId{5};
  }
  Status synchronize(DeviceId device, StreamId) override { return answer("synchronize", device); }
  void trace(bool on) override { tracing_ = on; }
  std::vector<Activity> takeActivities() override { return std::vector<Activity>(tracing_ ? 4 : 0); }

 private:
  Status answer(const std::string& call, DeviceId device) {
    seen_.note(call);
    return {Failure::OutOfMemory, call + " " + std::to_string(static_cast<int>(device))};
  }

  Seen& seen_;
  DeviceProperties properties_, other_;
  bool tracing_ = false;
};

std::unique_ptr<Backend> made(Seen& seen) {
  return keptApart([&]() -> std::unique_ptr<Backend> { return std::make_unique<Answering>(seen); });
}

bool is(const Status& status, const std::string& call) {
  return status.failure == Failure::OutOfMemory && status.message == call + " 2";
}

/// Every call once, each with the answer that is to come through.
void callAll(Backend& backend) {
  constexpr DeviceId device{2};
  std::size_t bytes = 0;
  DeviceAddress address{};
  void* host = nullptr;
  StreamId stream{};
  Kernel kernel;
  CHECK(backend.obstacle(kernel).empty());
  kernel.inPlace = true;
  CHECK(backend.obstacle(kernel) == "in place");
  CHECK((is(backend.freeMemory(device, bytes), "freeMemory") && bytes == 100));
  CHECK((is(backend.allocate(device, 7, address), "allocate") && address == DeviceAddress{8}));
  CHECK(is(backend.release(device, address), "release"));
  CHECK((is(backend.allocateHost(device, 7, host), "allocateHost") && host != nullptr));
  CHECK(is(backend.releaseHost(device, host), "releaseHost"));
  CHECK((is(backend.openStream(device, stream), "openStream") && stream == StreamId{5}));
  CHECK(is(backend.copy(device, stream, {}), "copy"));
  CHECK(is(backend.copyNow(device, {}), "copyNow"));
  CHECK(is(backend.launch(device, stream, {}), "launch"));
  CHECK(is(backend.fold(device, stream, {}), "fold"));
  CHECK(is(backend.reduce({}), "reduce"));
  CHECK(backend.finished(device, stream));
  CHECK_FALSE(backend.finished(device, StreamId{6}));
  CHECK(is(backend.synchronize(device, stream), "synchronize"));
  CHECK(is(backend.closeStream(device, stream), "closeStream"));
}

const std::vector<std::string> allCalls{
    "make", "obstacle", "obstacle", "freeMemory", "allocate", "release",  "allocateHost", "releaseHost", "openStream",
    "copy", "copyNow",  "launch",   "fold",       "reduce",   "finished", "finished",     "synchronize", "closeStream"};

}  // namespace

TEST_CASE("without an error of the program's every call is made on its thread") {
  REQUIRE(cudaPeekAtLastError() == cudaSuccess);
  Seen seen;
  const auto backend = made(seen);
  REQUIRE(backend != nullptr);
  callAll(*backend);
  CHECK(seen.calls == allCalls);
  CHECK(seen.onOwnThread == static_cast<int>(allCalls.size()));
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("an error of the program's is there behind every call, each of which answers all the same") {
  Seen seen;
  REQUIRE(cudaSetDevice(99) == cudaErrorInvalidDevice);
  const auto backend = made(seen);
  REQUIRE(backend != nullptr);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  callAll(*backend);
  CHECK(seen.calls == allCalls);
  CHECK(seen.onOwnThread == 0);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  // Nothing is to be kept any more.
  std::size_t bytes = 0;
  CHECK_FALSE(backend->freeMemory(DeviceId{0}, bytes).ok());
  CHECK(seen.onOwnThread == 1);
}

TEST_CASE("memory that runs out behind an error of the program's is an exception as it would be without one") {
  const auto empty = []() -> std::unique_ptr<Backend> { throw std::bad_alloc(); };
  CHECK_THROWS_AS(keptApart(empty), std::bad_alloc);
  REQUIRE(cudaSetDevice(99) == cudaErrorInvalidDevice);
  CHECK_THROWS_AS(keptApart(empty), std::bad_alloc);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}

TEST_CASE("what asks CUDA for nothing comes from the backend as it is") {
  Seen seen;
  const auto backend = made(seen);
  CHECK(backend->kind() == "answering");
  CHECK(backend->deviceCount() == 3);
  CHECK(&backend->properties(DeviceId{2}) != &backend->properties(DeviceId{1}));
  CHECK(backend->takeActivities().empty());
  backend->trace(true);
  CHECK(backend->takeActivities().size() == 4);
}

TEST_CASE("where no backend is made there is none, and the program's error stays") {
  const auto none = []() -> std::unique_ptr<Backend> {
    (void)cudaGetLastError();
    return nullptr;
  };
  CHECK(keptApart(none) == nullptr);
  REQUIRE(cudaSetDevice(99) == cudaErrorInvalidDevice);
  CHECK(keptApart(none) == nullptr);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}
