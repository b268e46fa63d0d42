// RateCache: what has been learned about loops and devices, kept across runs.
//
// A text file, written whole:
//
//     clustrix rates 1
//     heat.cpp:12:step <tab> cuda 2: NVIDIA H200@1, NVIDIA H200@1 <tab> 1.03 0.97
//     heat.cpp:12:step <tab> serial beside cuda 2: NVIDIA H200@1, NVIDIA H200@1 <tab> 3.2
//
// Weights of devices, and what a part of the estimate is multiplied by (CostCorrection.h).
//
// What it says decides how quick a loop is and nothing else. So a file that is not there, cannot be read or written, or
// was written by something else is no error: it counts as empty.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "clustrix/Options.h"
#include "devices/Backend.h"

namespace clustrix::runtime {

/// By loop and devices: weights by device number, each positive.
using KnownRates = std::map<std::pair<std::string, std::string>, std::vector<double>>;

/// `file:line:function`.
std::string keyOf(const Site& site);
/// Kind, number, and what distinguishes the devices: weights of other devices say nothing.
std::string keyOf(const Backend& backend);

/// False when the text is not such a file.
bool parseRates(const std::string& text, KnownRates& rates);
std::string printRates(const KnownRates& rates);

/// Of the file in the folder; none where it is missing or is no such file: `why` then says so.
KnownRates loadRates(const std::string& folder, std::string& why);
/// `learned` over what the file has by then, since other programs write it too. The answer is an error, empty when
/// there is none.
std::string saveRates(const std::string& folder, const KnownRates& learned);

}  // namespace clustrix::runtime
