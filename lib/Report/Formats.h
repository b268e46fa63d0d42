// One function a format. `render` of clustrix/Report.h chooses between them.
#pragma once

#include "clustrix/Report.h"

namespace clustrix::compiler {

/// Version 1 of the JSON report: keys in the documented order, two spaces, bytes that are no UTF-8 replaced.
std::string renderJson(const Report& report);

/// SARIF 2.1.0: a rule for each remark id, a result for each loop. Columns are of the lines of `sources`.
std::string renderSarif(const Report& report, const std::vector<SourceText>& sources);

/// One page without references to anything outside it.
std::string renderHtml(const Report& report, const std::vector<SourceText>& sources);

std::string renderText(const Report& report);

}  // namespace clustrix::compiler
