// The words that all formats share, so that text, JSON, HTML and remarks never call one verdict two names.
//
//     LoopReport ──verdict──► Spread │ Inside │ Kept │ Serial ──► words, colours, levels
#pragma once

#include "Plan/Words.h"

#include "clustrix/Report.h"

namespace clustrix::compiler {

enum class Verdict {
  Spread,  // runs over the devices
  Inside,  // runs inside the kernel of a loop around it, in order or over a device's threads
  Kept,    // legal in any order, but left on the host
  Serial,  // left on the host, since something stands in the way
};

Verdict verdict(const LoopReport& loop);

/// One clause for people: `parallelised over devices`.
const char* describe(const LoopReport& loop);

/// `file:line:column`
std::string place(const SourcePoint& at);

/// The reason's hint, and whether `--fix` follows it; "" when there is none.
std::string hintOf(const Reason& reason);

/// `3 of 5 loops parallel, 2 spread over devices`
std::string tally(const FunctionReport& function);

}  // namespace clustrix::compiler
