// Copies. Pageable memory as CUDA promises it: a pageable source is read before the call returns, a pageable
// destination is written before the call returns; pinned memory is touched when the stream gets there.
#include <cstring>

#include "Double.h"

namespace cudadouble {
namespace {

/// `height` rows of `width` bytes. One row: a plain copy.
struct Rows {
  char* to = nullptr;
  std::size_t toPitch = 0;
  const char* from = nullptr;
  std::size_t fromPitch = 0;
  std::size_t width = 0;
  std::size_t height = 1;

  std::size_t toBytes() const { return (height - 1) * toPitch + width; }
  std::size_t fromBytes() const { return (height - 1) * fromPitch + width; }
};

constexpr std::size_t largestPitch = 0x7fffffff;  // cudaDeviceProp::memPitch of every GPU so far

bool matches(cudaMemcpyKind kind, const Place& to, const Place& from) {
  const bool toDevice = to.device >= 0;
  const bool fromDevice = from.device >= 0;
  switch (kind) {
    case cudaMemcpyHostToHost:
      return !toDevice && !fromDevice;
    case cudaMemcpyHostToDevice:
      return toDevice && !fromDevice;
    case cudaMemcpyDeviceToHost:
      return !toDevice && fromDevice;
    case cudaMemcpyDeviceToDevice:
      return toDevice && fromDevice;
    case cudaMemcpyDefault:
      return true;
  }
  return false;
}

void count(const Place& to, const Place& from, std::size_t bytes) {
  if (to.device >= 0 && from.device >= 0)
    countBytes(to.device == from.device ? Traffic::WithinDevice : Traffic::Peer, bytes);
  else if (to.device >= 0)
    countBytes(Traffic::HostToDevice, bytes);
  else if (from.device >= 0)
    countBytes(Traffic::DeviceToHost, bytes);
}

void move(const Rows& rows, char* to, const char* from) {
  for (std::size_t row = 0; row < rows.height; ++row)
    std::memmove(to + row * rows.toPitch, from + row * rows.fromPitch, rows.width);
}

/// The addresses are looked up when the copy is made: a block freed meanwhile is an illegal access, as on a GPU.
cudaError_t moveNow(const Rows& rows, int device) {
  const Place to = locate(rows.to, rows.toBytes());
  const Place from = locate(rows.from, rows.fromBytes());
  if (!to.valid || !from.valid) {
    machine().devices[static_cast<std::size_t>(device)].lost = cudaErrorIllegalAddress;
    return cudaErrorIllegalAddress;
  }
  move(rows, to.address, from.address);
  return cudaSuccess;
}

cudaError_t copy(Rows rows, cudaMemcpyKind kind, cudaStream_t stream) {
  stream = plainStream(stream);
  if (rows.width == 0 || rows.height == 0) return cudaSuccess;
  if (rows.height > 1 && (rows.width > rows.toPitch || rows.width > rows.fromPitch || rows.toPitch > largestPitch ||
                          rows.fromPitch > largestPitch))
    return cudaErrorInvalidPitchValue;
  const Place to = locate(rows.to, rows.toBytes());
  const Place from = locate(rows.from, rows.fromBytes());
  if (!to.valid || !from.valid || !matches(kind, to, from)) return cudaErrorInvalidValue;
  for (const Place& place : {to, from}) {  // the other device's failure is reported to whoever copies from it
    if (place.device < 0) continue;
    const cudaError_t lost = machine().devices[static_cast<std::size_t>(place.device)].lost;
    if (lost != cudaSuccess) return lost;
  }
  count(to, from, rows.width * rows.height);
  const int device = stream != nullptr ? stream->device : currentDevice();
  if (from.device < 0 && !from.pinned) {
    auto taken = std::make_shared<std::vector<char>>(rows.fromBytes());
    for (std::size_t row = 0; row < rows.height; ++row)
      std::memcpy(taken->data() + row * rows.fromPitch, rows.from + row * rows.fromPitch, rows.width);
    rows.from = taken->data();
    return enqueue(stream, [rows, taken, device] { return moveNow(rows, device); });
  }
  const cudaError_t queued = enqueue(stream, [rows, device] { return moveNow(rows, device); });
  if (queued != cudaSuccess || to.device >= 0 || to.pinned) return queued;
  return resultOfWait(device, stream != nullptr ? drain(*stream, stream->issued) : cudaSuccess);
}

cudaError_t fill(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  const Place place = locate(pointer, bytes);
  if (place.device < 0 || !place.valid) return cudaErrorInvalidValue;
  return enqueue(stream, [=] {
    const Place now = locate(pointer, bytes);
    if (!now.valid) return cudaErrorIllegalAddress;
    std::memset(now.address, value, bytes);
    return cudaSuccess;
  });
}

Rows line(void* to, const void* from, std::size_t bytes) {
  return {static_cast<char*>(to), bytes, static_cast<const char*>(from), bytes, bytes, 1};
}

Rows rectangle(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch, std::size_t width,
               std::size_t height) {
  return {static_cast<char*>(to), toPitch, static_cast<const char*>(from), fromPitch, width, height};
}

/// A copy that names its two devices: each pointer must lie where it is said to.
cudaError_t copyBetween(Rows rows, int toDevice, int fromDevice, cudaStream_t stream) {
  if (rows.width == 0 || rows.height == 0) return cudaSuccess;
  if (locate(rows.to, rows.toBytes()).device != toDevice) return cudaErrorInvalidValue;
  if (locate(rows.from, rows.fromBytes()).device != fromDevice) return cudaErrorInvalidValue;
  return copy(rows, cudaMemcpyDeviceToDevice, stream);
}

}  // namespace
}  // namespace cudadouble

using namespace cudadouble;

extern "C" {

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  return call("cudaMemcpy", [&] { return copy(line(dst, src, count), kind, nullptr); });
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return call("cudaMemcpyAsync", [&] { return copy(line(dst, src, count), kind, stream); });
}

cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return call("cudaMemcpy2D", [&] { return copy(rectangle(dst, dpitch, src, spitch, width, height), kind, nullptr); });
}

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return call("cudaMemcpy2DAsync",
              [&] { return copy(rectangle(dst, dpitch, src, spitch, width, height), kind, stream); });
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count,
                                cudaStream_t stream) {
  return call("cudaMemcpyPeerAsync", [&] { return copyBetween(line(dst, src, count), dstDevice, srcDevice, stream); });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return call("cudaMemcpy3DPeerAsync", [&] {
    if (p->extent.depth != 1 || p->dstArray != nullptr || p->srcArray != nullptr) return cudaErrorNotSupported;
    const Rows rows =
        rectangle(static_cast<char*>(p->dstPtr.ptr) + p->dstPos.y * p->dstPtr.pitch + p->dstPos.x, p->dstPtr.pitch,
                  static_cast<char*>(p->srcPtr.ptr) + p->srcPos.y * p->srcPtr.pitch + p->srcPos.x, p->srcPtr.pitch,
                  p->extent.width, p->extent.height);
    return copyBetween(rows, p->dstDevice, p->srcDevice, stream);
  });
}

cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  return call("cudaMemset", [&] { return fill(devPtr, value, count, nullptr); });
}

cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return call("cudaMemsetAsync", [&] { return fill(devPtr, value, count, stream); });
}

}  // extern "C"
