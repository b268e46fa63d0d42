// ResidentUndo: what a resident launch is going to write on its devices, as it was, for loops that may roll back.
//
//     image ──save──► memory beside it       kernel writes the image       asked? ──restore──► image
//
// Bytes that are current on the host are not saved: the image loses them, and the host has them still.
#pragma once

#include <vector>

#include "coherence/ResidentJob.h"

namespace clustrix::runtime {

class ResidentUndo {
 public:
  explicit ResidentUndo(Backend& backend) : backend_(backend) {}
  ~ResidentUndo();
  ResidentUndo(const ResidentUndo&) = delete;
  ResidentUndo& operator=(const ResidentUndo&) = delete;

  /// On the job's stream, in front of its kernel. `directory`: as the launch finds it; the job outlives this.
  Status save(ResidentJob& job, const Directory& directory);
  /// All jobs have ended. What could not be brought back is in no image of `directory` afterwards.
  void restore(Directory& directory);

 private:
  struct Saved {
    ResidentJob& job;
    ImageId image{};
    Rows rows;
    DeviceAddress at{};
  };
  struct Written {
    ImageId image{};
    IntervalSet bytes;
  };

  Backend& backend_;
  std::vector<std::pair<DeviceId, DeviceAddress>> memory_;
  std::vector<Saved> saved_;
  std::vector<Written> lost_;  // bytes that images lose
};

}  // namespace clustrix::runtime
