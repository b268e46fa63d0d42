// Inspections: what of lists is looked at before a loop runs, for its guards and for slices of arrays.
//
//     guard: list has no number twice        ──►  DistinctList       the positions that the loop reads of it
//     guard: iterations touch elements apart ──►  TouchedElements    the loops that lead to each element
//     x[node[4 * item[i]]]                   ──►  the same           for slices
#pragma once

#include "Plan/Footprint.h"
#include "Plan/Hull.h"

#include <optional>

namespace clustrix::compiler {

/// Adds what the guards ask of lists, and all inspections; `hulls` are made where they are needed first. What cannot be
/// asked is told in `unasked`.
void askForLists(const LoopModel& model, const Legality& legality, std::optional<Hulls>& hulls, Footprint& result);

/// What a chunk touches of an array where lists lead through lists: to look at the numbers of the last one between the
/// first and the last place that it is read at may take longer than the loop, where iterations use few of them. Nothing
/// where that is not so, or the elements cannot be gone through.
std::optional<FootprintTerm> lookedAt(const LoopModel& model, const Access& access, Hulls& hulls, Footprint& result);

/// Elements of a row that a list bounds, `for (k = begin[i]; k < begin[i + 1]; ++k) value[k]`: a look at a number or
/// two of an iteration tells which part of the array a chunk needs, where a look at all indices of `x[column[k]]` would
/// cost as much as it saves.
bool isInListedRow(const LoopModel& model, const Access& access);

/// Which elements a chunk touches is not known.
Reason unknownFootprint(const LoopModel& model, const Access& access);

}  // namespace clustrix::compiler
