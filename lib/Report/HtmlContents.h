// The list beside the page: its files and their functions, each with its level and its loops' signs, below a filter
// that the page's script shows.
#pragma once

#include "Report/HtmlPage.h"

namespace clustrix::compiler {

std::string contents(const Page& page);

}  // namespace clustrix::compiler
