#include "cuda/Nccl.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "cuda/Errors.h"
#include "support/BackOff.h"

namespace clustrix::runtime::cuda {
namespace {

constexpr double secondsToStart = 1;
constexpr double peerBytesPerSecond = 20e9;

// Of nccl.h, which need not be there: numbers of its stable interface.
constexpr int success = 0;
constexpr int inProgress = 7;

int typeOf(combined::Kind kind) {
  // Sums and products of signed numbers wrap as those of unsigned ones do, to the same bits.
  const bool wraps = kind.operation == combined::Operation::Sum || kind.operation == combined::Operation::Product;
  switch (kind.number) {
    case combined::Number::Int8:
      return wraps ? 1 : 0;
    case combined::Number::UnsignedInt8:
      return 1;
    case combined::Number::Int32:
      return wraps ? 3 : 2;
    case combined::Number::UnsignedInt32:
      return 3;
    case combined::Number::Int64:
      return wraps ? 5 : 4;
    case combined::Number::UnsignedInt64:
      return 5;
    case combined::Number::None:
      break;
  }
  return -1;
}

int operationOf(combined::Kind kind) {
  switch (kind.operation) {
    case combined::Operation::Sum:
      return 0;
    case combined::Operation::Product:
      return 1;
    case combined::Operation::Maximum:
      return 2;
    case combined::Operation::Minimum:
      return 3;
    case combined::Operation::None:
      break;
  }
  return -1;
}

bool knows(const CombinedKinds& kinds) {
  for (int k = 0; k < kinds.count; ++k)
    if (typeOf(kinds.of[k]) < 0 || operationOf(kinds.of[k]) < 0) return false;
  return kinds.count > 0;
}

std::string_view switchOf() {
  const char* const text = secure_getenv("CLUSTRIX_CUDA_NCCL");
  return text == nullptr ? "" : text;
}

}  // namespace

struct Nccl::Library {
  int (*initAll)(void** communicators, int count, const int* devices) = nullptr;
  int (*destroy)(void* communicator) = nullptr;
  int (*abort)(void* communicator) = nullptr;
  int (*asyncError)(void* communicator, int* error) = nullptr;
  int (*groupStart)() = nullptr;
  int (*groupEnd)() = nullptr;
  int (*reduce)(const void* from, void* to, std::size_t count, int type, int operation, int root, void* communicator,
                cudaStream_t stream) = nullptr;
  const char* (*errorString)(int error) = nullptr;

  bool load() {
    // Never unloaded: it may have threads.
    void* const handle = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return false;
    const auto find = [handle](const char* name, auto& function) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(handle, name));
      return function != nullptr;
    };
    return find("ncclCommInitAll", initAll) && find("ncclCommDestroy", destroy) && find("ncclCommAbort", abort) &&
           find("ncclCommGetAsyncError", asyncError) && find("ncclGroupStart", groupStart) &&
           find("ncclGroupEnd", groupEnd) && find("ncclReduce", reduce) && find("ncclGetErrorString", errorString);
  }
  Status statusOf(int error, const char* what) const {
    if (error == success) return {};
    (void)cudaGetLastError();
    return {Failure::Failed, std::string("NCCL: ") + what + ": " + errorString(error)};
  }
};

Nccl::Nccl() : copied_(switchOf() == "1" ? secondsToStart : 0), off_(switchOf() == "0") {}

Nccl::~Nccl() {
  for (const auto& [physical, communicators] : started_)
    for (void* communicator : communicators) (void)library_->destroy(communicator);
}

bool Nccl::wanted(const ReduceStart& start, const std::vector<int>& physical) {
  if (off_ || !knows(start.kernel->kinds)) return false;
  // Two parts of one GPU that was split: a communicator has each GPU once.
  if (std::set<int>(physical.begin(), physical.end()).size() != physical.size()) return false;
  if (copied_ < secondsToStart) {
    const double rounds = std::ceil(std::log2(static_cast<double>(physical.size())));
    copied_ += rounds * static_cast<double>(start.copies->stride) / peerBytesPerSecond;
    return false;
  }
  if (library_ == nullptr) {
    library_ = std::make_unique<Library>();
    off_ = !library_->load();
  }
  return !off_;
}

Status Nccl::start(const std::vector<int>& physical, Communicators*& found) {
  auto at = started_.find(physical);
  if (at == started_.end()) {
    Communicators made(physical.size(), nullptr);
    const Status status = library_->statusOf(
        library_->initAll(made.data(), static_cast<int>(physical.size()), physical.data()), "ncclCommInitAll");
    off_ = !status.ok();
    if (off_) return status;
    at = started_.emplace(physical, std::move(made)).first;
  }
  found = &at->second;
  return {};
}

Status Nccl::giveUp(Communicators& communicators, const std::string& why) {
  off_ = true;
  // What it has queued ends, so that nothing writes behind the caller's back.
  for (void* communicator : communicators) (void)library_->abort(communicator);
  communicators.clear();
  return {Failure::Failed, why};
}

Status Nccl::reduce(const ReduceStart& start_, const std::vector<Rank>& ranks) {
  std::vector<int> physical;
  for (const Rank& rank : ranks) physical.push_back(rank.physical);
  Communicators* communicators = nullptr;
  Status status = start(physical, communicators);
  if (!status.ok()) return status;
  status = enqueue(start_, ranks, *communicators);
  if (status.ok()) status = wait(ranks, *communicators);
  return status.ok() ? status : giveUp(*communicators, status.message);
}

Status Nccl::enqueue(const ReduceStart& start, const std::vector<Rank>& ranks, const Communicators& communicators) {
  const CombinedKinds& kinds = start.kernel->kinds;
  Status status = library_->statusOf(library_->groupStart(), "ncclGroupStart");
  if (!status.ok()) return status;
  unsigned char* const result = reinterpret_cast<unsigned char*>(static_cast<std::uintptr_t>(start.result));
  for (int k = 0; k < kinds.count; ++k) {
    const CopyRegion& region = start.copies->regions[k];
    for (std::size_t r = 0; r < ranks.size() && status.ok() && region.size > 0; ++r)
      status = library_->statusOf(
          library_->reduce(ranks[r].results + region.offset, r == 0 ? result + region.offset : nullptr,
                           static_cast<std::size_t>(region.size), typeOf(kinds.of[k]), operationOf(kinds.of[k]), 0,
                           communicators[r], ranks[r].stream),
          "ncclReduce");
  }
  // A group that was begun is ended whatever has happened in it.
  const Status ended = library_->statusOf(library_->groupEnd(), "ncclGroupEnd");
  return status.ok() ? ended : status;
}

// A GPU that fails leaves the others waiting for it: nobody may just wait for their streams.
Status Nccl::wait(const std::vector<Rank>& ranks, const Communicators& communicators) {
  for (const Rank& rank : ranks) {
    BackOff patience;
    for (cudaError_t error; (error = cudaStreamQuery(rank.stream)) != cudaSuccess; patience.wait()) {
      if (error != cudaErrorNotReady) return statusOf(error, "NCCL");
      (void)cudaGetLastError();
      for (void* communicator : communicators) {
        int failure = success;
        Status status = library_->statusOf(library_->asyncError(communicator, &failure), "ncclCommGetAsyncError");
        if (status.ok() && failure != inProgress) status = library_->statusOf(failure, "a GPU's part");
        if (!status.ok()) return status;
      }
    }
  }
  return {};
}

}  // namespace clustrix::runtime::cuda
