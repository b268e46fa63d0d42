// RecordingBackend: passes every call on to another backend, writes it down, and fails where it is told to.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "devices/Backend.h"

namespace clustrix::test {

/// What the tests see while the backend belongs to a context.
struct Recording {
  std::mutex mutex;
  std::vector<std::string> calls;  // "allocate 0", "copy 1", "launch 0", "synchronize 0", ...
  /// Asked before each call but queries: a failure is returned instead of making it. For a launch, `late` failures
  /// show at synchronize.
  std::function<runtime::Failure(const std::string& call, int position)> fail;
  bool late = false;
  std::function<runtime::Status(const runtime::ReduceStart&)> reduce;  // stands in for a library of collectives
  bool peers = true;                                                   // false: no device copies from another
  int silent = -1;                                                     // this device answers no query: it is lost
  bool runsAll = true;               // false: no kernel has a version for these devices
  std::size_t fillGap = 0;           // DeviceProperties::fillGap of every device
  std::size_t leastRelayed = 65536;  // the same
  std::size_t bytes[3] = {};         // copied, by CopyKind; between devices without those within one
  int copies[3] = {};
  std::map<int, std::size_t> least;  // by device: bytes that were free when it held most
  int live = 0;                      // allocations, streams and host memory not yet given back
};

/// The device that is the calling thread's current one; -1: none is.
int currentRecorded();

std::unique_ptr<runtime::Backend> makeRecordingBackend(std::unique_ptr<runtime::Backend> inner,
                                                       std::shared_ptr<Recording> recording);
/// The same over virtual devices: `spec` as CLUSTRIX_DEVICES has it.
std::unique_ptr<runtime::Backend> recordedDevices(const std::string& spec, std::shared_ptr<Recording> recording);

}  // namespace clustrix::test
