// What there is room for of an iteration's own variables, in bytes.
#pragma once

#include <cstdint>

namespace clustrix::compiler {

/// A GPU has hundreds of thousands of threads at a time: 18 GB of an H100's 80.
inline constexpr std::int64_t mostOwnBytes = 64 << 10;
/// The thread that launches runs iterations, too, in front of the function's own frame, where the loop as it was
/// written has the same variables once more.
inline constexpr std::int64_t mostOnStack = 256 << 10;

}  // namespace clustrix::compiler
