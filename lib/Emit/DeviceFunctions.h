// The functions of the source that kernels call, declared once more so that nvcc compiles them for devices.
#pragma once

#include "clustrix/Source.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// What a file's kernels have declared so far, and where: later kernels need not do it again.
using DeclaredFunctions = std::map<DeviceFunction, std::size_t>;

/// What the kernels of `launched` call and `declared` does not hold yet in front of `at`, each once.
std::vector<DeviceFunction> newDeviceFunctions(const std::vector<const LoopSite*>& launched, std::size_t at,
                                               DeclaredFunctions& declared);

/// The declarations, for the compilation for devices alone; "" for none. `befriending`: a name for the struct that
/// members are friends of.
std::string deviceFunctionsText(const std::vector<DeviceFunction>& functions, const std::string& befriending);

}  // namespace clustrix::compiler
