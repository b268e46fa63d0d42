// One verdict for a loop that is several: a loop of a function template is one piece of text, rewritten once, and
// stands for a loop in each instantiation.
//
//     scale<double>: legal ─┐                       ┌─ yes ──► legal
//     scale<int>:    legal ─┴─ same generated code? ┴─ no ───► legal, but held back on the host: template.disagrees
#pragma once

#include "clustrix/Legality.h"
#include "clustrix/Options.h"
#include "clustrix/Source.h"

#include <cstddef>
#include <vector>

namespace clustrix::compiler {

/// `verdicts[f][l]`: the legality of each loop of each function, for all of its instantiations.
using Verdicts = std::vector<std::vector<Legality>>;

/// A loop that is legal in all instantiations, and cannot be launched since they need different code.
struct HeldBack {
  std::size_t function = 0, loop = 0;
  Legality legality;  // of the first instantiation, with the reason template.disagrees
};

struct Judgement {
  Verdicts verdicts;  // to plan by: a loop that is held back is serial here
  std::vector<HeldBack> heldBack;
};

/// How many threads of the compiler the functions of one source are worth: a thread costs as much as some ten analyses.
std::size_t threadsFor(const SourceUnit& unit);

/// Analyses every loop in all its instantiations.
Judgement judge(const SourceUnit& unit, const ClusterOptions& defaults);

}  // namespace clustrix::compiler
