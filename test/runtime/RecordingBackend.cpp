#include "RecordingBackend.h"

#include <algorithm>
#include <set>

#include "devices/VirtualBackend.h"
#include "settings/DeviceSpec.h"

namespace clustrix::test {
namespace {

using runtime::Backend;
using runtime::DeviceAddress;
using runtime::DeviceId;
using runtime::Failure;
using runtime::Status;
using runtime::StreamId;

thread_local int currentOfThread = -1;

class RecordedCurrent final : public runtime::CurrentDevice {
 public:
  explicit RecordedCurrent(int device) : before_(currentOfThread) { currentOfThread = device; }
  ~RecordedCurrent() override { currentOfThread = before_; }
  RecordedCurrent(const RecordedCurrent&) = delete;
  RecordedCurrent& operator=(const RecordedCurrent&) = delete;

 private:
  int before_;
};

class RecordingBackend final : public Backend {
 public:
  RecordingBackend(std::unique_ptr<Backend> inner, std::shared_ptr<Recording> recording)
      : inner_(std::move(inner)), recording_(std::move(recording)) {
    for (int d = 0; d < inner_->deviceCount(); ++d) {
      properties_.push_back(inner_->properties(static_cast<DeviceId>(d)));
      properties_.back().fillGap = recording_->fillGap;
      properties_.back().leastRelayed = recording_->leastRelayed;
      if (!recording_->peers) properties_.back().peers = {};
    }
  }

  std::string kind() const override { return inner_->kind(); }
  int deviceCount() const override { return inner_->deviceCount(); }
  const runtime::DeviceProperties& properties(DeviceId device) const override {
    return properties_[static_cast<std::size_t>(device)];
  }
  std::string obstacle(const runtime::Kernel& kernel) const override {
    return recording_->runsAll ? inner_->obstacle(kernel) : "no version of its kernel is the recording's";
  }
  Status freeMemory(DeviceId device, std::size_t& bytes) override {
    if (static_cast<int>(device) == recording_->silent) return {Failure::DeviceLost, "silent"};
    return inner_->freeMemory(device, bytes);
  }
  std::unique_ptr<runtime::CurrentDevice> makeCurrent(DeviceId device) override {
    note("makeCurrent", device);
    return std::make_unique<RecordedCurrent>(static_cast<int>(device));
  }
  bool finished(DeviceId device, StreamId stream) override { return inner_->finished(device, stream); }

  Status allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) override {
    Status status = call("allocate", device, 1, [&] { return inner_->allocate(device, bytes, address); });
    std::size_t free = 0;
    const std::lock_guard<std::mutex> lock(recording_->mutex);
    if (inner_->freeMemory(device, free).ok()) {
      const auto least = recording_->least.emplace(static_cast<int>(device), free).first;
      least->second = std::min(least->second, free);
    }
    return status;
  }
  Status release(DeviceId device, DeviceAddress address) override {
    note("release", device);
    return taken(inner_->release(device, address));
  }
  Status allocateHost(DeviceId device, std::size_t bytes, void*& address) override {
    return call("allocateHost", device, 1, [&] { return inner_->allocateHost(device, bytes, address); });
  }
  Status releaseHost(DeviceId device, void* address) override {
    note("releaseHost", device);
    return taken(inner_->releaseHost(device, address));
  }
  Status openStream(DeviceId device, StreamId& stream) override {
    return call("openStream", device, 1, [&] { return inner_->openStream(device, stream); });
  }
  Status closeStream(DeviceId device, StreamId stream) override {
    note("closeStream", device);
    return taken(inner_->closeStream(device, stream));
  }
  Status copy(DeviceId device, StreamId stream, const runtime::Copy& copy) override {
    if (poisoned({device, stream})) return {};
    if (copy.kind != runtime::CopyKind::DeviceToDevice || copy.peer != device) {
      const std::lock_guard<std::mutex> lock(recording_->mutex);
      recording_->bytes[static_cast<int>(copy.kind)] += copy.bytes();
      ++recording_->copies[static_cast<int>(copy.kind)];
    }
    return call("copy", device, 0, [&] { return inner_->copy(device, stream, copy); }, &stream);
  }
  Status launch(DeviceId device, StreamId stream, const runtime::KernelStart& start) override {
    if (poisoned({device, stream})) return {};
    return call("launch", device, 0, [&] { return inner_->launch(device, stream, start); }, &stream);
  }
  Status fold(DeviceId device, StreamId stream, const runtime::FoldStart& start) override {
    if (poisoned({device, stream})) return {};
    return call("fold", device, 0, [&] { return inner_->fold(device, stream, start); }, &stream);
  }
  Status reduce(const runtime::ReduceStart& start) override {
    note("reduce", start.parts.front().device);
    return recording_->reduce ? recording_->reduce(start) : inner_->reduce(start);
  }
  Status synchronize(DeviceId device, StreamId stream) override {
    const Status status = call("synchronize", device, 0, [&] { return inner_->synchronize(device, stream); });
    const std::lock_guard<std::mutex> lock(recording_->mutex);
    if (status.ok() && failed_.erase({device, stream}) > 0) return {failure_, "injected, late"};
    return status;
  }

 private:
  using Key = std::pair<DeviceId, StreamId>;  // devices number their streams apart

  bool poisoned(const Key& stream) {
    const std::lock_guard<std::mutex> lock(recording_->mutex);
    return failed_.count(stream) > 0;
  }
  void note(const std::string& what, DeviceId device) {
    const std::lock_guard<std::mutex> lock(recording_->mutex);
    recording_->calls.push_back(what + " " + std::to_string(static_cast<int>(device)));
  }
  Status taken(Status status) {
    const std::lock_guard<std::mutex> lock(recording_->mutex);
    --recording_->live;
    return status;
  }
  template <class Call>
  Status call(const std::string& what, DeviceId device, int given, Call make, const StreamId* stream = nullptr) {
    note(what, device);
    Failure failure = Failure::None;
    {
      const std::lock_guard<std::mutex> lock(recording_->mutex);
      const int position = static_cast<int>(recording_->calls.size()) - 1;
      if (recording_->fail) failure = recording_->fail(recording_->calls.back(), position);
      if (failure != Failure::None && recording_->late && stream != nullptr) {
        failed_.insert({device, *stream});
        failure_ = failure;
        return {};
      }
    }
    if (failure != Failure::None) return {failure, "injected"};
    Status status = make();
    const std::lock_guard<std::mutex> lock(recording_->mutex);
    if (status.ok()) recording_->live += given;
    return status;
  }

  std::unique_ptr<Backend> inner_;
  std::shared_ptr<Recording> recording_;
  std::vector<runtime::DeviceProperties> properties_;
  std::set<Key> failed_;
  Failure failure_ = Failure::None;
};

}  // namespace

int currentRecorded() { return currentOfThread; }

std::unique_ptr<Backend> makeRecordingBackend(std::unique_ptr<Backend> inner, std::shared_ptr<Recording> recording) {
  return std::make_unique<RecordingBackend>(std::move(inner), std::move(recording));
}

std::unique_ptr<Backend> recordedDevices(const std::string& spec, std::shared_ptr<Recording> recording) {
  auto devices = runtime::makeVirtualBackend(std::get<runtime::VirtualDevices>(runtime::parseDeviceSpec(spec).spec));
  return makeRecordingBackend(std::move(devices), std::move(recording));
}

}  // namespace clustrix::test
