// ChunkJob: one chunk on its way through one device.
//
//     start: allocate, build the kernel, enqueue copies and launch ──► finish: wait, then commit results to the host
//
// A backend has little memory of its own for results that go straight to their places, and waits for the kernel where
// there is none left. Such results are enqueued when the kernel has ended: other chunks and devices begin meanwhile.
//
// Nothing that another run of the chunk would read changes on the host before all of its results have arrived.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "devices/DeviceFlag.h"
#include "devices/DeviceMemory.h"
#include "devices/OpenStream.h"
#include "devices/StagingBuffer.h"
#include "schedule/Schedule.h"

namespace clustrix::runtime {

class ChunkJob {
 public:
  /// `blockResults`: one partial per block of the loop, or null.
  ChunkJob(Backend& backend, DeviceId device, const LaunchFacts& facts, ChunkSchedule schedule, void* blockResults);
  ~ChunkJob();
  ChunkJob(const ChunkJob&) = delete;
  ChunkJob& operator=(const ChunkJob&) = delete;

  /// Returns before the device has finished. Calls the launch's `build`.
  Status start();
  /// All has ended. Results that wait for the kernel's end are enqueued by whoever asks then, and so those of many
  /// devices come home at the same time.
  bool ready();
  /// Waits, and commits when all went well.
  Status finish();
  const ChunkSchedule& schedule() const { return schedule_; }
  /// After it has finished: its block results' memory, for the caller to give back.
  DeviceAddress takeResults() { return std::exchange(partials_, DeviceAddress{}); }
  ChunkSchedule takeSchedule() { return std::move(schedule_); }

 private:
  Status allocate();
  bool resultsWait() const;
  Status enqueueSteps(std::size_t end);
  Status enqueue(std::size_t step);
  Status copyIn(std::size_t index, const CopyInStep& step);
  Status copyOut(const CopyOutStep& step);
  Status launch(const LaunchStep& step);
  Status combine(const CombineStep& step);
  Status sendResults(const CombineStep& step, Chunk blocks);
  StagingBuffer stage(const Rows& rows, bool dense);
  DeviceAddress onDevice(int buffer, Index hostAddress) const;
  void commit() const noexcept;
  void releaseAll() noexcept;

  Backend& backend_;
  DeviceId device_;
  const LaunchFacts& facts_;
  ChunkSchedule schedule_;
  void* blockResults_;

  std::size_t next_ = 0;  // of the steps, to be enqueued
  Status enqueued_;       // how those behind the kernel were
  OpenStream stream_;
  DeviceMemory workspace_;
  DeviceFlag rollBack_;                 // that iterations set, of a loop that may roll back
  std::vector<DeviceAddress> buffers_;  // as many as could be allocated
  DeviceAddress partials_{};
  void* staging_ = nullptr;
  std::size_t stagingUsed_ = 0;
  std::vector<StagingBuffer> snapshots_;  // by step; empty where the step takes none
  struct Result {
    CopyOutStep step;
    StagingBuffer staged;
  };
  std::vector<Result> results_;
};

}  // namespace clustrix::runtime
