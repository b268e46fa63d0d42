#include "Learned.h"

namespace clustrix::runtime {

void Learned::learn(const Site& site, const std::vector<DeviceTime>& launch) {
  const std::lock_guard<std::mutex> lock(mutex_);
  rates_[&site].learn(launch);
}

std::vector<double> Learned::weights(const Site& site, const Backend& backend, const std::vector<int>& devices,
                                     std::string& note) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (devices_.empty()) {
    devices_ = keyOf(backend);
    if (!folder_.empty()) known_ = loadRates(folder_, note);
  }
  const auto measured = rates_.find(&site);
  if (measured == rates_.end()) {
    const auto found = known_.find({keyOf(site), devices_});
    if (found == known_.end() || found->second.size() != static_cast<std::size_t>(backend.deviceCount())) return {};
    rates_.emplace(&site, Rates(found->second));
  }
  return rates_[&site].weights(devices);
}

std::string Learned::save() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (folder_.empty() || devices_.empty()) return "";
  KnownRates learned;
  for (const auto& [site, rates] : rates_) {
    bool whole = !rates.all().empty();
    for (const double weight : rates.all()) whole = whole && weight > 0;
    if (whole) learned[{keyOf(*site), devices_}] = rates.all();
  }
  return learned.empty() ? "" : saveRates(folder_, learned);
}

}  // namespace clustrix::runtime
