// Executor: carries out a LaunchSchedule on a backend.
//
// It decides nothing that changes a result: which chunk runs next on which device is fixed by the schedule, or left to
// whichever is free first; and a chunk that fails is run again where it was, once a device, then goes to another
// device, in halves where memory was short, until what no device could run is handed back.
#pragma once

#include <string>
#include <vector>

#include "devices/Backend.h"
#include "execution/InFlight.h"
#include "schedule/Fit.h"
#include "schedule/Schedule.h"

namespace clustrix::runtime {

struct ChunkSpan {
  int device = 0;
  Chunk chunk;
  double begin = 0;  // seconds on std::chrono::steady_clock, from its first step to its commit
  double end = 0;
};

struct Problem {
  int device = 0;  // position in the launch's devices
  Failure failure = Failure::None;
  std::string message;
};

/// Results of a chunk's blocks that wait on its device for those of others.
struct WaitingResults {
  int device = 0;  // position in the launch's devices
  DeviceId id{};
  Chunk chunk;
  CombineStep step;
  DeviceAddress memory{};  // of step.bytes; whoever has it gives it back
};

/// For the trace: results of several devices that met.
struct CollectiveSpan {
  std::string name;
  DeviceId device{};
  double begin = 0;  // seconds on std::chrono::steady_clock
  double end = 0;
  std::size_t bytes = 0;
};

struct Execution {
  std::vector<Chunk> left;  // iterations that did not run and changed nothing, those for the host included; with
                            // room for those whose results wait
  std::vector<Problem> problems;
  std::vector<std::string> warnings;  // of what has been done in another way
  std::vector<ChunkSpan> spans;       // chunks that ran
  std::vector<Chunk> nodes;           // blocks whose results have met already, at the first of them
  std::vector<WaitingResults> waiting;
  std::vector<CollectiveSpan> collectives;
  int halved = 0;  // chunks split since an allocation failed
  std::size_t bytesIn = 0;
  std::size_t bytesOut = 0;
  std::size_t bytesBetween = 0;  // devices
};

/// `planner` schedules the halves of a chunk for which memory ran out. Where the host has none left either, chunks that
/// have not ended are left; what is thrown, is thrown before any has begun. `before`: an execution of other chunks, to
/// which this one is added.
Execution execute(Backend& backend, const std::vector<LaunchDevice>& devices, const LaunchFacts& facts,
                  LaunchSchedule schedule, const ChunkPlanner& planner, void* blockResults, Execution before = {});

}  // namespace clustrix::runtime
