// Lines: where in its source a place in the program's code is.
#pragma once

#include <string>

#include "audit/Shadow.h"

namespace clustrix::audit {

/// Of what returns to that address.
inline Code codeOf(const void* returnAddress) {
  return static_cast<Code>(reinterpret_cast<std::uintptr_t>(returnAddress));
}

/// `file:line`, with the column where llvm-symbolizer is installed; binutils' addr2line is asked otherwise. Empty where
/// neither is, or the program has no line tables (`-g1`).
std::string lineOf(Code code);

}  // namespace clustrix::audit
