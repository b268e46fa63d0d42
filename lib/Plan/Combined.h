// Combined: arrays that iterations combine into, each block of iterations in copies of its own.
//
//     hist[key[i]] += 1      ──►   hist: Sum            copies of all its extent
//     c[j] += a[i*m + j]     ──►   c: Sum               copies of c[0..m - 1]
//
// The mapping asks whether copies can be made, the footprint leaves the array's traffic out, and the emitter names the
// operator.
#pragma once

#include "clustrix/Legality.h"

#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// The arrays that the legality's reductions combine into, each once, ascending.
std::vector<ArrayId> combinedArrays(const Legality& legality);

/// The first reduction into `array`, or null. All of them agree where `combinedProblem` finds nothing.
const Reduction* combinedInto(const Legality& legality, ArrayId array);

/// Why copies of an array would not give the loop's result, as a clause; nothing when they do for all arrays.
std::optional<std::string> combinedProblem(const LoopModel& model, const Legality& legality);

/// How the kernel sees the elements of an array that is combined into, as a template of the runtime's: `Wrapping`, as
/// unsigned numbers, since partial sums in another order than the source's may leave the range of the signed type;
/// `Counting`, those of which several threads of a GPU may combine into one copy; or "", as they are. `isTemplate`: the
/// type is not known, and the runtime's trait tells.
std::string elementsAs(const LoopModel& model, const Reduction& reduction, bool isTemplate);

}  // namespace clustrix::compiler
