// Copies of rows between host and devices, put on a stream.
#pragma once

#include "cuda/Devices.h"
#include "devices/Backend.h"

namespace clustrix::runtime::cuda {

class Stream;

/// Between the host and the stream's device. `pinned`: CUDA reads and writes the host's part by itself.
Status copyWithHost(Stream& stream, const Device& device, const Copy& copy, bool pinned);

/// From `from` to the stream's device, which may share a GPU.
Status copyBetween(Stream& stream, const Device& to, const Device& from, const Copy& copy);

}  // namespace clustrix::runtime::cuda
