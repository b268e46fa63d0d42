// The part of NCCL that the CUDA backend uses.
//
//     ncclReduce (one a rank and array) ─► group ─► ncclGroupEnd: fetched, combined here, sent to the root's stream
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

extern "C" cudaError_t clustrixDoubleCall(const char* name);
extern "C" void clustrixDoubleHold(cudaStream_t stream, bool held);

namespace {

enum Result { Success = 0, UnhandledCudaError = 1, InvalidArgument = 4, InvalidUsage = 5, RemoteError = 6 };
enum Operation { Sum = 0, Product = 1, Maximum = 2, Minimum = 3 };

struct Clique;
struct Communicator {
  int device = 0;
  int rank = 0;
  std::shared_ptr<Clique> clique;
};
struct Clique {
  int size = 0;
  std::vector<cudaStream_t> held;  // in which a group hangs
  int asked = 0;                   // how often somebody has asked since then what is wrong
};

struct Reduction {
  const void* from = nullptr;
  void* to = nullptr;
  std::size_t count = 0;
  int type = 0;
  int operation = 0;
  int root = 0;
  Communicator* communicator = nullptr;
  cudaStream_t stream = nullptr;
};

std::mutex mutex;
std::set<Communicator*> alive;
std::vector<Reduction> group;
int depth = 0;
int groups = 0;
constexpr int questionsUntilKnown = 5;  // an error is not known at once

std::size_t sizeOf(int type) { return type < 2 ? 1 : type < 4 ? 4 : 8; }

template <class T>
void combine(int operation, T& left, T right) {
  if (operation == Sum) left = static_cast<T>(left + right);
  if (operation == Product) left = static_cast<T>(left * right);
  if (operation == Maximum) left = std::max(left, right);
  if (operation == Minimum) left = std::min(left, right);
}

template <class T>
void combineAll(int operation, std::vector<char>& left, const std::vector<char>& right) {
  for (std::size_t at = 0; at < left.size(); at += sizeof(T)) {
    T a, b;
    std::memcpy(&a, left.data() + at, sizeof(T));
    std::memcpy(&b, right.data() + at, sizeof(T));
    combine(operation, a, b);
    std::memcpy(left.data() + at, &a, sizeof(T));
  }
}

void combineBytes(int type, int operation, std::vector<char>& left, const std::vector<char>& right) {
  switch (type) {
    case 0:
      return combineAll<std::int8_t>(operation, left, right);
    case 1:
      return combineAll<std::uint8_t>(operation, left, right);
    case 2:
      return combineAll<std::int32_t>(operation, left, right);
    case 3:
      return combineAll<std::uint32_t>(operation, left, right);
    case 4:
      return combineAll<std::int64_t>(operation, left, right);
    case 5:
      return combineAll<std::uint64_t>(operation, left, right);
  }
}

/// The ranks' parts of one reduction, in the order of ranks; empty where they do not fit together.
std::vector<Reduction> together(std::vector<Reduction>& rest) {
  const Reduction first = rest.front();
  std::vector<Reduction> parts(static_cast<std::size_t>(first.communicator->clique->size));
  for (Reduction& part : parts) {
    const int rank = static_cast<int>(&part - parts.data());
    const auto found = std::find_if(rest.begin(), rest.end(), [&](const Reduction& each) {
      return each.communicator->clique == first.communicator->clique && each.communicator->rank == rank;
    });
    if (found == rest.end() || found->count != first.count || found->type != first.type ||
        found->operation != first.operation || found->root != first.root)
      return {};
    part = *found;
    rest.erase(found);
  }
  return parts;
}

Result run(const std::vector<Reduction>& parts) {
  const std::size_t bytes = parts.front().count * sizeOf(parts.front().type);
  std::vector<char> all;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    std::vector<char> here(bytes);
    if (cudaSetDevice(part->communicator->device) != cudaSuccess ||
        cudaStreamSynchronize(part->stream) != cudaSuccess ||
        cudaMemcpy(here.data(), part->from, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
      return UnhandledCudaError;
    if (all.empty())
      all = here;
    else
      combineBytes(part->type, part->operation, all, here);
  }
  const Reduction& root = parts[static_cast<std::size_t>(parts.front().root)];
  if (cudaSetDevice(root.communicator->device) != cudaSuccess ||
      cudaMemcpyAsync(root.to, all.data(), bytes, cudaMemcpyHostToDevice, root.stream) != cudaSuccess)
    return UnhandledCudaError;
  return Success;
}

/// A rank that does not come: the others wait for it on their devices.
bool hangs() {
  const char* const text = std::getenv("CLUSTRIX_DOUBLE_NCCL_HANGS");
  return ++groups == (text == nullptr ? 0 : std::atoi(text));
}

void hang() {
  for (const Reduction& part : group) {
    clustrixDoubleHold(part.stream, true);
    part.communicator->clique->held.push_back(part.stream);
  }
  group.clear();
}

Result runGroup() {
  if (hangs()) {
    hang();
    return Success;
  }
  int before = 0;
  if (cudaGetDevice(&before) != cudaSuccess) return UnhandledCudaError;
  std::vector<Reduction> rest;
  rest.swap(group);
  Result result = Success;
  while (!rest.empty() && result == Success) {
    const std::vector<Reduction> parts = together(rest);
    result = parts.empty() ? InvalidUsage : run(parts);
  }
  if (cudaSetDevice(before) != cudaSuccess) return UnhandledCudaError;
  return result;
}

template <class Body>
int call(const char* name, const Body& body) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (clustrixDoubleCall(name) != cudaSuccess) return UnhandledCudaError;
  return body();
}

}  // namespace

