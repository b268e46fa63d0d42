// DirectBlock: rows of a device that another rank gets, or sends, without a stop in the host's memory.
//
// Where MPI reaches CUDA devices: over a network that does, too, nothing is copied twice. Rows with gaps stop in the
// host's memory all the same (StagedBlock.h), since MPI would copy them one by one.
#pragma once

#include <optional>

#include "cluster/Transport.h"
#include "devices/Backend.h"

namespace clustrix::runtime {

/// `rows` rows of `width` bytes, `pitch` bytes apart; none where they do not go directly.
inline std::optional<Block> directBlock(const Transport& transport, const Backend& backend, DeviceAddress address,
                                        std::size_t width, std::size_t rows, std::size_t pitch) {
  const bool isWhole = rows <= 1 || pitch == width;
  if (!isWhole || !transport.reachesDevices() || backend.kind() != "cuda") return std::nullopt;
  return Block{reinterpret_cast<void*>(static_cast<std::uintptr_t>(address)), width * rows, 1, 0};
}

/// `transfer()`, with `device` as the one that MPI finds.
template <class Start>
std::unique_ptr<Transfer> startOn(Backend& backend, DeviceId device, const Start& transfer) {
  const std::unique_ptr<CurrentDevice> current = backend.makeCurrent(device);
  return transfer();
}

}  // namespace clustrix::runtime
