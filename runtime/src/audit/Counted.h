// Counted: `1 loop`, `2 loops`, as reports say it.
#pragma once

#include <cstdint>
#include <string>

namespace clustrix::audit {

inline std::string counted(std::uint64_t count, const std::string& what) {
  const char* const ending = count == 1 ? "" : what.back() == 's' || what.back() == 'h' ? "es" : "s";
  return std::to_string(count) + " " + what + ending;
}

}  // namespace clustrix::audit
