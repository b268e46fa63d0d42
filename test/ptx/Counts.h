// What is counted of a launch, and what follows from it.
#pragma once

#include <string>
#include <vector>

#include "Types.h"

namespace ptx {

struct Counts {
  u64 instructions[pipes] = {};  // of warps
  u64 slots[pipes] = {};
  u64 warpInstructions = 0, issue = 0, lanesActive = 0;
  u64 flops64 = 0, flops32 = 0, fma = 0, flopInstructions = 0;
  u64 loads = 0, stores = 0, atomics = 0;
  u64 loadSectors = 0, storeSectors = 0, atomicSectors = 0;
  u64 loadBytes = 0, storeBytes = 0;
  u64 l1Sectors = 0, l1Hits = 0, l2Reads = 0, l2Writes = 0, l2ReadHits = 0, dramReads = 0, dramWrites = 0;
  u64 compulsoryReads = 0, compulsoryWrites = 0;  // distinct sectors
  u64 sharedRequests = 0, sharedWavefronts = 0, localRequests = 0;
  u64 barriers = 0, branches = 0, divergentBranches = 0;
  u64 wavefronts = 0;
};

/// What one multiprocessor has had to do, in issue slots and cycles.
struct ProcessorWork {
  double issue = 0;
  double fp64 = 0;
  double fp32 = 0;
  double integer = 0;
  double slow = 0;  // special functions and conversions
  double wavefronts = 0;
  double end = 0;
};

/// Seconds that each resource would need alone; the launch takes as long as the longest.
struct Estimate {
  double dram = 0, l2 = 0, latency = 0, issue = 0, fp64 = 0, fp32 = 0, integer = 0, slow = 0, l1 = 0;
  double seconds = 0;
  const char* bound = "";
};

Estimate estimate(const Counts& counts, const std::vector<ProcessorWork>& work);

}  // namespace ptx
