#include "Plan/HostAlone.h"

#include "Model/OwnRoom.h"
#include "Model/SourceNames.h"
#include "Plan/Launchable.h"

namespace clustrix::compiler {
namespace {

Reason attributeSays(const AnnotatedFunction& function, const std::string& option) {
  return {.code = "plan.options",
          .message = "the function's attribute says " + option,
          .hint = "",
          .at = function.at,
          .other = std::nullopt};
}

Reason tooComplex(const LoopSite& site, const ComplexityReport& complexity) {
  return {.code = "plan.complexity",
          .message = "its complexity is over the threshold: level " + std::to_string(complexity.level) +
                     ", threshold " + std::to_string(complexity.threshold),
          .hint = "split the loop, or raise complexity_threshold",
          .at = site.at,
          .other = std::nullopt};
}

Reason needsRoom(const LoopSite& site, const Legality& legality) {
  const ArrayId array = legality.privateArrays.front().array;
  return {.code = "plan.private-array",
          .message = "arrays of an iteration's own, such as '" +
                     sourceName(site.model.arrays[static_cast<std::size_t>(array.value)]) +
                     "', are more than a device's thread has room for",
          .hint = "",
          .at = site.at,
          .other = std::nullopt};
}

/// What the loop combines of floating-point numbers, in an order that shows in the last bits; "" for nothing.
std::string groupedOf(const LoopModel& model, const Legality& legality) {
  for (const Reduction& reduction : legality.reductions) {
    // What an author has declared may be grouped; complex numbers and the like are known to be sums.
    const bool isOfParts = reduction.declared && reduction.declared->proven;
    const bool isSum = reduction.op == UpdateOperator::Add || reduction.op == UpdateOperator::Multiply;
    if (!isSum && !isOfParts) continue;
    if (reduction.scalar >= 0) {
      const ScalarState& scalar = model.scalars[static_cast<std::size_t>(reduction.scalar)];
      if (scalar.floating || isOfParts) return scalar.name;
    } else if (const ArrayObject& array = model.arrays[static_cast<std::size_t>(reduction.array.value)];
               array.floating || isOfParts) {
      return sourceName(array);
    }
  }
  return model.objectReductions.empty() ? "" : model.objectReductions.front().name;
}

}  // namespace

std::optional<Reason> keptInOrder(const ClusterOptions& options, const LoopSite& site, const Legality& legality) {
  if (options.random == Random::Serial && !site.model.streams.empty())
    return Reason{.code = "plan.options",
                  .message = "random = \"serial\", and its iterations draw from one sequence of random numbers",
                  .hint = "",
                  .at = site.at,
                  .other = std::nullopt};
  if (options.math != Math::Strict) return std::nullopt;
  std::string grouped = groupedOf(site.model, legality);
  for (const LoopModel& other : site.otherInstantiations)
    if (grouped.empty()) grouped = groupedOf(other, legality);
  if (grouped.empty()) return std::nullopt;
  return Reason{.code = "plan.options",
                .message = "math = \"strict\", and `" + grouped +
                           "` would be added up in another order than the source's, which its last bits may show",
                .hint = "",
                .at = site.at,
                .other = std::nullopt};
}

std::optional<Reason> hostAlone(const LoopSite& site, const Legality& legality, const AnnotatedFunction& function,
                                const ComplexityReport& complexity) {
  if (const Effect* call = site.hostCall())
    return Reason{
        .code = call->code, .message = call->message, .hint = call->hint, .at = call->at, .other = std::nullopt};
  if (function.options.autoGpuParallel == false) return attributeSays(function, "auto_gpu_parallel = false");
  if (complexity.level > complexity.threshold) return tooComplex(site, complexity);
  if (ownBytes(site.model, legality) > mostOwnBytes) return needsRoom(site, legality);
  return std::nullopt;
}

std::optional<Reason> withoutThreads(const AnnotatedFunction& function) {
  if (function.options.parallel != false) return std::nullopt;
  return attributeSays(function, "parallel = false");
}

}  // namespace clustrix::compiler
