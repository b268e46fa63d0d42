// `--fix`: the edits that remarks propose, applied to the source.
#pragma once

#include "clustrix/Report.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

/// The edits of one reason, which make sense together only.
struct AppliedFix {
  SourcePoint at;
  std::string hint, code;
};

struct Fixed {
  std::string text;
  int applied = 0;  // edits
  int skipped = 0;  // fixes that overlap one that was applied, or lie outside the text: they wait for the next run
  std::vector<AppliedFix> fixes{};
};

/// Applies the fixes of every reason of `report` that speaks of `file` to `text`, each whole or not at all. One that
/// several reasons propose is applied once.
Fixed applyEdits(const Report& report, const std::string& file, const std::string& text);

}  // namespace clustrix::compiler
