// Outlining: whether all that the runtime is told about a loop stands in a function of its own, and what that one
// copies.
//
//     const clustrix::Launch launch([&, a = a, n = n] { ... return loop.answer(...); });     a call, and no more
//     if (!launch.ran()) { for (int i = 0; i < n; ++i) a[i] *= 2; }
//
// The function around the loop then stays as small as it was, and its variables in registers: see clustrix/Launch.h.
#pragma once

#include "Emit/Shape.h"

#include <span>
#include <string>

namespace clustrix::compiler {

/// Whether the launch can stand in a lambda. What it makes is then used there alone, and a lambda may have by reference
/// all that its expressions and those of the loops inside name.
bool canBeOutlined(std::span<const LaunchLevel> levels);

/// The captures of the lambda of levels[0], which says `text`, without brackets: `&, a = a, n = n`. Copied are
/// variables that hold a number or a pointer, where it makes no difference which object the text names. All copies say
/// what they begin with, since a name may be that of a member, of a global or of a structured binding.
std::string capturesOf(std::span<const LaunchLevel> levels, const std::string& text);

}  // namespace clustrix::compiler
