#include "schedule/TunedRates.h"

namespace clustrix::runtime {

std::string keyOf(const Site& site) {
  return std::string(site.file) + ":" + std::to_string(site.line) + ":" + site.function;
}

std::string keyOf(const Backend& backend) {
  std::string key = backend.kind() + " " + std::to_string(backend.deviceCount()) + ":";
  for (int d = 0; d < backend.deviceCount(); ++d) {
    const DeviceProperties& properties = backend.properties(static_cast<DeviceId>(d));
    key += (d == 0 ? " " : ", ") + properties.name + "@" + printNumber(properties.speed);
  }
  return key;
}

void TunedRates::learn(const Site& site, const std::vector<DeviceTime>& launch) {
  const std::lock_guard<std::mutex> lock(mutex_);
  rates_[&site].learn(launch);
}

std::vector<double> TunedRates::weights(const Site& site, const Backend& backend, const std::vector<int>& devices,
                                        std::string& note) {
  const std::lock_guard<std::mutex> lock(mutex_);
  open(backend, note);
  const auto measured = rates_.find(&site);
  if (measured == rates_.end()) {
    const auto found = known_.find({keyOf(site), devices_});
    if (found == known_.end() || found->second.size() != static_cast<std::size_t>(backend.deviceCount())) return {};
    rates_.emplace(&site, Rates(found->second));
  }
  return rates_[&site].weights(devices);
}

void TunedRates::open(const Backend& backend, std::string& note) {
  if (!devices_.empty()) return;
  devices_ = keyOf(backend);
  if (!folder_.empty()) known_ = loadRates(folder_, note);
}

std::pair<std::string, std::string> TunedRates::keyOfPart(const Site& site, int part) const {
  static constexpr const char* names[partCount] = {"serial", "threads", "launches", "transfers", "compute"};
  return {keyOf(site), std::string(names[part]) + " beside " + devices_};
}

CostCorrection TunedRates::correction(const Site& site, const Backend* backend) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string note;
  if (backend != nullptr) open(*backend, note);
  CostCorrection& correction = corrections_[&site];
  if (correction.isKnown() || devices_.empty() || !recalled_.insert(&site).second) return correction;
  CostCorrection::Factors factors{};
  for (int part = 0; part < partCount; ++part) {
    const auto known = known_.find(keyOfPart(site, part));
    if (known != known_.end()) factors[static_cast<std::size_t>(part)] = known->second.front();
  }
  correction.recall(factors);
  return correction;
}

std::string TunedRates::save() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (folder_.empty() || devices_.empty()) return "";
  KnownRates learned;
  for (const auto& [site, rates] : rates_) {
    bool whole = !rates.all().empty();
    for (const double weight : rates.all()) whole = whole && weight > 0;
    if (whole) learned[{keyOf(*site), devices_}] = rates.all();
  }
  for (const auto& [site, correction] : corrections_)
    for (int part = 0; part < partCount; ++part) {
      const double factor = correction.factors()[static_cast<std::size_t>(part)];
      if (factor > 0) learned[keyOfPart(*site, part)] = {factor};
    }
  return learned.empty() ? "" : saveRates(folder_, learned);
}

}  // namespace clustrix::runtime
