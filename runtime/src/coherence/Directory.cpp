#include "coherence/Directory.h"

#include <algorithm>
#include <cassert>
#include <sstream>

namespace clustrix::runtime {

std::size_t Directory::position(ImageId id) const {
  const auto found = std::lower_bound(images_.begin(), images_.end(), id,
                                      [](const Image& image, ImageId value) { return image.id < value; });
  assert(found != images_.end() && found->id == id && "an image that is not there");
  return static_cast<std::size_t>(found - images_.begin());
}

template <class Visit>
void Directory::forEachAround(const IntervalSet& bytes, const Visit& visit) {
  if (bytes.empty()) return;
  if (!places_) places_.emplace(images_.size(), [this](std::size_t i) { return images_[i].host; });
  places_->forEachIn(bytes.around(), [&](std::size_t i) { return visit(images_[i]); });
}

DirectoryState Directory::state() const {
  DirectoryState state;
  for (const Image& image : images_)
    state.places.push_back({image.id, image.device, image.host, image.valid, image.grown});
  state.stale = stale_;
  return state;
}

bool Directory::isIn(const DirectoryState& state) const {
  const auto same = [](const Image& image, const DirectoryState::Place& place) {
    return image.id == place.id && image.device == place.device && image.host.begin == place.host.begin &&
           image.host.end == place.host.end && image.grown == place.grown && image.valid == place.valid;
  };
  return std::equal(images_.begin(), images_.end(), state.places.begin(), state.places.end(), same) &&
         stale_ == state.stale;
}

void Directory::become(const DirectoryState& state) {
  assert(images_.size() == state.places.size() && "another directory's state");
  ++generation_;
  for (std::size_t i = 0; i < images_.size(); ++i) {
    images_[i].valid = state.places[i].valid;
    images_[i].grown = state.places[i].grown;
  }
  stale_ = state.stale;
}

ImageId Directory::add(DeviceId device, Bounds host, DeviceAddress memory) {
  ++generation_;
  Image image;
  image.id = static_cast<ImageId>(next_++);
  image.device = device;
  image.host = host;
  image.memory = memory;
  images_.push_back(std::move(image));
  places_.reset();
  return images_.back().id;
}

void Directory::absorb(ImageId to, ImageId from) {
  ++generation_;
  Image& target = images_[position(to)];
  const Image& source = images_[position(from)];
  target.valid += source.valid;
  target.grown = true;
  if (source.site != nullptr) {
    target.array = source.array;
    target.site = source.site;
  }
}

Image Directory::remove(ImageId id) {
  const std::size_t at = position(id);
  if (overlap(images_[at].valid, stale_)) {
    IntervalSet onlyHere = images_[at].valid & stale_;
    for (const Image& other : images_)
      if (other.id != id && onlyHere.overlaps(other.host)) onlyHere -= other.valid;
    cameHome(onlyHere);
  }
  ++generation_;
  Image image = std::move(images_[at]);
  images_.erase(images_.begin() + static_cast<std::ptrdiff_t>(at));
  places_.reset();
  return image;
}

void Directory::clear() noexcept {
  ++generation_;
  images_.clear();
  places_.reset();
  stale_ = {};
  baselines_ = {};
}

void Directory::fetched(ImageId id, const IntervalSet& bytes) {
  ++generation_;
  images_[position(id)].valid += bytes;
}

void Directory::written(ImageId id, const IntervalSet& bytes, const std::string& array, const Site* site) {
  if (bytes.empty()) return;
  writtenAgain(id, array, site);
  Image& here = images_[position(id)];
  bool known = (bytes - stale_).empty() && (bytes - here.valid).empty();
  forEachAround(bytes, [&](const Image& image) {
    known = known && (image.id == id || !overlap(image.valid, bytes));
    return known;
  });
  if (known) return;
  ++generation_;
  forEachAround(bytes, [&](Image& image) {
    if (image.id != id) image.valid -= bytes;
    return true;
  });
  here.valid += bytes;
  stale_ += bytes;
}

void Directory::writtenAgain(ImageId id, const std::string& array, const Site* site) {
  Image& image = images_[position(id)];
  image.array = array;
  image.site = site;
}

void Directory::keepBaseline(Bounds interval, std::shared_ptr<const Bytes> bytes, std::size_t offset) {
  ++generation_;
  baselines_.keep(interval, std::move(bytes), offset);
}

void Directory::certain(const IntervalSet& bytes) {
  if (!overlap(baselines_.kept(), bytes)) return;
  ++generation_;
  baselines_.forget(bytes);
}

void Directory::undefined(ImageId id, const IntervalSet& bytes) {
  ++generation_;
  images_[position(id)].valid -= bytes;
}

void Directory::cameHome(const IntervalSet& bytes) {
  if (bytes.empty()) return;
  ++generation_;
  stale_ -= bytes;
  baselines_.forget(bytes);
}

void Directory::hostWrote(const IntervalSet& bytes) {
  if (bytes.empty()) return;
  ++generation_;
  forEachAround(bytes, [&](Image& image) {
    image.valid -= bytes;
    return true;
  });
}

std::vector<Held> Directory::latest(const IntervalSet& bytes, const std::vector<int>& nearer) const {
  std::vector<Held> found;
  IntervalSet wanted = bytes & stale_;
  const auto isNear = [&](const Image& image) {
    return std::find(nearer.begin(), nearer.end(), static_cast<int>(image.device)) != nearer.end();
  };
  for (const bool near : {true, false})
    for (const Image& image : images_) {
      if (wanted.empty()) return found;
      if (isNear(image) != near || !wanted.overlaps(image.host)) continue;
      IntervalSet held = wanted & image.valid;
      if (held.empty()) continue;
      wanted -= held;
      found.push_back({image.id, std::move(held)});
    }
  return found;
}

IntervalSet Directory::onlyOn(DeviceId device) const {
  IntervalSet here, elsewhere;
  for (const Image& image : images_) (image.device == device ? here : elsewhere) += image.valid;
  return (here & stale_) - elsewhere;
}

IntervalSet Directory::nowhere() const { return stale_ - anywhere(); }

IntervalSet Directory::anywhere() const {
  IntervalSet all;
  for (const Image& image : images_) all += image.valid;
  return all;
}

std::string print(const Directory& directory) {
  std::ostringstream out;
  const auto pieces = [&](const IntervalSet& set) {
    for (const Rows& rows : rowsOf(set)) out << ' ' << rows;
  };
  for (const Image& image : directory.images()) {
    out << "image " << static_cast<int>(image.id) << " on device " << static_cast<int>(image.device) << " of ["
        << image.host.begin << ", " << image.host.end << "): valid";
    pieces(image.valid);
    out << '\n';
  }
  out << "stale on the host";
  pieces(directory.stale());
  out << '\n';
  return out.str();
}

}  // namespace clustrix::runtime
