// A small report that has one loop of each kind, for the tests of all formats.
#pragma once

#include "clustrix/Report.h"

#include <string>

namespace clustrix::compiler {

inline const std::string sampleText =
    "[[clustrix::cluster]]\n"                                 // 1
    "void step(double* a, const double* b, int n) {\n"        // 2
    "  for (int t = 0; t < 9; ++t) {\n"                       // 3
    "    for (int i = 0; i < n; ++i)\n"                       // 4
    "      a[i] = b[i] < 1 && n > 2 ? a[i] : \"&<>'\"[0];\n"  // 5
    "    for (int i = 1; i < n; ++i)\n"                       // 6
    "      a[i] += a[i - 1];\n"                               // 7
    "  }\n"                                                   // 8
    "}\n";

inline Report sampleReport() {
  LoopReport time;
  time.at = {"dir/s.cpp", 3, 3};
  time.endLine = 8;
  time.header = "for (int t = 0; t < 9; ++t)";
  time.reasons.push_back({.code = "dependence.flow",
                          .message = "'a' is read after an earlier iteration wrote it",
                          .hint = "",
                          .at = {"dir/s.cpp", 5, 7},
                          .other = SourcePoint{"dir/s.cpp", 7, 7}});
  LoopReport spread;
  spread.at = {"dir/s.cpp", 4, 5};
  spread.endLine = 5;
  spread.parent = 0;
  spread.depth = 1;
  spread.parallel = true;
  spread.mapped = Mapped::Devices;
  spread.kinds = {"guarded", "reduction"};
  spread.header = "for (int i = 0; i < n; ++i)";
  spread.guards = {"'a' and 'b' do not overlap"};
  spread.reductions = {{"sum", "+"}};
  spread.arrays = {{"a", "read-write", "[lo, hi)"}, {"b", "read", "[lo, hi)"}};
  LoopReport serial;
  serial.at = {"dir/s.cpp", 6, 5};
  serial.endLine = 7;
  serial.parent = 0;
  serial.depth = 1;
  serial.header = "for (int i = 1; i < n; ++i)";
  serial.reasons.push_back({.code = "effect.call",
                            .message = "the call of 'f' has unknown effects",
                            .hint = "define 'f' in this file",
                            .at = {"dir/helper.h", 2, 1},
                            .other = std::nullopt,
                            .edits = {{10, 12, "x"}}});
  FunctionReport function;
  function.name = "ns::step";
  function.at = {"dir/s.cpp", 2, 1};
  function.complexity = {2, 14, 4, {{"branches", 1}, {"nesting", 2}}};
  function.loops = {time, spread, serial};
  return {{function}};
}

}  // namespace clustrix::compiler
