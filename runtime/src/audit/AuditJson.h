// AuditJson: what AuditReport says, for programs: docs/clustrix-rewrite.md has the keys.
#pragma once

#include <string>

#include "audit/AuditReport.h"

namespace clustrix::audit {

/// Version 1, with a loop on each line.
std::string asJson(const Audit& audit, const Lines& lines);

}  // namespace clustrix::audit
