// Words of PTX and what they name.
#pragma once

#include <optional>
#include <string>

#include "Types.h"

namespace ptx {

/// "u32" and the like, without the point.
std::optional<Type> typeNamed(const std::string& word);

/// "%tid.x" and the like: the row that holds it.
std::optional<SpecialRow> specialRegister(const std::string& name);

}  // namespace ptx
