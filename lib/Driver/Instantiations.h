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

/// The legality of each loop of the function, as first instantiated.
std::vector<Legality> verdictsOn(const AnnotatedFunction& function);

/// Analyses every loop in all its instantiations. `known`: the verdicts on each function's loops as first instantiated;
/// empty where nobody has asked yet.
Judgement judge(const SourceUnit& unit, const ClusterOptions& defaults, Verdicts known = {});

}  // namespace clustrix::compiler
