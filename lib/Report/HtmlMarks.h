// Marks: how a page shows verdicts. Each has a word, a colour of the style (its class) and a sign, so that no one needs
// to tell colours apart.
#pragma once

#include "Report/Words.h"

#include <array>

namespace clustrix::compiler {

/// In the order of the legend.
inline constexpr std::array verdicts{Verdict::Spread, Verdict::Threads, Verdict::Inside, Verdict::Kept,
                                     Verdict::Serial};

/// `spread`, `threads`, `inside`, `kept`, `serial`: a class of the style and a word of the filter.
const char* className(Verdict verdict);
/// One character.
const char* signOf(Verdict verdict);
/// `over devices`, for buttons and totals.
const char* shortName(Verdict verdict);

/// What the filter knows of a loop: its verdict, `parallel` where it is, its kinds, `fault` where an audit has found
/// one.
std::vector<std::string> tagsOf(const LoopReport& loop);

/// The sign and the words of the verdict, in its colour.
std::string tag(const LoopReport& loop);

/// The signs of a function's loops, each verdict with its number.
std::string signs(const FunctionReport& function);

/// All signs and kinds with what they mean, in the words of the text report.
std::string legend();

}  // namespace clustrix::compiler
