// Hoisted: parameters that the program has computed from others in front of the loop, and what they stand for.
//
//     symbol s = (h*w) / 1         2*s + y*w + x   ──►   2*h*w + y*w + x
//
// Rows and planes show only where everything is said in the same parameters. What is said of s alone is simpler as it
// stands, so that both ways are tried: see Analyse.cpp.
#pragma once

#include "clustrix/LoopModel.h"

#include <optional>

namespace clustrix::compiler {

/// Whether some parameter is what another one, or several, say.
bool hasHoisted(const LoopModel& model);

/// The model without what it knows of them.
LoopModel withoutHoisted(LoopModel model);

/// The model with what they stand for in their places; with it, as an obligation, that the computation has not wrapped
/// around where the program does not say so. Nothing where a coefficient overflows.
std::optional<LoopModel> inHoistedTerms(LoopModel model);

}  // namespace clustrix::compiler
