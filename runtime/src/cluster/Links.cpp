#include "cluster/Links.h"

#include <algorithm>
#include <utility>

#include "devices/OpenStream.h"
#include "support/Clock.h"

namespace clustrix::runtime {
namespace {

constexpr std::size_t smallest = std::size_t{64} << 10, largest = std::size_t{4} << 20;
constexpr double longEnough = 0.005;  // seconds of a copy that tell more than its beginning and its end do

/// From the program's memory, without the answer at its end. 0: it failed.
double secondsOfCopy(Backend& backend, DeviceId device, DeviceAddress to, const std::vector<unsigned char>& sample,
                     std::size_t bytes, double answer) {
  OpenStream stream(backend, device);
  Copy copy;
  copy.from = reinterpret_cast<std::uintptr_t>(sample.data());
  copy.to = static_cast<std::uintptr_t>(to);
  copy.width = bytes;
  Status status = stream.open();
  const double begin = now();
  if (status.ok()) status = stream.copy(copy);
  if (status.ok()) status = stream.synchronize();
  return status.ok() ? std::max(now() - begin - answer, 1e-6) : 0;
}

}  // namespace

// The first copy warms up; a slow link is known after it, and a quick one wants large ones.
double measureBytes(Backend& backend, DeviceId device, double seconds) {
  const std::vector<unsigned char> sample(largest, 1);
  DeviceAddress memory{};
  if (!backend.allocate(device, largest, memory).ok()) return 0;
  static_cast<void>(secondsOfCopy(backend, device, memory, sample, smallest, seconds));
  double rate = 0;
  for (std::size_t bytes = smallest; bytes <= largest; bytes *= 8) {
    const double taken = secondsOfCopy(backend, device, memory, sample, bytes, seconds);
    if (taken > 0) rate = static_cast<double>(bytes) / taken;
    if (taken <= 0 || taken > longEnough) break;
  }
  static_cast<void>(backend.release(device, memory));
  return rate;
}

Links::Links(std::string folder, std::string from) : folder_(std::move(folder)), from_(std::move(from)) {
  std::string ignored;
  if (!folder_.empty()) known_ = loadRates(folder_, ignored);
}

std::pair<std::string, std::string> Links::keyOf(const std::string& to) const { return {from_ + " to " + to, "link"}; }

double Links::known(const std::string& to, double seconds) const {
  constexpr double alike = 2, negligible = 100e-6;  // below that, who else runs here decides
  const auto found = known_.find(keyOf(to));
  if (found == known_.end() || found->second.size() != 2) return 0;
  const double before = std::max(found->second[0], negligible), is = std::max(seconds, negligible);
  return is <= alike * before && before <= alike * is ? found->second[1] : 0;
}

void Links::keep(const std::string& to, const Link& link) {
  known_[keyOf(to)] = new_[keyOf(to)] = {link.seconds, link.bytesPerSecond};
}

std::string Links::save() const { return folder_.empty() || new_.empty() ? "" : saveRates(folder_, new_); }

}  // namespace clustrix::runtime
