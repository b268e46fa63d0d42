#include "coherence/ResidentArrays.h"

#include <algorithm>

#include "clustrix/Residency.h"
#include "coherence/HomeNow.h"
#include "devices/OpenStream.h"
#include "devices/StagingBuffer.h"
#include "execution/Context.h"
#include "execution/DeviceLaunch.h"
#include "support/BestEffort.h"
#include "support/ByteSize.h"

namespace clustrix::runtime {
namespace {

constexpr int mostFailures = 3;  // of copies home: then the device counts as lost

// Copies from one device to the host, with results that are compared before they go to their places.
class HomeCopies {
 public:
  HomeCopies(Backend& backend, DeviceId device, const Directory& directory)
      : directory_(directory), stream_(backend, device) {}

  void add(Held held) { held_.push_back(std::move(held)); }
  const std::vector<Held>& held() const { return held_; }

  void start() {
    status_ = stream_.open();
    for (const Held& piece : held_)
      if (status_.ok()) status_ = enqueue(piece);
  }

  Status finish() {
    if (status_.ok()) status_ = stream_.synchronize();
    if (!status_.ok()) return status_;
    for (const Staged& staged : staged_)
      for (Index r = 0; r < staged.rows.count; ++r) {
        const Index begin = staged.rows.begin + r * staged.rows.pitch;
        directory_.baselines().writeChanged({begin, begin + staged.rows.length},
                                            staged.bytes.data() + r * staged.rows.length);
      }
    return {};
  }

 private:
  struct Staged {
    Rows rows;
    Bytes bytes;
  };

  Status enqueue(const Held& held) {
    const Image& image = directory_.at(held.image);
    const IntervalSet uncertain = held.bytes & directory_.baselines().kept();
    for (const Rows& rows : rowsOf(held.bytes - uncertain)) {
      Status status = copy(image, rows, static_cast<std::uintptr_t>(rows.begin), static_cast<std::size_t>(rows.pitch));
      if (!status.ok()) return status;
    }
    for (const Rows& rows : rowsOf(uncertain)) {
      staged_.push_back({rows, Bytes(static_cast<std::size_t>(rows.size()))});
      Status status = copy(image, rows, reinterpret_cast<std::uintptr_t>(staged_.back().bytes.data()),
                           static_cast<std::size_t>(rows.length));
      if (!status.ok()) return status;
    }
    return {};
  }

  Status copy(const Image& image, const Rows& rows, std::uintptr_t to, std::size_t toPitch) {
    Copy home = copyOf(CopyKind::DeviceToHost, rows, static_cast<std::uintptr_t>(image.at(rows.begin)), to);
    home.toPitch = toPitch;
    return stream_.copy(home);
  }

