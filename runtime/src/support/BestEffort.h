// BestEffort: work that is told or learned, and that a result does not depend on.
//
// Where host memory runs out, it is left out. What a launch computes, and what brings results home, is never among it:
// see docs/decisions/0016-planning-may-want-memory-and-executing-has-it.md.
#pragma once

#include <exception>

namespace clustrix::runtime {

template <class Work>
void bestEffort(const Work& work) noexcept {
  try {
    work();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): nobody is told, and nothing is learned
  }
}

/// What a failure says where the host has no memory left for more: short enough to want none itself.
constexpr const char* noHostMemory = "no host memory";

}  // namespace clustrix::runtime
