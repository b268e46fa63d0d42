// What a measured launch was: a line on standard error (CLUSTRIX_PTX_LOG=1), an object of JSON in a file
// (CLUSTRIX_PTX_OUT=FILE, appended).
#pragma once

#include "Launch.h"

namespace ptx {

/// Whether anybody wants to know.
bool isReportWanted();

void report(const Launch& launch, double wallSeconds);

}  // namespace ptx
