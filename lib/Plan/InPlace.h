// InPlace: loops that run on the host's threads alone, in the host's own memory.
//
//     for (i < n) b[i] = a[from[i]];      a: how long it is, nobody says     ──►   threads read a where it is
//
// A device needs its slice of each array; threads need none. What is not known must only be in nobody's way: no guard
// asks where it lies.
#pragma once

#include "Plan/Footprint.h"

#include "clustrix/Source.h"

#include <optional>
#include <string>

namespace clustrix::compiler {

/// Whether an array stands for rows, each of which is memory of its own. Nobody lists the rows that a chunk touches,
/// but the run can say where they all are.
bool isOfRows(const ArrayObject& array);

/// Whether the region of a term is not known before the loop: the whole of an array whose extent nobody says.
bool isUnknown(const FootprintTerm& term, const LoopModel& model);

/// Why a loop with a footprint that no device can be given (`touched.refusal`) must not run in place either; nothing
/// when it can.
std::optional<Reason> inPlaceProblem(const LoopModel& model, const Legality& legality, const Footprint& touched);

/// A container of rows that the loop writes does not lie in a row, or the loop would end it: no run asks.
void dropGuardsOfHeaders(const LoopModel& model, Legality& legality);

}  // namespace clustrix::compiler
