// Origins: which line of a source each line of the generated text came from.
//
//     namespace clustrix_heat_cpp_c150db94 { namespace {
//     // heat.cpp:18: for (int r = 1; ...)        Kernel, 18, begins
//     struct diffuse_18 {                         Kernel, 18
//       ...
//     #line 19 "heat.cpp"
//         for (int c : clustrix::along...) {      Kernel, 19
//     } }  // namespace clustrix_heat_cpp_c150db94
//     #line 15 "heat.cpp"
//     [[clustrix::cluster]]                       Text, 15, begins
//     void diffuse(...) {                         Text, 16
//         const clustrix::Launch launch = ...     Launch, 18, begins
//     #line 18 "heat.cpp"
//         for (int r = 1; ...)                    Text, 18, begins
//
// What generation says of it is enough: line directives, the comment in front of a kernel, the site of a launch. Behind
// inserted text a directive sets the count right, and until there no line is taken for one of the source: text is held
// against the line that it is counted as.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace clustrix::compiler {

enum class Role {
  None,    // of no line: directives, declarations for devices, brackets around launches
  Text,    // the source's own
  Kernel,  // of the kernel of the loop on that line
  Launch,  // of what launches it
};
struct Origin {
  Role role = Role::None;
  std::size_t source = 0;  // into the sources
  int line = 0;            // from 1
  bool begins = false;     // the first line of a kernel, of a launch, behind a directive
};

/// A source that lines may come from; `loopEnds`: of each line with a loop's head, the last line of that loop.
struct OriginSource {
  std::string path;
  std::vector<std::string_view> lines;
  std::map<int, int> loopEnds;
};

/// One for each line of `rewritten`, which came of `sources[own]` for the most part.
std::vector<Origin> originsOf(const std::vector<std::string_view>& rewritten, const std::vector<OriginSource>& sources,
                              std::size_t own);

}  // namespace clustrix::compiler
