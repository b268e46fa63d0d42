// Slices: the lambda that tells the runtime what a chunk touches.
//
//     writes a: begin 0, {m, chunk}, {1, m}   ──►   touched.writes(a_).box(chunk.begin * m_, {m_, chunk.size()}, ...);
#pragma once

#include "Emit/LaunchNames.h"

namespace clustrix::compiler {

/// `const auto footprint = [&](...) { ... };`, each line indented by `margin`.
std::string footprintText(const LaunchSource& source, const KernelShape& shape, LaunchNames& names,
                          const std::string& margin);

/// What the runtime is to look at before it asks for a footprint: `const clustrix::Inspected list_inspected = ...;`, a
/// line each, and elements that they lead to.
std::string inspectionsText(const LaunchSource& source, const KernelShape& shape, const std::string& trips,
                            LaunchNames& names, const std::string& margin);
/// The list, and the positions of which no two may have the same number, for the whole loop: `list_, 0, n_ - 1`.
std::string distinctText(const LaunchSource& source, const KernelShape& shape, const DistinctList& list,
                         const std::string& trips, LaunchNames& names);

/// The list as an argument: `list_`, `clustrix::Numbers<int>{edges_, 4, 1}`.
std::string listText(const NumberList& list, LaunchNames& names);
/// One range around all positions in the whole loop: `0, n_ - 1`.
std::string aroundText(const LaunchSource& source, const KernelShape& shape, ArrayId array,
                       const std::vector<FootprintRange>& positions, const std::string& trips, LaunchNames& names);

/// The bounds of each subscript of rows behind pointers in the whole loop of `trips` iterations, with commas between.
std::string subscriptsText(const LaunchSource& source, const KernelShape& shape, const RowsReach& reach,
                           const std::string& trips, LaunchNames& names);

}  // namespace clustrix::compiler
