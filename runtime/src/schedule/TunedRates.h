// TunedRates: the rates of all loops of the process and what corrects their estimates, and those of runs before it.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "clustrix/Options.h"
#include "devices/Backend.h"
#include "schedule/CostCorrection.h"
#include "schedule/NestChoice.h"
#include "schedule/Rates.h"
#include "settings/RateFile.h"

namespace clustrix::runtime {

/// `file:line:function`.
std::string keyOf(const Site& site);
/// Kind, number, and what distinguishes the devices: weights of other devices say nothing.
std::string keyOf(const Backend& backend);

/// A mutex of its own: the process may end while another thread's launch holds the devices.
class TunedRates {
 public:
  /// `folder`: of the file; empty: nothing is kept.
  explicit TunedRates(std::string folder) : folder_(std::move(folder)) {}

  void learn(const Site& site, const std::vector<DeviceTime>& launch);
  /// Of `devices`, in their order; empty where not all of them have been measured. The first call reads the file;
  /// `note` is what there is to say about that.
  std::vector<double> weights(const Site& site, const Backend& backend, const std::vector<int>& devices,
                              std::string& note);
  /// What the estimate of the loop is corrected by. `backend`: of its devices; null: there are none, or nobody has
  /// looked. The first call for a backend reads the file.
  CostCorrection correction(const Site& site, const Backend* backend);
  template <class Change>
  void correct(const Site& site, const Change& change) {
    const std::lock_guard<std::mutex> lock(mutex_);
    change(corrections_[&site]);
  }
  /// What both ways through the nest of the loop have taken in this process.
  NestCorrection nest(const Site& site) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return nests_[&site];
  }
  template <class Change>
  void correctNest(const Site& site, const Change& change) {
    const std::lock_guard<std::mutex> lock(mutex_);
    change(nests_[&site]);
  }
  /// Writes the file where weights have been asked for and learned. The answer is an error, empty when there is none.
  std::string save() const;

 private:
  void open(const Backend& backend, std::string& note);
  std::pair<std::string, std::string> keyOfPart(const Site& site, int part) const;

  mutable std::mutex mutex_;
  const std::string folder_;
  std::string devices_;  // once weights have been asked for
  KnownRates known_;
  std::map<const Site*, Rates> rates_;
  std::map<const Site*, CostCorrection> corrections_;
  std::map<const Site*, NestCorrection> nests_;
  std::set<const Site*> recalled_;  // loops that were looked up in the file
};

}  // namespace clustrix::runtime
