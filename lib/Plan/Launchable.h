// Launchable: whether everything that a launch has to say about a legal loop can be said in the generated code.
#pragma once

#include "clustrix/Plan.h"

#include <optional>
#include <set>

namespace clustrix::compiler {

/// Why the loop at `site` must stay on the host although it is legal; nothing when it can be launched.
std::optional<Reason> refusal(const LoopSite& site, const Legality& legality, const SourceUnit& unit,
                              const AnnotatedFunction& function);

/// What each iteration has for itself of the array; null where it has nothing.
const PrivateArray* ownArray(const Legality& legality, ArrayId array);

/// Those of the arrays that each iteration has for itself which are too large for its variables, or whose size is not
/// fixed: threads have workspaces for them, see clustrix/Workspace.h.
std::set<ArrayId> workspaces(const LoopModel& model, const Legality& legality);

/// Of all the others.
std::int64_t ownBytes(const LoopModel& model, const Legality& legality);

}  // namespace clustrix::compiler
