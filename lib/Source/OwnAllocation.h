// A program's own `operator new` and `operator delete`. nvcc takes those of the global namespace for functions of the
// device as well, and then refuses what they call; no kernel allocates, so that nothing of that is ever run there.
//
//     void* operator new(std::size_t n) { ... }      becomes     #ifdef __CUDACC__
//                                                                #pragma nv_exec_check_disable
//                                                                #endif
//                                                                void* operator new(std::size_t n) { ... }
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// Where definitions of such functions begin, in the order of the text.
std::vector<std::size_t> ownAllocationFunctions(const std::string& text);

}  // namespace clustrix::compiler
