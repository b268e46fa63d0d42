// ResidentArrays: the arrays that launches have left on the devices, and how they come home.
//
//     ResidentLaunch ──► directory ◄── markers of emitted code, loops on the CPU, `clustrix::resident`
//
// One a context. All members want the context's deviceMutex, but for those that say otherwise. Bytes that were only on
// a device which is lost are lost: the program then stops, since nothing can compute them again.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "coherence/Directory.h"
#include "schedule/Profit.h"
#include "schedule/Schedule.h"

namespace clustrix::runtime {

class Context;

class ResidentArrays {
 public:
  explicit ResidentArrays(Context& context) : context_(context) {}
  ~ResidentArrays();
  ResidentArrays(const ResidentArrays&) = delete;
  ResidentArrays& operator=(const ResidentArrays&) = delete;

  Directory directory;

  /// What of `bytes` is stale on the host comes home. Device copies stay.
  void bringHome(const IntervalSet& bytes);
  /// All that is stale comes home and all copies are given back, but for bytes of `keep`.
  void bringAllHome(const IntervalSet& keep = {});
  /// The same but for what is stale of `except`, which is dropped; wants no memory. Ends the program where bytes cannot
  /// be brought home.
  void bringAllHomeNow(Bounds except = {}) noexcept;
  /// Context::stopNow.
  [[noreturn]] void stopNow(const char* error) noexcept;
  /// Gives back all copies, whatever they hold. Wants no memory.
  void releaseAll() noexcept;
  /// `bytes` come home, and no device has a copy any more.
  void beforeHostWrites(const IntervalSet& bytes);
  /// The host's bytes are the right ones, whatever devices have written since they last came home: the copies go.
  void hostChanged(const IntervalSet& bytes);
  /// Nobody reads `bytes` any more: the copies go, and nothing of them comes home.
  void end(const IntervalSet& bytes);
  /// The image's memory is given back; its bytes have come home, or are not needed.
  void release(ImageId id);
  /// Nothing works on `device` any more: its images are gone, and it runs no more launches.
  void lose(DeviceId device);
  /// Ends the program where stale bytes of `changed` are valid nowhere, unless a launch is going to write them before
  /// they are read: those are stale no longer.
  void stopIfLost(Directory& changed, const IntervalSet& rewritten, const std::string& why = {});
  /// After the directory was changed: markers of other threads see it.
  void publish();

  /// Bytes that a loop would have to move: `bytes` and `home` of its Work; see Profit.h.
  void estimate(const LaunchFacts& facts, Work& work) const;
  /// The same of what devices of all machines read, some of which have it.
  void estimateCommon(const IntervalSet& common, Work& work) const;
  /// Of a loop of the root `residency`.
  Standing standing(const Site& site, std::uint64_t residency) const;
  /// The loop ran where `choice` says.
  void remember(const Site& site, std::uint64_t residency, const Choice& choice);

  /// Ranges that stay on the devices when a root ends; one entry a `clustrix::resident`.
  void keep(Bounds range);
  void unkeep(Bounds range);
  IntervalSet kept() const;
  /// Whether there are any. Wants no mutex.
  bool keepsAny() const { return keptRanges_.load(std::memory_order_relaxed) > 0; }

  /// For the end of a process: empty, or how many bytes of what are not on the host. Wants no mutex.
  std::string warning() const;
  /// The same for a signal's handler: bytes that are stale on the host, and a loop that wrote some; null: none did.
  Index staleBytes() const { return staleBytes_.load(std::memory_order_relaxed); }
  const Site* lastWriter() const { return lastSite_.load(std::memory_order_relaxed); }

 private:
  void releaseUnused();
  /// After a copy home that failed: whether the device counts as lost.
  bool isGivenUp(DeviceId device, const Status& status);
  void cameHome(DeviceId device, const std::vector<Held>& held);
  static std::string describe(const Directory& directory, const IntervalSet& bytes);

  struct Regret {
    std::uint64_t residency = 0;
    double seconds = 0;
  };

  Context& context_;
  std::map<const Site*, Regret> regrets_;
  std::vector<Bounds> kept_;
  std::atomic<int> keptRanges_{0};
  std::map<DeviceId, int> failures_;
  long published_ = 0;
  std::uint64_t publishedGeneration_ = 0;
  std::atomic<Index> staleBytes_{0};
  std::atomic<const Site*> lastSite_{nullptr};
};

}  // namespace clustrix::runtime
