// Workspace: an array of the program's, however large, of which each thread that runs iterations has one of its own: an
// iteration fills it before it reads it. The last iteration has the program's, which so holds what that one leaves.
//
//     std::vector<double> w(m);                      clustrix::Workspace<double> w_;
//     for (i) { fill(w); b[i] = use(w); }            CLUSTRIX_HD void takeWorkspaces(clustrix::Index worker) {
//                                                      w_.take(worker);
//                                                    }
//                                                    ... in an iteration:
//                                                    const clustrix::Span<double> w(w_.of(i == last), w_size);
//
// Where an iteration uses single elements alone, those of a GPU's threads lie between each other, so that a warp finds
// its w[j] side by side:
//
//     w[0] of worker 0, w[0] of worker 1, ... │ w[1] of worker 0, ...
//
// What is small, and of a fixed size, is a variable of the iteration's instead: see OwnArray.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "clustrix/Attributes.h"
#include "clustrix/Index.h"
#include "clustrix/Span.h"

namespace clustrix {

/// Elements of one worker, between which those of others may lie: on a GPU, and nowhere else.
template <class T>
class Interleaved {
 public:
  CLUSTRIX_HD Interleaved(T* first, Index step, std::size_t size = 0) : first_(first), step_(step), size_(size) {}

  CLUSTRIX_HD T& operator[](Index position) const {
#ifdef __CUDA_ARCH__
    return first_[position * step_];
#else
    return first_[position];  // so that the host's loops stay as quick as they were
#endif
  }
  CLUSTRIX_HD std::size_t size() const { return size_; }

 private:
  T* first_;
  [[maybe_unused]] Index step_;
  std::size_t size_;
};

template <class T>
class Workspace {
 public:
  Workspace() = default;
  /// `program`, `first`: where element 0 of the program's array would be, or null, and of the first worker's. `worker`:
  /// bytes from one worker's to the next one's; `element`: elements from one to the next.
  Workspace(T* program, T* first, Index worker, Index element)
      : program_(program), own_(first), worker_(worker), element_(element) {}

  /// Of a copy that belongs to one worker, once.
  CLUSTRIX_HD void take(Index worker) { own_ = reinterpret_cast<T*>(reinterpret_cast<char*>(own_) + worker * worker_); }
  CLUSTRIX_HD T* of(bool isLast) const { return isPrograms(isLast) ? program_ : own_; }
  CLUSTRIX_HD Interleaved<T> elements(bool isLast, std::size_t size = 0) const {
    return {of(isLast), isPrograms(isLast) ? 1 : element_, size};
  }

 private:
  /// Where the program has none, nothing is left of the last iteration's.
  CLUSTRIX_HD bool isPrograms(bool isLast) const { return isLast && program_ != nullptr; }

  T* program_ = nullptr;
  T* own_ = nullptr;
  Index worker_ = 0, element_ = 1;
};

namespace runtime {

/// Where workers have an array: `memory` is for all of them, `bytes` of it for each; what is used of the array begins
/// `before` bytes behind its element 0.
struct WorkspaceAt {
  std::uintptr_t memory = 0;
  Index bytes = 0, before = 0;
};
/// By the array's id. `workers`: so many as have their elements between each other, or 1.
struct WorkspacesAt {
  const WorkspaceAt* arrays = nullptr;
  Index workers = 1;
};

/// Whether a kernel's iterations want memory of the thread that runs them.
template <class K, class = void>
inline constexpr bool hasWorkspaces = false;
template <class K>
inline constexpr bool hasWorkspaces<K, std::void_t<decltype(&K::takeWorkspaces)>> = true;

/// A kernel object for one of the threads that run it at a time.
template <class K>
K ofWorker(K kernel, [[maybe_unused]] Index worker) {
  if constexpr (hasWorkspaces<K>) kernel.takeWorkspaces(worker);
  return kernel;
}

}  // namespace runtime
}  // namespace clustrix
