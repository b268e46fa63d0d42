// The pipeline: what one parsed source becomes.
//
//     SourceUnit ─judge─► Verdicts ─plan─► ClusterPlan ─emit─► text
//                                              └──────report─► Report
#pragma once

#include "Driver/Instantiations.h"
#include "clustrix/Plan.h"
#include "clustrix/Report.h"
#include "clustrix/Source.h"

#include <string>

namespace clustrix::compiler {

struct Compiled {
  SourceUnit unit;
  Verdicts verdicts;
  ClusterPlan plan;
  std::string rewritten;  // the source byte for byte when no function is annotated
};

/// `defaults`: from clustrix.yml. `known`: see judge.
Compiled compile(SourceUnit unit, const ClusterOptions& defaults, Verdicts known = {}, const EmitOptions& options = {});

}  // namespace clustrix::compiler
