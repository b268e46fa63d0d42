// RegularFile: files that somebody else has written are read whole, within bounds.
//
// What opens as something else may never end (a device, a pipe), or never begin (a pipe that nobody writes to).
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace clustrix::runtime {

/// The file's bytes. Null where it is no regular file, has more than `most` bytes, or cannot be read: `why` says which.
std::optional<std::string> readRegularFile(const std::string& path, std::size_t most, std::string& why);

}  // namespace clustrix::runtime
