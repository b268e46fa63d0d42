// Streams and events: queues that run when somebody waits.
//
//     cudaMemcpyAsync, launch ─► queue ─► drain(stream, ticket)   on cudaStreamSynchronize, cudaEventSynchronize, ...
//     cudaStreamWaitEvent     ─► queues "drain that stream up to that ticket first"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "Double.h"

namespace cudadouble {
namespace {

double now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(since).count();
}

bool alive(const CUstream_st* stream) {
  const auto& streams = machine().streams;
  return std::find(streams.begin(), streams.end(), stream) != streams.end();
}

Device& deviceOf(int device) { return machine().devices[static_cast<std::size_t>(device)]; }

cudaError_t create(cudaStream_t* stream, unsigned flags) {
  auto made = std::make_unique<CUstream_st>();
  made->device = currentDevice();
  made->blocking = (flags & cudaStreamNonBlocking) == 0;
  machine().streams.push_back(made.get());
  *stream = made.release();
  return cudaSuccess;
}

cudaError_t destroy(cudaStream_t stream) {
  if (!alive(stream)) return cudaErrorInvalidResourceHandle;
  drain(*stream, stream->issued);
  auto& streams = machine().streams;
  streams.erase(std::find(streams.begin(), streams.end(), stream));
  // Kept: events recorded in it may still name it, and its address must not be somebody else's.
  static std::vector<std::unique_ptr<CUstream_st>>* const graveyard = new std::vector<std::unique_ptr<CUstream_st>>;
  graveyard->emplace_back(stream);
  return cudaSuccess;
}

cudaError_t record(cudaEvent_t event, cudaStream_t stream) {
  if (event == nullptr) return cudaErrorInvalidResourceHandle;
  if (stream != nullptr && (!alive(stream) || stream->device != event->device)) return cudaErrorInvalidResourceHandle;
  event->when = std::make_shared<double>(0);
  const cudaError_t error = enqueue(stream, [when = event->when] {
    *when = now();
    return cudaSuccess;
  });
  event->stream = stream;
  event->ticket = stream != nullptr ? stream->issued : 0;
  return error;
}

cudaError_t waitFor(cudaStream_t stream, cudaEvent_t event) {
  if (event == nullptr) return cudaErrorInvalidResourceHandle;
  if (event->stream == nullptr) return cudaSuccess;
  return enqueue(stream, [other = event->stream, ticket = event->ticket] { return drain(*other, ticket); });
}

}  // namespace

cudaError_t resultOfWait(int device, cudaError_t drained) {
  if (drained == cudaErrorNotReady) {
    std::fprintf(stderr, "cuda double: somebody waits for a stream in which something does not end\n");
    std::abort();
  }
  Device& state = deviceOf(device);
  if (state.lostAtWait != cudaSuccess) state.lost = state.lostAtWait;
  state.lostAtWait = cudaSuccess;
  return state.lost != cudaSuccess ? state.lost : drained;
}

cudaError_t drain(CUstream_st& stream, std::uint64_t upTo) {
  if (stream.held && stream.finished < upTo) return cudaErrorNotReady;
  cudaError_t first = cudaSuccess;
  while (stream.finished < upTo && !stream.queue.empty()) {
    const Work work = std::move(stream.queue.front());
    stream.queue.pop_front();
    ++stream.finished;
    const Device& device = deviceOf(stream.device);
    if (device.lostAtWait != cudaSuccess) continue;  // a dead device does nothing, and nobody knows yet
    const cudaError_t error = device.lost != cudaSuccess ? device.lost : work();
    if (first == cudaSuccess) first = error;
  }
  return first;
}

cudaError_t drainAll(int device) {
  cudaError_t first = cudaSuccess;
  const auto streams = machine().streams;
  // The youngest first: whoever counts on the order of creation learns it here.
  for (auto stream = streams.rbegin(); stream != streams.rend(); ++stream) {
    if ((*stream)->device != device) continue;
    const cudaError_t error = drain(**stream, (*stream)->issued);
    if (first == cudaSuccess) first = error;
  }
  return first;
}

cudaError_t enqueue(cudaStream_t stream, Work work) {
  stream = plainStream(stream);
  if (stream == nullptr) {  // the legacy default stream: after all blocking streams of its device, and done at once
    for (CUstream_st* other : machine().streams)
      if (other->device == currentDevice() && other->blocking) drain(*other, other->issued);
    return work();
  }
  if (!alive(stream)) return cudaErrorInvalidResourceHandle;
  stream->queue.push_back(std::move(work));
  ++stream->issued;
  return machine().eager && !stream->held ? drain(*stream, stream->issued) : cudaSuccess;
}

}  // namespace cudadouble

using namespace cudadouble;

extern "C" {

void clustrixDoubleHold(cudaStream_t stream, bool held) {
  const std::lock_guard<std::recursive_mutex> lock(machine().mutex);
  if (alive(stream)) stream->held = held;
}

cudaError_t cudaStreamCreate(cudaStream_t* pStream) {
  return call("cudaStreamCreate", [&] { return create(pStream, cudaStreamDefault); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) {
  return call("cudaStreamCreateWithFlags", [&] { return create(pStream, flags); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call("cudaStreamDestroy", [&] { return destroy(stream); });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return call("cudaStreamSynchronize", [&] {
    stream = plainStream(stream);
    if (stream == nullptr) return resultOfWait(currentDevice(), drainAll(currentDevice()));
    if (!alive(stream)) return cudaErrorInvalidResourceHandle;
    return resultOfWait(stream->device, drain(*stream, stream->issued));
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return call("cudaStreamQuery", [&] {
    if (!alive(stream)) return cudaErrorInvalidResourceHandle;
    if (stream->held) return cudaErrorNotReady;
    return resultOfWait(stream->device, drain(*stream, stream->issued));
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  return call("cudaStreamWaitEvent", [&] { return waitFor(stream, event); });
}

cudaError_t cudaDeviceSynchronize(void) {
  return call("cudaDeviceSynchronize", [] { return resultOfWait(currentDevice(), drainAll(currentDevice())); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int) {
  return call("cudaEventCreateWithFlags", [&] {
    auto made = std::make_unique<CUevent_st>();
    made->device = currentDevice();
    *event = made.release();
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call("cudaEventDestroy", [&] {
    delete event;
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return call("cudaEventRecord", [&] { return record(event, stream); });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return call("cudaEventSynchronize", [&] {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    if (event->stream == nullptr) return cudaSuccess;
    return resultOfWait(event->device, drain(*event->stream, event->ticket));
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call("cudaEventQuery", [&] {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    if (event->stream == nullptr) return cudaSuccess;
    return resultOfWait(event->device, drain(*event->stream, event->ticket));
  });
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return call("cudaEventElapsedTime", [&] {
    if (start == nullptr || end == nullptr || *start->when == 0 || *end->when == 0)
      return cudaErrorInvalidResourceHandle;
    *ms = static_cast<float>(*end->when - *start->when);
    return cudaSuccess;
  });
}

}  // extern "C"
