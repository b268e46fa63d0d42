// CUDA C++ sources: in which language a file is read.
//
//     app.cpp                                         -x c++
//     app.cu, with a toolkit at /usr/local/cuda       -x cuda --cuda-host-only --cuda-path=/usr/local/cuda
//     app.cu, without one                             -x c++
//
// What the host does is all that is analysed: kernels are only declared to it. Without NVIDIA's headers a source that
// uses nothing of CUDA can be read all the same.
#pragma once

#include <string>
#include <vector>

namespace clustrix::compiler {

/// Whether the file's name says that nvcc compiles it as CUDA C++.
bool isCudaSource(const std::string& source);

/// Of `--cuda-path`, CUDA_PATH, CUDA_HOME, /usr/local/cuda and /usr/lib/cuda the first that has headers; "": none.
std::string cudaToolkit(const std::vector<std::string>& flags);

/// The flags that choose the language of `source`, to be put behind all others. `toolkit`: see cudaToolkit().
std::vector<std::string> languageFlags(const std::string& source, const std::string& toolkit);

}  // namespace clustrix::compiler
