// Summary: the ledger of a run, one row a loop: where it ran, why, how long, bytes each way.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

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
};

class Summary {
 public:
  void add(const Site& site, const LaunchRecord& record);
  /// Bytes that a loop had left on devices are on the host now.
  void cameHome(const Site& site, std::size_t bytes);
  /// The table, loops in the order of file, line and column; empty when no loop was reached.
  std::string print() const;

 private:
  struct Row {
    std::string function;
    int launches = 0;
    int onDevices = 0;
    int onThreads = 0;
    int mostDevices = 0;
    double seconds = 0;
    std::size_t bytesIn = 0;
    std::size_t bytesOut = 0;
    std::size_t bytesBetween = 0;
    std::string why;  // the last reason
  };

  mutable std::mutex mutex_;
  std::map<std::tuple<std::string, int, int>, Row> rows_;
};

}  // namespace clustrix::runtime
