// StagedBlock: rows without gaps in memory of the host, on their way between a device and another rank.
#pragma once

#include <memory>

#include "cluster/Transport.h"
#include "devices/Backend.h"
#include "support/BestEffort.h"

namespace clustrix::runtime {

class StagedBlock {
 public:
  /// Null where the host has no memory for it.
  static std::unique_ptr<StagedBlock> make(Backend& backend, DeviceId device, std::size_t width, std::size_t rows) {
    void* memory = nullptr;
    if (!backend.allocateHost(device, width * rows, memory).ok()) return nullptr;
    return std::unique_ptr<StagedBlock>(new StagedBlock(backend, device, memory, width, rows));
  }
  /// What the transport still touches is left to it, and lost.
  ~StagedBlock() {
    const bool mine = !transfer || transfer->state() != Transfer::State::Waiting || transfer->abandon();
    if (mine) bestEffort([this] { static_cast<void>(backend_.releaseHost(device_, memory_)); });
  }
  StagedBlock(const StagedBlock&) = delete;
  StagedBlock& operator=(const StagedBlock&) = delete;

  Block block() const { return {memory_, width_ * rows_, 1, 0}; }

  /// Into rows of a device, or out of them, `pitch` bytes apart there.
  Copy toDevice(DeviceAddress device, std::size_t pitch) const {
    const auto memory = reinterpret_cast<std::uintptr_t>(memory_), there = static_cast<std::uintptr_t>(device);
    return {CopyKind::HostToDevice, memory, there, width_, rows_, width_, pitch, {}};
  }
  Copy fromDevice(DeviceAddress device, std::size_t pitch) const {
    const auto memory = reinterpret_cast<std::uintptr_t>(memory_), there = static_cast<std::uintptr_t>(device);
    return {CopyKind::DeviceToHost, there, memory, width_, rows_, pitch, width_, {}};
  }

  std::unique_ptr<Transfer> transfer;  // that fills or sends the block

 private:
  StagedBlock(Backend& backend, DeviceId device, void* memory, std::size_t width, std::size_t rows)
      : backend_(backend), device_(device), memory_(memory), width_(width), rows_(rows) {}

  Backend& backend_;
  const DeviceId device_;
  void* const memory_;
  const std::size_t width_, rows_;
};

}  // namespace clustrix::runtime
