#include "coherence/ResidentUndo.h"

#include <utility>

#include "support/BestEffort.h"

namespace clustrix::runtime {
namespace {

Copy within(DeviceId device, const Rows& rows, std::uintptr_t from, std::uintptr_t to) {
  Copy copy = copyOf(CopyKind::DeviceToDevice, rows, from, to);
  copy.peer = device;
  return copy;
}

// Saved rows lie close together.
Copy saving(const Image& image, const Rows& rows, DeviceAddress to) {
  Copy copy =
      within(image.device, rows, static_cast<std::uintptr_t>(image.at(rows.begin)), static_cast<std::uintptr_t>(to));
  copy.toPitch = static_cast<std::size_t>(rows.length);
  return copy;
}
Copy restoring(const Image& image, const Rows& rows, DeviceAddress from) {
  Copy copy =
      within(image.device, rows, static_cast<std::uintptr_t>(from), static_cast<std::uintptr_t>(image.at(rows.begin)));
  copy.fromPitch = static_cast<std::size_t>(rows.length);
  return copy;
}

}  // namespace

ResidentUndo::~ResidentUndo() {
  for (const auto& [device, address] : memory_)
    bestEffort([&, device = device, address = address] { static_cast<void>(backend_.release(device, address)); });
}

Status ResidentUndo::save(ResidentJob& job, const Directory& directory) {
  for (const ImageUse& use : job.part.uses) {
    const Image& image = directory.at(use.image);
    const IntervalSet onlyHere = use.written() & image.valid & directory.stale();
    lost_.push_back({use.image, use.written() - onlyHere});
    if (onlyHere.empty()) continue;
    DeviceAddress at{};
    Status status = backend_.allocate(job.device, static_cast<std::size_t>(onlyHere.size()), at);
    if (!status.ok()) return status;
    memory_.emplace_back(job.device, at);
    for (const Rows& rows : rowsOf(onlyHere)) {
      status = job.stream.copy(saving(image, rows, at));
      if (!status.ok()) return status;
      saved_.push_back({job, use.image, rows, at});
      at = at + static_cast<std::size_t>(rows.size());
    }
  }
  return {};
}

void ResidentUndo::restore(Directory& directory) {
  for (const Written& written : lost_) directory.undefined(written.image, written.bytes);
  for (const Saved& saved : saved_) {
    Status status = saved.job.stream.copy(restoring(directory.at(saved.image), saved.rows, saved.at));
    if (status.ok()) status = saved.job.stream.synchronize();
    if (!status.ok()) directory.undefined(saved.image, IntervalSet(RowsList{saved.rows}));
  }
}

}  // namespace clustrix::runtime
