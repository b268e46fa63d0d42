// Directory: which bytes of the host have copies on which devices, and where the latest are.
//
//     host     ├─ current ─┤▒▒▒▒ stale ▒▒▒▒├─ current ─┤
//     image 0  ├───── valid ─────┤                          device 0
//     image 1                ├── valid ──┤                  device 1
//
// A copy is valid while it is what the program, run as written, would find in that byte. A byte is stale on the host
// once a device has written it and until it comes home; every stale byte is valid in some image. Pure bookkeeping:
// whoever changes it has moved the bytes.
//
// Where host memory runs out, a member that changes one image has changed nothing. What a launch changes at once, it
// changes in a copy, which takes this one's place in the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clustrix/Options.h"
#include "coherence/Baselines.h"
#include "coherence/PlaceIndex.h"
#include "devices/Backend.h"
#include "execution/KernelObject.h"
#include "memory/Alignment.h"
#include "memory/IntervalSet.h"

namespace clustrix::runtime {

enum class ImageId : int {};

/// A device buffer that mirrors the host's bytes `host`; images of one device do not overlap.
struct Image {
  ImageId id{};
  DeviceId device{};
  Bounds host;
  DeviceAddress memory{};  // of `bytes()` bytes; elements in it are aligned as they are on the host
  IntervalSet valid;
  bool grown = false;          // it has absorbed another
  std::string array;           // that a launch last wrote here,
  const Site* site = nullptr;  // and by which loop; null: nothing was

  static Index alignedBegin(Bounds host) { return host.begin - host.begin % deviceAlignment; }
  static std::size_t bytesFor(Bounds host) { return static_cast<std::size_t>(host.end - alignedBegin(host)); }
  std::size_t bytes() const { return bytesFor(host); }
  DeviceAddress at(Index address) const { return memory + static_cast<std::size_t>(address - alignedBegin(host)); }
  Mirror mirror() const { return {memory, alignedBegin(host)}; }
};

/// All that planning asks of a directory: where two are equal, it plans the same.
struct DirectoryState {
  struct Place {
    ImageId id{};
    DeviceId device{};
    Bounds host;
    IntervalSet valid;
    bool grown = false;
  };
  std::vector<Place> places;
  IntervalSet stale;
};

/// Bytes that one image holds.
struct Held {
  ImageId image{};
  IntervalSet bytes;
};

class Directory {
 public:
  bool empty() const { return images_.empty(); }
  const std::vector<Image>& images() const { return images_; }
  const Image& at(ImageId id) const { return images_[position(id)]; }
  const IntervalSet& stale() const { return stale_; }
  /// Of stale bytes that a launch may have written: what they were before. All others were written with certainty.
  const Baselines& baselines() const { return baselines_; }
  /// Grows with each change of what is said here, but for who has written an image.
  std::uint64_t generation() const { return generation_; }
  DirectoryState state() const;
  bool isIn(const DirectoryState& state) const;
  /// `state`: of the same images.
  void become(const DirectoryState& state);
  /// What the next `add` gives; the ones after it count on.
  ImageId nextId() const { return static_cast<ImageId>(next_); }

  ImageId add(DeviceId device, Bounds host, DeviceAddress memory);
  /// `from`, an image of the same device within the interval of `to`, has been copied there.
  void absorb(ImageId to, ImageId from);
  /// The image's memory is given back by the caller. Bytes that were stale and valid only there are current from now
  /// on: the caller has brought them home, or knows that nothing needs them.
  Image remove(ImageId id);
  /// No image is left and nothing is stale. The images' memory is given back by the caller. Wants no memory.
  void clear() noexcept;

  /// The image has what the host or another image has.
  void fetched(ImageId id, const IntervalSet& bytes);
  /// A launch has written `bytes` there, and nowhere else.
  void written(ImageId id, const IntervalSet& bytes, const std::string& array, const Site* site);
  /// The same, where `bytes` are valid there and nowhere else, and stale, already.
  void writtenAgain(ImageId id, const std::string& array, const Site* site);
  /// Before `written`: the host's bytes as the launch took them, of what it may have written.
  void keepBaseline(Bounds interval, std::shared_ptr<const Bytes> bytes, std::size_t offset);
  /// `bytes` were written with certainty: no baseline is needed for them.
  void certain(const IntervalSet& bytes);
  /// A launch that failed may have written `bytes` of the image.
  void undefined(ImageId id, const IntervalSet& bytes);

  void cameHome(const IntervalSet& bytes);
  /// The host has written, or will: no device copy is good any more. The bytes have come home before.
  void hostWrote(const IntervalSet& bytes);

  /// Stale bytes among `bytes` and an image for each, those on `nearer` first.
  std::vector<Held> latest(const IntervalSet& bytes, const std::vector<int>& nearer) const;
  /// Stale bytes that are valid in no image but those of `device`.
  IntervalSet onlyOn(DeviceId device) const;
  /// Stale bytes that are valid nowhere: lost, unless a launch writes them before they are read.
  IntervalSet nowhere() const;
  /// Valid in some image.
  IntervalSet anywhere() const;

 private:
  std::size_t position(ImageId id) const;
  /// Calls `visit(image)` for each that has place for some of `bytes`, until it returns false.
  template <class Visit>
  void forEachAround(const IntervalSet& bytes, const Visit& visit);

  std::vector<Image> images_;         // in the order of their ids
  std::optional<PlaceIndex> places_;  // of images_; made when it is asked for
  IntervalSet stale_;
  Baselines baselines_;
  std::uint64_t generation_ = 0;
  int next_ = 0;
};

/// Images and what is stale, a line each.
std::string print(const Directory& directory);

}  // namespace clustrix::runtime
