// Residency: arrays stay on the devices between the loops of an annotated function, and come home when they are needed.
//
//     Residency residency;                       // the function's scope
//     { Loop loop(site, trips, residency); ... } // may leave its results on the devices
//     residency.reads(b[0]);                     // the next statement reads b[0] on the host
//     residency.host();                          // the next statement may read and write anything
//     residency.frees(b);                        // the next statement frees what malloc gave at b
//     residency.lend();                          // the next statement calls a function with a Residency of its own
//                                                // ~Residency: the host is whole again
//
// A function that launches once has nothing to keep for itself. A BriefResidency has the same marks, and keeps what a
// `clustrix::resident` names.
//
// The rewritten file says before each of the function's statements what the host is about to touch. A device copy is
// never seen to differ from what the program, run as written, would have in memory at that place.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clustrix/Array.h"
#include "clustrix/Index.h"

namespace clustrix {

namespace runtime {
/// Device copies of host arrays that outlive their launch, in the whole process. Zero: no marker has anything to do.
/// Released by whoever brings bytes home, acquired by markers that see there is nothing left to bring.
inline std::atomic<long> copiesOnDevices{0};
/// The root that has lent its arrays to the function that this thread calls next; 0: none.
inline thread_local std::uint64_t lender = 0;
inline std::atomic<std::uint64_t> roots{0};

inline bool nothingOnDevices() { return copiesOnDevices.load(std::memory_order_acquire) == 0; }

/// All that is dirty comes home, and every device copy is forgotten.
void bringAllHome();
/// The same at the end of a root; what objects of type `clustrix::resident` keep stays where it is.
void endResidency();
/// `size` bytes from `first` are current on the host afterwards.
void beforeHostReads(const void* first, std::size_t size);
/// And no device has a copy of them.
void beforeHostWrites(const void* first, std::size_t size);
/// The same where nobody will read them: what devices have written there is lost.
void beforeEnd(const void* first, std::size_t size);
/// Of all that malloc has given at `first`.
void beforeFree(const void* first);
}  // namespace runtime

/// The next statements may read and write any memory. Said where a function begins of which nothing stays on devices:
/// the program may keep something there.
inline void bringHome() {
  if (!runtime::nothingOnDevices()) runtime::bringAllHome();
}

/// What the function's text says about its next statement. About a nanosecond each where no array is on a device.
class HostMarks {
 public:
  HostMarks() = default;
  HostMarks(const HostMarks&) = delete;
  HostMarks& operator=(const HostMarks&) = delete;

  /// The next statement may read and write any memory, and free it.
  void host() {
    runtime::lender = 0;
    bringHome();
  }

  /// The next statement reads `object`, which may be a part of an array. Device copies of it stay valid.
  template <class T>
  void reads(const T& object) {
    read(clustrix::object(object).begin, sizeof(T));
  }
  /// The same for `count` elements; none where it is not positive.
  template <class T>
  void reads(const T* first, Index count) {
    if (count > 0) read(first, sizeof(T) * static_cast<std::size_t>(count));
  }

  /// The next statement writes `object` or a part of it, and may read it.
  template <class T>
  void writes(T& object) {
    write(clustrix::object(object).begin, sizeof(T));
  }
  template <class T>
  void writes(T* first, Index count) {
    if (count > 0) write(first, sizeof(T) * static_cast<std::size_t>(count));
  }

  /// The next statement frees what malloc has given at `first`, where that is not null.
  void frees(const volatile void* first) {
    if (first != nullptr && !runtime::nothingOnDevices()) runtime::beforeFree(const_cast<const void*>(first));
  }

 private:
  static void read(const volatile void* first, std::size_t size) {
    if (!runtime::nothingOnDevices()) runtime::beforeHostReads(const_cast<const void*>(first), size);
  }
  static void write(const volatile void* first, std::size_t size) {
    if (!runtime::nothingOnDevices()) runtime::beforeHostWrites(const_cast<const void*>(first), size);
  }
};

/// One object a function, on one thread.
class Residency : public HostMarks {
 public:
  /// Nested where the caller has just lent its arrays; else a root.
  Residency() : id_(runtime::lender), nested_(id_ != 0) { runtime::lender = 0; }
  /// Of a root: the host is whole and the devices hold nothing. Of a nested scope: nothing, the root is still there.
  ~Residency() {
    runtime::lender = 0;
    if (!nested_ && !runtime::nothingOnDevices()) runtime::endResidency();
  }
  /// The next statement calls a function whose own Residency, then nested in this one, marks all that it does.
  void lend() { runtime::lender = id(); }

  /// Of the root that this scope belongs to; never 0. A root gets its own when it is first asked for: most functions
  /// are called with too little work for any launch.
  std::uint64_t id() const {
    if (id_ == 0) id_ = runtime::roots.fetch_add(1, std::memory_order_relaxed) + 1;
    return id_;
  }

 private:
  mutable std::uint64_t id_;
  bool nested_;
};

/// The same for a function whose one launch is all that it has of them, and to which nobody lends: it costs a marker.
class BriefResidency : public HostMarks {
 public:
  ~BriefResidency() {
    if (!runtime::nothingOnDevices()) runtime::endResidency();
  }

  /// That of all such functions.
  static constexpr std::uint64_t id() { return ~std::uint64_t{0}; }
};

/// Declared behind a local variable that owns memory of which nobody else will have any: launches have written there in
/// vain. What a vector has taken over from another one goes with it.
template <class T>
class OwnLifetime {
 public:
  OwnLifetime(HostMarks&, const T& variable) : variable_(variable) {}
  ~OwnLifetime() {
    if (!runtime::nothingOnDevices()) end(variable_);
  }
  OwnLifetime(const OwnLifetime&) = delete;
  OwnLifetime& operator=(const OwnLifetime&) = delete;

 private:
  template <class Element, class Allocator>
  static void end(const std::vector<Element, Allocator>& owner) {
    if (owner.capacity() > 0) runtime::beforeEnd(owner.data(), owner.capacity() * sizeof(Element));
  }
  template <class Other>
  static void end(const Other& object) {
    runtime::beforeEnd(const_cast<const void*>(clustrix::object(object).begin), sizeof(Other));
  }

  const T& variable_;
};

/// Declared behind any other local variable that owns memory: brings home all that is dirty before that goes away.
class Lifetime {
 public:
  explicit Lifetime(HostMarks& residency) : residency_(residency) {}
  ~Lifetime() { residency_.host(); }
  Lifetime(const Lifetime&) = delete;
  Lifetime& operator=(const Lifetime&) = delete;

 private:
  HostMarks& residency_;
};

}  // namespace clustrix
