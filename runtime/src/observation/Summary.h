// Summary: the ledger of a run, one row a loop: where it ran, why, how long, bytes each way.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "clustrix/Options.h"
#include "schedule/Profit.h"

namespace clustrix::runtime {

/// One launch of a loop.
struct LaunchRecord {
  Place place = Place::Original;
  int devices = 0;
  double seconds = 0;  // 0 where the original loop runs, which is not measured
  std::size_t bytesIn = 0;
  std::size_t bytesOut = 0;
  std::size_t bytesBetween = 0;
  std::string why;
  /// What made it so, in words: asked of the first such launch alone. May be null.
  std::function<std::string()> values{};
  Index inspected = 0;    // numbers of lists that were looked at before it
  double inspecting = 0;  // seconds
};

class Summary {
 public:
  Summary();
  void add(const Site& site, const LaunchRecord& record);
  /// A launch of a loop that is too small to say more of it: nobody waits for another thread, but the first time.
  void addSmall(const Site& site);
  /// Bytes that a loop had left on devices are on the host now.
  void cameHome(const Site& site, std::size_t bytes);
  /// The table, loops in the order of file, line and column; empty when no loop was reached.
  std::string print() const;

 private:
  struct Row {
    std::string function;
    long launches = 0;
    int onDevices = 0;
    int onThreads = 0;
    int mostDevices = 0;
    double seconds = 0;
    std::size_t bytesIn = 0;
    std::size_t bytesOut = 0;
    std::size_t bytesBetween = 0;
    std::string why;                            // the last reason
    std::map<std::string, std::string> values;  // of reasons that have some
    Index inspected = 0;
    double inspecting = 0;

    std::string whyInWords() const;
  };

  /// What one thread has counted of one loop.
  struct Count {
    const Site* site = nullptr;
    std::atomic<long> launches{0};
  };
  /// That of this thread, which lives as long as this.
  Count& countOf(const Site& site);
  std::map<std::tuple<std::string, int, int>, Row> withSmall() const;

  const unsigned number_;  // of no other summary
  mutable std::mutex mutex_;
  std::map<std::pair<const void*, const Site*>, Count> small_;  // by thread
  std::map<std::tuple<std::string, int, int>, Row> rows_;
};

}  // namespace clustrix::runtime
