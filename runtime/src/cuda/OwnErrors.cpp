#include "cuda/OwnErrors.h"

#include <cuda_runtime_api.h>

#include <exception>
#include <system_error>
#include <thread>

namespace clustrix::runtime::cuda {
namespace {

// What `call` answers, which takes its own errors out of CUDA's memory and chooses its device itself.
template <class Call>
auto apart(const Call& call) -> decltype(call()) {
  if (cudaPeekAtLastError() == cudaSuccess) return call();
  decltype(call()) answer{};
  std::exception_ptr thrown;
  try {
    std::thread([&] {
      try {
        answer = call();
      } catch (...) {
        thrown = std::current_exception();
      }
    }).join();
  } catch (const std::system_error&) {
    return call();  // no thread to be had: the loop's results matter more
  }
  if (thrown) std::rethrow_exception(thrown);
  return answer;
}

class OwnErrors final : public Backend {
 public:
  explicit OwnErrors(std::unique_ptr<Backend> inner) : inner_(std::move(inner)) {}

  std::string kind() const override { return inner_->kind(); }
  int deviceCount() const override { return inner_->deviceCount(); }
  const DeviceProperties& properties(DeviceId device) const override { return inner_->properties(device); }
  std::string obstacle(const Kernel& kernel) const override {
    return apart([&] { return inner_->obstacle(kernel); });
  }
  Status freeMemory(DeviceId device, std::size_t& bytes) override {
    return apart([&] { return inner_->freeMemory(device, bytes); });
  }
  Status allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) override {
    return apart([&] { return inner_->allocate(device, bytes, address); });
  }
  Status release(DeviceId device, DeviceAddress address) override {
    return apart([&] { return inner_->release(device, address); });
  }
  Status allocateHost(DeviceId device, std::size_t bytes, void*& address) override {
    return apart([&] { return inner_->allocateHost(device, bytes, address); });
  }
  Status releaseHost(DeviceId device, void* address) override {
    return apart([&] { return inner_->releaseHost(device, address); });
  }
  Status openStream(DeviceId device, StreamId& stream) override {
    return apart([&] { return inner_->openStream(device, stream); });
  }
  Status closeStream(DeviceId device, StreamId stream) override {
    return apart([&] { return inner_->closeStream(device, stream); });
  }
  Status copy(DeviceId device, StreamId stream, const Copy& copy) override {
    return apart([&] { return inner_->copy(device, stream, copy); });
  }
  Status copyNow(DeviceId device, const Copy& copy) override {
    return apart([&] { return inner_->copyNow(device, copy); });
  }
  Status launch(DeviceId device, StreamId stream, const KernelStart& start) override {
    return apart([&] { return inner_->launch(device, stream, start); });
  }
  Status fold(DeviceId device, StreamId stream, const FoldStart& start) override {
    return apart([&] { return inner_->fold(device, stream, start); });
  }
  Status reduce(const ReduceStart& start) override {
    return apart([&] { return inner_->reduce(start); });
  }
  bool finished(DeviceId device, StreamId stream) override {
    return apart([&] { return inner_->finished(device, stream); });
  }
  Status synchronize(DeviceId device, StreamId stream) override {
    return apart([&] { return inner_->synchronize(device, stream); });
  }
  std::unique_ptr<CurrentDevice> makeCurrent(DeviceId device) override {
    return apart([&] { return inner_->makeCurrent(device); });
  }
  bool finishCurrent() override { return inner_->finishCurrent(); }  // it is the program's errors that it asks for
  void trace(bool on) override { inner_->trace(on); }
  std::vector<Activity> takeActivities() override { return inner_->takeActivities(); }

 private:
  std::unique_ptr<Backend> inner_;
};

}  // namespace

std::unique_ptr<Backend> keptApart(const std::function<std::unique_ptr<Backend>()>& make) {
  std::unique_ptr<Backend> inner = apart(make);
  return inner ? std::make_unique<OwnErrors>(std::move(inner)) : nullptr;
}

}  // namespace clustrix::runtime::cuda
