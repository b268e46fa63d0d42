#include "clustrix/devices.h"
#include "devices/Measure.h"
#include "execution/Context.h"

namespace clustrix {

DeviceList listDevices() {
  runtime::Context& context = runtime::currentContext();
  const std::lock_guard<std::mutex> lock(context.deviceMutex);
  runtime::DeviceSet& set = context.devices();
  DeviceList list;
  list.notes = set.notes;
  for (runtime::DeviceId id : set.usable) {
    const runtime::DeviceProperties& properties = set.backend->properties(id);
    DeviceInfo info;
    info.backend = set.backend->kind();
    info.name = properties.name;
    info.architecture = properties.architecture;
    info.memory = properties.memory;
    info.speed = properties.speed;
    for (runtime::DeviceId peer : set.usable)
      if (peer != id && properties.peers.contains(peer)) info.peers.push_back(static_cast<int>(peer));
    std::size_t free = 0;
    const runtime::Status status = set.backend->freeMemory(id, free);
    info.freeMemory = free;
    if (!status.ok()) list.notes.push_back(info.name + ": " + status.message);
    list.devices.push_back(info);
  }
  return list;
}

DeviceSpeeds measureDevices() {
  runtime::Context& context = runtime::currentContext();
  const std::lock_guard<std::mutex> lock(context.deviceMutex);
  runtime::DeviceSet& set = context.devices();
  return set.backend ? runtime::measure(*set.backend, set.usable) : DeviceSpeeds{};
}

}  // namespace clustrix