  const Directory& directory_;
  std::vector<Held> held_;
  Status status_;
  std::vector<Staged> staged_;  // a Bytes keeps its place when the list grows
  OpenStream stream_;           // last: what it copies into is there until it is closed
};

}  // namespace

ResidentArrays::~ResidentArrays() {
  while (!directory.empty()) static_cast<void>(directory.remove(directory.images().front().id));
  publish();
}

// From all devices at once.
void ResidentArrays::bringHome(const IntervalSet& bytes) {
  while (true) {
    std::map<DeviceId, HomeCopies> copies;
    for (Held& held : directory.latest(bytes, {})) {
      const DeviceId device = directory.at(held.image).device;
      copies.try_emplace(device, *context_.devices().backend, device, directory).first->second.add(std::move(held));
    }
    if (copies.empty()) break;
    for (auto& [device, one] : copies) one.start();
    std::vector<DeviceId> failed;
    for (auto& [device, one] : copies)
      if (const Status status = one.finish(); status.ok())
        cameHome(device, one.held());
      else if (isGivenUp(device, status))
        failed.push_back(device);
    copies.clear();
    for (DeviceId device : failed) lose(device);
  }
  publish();
}

bool ResidentArrays::isGivenUp(DeviceId device, const Status& status) {
  context_.log.warn("a copy to the host failed: " + status.message);
  return status.failure == Failure::DeviceLost || ++failures_[device] >= mostFailures;
}

void ResidentArrays::cameHome(DeviceId device, const std::vector<Held>& held) {
  failures_.erase(device);
  for (const Held& piece : held) {
    directory.cameHome(piece.bytes);
    const Site* const site = directory.at(piece.image).site;
    if (site != nullptr)
      bestEffort([&] { context_.summary.cameHome(*site, static_cast<std::size_t>(piece.bytes.size())); });
  }
}

void ResidentArrays::bringAllHome(const IntervalSet& keep) {
  if (directory.empty()) return;
  bringHome(directory.stale() - keep);
  directory.hostWrote(directory.anywhere() - keep);
  releaseUnused();
}

void ResidentArrays::bringAllHomeNow(Bounds except) noexcept {
  if (directory.empty()) return;
  HomeNow home(*context_.devices().backend);
  for (Bounds piece : directory.stale()) {
    // In front of what is dropped, and behind it.
    home.bring(directory, {piece.begin, std::min(piece.end, std::max(piece.begin, except.begin))});
    home.bring(directory, {std::max(piece.begin, std::min(piece.end, except.end)), piece.end});
  }
  if (home.failed()) stopNow("memory has run out, and results that are on a device alone cannot be copied to the host");
  releaseAll();
}

void ResidentArrays::stopNow(const char* error) noexcept { context_.stopNow(error); }

void ResidentArrays::releaseAll() noexcept {
  for (const Image& image : directory.images())
    bestEffort([&] { static_cast<void>(context_.devices().backend->release(image.device, image.memory)); });
  directory.clear();
  publish();
}

void ResidentArrays::releaseUnused() {
  const std::vector<Image> images = directory.images();
  for (const Image& image : images)
    if (image.valid.empty()) release(image.id);
  publish();
}

void ResidentArrays::end(const IntervalSet& bytes) {
  directory.cameHome(bytes);
  directory.hostWrote(bytes);
  releaseUnused();
}

void ResidentArrays::hostChanged(const IntervalSet& bytes) {
  const Index dropped = (bytes & directory.stale()).size();
  if (dropped > 0)
    context_.log.warn("the host has changed an array while " + printByteSize(static_cast<std::size_t>(dropped)) +
                      " of results were on devices alone; those are dropped (" + describe(directory, bytes) + ")");
  end(bytes);
}

void ResidentArrays::beforeHostWrites(const IntervalSet& bytes) {
  bringHome(bytes);
  directory.hostWrote(bytes);
}

void ResidentArrays::release(ImageId id) {
  const Image image = directory.remove(id);
  // A device that cannot take its memory back has other troubles, which the next launch on it meets.
  static_cast<void>(context_.devices().backend->release(image.device, image.memory));
}

void ResidentArrays::lose(DeviceId device) {
  std::vector<DeviceId>& usable = context_.devices().usable;
  usable.erase(std::remove(usable.begin(), usable.end(), device), usable.end());
  const std::vector<Image> images = directory.images();
  Directory without = directory;
  for (const Image& image : images)
    if (image.device == device) without.undefined(image.id, image.valid);
  stopIfLost(without, {});
  directory = std::move(without);
  for (const Image& image : images)
    if (image.device == device) release(image.id);
  publish();
}

void ResidentArrays::stopIfLost(Directory& changed, const IntervalSet& rewritten, const std::string& why) {
  const IntervalSet nowhere = changed.nowhere();
  const IntervalSet lost = nowhere - rewritten;
  if (!lost.empty())
    context_.stop("a device failed that held the only copy of " + printByteSize(static_cast<std::size_t>(lost.size())) +
                  " of results (" + describe(changed, lost) + ")" + (why.empty() ? "" : ": " + why) +
                  "; they cannot be computed again. Run with fewer devices, or without residency: CLUSTRIX_DEVICES");
  changed.cameHome(nowhere);
}

std::string ResidentArrays::describe(const Directory& directory, const IntervalSet& bytes) {
  std::vector<std::string> names;
  for (const Image& image : directory.images()) {
    if (image.site == nullptr || !bytes.overlaps(image.host)) continue;
    const std::string name = image.array + tag(*image.site);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "no loop has written them" : text;
}

void ResidentArrays::publish() {
  if (directory.generation() == publishedGeneration_) return;
  publishedGeneration_ = directory.generation();
  const long count = static_cast<long>(directory.images().size());
  copiesOnDevices.fetch_add(count - published_, std::memory_order_release);
  published_ = count;
  staleBytes_.store(directory.stale().size(), std::memory_order_relaxed);
  for (const Image& image : directory.images())
    if (image.site != nullptr) lastSite_.store(image.site, std::memory_order_relaxed);
}

// The first launch pays for its results' way home as well; those that follow find them stale already.
void ResidentArrays::estimate(const LaunchFacts& facts, Work& work) const {
  const IntervalSet present = directory.anywhere();
  IntervalSet read, written;
  for (const TouchedBytes& touched : facts.whole)
    (isRead(touched.access) ? read : written) += IntervalSet(touched.rows);
  work.bytes = static_cast<double>((read - present).size()) + static_cast<double>((written - directory.stale()).size());
  work.home = static_cast<double>(((read + written) & directory.stale()).size());
}

// Where one device lacks of it, others do: who has computed it has only its part.
void ResidentArrays::estimateCommon(const IntervalSet& common, Work& work) const {
  if (common.empty()) return;
  std::map<DeviceId, IntervalSet> lacking;
  for (const Image& image : directory.images()) lacking.try_emplace(image.device, common).first->second -= image.valid;
  IntervalSet lacks = lacking.empty() ? common : IntervalSet();
  for (const auto& [device, bytes] : lacking)
    if (bytes.size() > lacks.size()) lacks = bytes;
  const IntervalSet written = lacks & directory.stale(), first = lacks - directory.anywhere();
  work.bytes -= static_cast<double>(first.size());
  work.exchanged = static_cast<double>(written.size());
  work.common = static_cast<double>((lacks - written).size());
}

Standing ResidentArrays::standing(const Site& site, std::uint64_t residency) const {
  Standing standing;
  std::vector<DeviceId> devices;
  for (const Image& image : directory.images())
    if (std::find(devices.begin(), devices.end(), image.device) == devices.end()) devices.push_back(image.device);
  standing.devices = static_cast<int>(devices.size());
  const auto found = regrets_.find(&site);
  if (found != regrets_.end() && found->second.residency == residency) standing.regret = found->second.seconds;
  return standing;
}

void ResidentArrays::remember(const Site& site, std::uint64_t residency, const Choice& choice) {
  Regret& regret = regrets_[&site];
  if (regret.residency != residency || choice.place == Place::Devices) regret = {residency, 0};
  regret.seconds += choice.saved;
}

void ResidentArrays::keep(Bounds range) {
  kept_.push_back(range);
  keptRanges_.store(static_cast<int>(kept_.size()), std::memory_order_relaxed);
}

void ResidentArrays::unkeep(Bounds range) {
  const auto found = std::find_if(kept_.begin(), kept_.end(),
                                  [&](Bounds each) { return each.begin == range.begin && each.end == range.end; });
  if (found != kept_.end()) kept_.erase(found);
  keptRanges_.store(static_cast<int>(kept_.size()), std::memory_order_relaxed);
}

IntervalSet ResidentArrays::kept() const {
  IntervalSet all;
  for (Bounds range : kept_) all += IntervalSet(range);
  return all;
}

std::string ResidentArrays::warning() const {
  const Index bytes = staleBytes();
  if (bytes == 0) return "";
  const Site* const site = lastWriter();
  return "the program ends while " + printByteSize(static_cast<std::size_t>(bytes)) +
         " of results are on devices alone, not in the host's memory" + (site != nullptr ? tag(*site) : "");
}

}  // namespace clustrix::runtime
