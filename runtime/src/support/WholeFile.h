// WholeFile: what a run tells, written to a file whole or not at all.
//
//     text ──► .clustrix-RANDOM.tmp beside the file ──► rename
//
// A link stays one, and leads to the new file. What is no regular file (a terminal, a pipe, /dev/null) is written to as
// it is: it must not be replaced.
#pragma once

#include <string>

namespace clustrix::runtime {

/// The answer is an error, empty when there is none.
std::string writeWhole(const std::string& path, const std::string& text);

/// Whether both paths name one file that exists.
bool isSameFile(const std::string& a, const std::string& b);

}  // namespace clustrix::runtime
