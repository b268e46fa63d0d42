// HostAlone: loops that could be given to devices, as far as what they touch goes, and are not.
//
//     half(a[i]) in long double                   no GPU runs the body      ──►   cpu: the host's threads alone
//     cluster(auto_gpu_parallel = false)          the author says so        ──►   cpu
//     level 5 of 5, threshold 4                   too complex a function    ──►   cpu
//     double work[64][100], each iteration's own  no room in a GPU's thread ──►   cpu
//     cluster(auto_gpu_parallel = false, parallel = false)                  ──►   host: as written
//
// All of it is known when the file is rewritten, whatever the run is told: nothing else here is the report's to say.
#pragma once

#include "clustrix/Plan.h"

#include <optional>

namespace clustrix::compiler {

/// Why no device is to run the loop's kernel; nothing where one may.
std::optional<Reason> hostAlone(const LoopSite& site, const Legality& legality, const AnnotatedFunction& function,
                                const ComplexityReport& complexity);

/// Why the host's threads are not to run it either; nothing where they may.
/// Why the loop is run as written where options say that floating-point results are to have the order of the source.
std::optional<Reason> keptInOrder(const ClusterOptions& options, const LoopSite& site, const Legality& legality);

std::optional<Reason> withoutThreads(const AnnotatedFunction& function);

}  // namespace clustrix::compiler
