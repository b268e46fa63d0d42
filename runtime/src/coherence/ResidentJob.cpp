#include "coherence/ResidentJob.h"

namespace clustrix::runtime {
namespace {

Copy copyInto(const Image& to, const Rows& rows) {
  return copyOf(CopyKind::HostToDevice, rows, static_cast<std::uintptr_t>(rows.begin),
                static_cast<std::uintptr_t>(to.at(rows.begin)));
}

Status fetchGuarded(ResidentJob& job, const Fetch& fetch, const Image& to) {
  const auto bytes = std::make_shared<Bytes>(static_cast<std::size_t>(fetch.rows.size()));
  StagingBuffer staged{fetch.rows, bytes->data(), fetch.rows.length, {}};
  Status status = readHost(staged);
  if (!status.ok()) return status;
  // Kept first: a copy that is on its way reads from it, whatever becomes of the next.
  job.snapshots.push_back({&fetch, bytes, staged});
  for (const Copy& copy : copiesOf(staged, static_cast<std::uintptr_t>(to.at(fetch.rows.begin)))) {
    status = job.stream.copy(copy);
    if (!status.ok()) break;
  }
  return status;
}

}  // namespace

IntervalSet ResidentJob::missing() const {
  IntervalSet all;
  for (const Snapshot& snapshot : snapshots) all += snapshot.staged.missing;
  return all;
}

Status fetchInto(ResidentJob& job, const Fetch& fetch, const Directory& directory) {
  const Image& to = directory.at(fetch.to);
  if (fetch.from) {
    const Image& from = directory.at(*fetch.from);
    return job.stream.copy(copyBetween(from, to, fetch.rows, from.device));
  }
  return fetch.guarded ? fetchGuarded(job, fetch, to) : job.stream.copy(copyInto(to, fetch.rows));
}

Copy copyBetween(const Image& from, const Image& to, const Rows& rows, DeviceId peer) {
  Copy copy = copyInto(to, rows);
  copy.kind = CopyKind::DeviceToDevice;
  copy.from = static_cast<std::uintptr_t>(from.at(rows.begin));
  copy.peer = peer;
  return copy;
}

}  // namespace clustrix::runtime
