// SimulatedBackend: devices that are not there. What a launch would have to do there takes its time on clocks of their
// own, and nothing else happens: no memory, no copy, no kernel. So the runtime plans for thousands of GPUs on one core.
//
//     host ──► stream of a device ──► its compute engine │ its link to the host's machine │ its network card
//
// An operation begins when its stream, and all that it needs, is free. Machines have eight GPUs each, like a DGX H100;
// the program runs on the first one, and the other machines get requests that a network card carries.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "devices/Backend.h"

namespace clustrix::scale {

struct Machine {
  int gpus = 8;
  double memory = 141e9;                // bytes of an H200
  double linkBytesPerSecond = 50e9;     // between a GPU and its machine, PCI Express 5
  double peerBytesPerSecond = 400e9;    // between GPUs of a machine, NVLink
  double networkBytesPerSecond = 45e9;  // a card for each GPU, 400 Gbit/s
  double networkSeconds = 5e-6;         // until the first byte is there
  double launchSeconds = 4e-6;          // from a request to the kernel's begin
  double requestSeconds = 0.5e-6;       // of the host's time, as measured: a request that goes with others
};

class SimulatedBackend final : public runtime::Backend {
 public:
  SimulatedBackend(int devices, const Machine& machine);

  /// Of kernels that are launched from now on.
  void setSecondsPerIteration(double seconds) { secondsPerIteration_ = seconds; }
  /// When all that the host has waited for was done.
  double hostTime() const { return host_; }
  /// Seconds of this process's own time that were spent in here, which no launch would spend.
  double ownSeconds() const { return own_; }
  std::size_t bytesBetween() const { return bytesBetween_; }

  std::string kind() const override { return "simulated"; }
  int deviceCount() const override { return static_cast<int>(devices_.size()); }
  const runtime::DeviceProperties& properties(runtime::DeviceId device) const override { return of(device).properties; }
  runtime::Status freeMemory(runtime::DeviceId device, std::size_t& bytes) override;
  runtime::Status allocate(runtime::DeviceId device, std::size_t bytes, runtime::DeviceAddress& address) override;
  runtime::Status release(runtime::DeviceId device, runtime::DeviceAddress address) override;
  runtime::Status allocateHost(runtime::DeviceId device, std::size_t bytes, void*& address) override;
  runtime::Status releaseHost(runtime::DeviceId device, void* address) override;
  runtime::Status openStream(runtime::DeviceId device, runtime::StreamId& stream) override;
  runtime::Status closeStream(runtime::DeviceId device, runtime::StreamId stream) override;
  runtime::Status copy(runtime::DeviceId device, runtime::StreamId stream, const runtime::Copy& copy) override;
  runtime::Status launch(runtime::DeviceId device, runtime::StreamId stream,
                         const runtime::KernelStart& start) override;
  runtime::Status fold(runtime::DeviceId device, runtime::StreamId stream, const runtime::FoldStart& start) override;
  /// Also the one that will be the next to end: the host has nothing else to wait for.
  bool finished(runtime::DeviceId device, runtime::StreamId stream) override;
  runtime::Status synchronize(runtime::DeviceId device, runtime::StreamId stream) override;

 private:
  struct Device {
    runtime::DeviceProperties properties;
    int machine = 0;
    double computes = 0, link = 0;                                      // until when each is busy
    double toPeers = 0, fromPeers = 0, toNetwork = 0, fromNetwork = 0;  // links go both ways at a time
    std::size_t used = 0;
    std::map<runtime::DeviceAddress, std::size_t> allocations;
  };
  class Own;

  Device& of(runtime::DeviceId device) { return devices_[static_cast<std::size_t>(device)]; }
  const Device& of(runtime::DeviceId device) const { return devices_[static_cast<std::size_t>(device)]; }
  void request();
  void setEnd(runtime::StreamId stream, double end);
  double endOf(runtime::StreamId stream) const { return streams_[static_cast<std::size_t>(stream)]; }
  double transfer(Device& from, Device& to, std::size_t bytes, double begin);

  const Machine machine_;
  std::vector<Device> devices_;
  std::vector<double> streams_ = {0};  // by number, from 1: when each is done
  std::multiset<double> underWay_;     // of those that the host has not waited for
  double host_ = 0, own_ = 0;
  double hostNetwork_ = 0;  // of the first machine, for the program's own memory
  double secondsPerIteration_ = 0;
  std::uintptr_t nextAddress_ = std::uintptr_t{1} << 46;
  std::size_t bytesBetween_ = 0;
};

}  // namespace clustrix::scale
