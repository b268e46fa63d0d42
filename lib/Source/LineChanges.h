// Line changes: the `#line 40 "grammar.y"` of a generated source, which names the lines behind it.
#pragma once

#include "clustrix/Source.h"

namespace clustrix::compiler {

std::vector<LineChange> lineChanges(const std::string& text);

}  // namespace clustrix::compiler
