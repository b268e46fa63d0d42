// OpenStream: a stream of one device, waited for and closed when it goes.
//
// An operation that is refused while the device works on has not begun. Where all before it on the stream has gone well
// it is put there once more.
#pragma once

#include <utility>

#include "devices/Backend.h"
#include "support/BestEffort.h"

namespace clustrix::runtime {

class OpenStream {
 public:
  OpenStream(Backend& backend, DeviceId device) : backend_(backend), device_(device) {}
  ~OpenStream() { close(); }
  OpenStream(const OpenStream&) = delete;
  OpenStream& operator=(const OpenStream&) = delete;

  Status open() {
    Status status = backend_.openStream(device_, stream_);
    open_ = status.ok();
    return status;
  }
  Status copy(const Copy& copy) {
    return again([&] { return backend_.copy(device_, stream_, copy); });
  }
  Status launch(const KernelStart& start) {
    return again([&] { return backend_.launch(device_, stream_, start); });
  }
  Status fold(const FoldStart& start) {
    return again([&] { return backend_.fold(device_, stream_, start); });
  }
  bool finished() { return backend_.finished(device_, stream_); }
  Status synchronize() {
    if (!open_ || !used_) return {};
    Status status = backend_.synchronize(device_, stream_);
    used_ = !status.ok();
    return status;
  }

  /// What is on its way has ended afterwards. What failed meanwhile is forgotten: it was asked for before.
  void close() noexcept {
    if (std::exchange(open_, false)) bestEffort([this] { static_cast<void>(backend_.closeStream(device_, stream_)); });
  }

 private:
  template <class Operation>
  Status again(const Operation& operation) {
    used_ = true;
    const Status refused = operation();
    const bool mayPass = refused.failure == Failure::Failed || refused.failure == Failure::OutOfMemory;
    if (!mayPass || !backend_.synchronize(device_, stream_).ok()) return refused;
    return operation();
  }

  Backend& backend_;
  const DeviceId device_;
  bool open_ = false;
  bool used_ = false;  // something may be on its way
  StreamId stream_{};
};

}  // namespace clustrix::runtime
