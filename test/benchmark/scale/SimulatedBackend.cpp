#include "SimulatedBackend.h"

#include <algorithm>
#include <string>

#include "devices/PlainHostMemory.h"
#include "support/Clock.h"

namespace clustrix::scale {

using namespace runtime;

/// While it lives, the process's time is the simulator's.
class SimulatedBackend::Own {
 public:
  explicit Own(SimulatedBackend& of) : of_(of) {}
  ~Own() { of_.own_ += now() - begin_; }
  Own(const Own&) = delete;
  Own& operator=(const Own&) = delete;

 private:
  SimulatedBackend& of_;
  const double begin_ = now();
};

SimulatedBackend::SimulatedBackend(int devices, const Machine& machine) : machine_(machine) {
  for (int d = 0; d < devices; ++d) {
    Device device;
    device.machine = d / machine.gpus;
    device.properties.name = "simulated GPU " + std::to_string(d);
    device.properties.architecture = "sm_90";
    device.properties.memory = static_cast<std::size_t>(machine.memory);
    device.properties.operationsPerSecond = 4e12;
    device.properties.transferBytesPerSecond = std::min(machine.linkBytesPerSecond, machine.networkBytesPerSecond);
    device.properties.launchSeconds = machine.launchSeconds;
    device.properties.workers = 132 * 2048;
    device.properties.lanes = 32;
    device.properties.peers.all = true;
    device.properties.isFar = device.machine != 0;
    device.properties.machine = device.machine;
    devices_.push_back(std::move(device));
  }
}

void SimulatedBackend::request() { host_ += machine_.requestSeconds; }

Status SimulatedBackend::freeMemory(DeviceId device, std::size_t& bytes) {
  bytes = of(device).properties.memory - of(device).used;
  return {};
}

Status SimulatedBackend::allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) {
  const Own own(*this);
  request();
  Device& on = of(device);
  if (on.used + bytes > on.properties.memory) return {Failure::OutOfMemory, on.properties.name + " is full"};
  address = static_cast<DeviceAddress>(nextAddress_);
  nextAddress_ += (bytes + 511) / 256 * 256;
  on.allocations[address] = bytes;
  on.used += bytes;
  return {};
}

Status SimulatedBackend::release(DeviceId device, DeviceAddress address) {
  const Own own(*this);
  request();
  const auto found = of(device).allocations.find(address);
  if (found == of(device).allocations.end()) return {Failure::Failed, "released twice"};
  of(device).used -= found->second;
  of(device).allocations.erase(found);
  return {};
}

Status SimulatedBackend::allocateHost(DeviceId, std::size_t bytes, void*& address) {
  return allocatePlainHost(bytes, address);
}

Status SimulatedBackend::releaseHost(DeviceId, void* address) { return releasePlainHost(address); }

Status SimulatedBackend::openStream(DeviceId, StreamId& stream) {
  const Own own(*this);
  stream = static_cast<StreamId>(streams_.size());
  streams_.push_back(host_);
  return {};
}

Status SimulatedBackend::closeStream(DeviceId device, StreamId stream) { return synchronize(device, stream); }

void SimulatedBackend::setEnd(StreamId stream, double end) {
  double& known = streams_[static_cast<std::size_t>(stream)];
  if (const auto before = underWay_.find(known); before != underWay_.end()) underWay_.erase(before);
  known = end;
  if (end > host_) underWay_.insert(end);
}

bool SimulatedBackend::finished(DeviceId, StreamId stream) {
  const Own own(*this);
  return underWay_.empty() || endOf(stream) <= std::max(host_, *underWay_.begin());
}

Status SimulatedBackend::copy(DeviceId device, StreamId stream, const Copy& copy) {
  const Own own(*this);
  request();
  Device& here = of(device);
  const double begin = std::max(endOf(stream), host_), bytes = static_cast<double>(copy.bytes());
  if (copy.kind == CopyKind::DeviceToDevice) {
    bytesBetween_ += copy.bytes();
    setEnd(stream, transfer(of(copy.peer), here, copy.bytes(), begin));
    return {};
  }
  // From the program's memory: over the machine's link, and first over the network where it is another machine's.
  const bool far = here.machine != 0;
  double start = std::max(begin, here.link);
  if (far) start = std::max(start, hostNetwork_);
  const double slowest =
      far ? std::min(machine_.linkBytesPerSecond, machine_.networkBytesPerSecond) : machine_.linkBytesPerSecond;
  here.link = start + bytes / slowest;
  // The first machine has a card for each of its GPUs.
  if (far) hostNetwork_ = start + bytes / (machine_.networkBytesPerSecond * machine_.gpus);
  setEnd(stream, here.link + (far ? machine_.networkSeconds : 0));
  return {};
}

/// When it ends.
double SimulatedBackend::transfer(Device& from, Device& to, std::size_t bytes, double begin) {
  const bool far = from.machine != to.machine;
  double& source = far ? from.toNetwork : from.toPeers;
  double& target = far ? to.fromNetwork : to.fromPeers;
  const double start = std::max({begin, source, target});
  source = target =
      start + static_cast<double>(bytes) / (far ? machine_.networkBytesPerSecond : machine_.peerBytesPerSecond);
  return source + (far ? machine_.networkSeconds : machine_.launchSeconds / 2);
}

Status SimulatedBackend::launch(DeviceId device, StreamId stream, const KernelStart& start) {
  const Own own(*this);
  request();
  Device& on = of(device);
  const double heard = host_ + machine_.launchSeconds + (on.machine != 0 ? machine_.networkSeconds : 0);
  on.computes =
      std::max({endOf(stream), heard, on.computes}) + secondsPerIteration_ * static_cast<double>(start.chunk.size());
  setEnd(stream, on.computes);
  return {};
}

Status SimulatedBackend::fold(DeviceId device, StreamId stream, const FoldStart&) {
  const Own own(*this);
  request();
  Device& on = of(device);
  on.computes = std::max({endOf(stream), host_, on.computes}) + machine_.launchSeconds;
  setEnd(stream, on.computes);
  return {};
}

Status SimulatedBackend::synchronize(DeviceId device, StreamId stream) {
  const Own own(*this);
  if (const auto ended = underWay_.find(endOf(stream)); ended != underWay_.end()) underWay_.erase(ended);
  host_ = std::max(host_, endOf(stream) + (of(device).machine != 0 ? machine_.networkSeconds : 0));
  return {};
}

}  // namespace clustrix::scale
