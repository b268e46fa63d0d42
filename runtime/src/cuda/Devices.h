// The GPUs of this machine as the runtime's devices, described once.
//
//     CUDA's devices 0..G-1 ─► selected positions ─► each in `split` parts (CLUSTRIX_CUDA_SPLIT) ─► Device[]
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "devices/Backend.h"

namespace clustrix::runtime::cuda {

struct Device {
  int physical = 0;  // CUDA's number
  int parts = 1;     // devices that share this GPU
  int multiprocessors = 1;
  std::size_t largestPitch = 0;  // bytes between rows that a two-dimensional copy may have
  DeviceProperties properties;
};

struct Enumeration {
  std::vector<Device> devices;
  std::string note;  // why there are none, or fewer than are built in; empty: nothing to say
};

/// `positions`: which of CUDA's devices; empty: all, or where a launcher has started several processes on this machine,
/// this one's share, with a note. A position that does not exist is left out, with a note. No
/// driver, or one too old, is no error: no devices and a note that says what to do.
Enumeration enumerate(const std::vector<int>& positions, int split);

/// CLUSTRIX_CUDA_SPLIT=3: each GPU is presented as 3 devices with a third of its memory each. A switch for tests of
/// several devices on a machine with one GPU. 1 when it is not set; also, with a note, when it is no number from 1
/// to 64.
int splitFromEnvironment(std::string& note);

}  // namespace clustrix::runtime::cuda
