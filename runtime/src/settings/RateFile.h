// RateFile: what has been learned about loops, devices and links, kept across runs.
//
// A text file, written whole:
//
//     clustrix rates 1
//     heat.cpp:12:step <tab> cuda 2: NVIDIA H200@1, NVIDIA H200@1 <tab> 1.03 0.97
//     heat.cpp:12:step <tab> serial beside cuda 2: NVIDIA H200@1, NVIDIA H200@1 <tab> 3.2
//     node1 to node2 <tab> link <tab> 4.1e-05 1.1e+09
//
// Weights of devices, what a part of the estimate is multiplied by (CostCorrection.h), and how quick a link between
// machines is (Links.h).
//
// What it says decides how quick a loop is and nothing else. So a file that is not there, cannot be read or written, or
// was written by something else is no error: it counts as empty.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace clustrix::runtime {

/// By what it is about, a loop mostly, and with what; each number is positive.
using KnownRates = std::map<std::pair<std::string, std::string>, std::vector<double>>;

/// Without the program's locale, which may write 0.5 as 0,5.
std::string printNumber(double value);

/// False when the text is not such a file.
bool parseRates(const std::string& text, KnownRates& rates);
std::string printRates(const KnownRates& rates);

/// Of the file in the folder; none where it is missing or is no such file: `why` then says so.
KnownRates loadRates(const std::string& folder, std::string& why);
/// `learned` over what the file has by then, since other programs write it too. The answer is an error, empty when
/// there is none.
std::string saveRates(const std::string& folder, const KnownRates& learned);

}  // namespace clustrix::runtime
