// What the printed plan and the report call things: symbols, trip counts and guards.
#pragma once

#include "clustrix/Plan.h"

#include <functional>
#include <string>

namespace clustrix::compiler {

/// `devices`, `cpu`, `threads`, `sequential`, `host`: fixed by the JSON report.
const char* word(Mapped mapped);

/// `n`; a counter is called as the source's variable when it has the variable's value, else `k0`, `k1`, ...
std::string symbolWord(const LoopModel& model, SymbolId id);
std::function<std::string(SymbolId)> symbolWords(const LoopModel& model);

/// `n - 1`, `ceil((n - 1)/3)`.
std::string tripWords(const TripCount& trip, const std::function<std::string(const Polynomial&)>& spell);

/// A variable by its name where the expression is one that only a launch says: `(x.data())[static_cast<...>(i)]`.
std::string scalarWord(const LoopModel& model, const std::string& expression);

/// `pitch - cols >= 0`, `out and in don't overlap`.
std::string guardWords(const Guard& guard, const LoopModel& model);

/// `sum`, `grad[3*h]`.
std::string reductionWord(const Reduction& reduction, const LoopModel& model);
/// `+`, `min`, or the name of a function that is declared to combine.
std::string operatorWord(const Reduction& reduction);

}  // namespace clustrix::compiler
