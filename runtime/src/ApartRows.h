// ApartRows: arrays that stand for the rows of a container, each of which is memory of its own.
//
//     std::vector<std::vector<double>> a      base ─► header │ header │ header
//                                                       ▼        ▼        ▼
//                                                     row      row      row      anywhere
//
// A loop that works on them runs in place. Where they all are, the container tells when somebody asks.
#pragma once

#include <functional>

#include "Regions.h"
#include "clustrix/Loop.h"

namespace clustrix::runtime {

inline bool hasRows(const ArrayFacts& array) { return array.eachRow != nullptr; }

/// Calls `visit` with the bytes of each row until it answers false; whether it never did.
bool forEachRow(const ArrayFacts& array, const std::function<bool(Bounds)>& visit);

}  // namespace clustrix::runtime
