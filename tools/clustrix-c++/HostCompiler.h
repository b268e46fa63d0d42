// The compilers of the host: the one that builds programs, and the Clang that builds those that are audited.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace clustrix::tools {

/// Where compilers are looked for, besides the PATH.
struct CompilerSearch {
  std::string chosen;             // $CXX: "ccache g++", or ""
  std::filesystem::path program;  // our own, which is nobody's host compiler (`CXX=clustrix-c++ make`)
};

/// What is chosen, else g++, c++ or clang++: the words to call it by; none where there is none.
std::vector<std::string> hostCompiler(const CompilerSearch& search);

/// The C++ compiler of Clang 19, whose hooks the audit knows: what is chosen where it is that one, else clang++-19 or
/// clang++ beside our own program or on the PATH. None where there is none.
std::vector<std::string> clang19(const CompilerSearch& search);

}  // namespace clustrix::tools
