// LoopRecord: what there is to tell of a loop at the end, beside what was found in it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "audit/GuardRecord.h"
#include "audit/Stretches.h"

namespace clustrix::audit {

struct LoopRecord {
  // Where it is, copied: its library may be gone by then. No file: nobody has said.
  std::string function, file;
  int line = 0, column = 0;
  std::uint64_t launches = 0, iterations = 0;  // that were looked at, and have ended
  std::uint64_t skipped = 0;                   // launches at which nobody looked, since a guard said no
  Stretches stretches;
  GuardRecords guards;  // where they were asked for
};

/// By the loop's name: `f at f.cpp:3`.
using LoopRecords = std::map<std::string, LoopRecord>;

}  // namespace clustrix::audit
