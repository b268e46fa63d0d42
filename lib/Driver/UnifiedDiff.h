// The difference of two texts as `diff -u` shows it.
#pragma once

#include <string>

namespace clustrix::compiler {

/// "" when the texts are equal. Headers are `--- beforeName` and `+++ afterName`; three lines of context.
/// After: Myers 1986.
std::string unifiedDiff(const std::string& before, const std::string& after, const std::string& beforeName,
                        const std::string& afterName);

}  // namespace clustrix::compiler
