// Learned: the rates of all loops of the process, and those of runs before it.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "RateCache.h"
#include "Rates.h"

namespace clustrix::runtime {

/// A mutex of its own: the process may end while another thread's launch holds the devices.
class Learned {
 public:
  /// `folder`: of the file; empty: nothing is kept.
  explicit Learned(std::string folder) : folder_(std::move(folder)) {}

  void learn(const Site& site, const std::vector<DeviceTime>& launch);
  /// Of `devices`, in their order; empty where not all of them have been measured. The first call reads the file;
  /// `note` is what there is to say about that.
  std::vector<double> weights(const Site& site, const Backend& backend, const std::vector<int>& devices,
                              std::string& note);
  /// Writes the file where weights have been asked for and learned. The answer is an error, empty when there is none.
  std::string save() const;

 private:
  mutable std::mutex mutex_;
  const std::string folder_;
  std::string devices_;  // once weights have been asked for
  KnownRates known_;
  std::map<const Site*, Rates> rates_;
};

}  // namespace clustrix::runtime
