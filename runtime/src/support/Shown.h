// Shown: text of somebody else's, such as a variable of the environment, as a message may have it.
#pragma once

#include <string>

namespace clustrix::runtime {

/// On one line and without control characters, which a terminal would obey: `\x1b` for escape. At most so many bytes,
/// and `...` behind them.
std::string shown(const std::string& text, std::size_t most = 400);

}  // namespace clustrix::runtime
