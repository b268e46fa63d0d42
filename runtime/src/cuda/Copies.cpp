// How rows travel. Long rows go as a two-dimensional copy; short ones would keep the copy engine busy with overhead:
//
//     device ──one piece, gaps included──► slot ──the rows alone──► host
//
// To the device gaps must not travel, since a peer or an earlier kernel may have written there; the caller closes gaps
// that it knows to be harmless (DeviceProperties::fillGap).
#include "cuda/Copies.h"

#include <algorithm>

#include "cuda/Again.h"
#include "cuda/Errors.h"
#include "cuda/Stream.h"

namespace clustrix::runtime::cuda {
namespace {

// Less than this the driver takes along with the command, which no staging can beat.
constexpr std::size_t smallCopy = std::size_t{32} << 10;
// Rows shorter than this are fetched with their gaps where that at most triples the bytes.
constexpr std::size_t shortRow = 512;

struct Rows {
  char* to = nullptr;
  std::size_t toPitch = 0;
  const char* from = nullptr;
  std::size_t fromPitch = 0;
  std::size_t width = 0;
  std::size_t count = 0;
};

/// Rows that touch each other are one row.
Rows rowsOf(const Copy& copy) {
  Rows rows{reinterpret_cast<char*>(copy.to),
            copy.toPitch,
            reinterpret_cast<const char*>(copy.from),
            copy.fromPitch,
            copy.width,
            copy.rows};
  if (rows.count == 1 || (rows.toPitch == rows.width && rows.fromPitch == rows.width)) {
    rows.width *= rows.count;
    rows.count = 1;
    rows.toPitch = rows.fromPitch = rows.width;
  }
  return rows;
}

cudaError_t put(const Rows& rows, cudaMemcpyKind kind, std::size_t largestPitch, cudaStream_t stream) {
  if (rows.count == 1) return cudaMemcpyAsync(rows.to, rows.from, rows.width, kind, stream);
  if (rows.toPitch <= largestPitch && rows.fromPitch <= largestPitch)
    return cudaMemcpy2DAsync(rows.to, rows.toPitch, rows.from, rows.fromPitch, rows.width, rows.count, kind, stream);
  // Rows gigabytes apart: few of them fit anywhere.
  cudaError_t error = cudaSuccess;
  for (std::size_t row = 0; row < rows.count && error == cudaSuccess; ++row)
    error = cudaMemcpyAsync(rows.to + row * rows.toPitch, rows.from + row * rows.fromPitch, rows.width, kind, stream);
  return error;
}

cudaError_t putAgain(const Rows& rows, cudaMemcpyKind kind, const Device& device, const Stream& stream) {
  return again([&] { return put(rows, kind, device.largestPitch, stream.handle()); });
}

Rows part(const Rows& rows, std::size_t firstRow, std::size_t count, std::size_t firstByte, std::size_t width) {
  return {rows.to + firstRow * rows.toPitch + firstByte,
          rows.toPitch,
          rows.from + firstRow * rows.fromPitch + firstByte,
          rows.fromPitch,
          width,
          count};
}

/// Calls `step` for pieces of whole rows, or of one row where a row is longer than `most` bytes. `rowBytes`: what a
/// row takes up in a slot.
template <class Step>
Status inPieces(const Rows& rows, std::size_t rowBytes, std::size_t most, const Step& step) {
  const std::size_t together = std::max<std::size_t>(1, most / rowBytes);
  for (std::size_t row = 0; row < rows.count; row += together) {
    const std::size_t count = std::min(together, rows.count - row);
    for (std::size_t byte = 0; byte < rows.width; byte += most) {
      const Status status = step(part(rows, row, count, byte, std::min(most, rows.width - byte)));
      if (!status.ok()) return status;
    }
  }
  return {};
}

Status upload(Stream& stream, const Device& device, const Rows& rows) {
  return inPieces(rows, rows.width, Stream::slotBytes, [&](const Rows& piece) {
    char* const slot = static_cast<char*>(stream.takeSlot());
    if (!stream.failure().ok()) return stream.failure();
    if (slot == nullptr)  // no pinned memory left: the driver's own way, slower
      return stream.note(statusOf(putAgain(piece, cudaMemcpyHostToDevice, device, stream), "upload"));
    copyRows({slot, piece.width, piece.from, piece.fromPitch, piece.width, piece.count});
    const Rows packed{piece.to, piece.toPitch, slot, piece.width, piece.width, piece.count};
    const Status status = stream.note(statusOf(putAgain(packed, cudaMemcpyHostToDevice, device, stream), "upload"));
    return status.ok() ? stream.sendSlot(slot, {}) : status;
  });
}

/// What goes into the slot: the rows packed, or everything from the first to the last.
Rows intoSlot(const Rows& piece, char* slot, bool withGaps) {
  if (!withGaps) return {slot, piece.width, piece.from, piece.fromPitch, piece.width, piece.count};
  const std::size_t span = (piece.count - 1) * piece.fromPitch + piece.width;
  return {slot, span, piece.from, span, span, 1};
}

Status download(Stream& stream, const Device& device, const Rows& rows) {
  const bool withGaps = rows.count > 1 && rows.width < shortRow && rows.fromPitch <= 3 * rows.width;
  const std::size_t rowBytes = withGaps ? rows.fromPitch : rows.width;
  return inPieces(rows, rowBytes, Stream::slotBytes, [&](const Rows& piece) {
    char* const slot = static_cast<char*>(stream.takeSlot());
    if (!stream.failure().ok()) return stream.failure();
    if (slot == nullptr)
      return stream.note(statusOf(putAgain(piece, cudaMemcpyDeviceToHost, device, stream), "download"));
    const Rows toSlot = intoSlot(piece, slot, withGaps);
    const Status status = stream.note(statusOf(putAgain(toSlot, cudaMemcpyDeviceToHost, device, stream), "download"));
    const std::size_t slotPitch = withGaps ? piece.fromPitch : piece.width;
    const HostRows after{piece.to, piece.toPitch, slot, slotPitch, piece.width, piece.count};
    return status.ok() ? stream.sendSlot(slot, after) : status;
  });
}

cudaError_t putBetween(const Rows& rows, int to, int from, cudaStream_t stream) {
  if (rows.count == 1) return cudaMemcpyPeerAsync(rows.to, to, rows.from, from, rows.width, stream);
  cudaMemcpy3DPeerParms what = {};
  what.srcPtr = {const_cast<char*>(rows.from), rows.fromPitch, rows.width, rows.count};
  what.srcDevice = from;
  what.dstPtr = {rows.to, rows.toPitch, rows.width, rows.count};
  what.dstDevice = to;
  what.extent = {rows.width, rows.count, 1};
  return cudaMemcpy3DPeerAsync(&what, stream);
}

/// Row by row where the rows lie further apart than CUDA takes in one call.
cudaError_t putBetween(const Rows& rows, const Device& to, const Device& from, cudaStream_t stream) {
  const std::size_t largest = std::min(to.largestPitch, from.largestPitch);
  if (rows.count == 1 || (rows.toPitch <= largest && rows.fromPitch <= largest))
    return putBetween(rows, to.physical, from.physical, stream);
  cudaError_t error = cudaSuccess;
  for (std::size_t row = 0; row < rows.count && error == cudaSuccess; ++row)
    error = putBetween(part(rows, row, 1, 0, rows.width), to.physical, from.physical, stream);
  return error;
}

}  // namespace

Status copyWithHost(Stream& stream, const Device& device, const Copy& copy, bool pinned) {
  if (copy.bytes() == 0) return {};
  const Rows rows = rowsOf(copy);
  const bool up = copy.kind == CopyKind::HostToDevice;
  // A pageable destination makes CUDA wait within the call, however small: only uploads go directly.
  if (pinned || (up && copy.bytes() <= smallCopy)) {
    const cudaMemcpyKind kind = up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    return stream.note(statusOf(putAgain(rows, kind, device, stream), up ? "upload" : "download"));
  }
  return up ? upload(stream, device, rows) : download(stream, device, rows);
}

Status copyBetween(Stream& stream, const Device& to, const Device& from, const Copy& copy) {
  if (copy.bytes() == 0) return {};
  const Rows rows = rowsOf(copy);
  if (to.physical == from.physical)
    return stream.note(statusOf(putAgain(rows, cudaMemcpyDeviceToDevice, to, stream), "copy"));
  const cudaError_t error = again([&] { return putBetween(rows, to, from, stream.handle()); });
  return stream.note(statusOfPeerOperation(error, "copy from a peer", to.physical));
}

}  // namespace clustrix::runtime::cuda
