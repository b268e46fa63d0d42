// ByteSize: "8GB" as a number of bytes, and back for messages.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace clustrix::runtime {

/// A number, whole or decimal, with an optional unit: B, KB, MB, GB, TB (powers of 1024, also KiB, ...; any case).
/// Null when it is none of that, not positive, or does not fit.
std::optional<std::size_t> parseByteSize(const std::string& text);
/// "1.5 GB": for people.
std::string printByteSize(std::size_t bytes);

}  // namespace clustrix::runtime
