#include "devices/DeviceSet.h"

#include "devices/VirtualBackend.h"

namespace clustrix::runtime {
namespace {

// Filled before main by constructors of other files, in no particular order: made when first asked for.
std::vector<BackendEntry>& entries() {
  static std::vector<BackendEntry> list;
  return list;
}

DeviceSet openCuda(const std::vector<int>& positions) {
  DeviceSet set;
  const BackendEntry* const cuda = findBackend("cuda");
  if (cuda == nullptr) {
    set.notes.push_back("this program was built without CUDA: compile its rewritten files with nvcc");
    return set;
  }
  std::string note;
  std::unique_ptr<Backend> backend = cuda->make(positions, note);
  if (backend && backend->deviceCount() > 0) set = devicesOf(std::move(backend));
  if (!note.empty()) set.notes.push_back(note);
  if (!set.backend && set.notes.empty()) set.notes.push_back("there is no GPU");
  return set;
}

struct Opener {
  DeviceSet operator()(const AutoDevices&) const { return openCuda({}); }
  DeviceSet operator()(const CudaDevices& cuda) const { return openCuda(cuda.positions); }
  DeviceSet operator()(const VirtualDevices& spec) const { return devicesOf(makeVirtualBackend(spec)); }
  DeviceSet operator()(const NoDevices&) const {
    DeviceSet set;
    set.notes.push_back("CLUSTRIX_DEVICES=cpu");
    return set;
  }
};

}  // namespace

void registerBackend(const BackendEntry& entry) {
  if (findBackend(entry.kind) == nullptr) entries().push_back(entry);
}

const BackendEntry* findBackend(const std::string& kind) {
  for (const BackendEntry& entry : entries())
    if (entry.kind == kind) return &entry;
  return nullptr;
}

DeviceSet openDevices(const DeviceSpec& spec) { return std::visit(Opener{}, spec); }

DeviceSet devicesOf(std::unique_ptr<Backend> backend) {
  DeviceSet set;
  for (int d = 0; d < backend->deviceCount(); ++d) set.usable.push_back(static_cast<DeviceId>(d));
  set.backend = std::move(backend);
  return set;
}

}  // namespace clustrix::runtime
