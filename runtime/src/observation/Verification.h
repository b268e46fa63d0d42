// Verification: CLUSTRIX_VERIFY=1, the parallel loop and the original side by side.
//
//     run():    save what will be written ── run in parallel ── keep the results, restore ── answer false
//     caller:   runs the original loop
//     ~Loop():  compare, and stop with the first difference
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schedule/Schedule.h"

namespace clustrix::runtime {

/// Bytes of rows of the host, and which of them could not be read.
struct SavedRows {
  int array = 0;
  Rows rows;
  std::vector<unsigned char> bytes;  // row after row
  std::vector<Bounds> missing;
};

struct Verification {
  std::vector<SavedRows> before;
  std::vector<SavedRows> parallel;
};

/// What the loop may write, as it is now. Null when that is not known, or the system offers no way to read it safely.
std::optional<std::vector<SavedRows>> saveWritten(const LaunchFacts& facts);
void restore(const std::vector<SavedRows>& saved);

/// Empty when the host's bytes are those of `parallel`, floating-point numbers to a relative 1e-6; else the first
/// element that differs, with both values where they are numbers.
std::string firstDifference(const std::vector<SavedRows>& parallel, const std::vector<ArrayFacts>& arrays);

}  // namespace clustrix::runtime