extern "C" {

int ncclCommInitAll(void** communicators, int count, const int* devices) {
  return call("ncclCommInitAll", [&] {
    if (count < 1 || std::set<int>(devices, devices + count).size() != static_cast<std::size_t>(count))
      return InvalidUsage;
    const auto clique = std::make_shared<Clique>();
    clique->size = count;
    for (int rank = 0; rank < count; ++rank) {
      auto* const made = new Communicator{devices[rank], rank, clique};
      alive.insert(made);
      communicators[rank] = made;
    }
    return Success;
  });
}

static Result forget(void* communicator) {
  auto* const known = static_cast<Communicator*>(communicator);
  if (alive.erase(known) == 0) return InvalidArgument;
  delete known;
  return Success;
}

int ncclCommDestroy(void* communicator) {
  return call("ncclCommDestroy", [&] { return forget(communicator); });
}

int ncclCommAbort(void* communicator) {
  return call("ncclCommAbort", [&] {
    auto* const known = static_cast<Communicator*>(communicator);
    if (alive.count(known) > 0)
      for (cudaStream_t stream : known->clique->held) clustrixDoubleHold(stream, false);
    return forget(communicator);
  });
}

int ncclCommGetAsyncError(void* communicator, int* error) {
  return call("ncclCommGetAsyncError", [&] {
    auto* const known = static_cast<Communicator*>(communicator);
    if (alive.count(known) == 0) return InvalidArgument;
    Clique& clique = *known->clique;
    *error = !clique.held.empty() && ++clique.asked > questionsUntilKnown ? RemoteError : Success;
    return Success;
  });
}

int ncclGroupStart() {
  return call("ncclGroupStart", [] {
    ++depth;
    return Success;
  });
}

int ncclGroupEnd() {
  const int result = call("ncclGroupEnd", [] {
    if (depth == 0) return InvalidUsage;
    return --depth == 0 ? runGroup() : Success;
  });
  if (result == Success) return result;
  // A group that has failed has ended: the next one has nothing of it.
  const std::lock_guard<std::mutex> lock(mutex);
  depth = 0;
  group.clear();
  return result;
}

int ncclReduce(const void* from, void* to, std::size_t count, int type, int operation, int root, void* communicator,
               cudaStream_t stream) {
  return call("ncclReduce", [&] {
    auto* const known = static_cast<Communicator*>(communicator);
    if (depth == 0) return InvalidUsage;
    if (alive.count(known) == 0 || type < 0 || type > 5 || operation < 0 || operation > 3) return InvalidArgument;
    if (known->rank == root && to == nullptr) return InvalidArgument;
    group.push_back({from, to, count, type, operation, root, known, stream});
    return Success;
  });
}

const char* ncclGetErrorString(int error) {
  switch (error) {
    case Success:
      return "no error";
    case UnhandledCudaError:
      return "unhandled cuda error";
    case InvalidArgument:
      return "invalid argument";
    case RemoteError:
      return "remote process exited or there was a network error";
    default:
      return "invalid usage";
  }
}

}  // extern "C"
