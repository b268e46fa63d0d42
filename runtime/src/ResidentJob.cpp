#include "ResidentJob.h"

#include "ReadableMemory.h"

namespace clustrix::runtime {
namespace {

Copy copyInto(const Image& to, const Rows& rows) {
  Copy copy;
  copy.from = static_cast<std::uintptr_t>(rows.begin);
  copy.to = static_cast<std::uintptr_t>(to.at(rows.begin));
  copy.width = static_cast<std::size_t>(rows.length);
  copy.rows = static_cast<std::size_t>(rows.count);
  copy.fromPitch = copy.toPitch = static_cast<std::size_t>(rows.pitch);
  return copy;
}

Status copyAvailable(ResidentJob& job, const Image& to) {
  const Snapshot& snapshot = job.snapshots.back();
  const Rows& rows = snapshot.fetch->rows;
  for (Index r = 0; r < rows.count; ++r) {
    const Index begin = rows.begin + r * rows.pitch;
    const IntervalSet row(Bounds{begin, begin + rows.length});
    for (Bounds piece : row - snapshot.missing) {
      Copy copy = copyInto(to, run(piece));
      copy.from = reinterpret_cast<std::uintptr_t>(snapshot.bytes->data() + r * rows.length + (piece.begin - begin));
      const Status status = job.stream.copy(copy);
      if (!status.ok()) return status;
    }
  }
  return {};
}

Status fetchGuarded(ResidentJob& job, const Fetch& fetch, const Image& to) {
  const Rows& rows = fetch.rows;
  const auto bytes = std::make_shared<Bytes>(static_cast<std::size_t>(rows.size()));
  std::vector<Bounds> missing;
  for (Index r = 0; r < rows.count; ++r)
    if (!copyReadable(static_cast<std::uintptr_t>(rows.begin + r * rows.pitch), static_cast<std::size_t>(rows.length),
                      bytes->data() + r * rows.length, missing))
      return {Failure::Unsupported, "the system does not let the program ask which of its memory is readable"};
  RowsList holes;
  for (Bounds hole : missing) holes.push_back(run(hole));
  job.snapshots.push_back({&fetch, bytes, IntervalSet(holes)});
  if (!missing.empty()) return copyAvailable(job, to);
  Copy copy = copyInto(to, rows);
  copy.from = reinterpret_cast<std::uintptr_t>(bytes->data());
  copy.fromPitch = static_cast<std::size_t>(rows.length);
  return job.stream.copy(copy);
}

}  // namespace

IntervalSet ResidentJob::missing() const {
  IntervalSet all;
  for (const Snapshot& snapshot : snapshots) all += snapshot.missing;
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
