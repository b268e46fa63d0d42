// A function's head and the table of its loops: verdict, what it rests on, what stands in the way, and where the
// generated code is.
#pragma once

#include "Report/HtmlPage.h"

namespace clustrix::compiler {

/// `index`: of the function, in the report.
std::string loopTable(const Page& page, std::size_t index);

}  // namespace clustrix::compiler
