// Context: all that outlives one launch; the process has one, and tests replace it.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>

#include "cluster/Start.h"
#include "coherence/LaunchCache.h"
#include "coherence/ResidentArrays.h"
#include "devices/CpuThreads.h"
#include "devices/DeviceSet.h"
#include "inspection/KnownElements.h"
#include "inspection/KnownLists.h"
#include "observation/Summary.h"
#include "observation/Trace.h"
#include "schedule/Refusals.h"
#include "schedule/TunedRates.h"
#include "settings/Settings.h"
#include "support/Log.h"

namespace clustrix::runtime {

class Context {
 public:
  explicit Context(const Settings& settings, Log::Sink sink = {});
  /// With the devices of `backend` instead of those of the settings.
  Context(const Settings& settings, std::unique_ptr<Backend> backend, Log::Sink sink = {});

  const Settings settings;
  Log log;
  CpuThreads cpu{otherRanksServe() ? Cores::All : Cores::OfRank};
  Summary summary;
  Trace trace;
  /// Held for a launch on the devices, one at a time.
  std::mutex deviceMutex;
  /// Under deviceMutex.
  LaunchCache steady;
  /// How quick devices were at loops.
  TunedRates learned;
  /// Whose guards have failed.
  Refusals refusals;
  /// Lists that were looked through for numbers that are there twice.
  KnownLists lists;
  /// Loops whose iterations touch elements of their own.
  KnownElements elements{cpu};

  /// Opened by the first launch that may want them. Changed under deviceMutex only.
  DeviceSet& devices();
  /// Whether some of them are another machine's, or will be when they are opened.
  bool hasFarDevices() const { return far_.load(std::memory_order_relaxed); }
  /// What `configure` has said, over the environment and clustrix.yml.
  Options options();
  void configure(const Options& options);
  /// Prints the summary and writes the trace, as far as they were asked for.
  void atExit() noexcept;
  /// See runtime::leastOperations and runtime::leastCounted in clustrix/Loop.h, and runtime::wantsExactMath in
  /// clustrix/Lanes.h, which tellHeaders sets.
  Index leastOperations() const;
  Index leastCounted() const;
  bool wantsExactMath();
  /// Whether so many launches of a loop with fewer iterations than devices were forced that one more shows nothing new.
  bool forcedOften(const Site& site);
  void tellHeaders();
  /// Ends the process with status 1 after the same, without running destructors, which may start loops again.
  [[noreturn]] void stop(const std::string& error);
  /// The same where memory has run out.
  [[noreturn]] void stopNow(const char* error) noexcept;

 private:
  void tellTheRest();

  std::once_flag opened_;
  std::atomic<bool> far_{otherRanksServe()};
  DeviceSet devices_;
  std::mutex optionsMutex_;
  std::map<const Site*, int> forced_;  // how often, with fewer iterations than devices; under the same mutex
  Options configured_;

 public:
  /// What launches have left on the devices; under deviceMutex. Last, since it gives memory back to them.
  ResidentArrays residents{*this};
};

/// The process's, from its environment and clustrix.yml, made on first use, unless a test has put another in its
/// place. Where the environment or the file is wrong the process ends with status 2 and a message.
Context& currentContext();

/// `context` is the current one while this lives.
class ContextScope {
 public:
  explicit ContextScope(Context& context);
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

 private:
  Context* before_;
};

}  // namespace clustrix::runtime
