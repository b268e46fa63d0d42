// AuditReport: what was found, as text.
//
//     clustrix: audit: smooth at heat.cpp:3: iteration 6 reads a[5], which iteration 5 has written (17 times)
//         heat.cpp:4:12
//         heat.cpp:4:5, before
//     clustrix: audit: shift at heat.cpp:9: the guard "a and b don't overlap" let none of 2 launches through, and
//     nothing
//         was found there: it was not needed on this input
//     clustrix: audit: 2 loops, 2000 iterations: 1 fault
#pragma once

#include <functional>
#include <string>

#include "audit/Audit.h"

namespace clustrix::audit {

/// `file:line:column` of a place in the code; empty where nobody knows.
using Lines = std::function<std::string(Code)>;

/// `iteration 6 reads a[5], which iteration 5 has written`
std::string sentence(const Finding& found);

/// How far it is after so many seconds, in an iteration of that loop.
std::string progress(const Audit& audit, const AuditedLoop& loop, std::uint64_t seconds);

std::string reported(const Audit& audit, const Lines& lines);

}  // namespace clustrix::audit
