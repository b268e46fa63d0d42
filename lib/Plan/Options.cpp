// Options from two places, the stronger one first.
#include "clustrix/Options.h"

namespace clustrix::compiler {
namespace {

template <class T>
std::optional<T> stronger(const std::optional<T>& over, const std::optional<T>& under) {
  return over ? over : under;
}

}  // namespace

ClusterOptions merge(const ClusterOptions& over, const ClusterOptions& under) {
  return {
      .autoGpuParallel = stronger(over.autoGpuParallel, under.autoGpuParallel),
      .parallel = stronger(over.parallel, under.parallel),
      .cores = stronger(over.cores, under.cores),
      .memory = stronger(over.memory, under.memory),
      .gpus = stronger(over.gpus, under.gpus),
      .maxGpuParallelJobs = stronger(over.maxGpuParallelJobs, under.maxGpuParallelJobs),
      .schedule = stronger(over.schedule, under.schedule),
      .complexityThreshold = stronger(over.complexityThreshold, under.complexityThreshold),
      .minIterations = stronger(over.minIterations, under.minIterations),
      .math = stronger(over.math, under.math),
      .random = stronger(over.random, under.random),
  };
}

}  // namespace clustrix::compiler
