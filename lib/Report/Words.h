// The words that all formats share, so that text, JSON, HTML and remarks never call one verdict two names.
//
//     LoopReport ──verdict──► Spread │ Threads │ Inside │ Kept │ Serial ──► words, colours, levels
#pragma once

#include "Plan/Words.h"

#include "clustrix/Report.h"

namespace clustrix::compiler {

enum class Verdict {
  Spread,   // runs over the devices
  Threads,  // runs over the host's threads, and never on a device
  Inside,   // runs inside the kernel of a loop around it, in order or over a device's threads
  Kept,     // legal in any order, but left on the host
  Serial,   // left on the host, since something stands in the way
};

Verdict verdict(const LoopReport& loop);

/// One clause for people: `parallelised over devices`. `isOne`: of one loop, `stays serial`, or of several, `stay
/// serial`.
const char* describe(const LoopReport& loop, bool isOne = true);

/// `file:line:column`
std::string place(const SourcePoint& at);

/// The reason's hint, and whether `--fix` follows it; "" when there is none.
std::string hintOf(const Reason& reason);

/// `3 of 5 loops parallel, 2 spread over devices`, `..., 1 over the host's threads` where there are such
std::string tally(const FunctionReport& function);

}  // namespace clustrix::compiler
