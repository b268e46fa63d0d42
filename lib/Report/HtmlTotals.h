// What a reader sees first: how many loops became what, and what stands in the way of the others most often.
#pragma once

#include "Report/HtmlPage.h"

namespace clustrix::compiler {

/// Numbers lead to the first loop that they count, and with the page's script to all of them.
std::string totals(const Page& page);

}  // namespace clustrix::compiler
