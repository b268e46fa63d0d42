// OpenStream: a stream of one device, waited for and closed when it goes.
#pragma once

#include "Backend.h"

namespace clustrix::runtime {

class OpenStream {
 public:
  OpenStream(Backend& backend, DeviceId device) : backend_(backend), device_(device) {}
  ~OpenStream() {
    if (open_) static_cast<void>(backend_.closeStream(device_, stream_));
  }
  OpenStream(const OpenStream&) = delete;
  OpenStream& operator=(const OpenStream&) = delete;

  Status open() {
    Status status = backend_.openStream(device_, stream_);
    open_ = status.ok();
    return status;
  }
  Status copy(const Copy& copy) {
    used_ = true;
    return backend_.copy(device_, stream_, copy);
  }
  Status launch(const KernelStart& start) {
    used_ = true;
    return backend_.launch(device_, stream_, start);
  }
  Status fold(const FoldStart& start) {
    used_ = true;
    return backend_.fold(device_, stream_, start);
  }
  bool finished() { return backend_.finished(device_, stream_); }
  Status synchronize() {
    if (!open_ || !used_) return {};
    Status status = backend_.synchronize(device_, stream_);
    used_ = !status.ok();
    return status;
  }

 private:
  Backend& backend_;
  const DeviceId device_;
  bool open_ = false;
  bool used_ = false;  // something may be on its way
  StreamId stream_{};
};

}  // namespace clustrix::runtime
