// Auditor: who has every loop run as it is written, where there is one.
#pragma once

#include <memory>

#include "clustrix/Loop.h"
#include "memory/IntervalSet.h"

namespace clustrix::runtime {

class Context;

/// What it makes of what a loop is told, as long as the loop.
struct Described {
  virtual ~Described() = default;
};

class Auditor {
 public:
  virtual ~Auditor() = default;
  virtual std::unique_ptr<Described> described(Context& context, const LoopState& state, const LoopBody& body) = 0;
  /// Of a scan, which writes nothing of the program's.
  virtual void runFirstPass(const LoopState& state, const LoopBody& body) = 0;

  // What the text says of the host, where a loop has left something: see Residency.h.
  virtual void allComesHome(const IntervalSet& but) = 0;
  virtual void hostReads(const IntervalSet& bytes) = 0;
  virtual void hostWrites(const IntervalSet& bytes) = 0;
};

/// Set in front of `main`, by the library that has it.
inline Auditor* auditor = nullptr;

}  // namespace clustrix::runtime
