// The lock file: verdicts that a project has committed to. A change that makes a parallel loop serial fails its build.
//
//     { "version": 1,
//       "functions": [
//         { "name": "ns::step", "file": "src/heat.cpp",
//           "loops": [
//             { "parallel": true, "mapped": "devices", "header": "for (int i = 1; i < n; ++i)" } ] } ] }
//
// Files are named relative to the lock file, and loops have no lines: a lock survives a checkout elsewhere and edits
// around a loop. Loops of a function are matched in order, by their heads where these are still the same.
#pragma once

#include "Driver/Outcome.h"
#include "clustrix/Report.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

struct LockedLoop {
  bool parallel = false;
  std::string mapped;  // as in the JSON report
  std::string header;
};
struct LockedFunction {
  std::string name;
  std::string file;
  std::vector<LockedLoop> loops;
};
struct Lock {
  std::vector<LockedFunction> functions;
};

Outcome<Lock> readLock(const std::string& path);
std::string printLock(const Lock& lock);

/// What `report` says of its functions. `lockPath`: where the lock file is or will be.
Lock lockOf(const Report& report, const std::string& lockPath);

/// `old` with the entries of the files `sources` replaced by `now`'s; sorted by file, functions in their order.
Lock updated(const Lock& old, const Lock& now, const std::vector<std::string>& sources, const std::string& lockPath);

/// A compiler-style error for each locked parallel loop of `sources` that is not parallel in `report`, no longer on
/// devices, no longer on the host's threads, or gone; "" when the lock holds. A lock of before `cpu` was a word says
/// `devices` of such loops, which is an error once: --update-lock then says what is so.
std::string regressions(const Lock& locked, const Report& report, const std::vector<std::string>& sources,
                        const std::string& lockPath);

}  // namespace clustrix::compiler
