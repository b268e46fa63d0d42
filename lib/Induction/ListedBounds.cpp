// Inner loops whose bounds are elements of lists: see Lower/ListedValues.h.
#include "Induction/LoopHeader.h"
#include "Induction/TripCounting.h"

namespace clustrix::compiler {

/// How often the loop runs is known only once its lists are: between which values its variable stays.
///
///     for (int j = row[i]; j < row[i + 1]; ++j)
void LoopHeaders::boundByLists(LoopHeader& header, const TripCounting& counting) {
  const bool plain = header.stepPlace == StepPlace::Outside && !header.testedLast && header.secondaries.empty() &&
                     !counting.pointer && !mayWrap(counting.type) && counting.comparison.kind != clang::BO_NE;
  const auto stride = counting.stride.constant();
  const bool needs = !counting.first.needs.empty() || !counting.left.needs.empty() || !counting.right.needs.empty();
  const auto run = multiply(counting.stride, Polynomial::symbol(counting.counter));
  const auto remaining = run ? subtract(counting.distance, *run) : std::nullopt;
  const auto positive = remaining ? subtract(*remaining, Polynomial(1)) : std::nullopt;
  if (!plain || !stride || *stride < 1 || needs || !positive) return;
  header.value = counting.value;
  header.constraints.push_back(*positive);
}

}  // namespace clustrix::compiler
