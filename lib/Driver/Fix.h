// `--fix`: the edits that remarks propose, applied to the source.
#pragma once

#include "clustrix/Report.h"

#include <string>

namespace clustrix::compiler {

struct Fixed {
  std::string text;
  int applied = 0;
  int skipped = 0;  // overlap an edit that was applied, or lie outside the text: they wait for the next run
};

/// Applies the edits of every reason of `report` that speaks of `file` to `text`. An edit that several reasons propose
/// is applied once.
Fixed applyEdits(const Report& report, const std::string& file, const std::string& text);

}  // namespace clustrix::compiler
