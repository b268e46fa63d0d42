// What an audited program has told of its loops, for the report: the JSON that it writes where CLUSTRIX_AUDIT_REPORT
// says.
//
//     audit.json ──► file:line:column, in words ──► the loop of the report that begins there
#pragma once

#include "Driver/Outcome.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

struct AuditOfLoop {
  SourcePoint at;
  AuditWords said;
};

/// Version 1. Errors: a file that cannot be read, and one of another kind.
Outcome<std::vector<AuditOfLoop>> readAuditReport(const std::string& path);

/// Each loop that is launched has what is said of it, or that no launch of it was reached. Files are the same under all
/// of their names, as seen from the current folder.
void addAudit(Report& report, const std::vector<AuditOfLoop>& audit);

}  // namespace clustrix::compiler
