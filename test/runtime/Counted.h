// Counted: a harness on virtual devices that counts the bytes that move.
#pragma once

#include <memory>
#include <string>

#include "Harness.h"
#include "RecordingBackend.h"

namespace clustrix::test {

struct Counted {
  explicit Counted(const std::string& devices, Wish wish = {}, bool peers = true) {
    wish.devices = devices;
    recording->peers = peers;
    harness = std::make_unique<Harness>(wish, recordedDevices(devices, recording));
  }
  std::size_t in() const { return recording->bytes[static_cast<int>(runtime::CopyKind::HostToDevice)]; }
  std::size_t out() const { return recording->bytes[static_cast<int>(runtime::CopyKind::DeviceToHost)]; }
  std::size_t between() const { return recording->bytes[static_cast<int>(runtime::CopyKind::DeviceToDevice)]; }
  runtime::Context& context() { return harness->context(); }

  std::shared_ptr<Recording> recording = std::make_shared<Recording>();
  std::unique_ptr<Harness> harness;
};

}  // namespace clustrix::test
