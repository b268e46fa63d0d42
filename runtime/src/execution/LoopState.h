// LoopState: what a Loop has been told before it runs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "clustrix/Loop.h"
#include "execution/Auditor.h"
#include "execution/FailedGuard.h"
#include "inspection/Inspection.h"
#include "inspection/TouchedElements.h"
#include "memory/DisjointRows.h"
#include "observation/Verification.h"
#include "schedule/NestChoice.h"
#include "schedule/Profit.h"

namespace clustrix::runtime {

struct DisjointArrays {
  int a = 0;
  int b = 0;
  bool sameAllowed = false;
};
struct DisjointObject {
  int a = 0;
  ObjectBytes bytes;
};

/// See Loop::allDisjoint.
struct NoAlias {
  std::vector<int> arrays, own;
  std::vector<ObjectBytes> written, read;
};

struct LoopState {
  const Site* site = nullptr;
  Index iterations = 0;
  std::uint64_t residency = 0;  // the root whose arrays may stay on the devices; 0: all comes home
  bool required = true;         // all guards on parameters hold so far
  FailedGuard failed;           // the first of them that does not, where anybody wants to know
  double operations = 1;
  std::vector<ArrayFacts> arrays;
  std::vector<std::unique_ptr<PointerRows>> pointerRows;
  std::vector<DisjointArrays> disjointArrays;
  std::vector<DisjointObject> disjointObjects;
  std::vector<NoAlias> allDisjoint;
  std::vector<std::unique_ptr<Inspection>> inspections;
  std::vector<Inspection*> distinct;  // of those, lists that must not have a number twice
  std::vector<std::unique_ptr<TouchedElements>> touched;
  Index inner = 0;          // iterations of the loop inside, where that may be launched instead; 0: it may not
  bool choseInner = false;  // it is
  NestSeconds nest;         // both ways, where they were estimated
  bool rollsBack = false;   // an iteration may have the launch undone
  bool libraries = false;   // iterations call libraries, which may have threads of their own
  bool tasks = false;       // ... and each is worth a thread
  bool onDevices = false;   // ... which work on the thread's current device
  bool drives = false;      // ... through CUDA
  bool draws = false;       // ... and random numbers that the loop's own text would not draw
  bool searching = false;   // what runs changes nothing of the program's: no part to be verified
  Index whole = -1;         // iterations of the loop, where blocks of them run: see ScanLoop.h
  bool started = false;     // iterations may have run
  std::unique_ptr<Described> described;      // of an audited program
  std::optional<Verification> verification;  // waits for the original loop
  double leftAt = 0;                         // when the loop was left to the caller; 0: it was not, or not timed
  Work left;                                 // what it has to do

  bool hasGuards() const {
    return rollsBack || !disjointArrays.empty() || !disjointObjects.empty() || !allDisjoint.empty() ||
           !distinct.empty() || isApart();
  }
  /// Whether no two iterations may touch the same element of some array.
  bool isApart() const {
    return std::any_of(touched.begin(), touched.end(), [](const auto& elements) { return elements->isToBeApart(); });
  }
};

}  // namespace clustrix::runtime
