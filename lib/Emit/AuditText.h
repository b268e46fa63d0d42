// What stands in place of a loop in a program that is audited: the loop as written, with a mark that each iteration
// passes, and what its iterations may do with variables.
//
//     for (...) s += a[i];   ──►   clustrix::audit::Loop audit(loop);
//                                  audit.combines("s", s);
//                                  audit.names("n", n);
//                                  const clustrix::audit::Watched watched(audit);
//                                  for (...) { const clustrix::audit::Iteration iteration(watched); s += a[i]; }
#pragma once

#include "Emit/LaunchNames.h"

#include <string>

namespace clustrix::compiler {

/// What stands in front of the loop as written, of which `loop` is the text: it gets a mark at the beginning of its
/// body, where it is known where that stands. `begin`: what the text has in place of what its restart names; "" where
/// it is as written. Without an audit, nothing.
std::string watchedText(const LaunchSource& source, LaunchNames& names, const std::string& margin,
                        const std::string& begin, std::string& loop);

}  // namespace clustrix::compiler
