#include "devices/StagingBuffer.h"

#include "memory/ReadableMemory.h"

namespace clustrix::runtime {

Copy copyOf(CopyKind kind, const Rows& rows, std::uintptr_t from, std::uintptr_t to) {
  Copy copy;
  copy.kind = kind;
  copy.from = from;
  copy.to = to;
  copy.width = static_cast<std::size_t>(rows.length);
  copy.rows = static_cast<std::size_t>(rows.count);
  copy.fromPitch = copy.toPitch = static_cast<std::size_t>(rows.pitch);
  return copy;
}

Status readHost(StagingBuffer& staged) {
  const Rows& rows = staged.rows;
  // Gaps and all, it is one read instead of one a row.
  const bool whole = rows.count > 1 && staged.pitch == rows.pitch;
  std::vector<Bounds> missing;
  for (Index r = 0; r < (whole ? 1 : rows.count); ++r) {
    const Bounds piece = whole ? Bounds{rows.begin, rows.end()} : staged.bounds(r);
    if (!copyReadable(static_cast<std::uintptr_t>(piece.begin), static_cast<std::size_t>(piece.end - piece.begin),
                      staged.row(r), missing))
      return {Failure::Unsupported, "the system does not let the program ask which of its memory is readable"};
  }
  RowsList holes;
  for (const Bounds& hole : missing) holes.push_back(run(hole));
  staged.missing = IntervalSet(holes);
  return {};
}

std::vector<Copy> copiesOf(const StagingBuffer& staged, std::uintptr_t to) {
  const Rows& rows = staged.rows;
  if (staged.missing.empty()) {
    Copy all = copyOf(CopyKind::HostToDevice, rows, reinterpret_cast<std::uintptr_t>(staged.bytes), to);
    all.fromPitch = static_cast<std::size_t>(staged.pitch);
    return {all};
  }
  std::vector<Copy> copies;
  for (Index r = 0; r < rows.count; ++r) {
    const Bounds row = staged.bounds(r);
    for (const Bounds& piece : IntervalSet(row) - staged.missing)
      copies.push_back(copyOf(CopyKind::HostToDevice, run(piece),
                              reinterpret_cast<std::uintptr_t>(staged.row(r) + (piece.begin - row.begin)),
                              to + static_cast<std::uintptr_t>(piece.begin - rows.begin)));
  }
  return copies;
}

}  // namespace clustrix::runtime
