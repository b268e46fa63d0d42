// HomeNow: results come home from devices when the host has no memory left for planning how.
//
//     stale bytes ─► an image that has them ─► straight to their places; where they may not have been written, through
//     a
//                                              buffer on the stack, to be compared with what was there before
//
// Slower than ResidentArrays::bringHome, which copies from all devices at once. Nothing else is under way on them.
#pragma once

#include "coherence/Directory.h"
#include "devices/Backend.h"

namespace clustrix::runtime {

class HomeNow {
 public:
  explicit HomeNow(Backend& backend) : backend_(backend) {}

  /// `bytes`, stale and valid somewhere in `directory`, from any image but `except`. The directory does not change.
  void bring(const Directory& directory, Bounds bytes, const ImageId* except = nullptr) noexcept;
  /// A stale byte was found nowhere, or could not be copied.
  bool failed() const { return failed_; }

 private:
  Index bringFrom(const Image& image, const Directory& directory, Bounds bytes);
  bool copy(const Image& image, Bounds bytes, void* to);
  bool compare(const Image& image, const Baselines& baselines, Bounds bytes);

  Backend& backend_;
  bool failed_ = false;
};

}  // namespace clustrix::runtime
