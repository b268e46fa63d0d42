#include "Plan/Combined.h"
#include "Plan/Symbols.h"

#include <algorithm>
#include <set>

namespace clustrix::compiler {
namespace {

using Problem = std::optional<std::string>;

/// What the runtime's copies have place for: clustrix::runtime::CopyLayout::mostArrays.
constexpr std::size_t mostArrays = 8;
/// Narrower integers are computed with as int, which their products may not fit.
constexpr int intBits = 32;
constexpr int mostBits = 64;

bool sums(UpdateOperator op) { return op == UpdateOperator::Add || op == UpdateOperator::Multiply; }

template <class Other>
bool sameOperation(const Reduction& a, const Other& b) {
  return a.op == b.op && a.ties == b.ties && a.ignoresNan == b.ignoresNan && a.takesNan == b.takesNan;
}

Problem operatorProblem(const LoopModel& model, const Legality& legality, ArrayId id) {
  const ArrayObject& array = arrayAt(model, id);
  const Reduction& reduction = *combinedInto(legality, id);
  for (const Reduction& other : legality.reductions)
    if (other.scalar < 0 && other.array == id && !sameOperation(reduction, other))
      return "elements of '" + array.name + "' are combined by different operators";
  if (!array.arithmetic || array.bits > mostBits) return "the elements of '" + array.name + "' are no plain numbers";
  const bool isBool = array.bits == 1;
  const bool ordered = reduction.op == UpdateOperator::Min || reduction.op == UpdateOperator::Max;
  if (isBool && (sums(reduction.op) || ordered || reduction.op == UpdateOperator::BitXor))
    return "the elements of '" + array.name + "' are bools, which are not counted";
  if (array.floating && !sums(reduction.op) && !ordered) return "the elements of '" + array.name + "' are no integers";
  if (reduction.ignoresNan || reduction.takesNan)
    return "whether an element of '" + array.name + "' was ever compared with a NaN would have to be known";
  if (!array.floating && reduction.op == UpdateOperator::Multiply && array.bits < intBits)
    return "products of the elements of '" + array.name + "' may not fit an int";
  return {};
}

/// Where the kernel sees unsigned numbers, a reference or a pointer of the signed type could not be bound to them.
Problem namingProblem(const LoopModel& model, const Legality& legality, ArrayId id) {
  const ArrayObject& array = arrayAt(model, id);
  if (array.floating || !sums(combinedInto(legality, id)->op) || array.bits < intBits) return {};
  for (const Update& update : model.updates)
    if (update.scalar < 0 && update.array == id && !update.named)
      return "elements of '" + array.name + "' are combined into through a reference or a pointer";
  return {};
}

Problem captureProblem(const LoopModel& model, ArrayId id) {
  const auto leads = [&](const Capture& capture) {
    return (capture.kind == Capture::Pointer || capture.kind == Capture::Span) && capture.array == id;
  };
  if (std::count_if(model.kernel.captures.begin(), model.kernel.captures.end(), leads) == 1) return {};
  return "'" + arrayAt(model, id).name + "' is reached in more than one way";
}

/// A copy holds nothing but what is combined into it.
Problem besideProblem(const LoopModel& model, const Legality& legality, ArrayId id) {
  const ArrayObject& array = arrayAt(model, id);
  const Reduction& reduction = *combinedInto(legality, id);
  for (const Access& access : model.accesses) {
    if (access.array != id) continue;
    const bool whole = access.byteEnd == 0 || coversElement(access, array.elementBytes);
    if (access.update >= 0 && whole && sameOperation(reduction, model.updates[static_cast<std::size_t>(access.update)]))
      continue;
    return "elements of '" + array.name + "' are " + (access.kind == AccessKind::Read ? "read" : "written") +
           " beside those that are combined";
  }
  return {};
}

}  // namespace

std::vector<ArrayId> combinedArrays(const Legality& legality) {
  std::set<ArrayId> arrays;
  for (const Reduction& reduction : legality.reductions)
    if (reduction.scalar < 0) arrays.insert(reduction.array);
  return {arrays.begin(), arrays.end()};
}

const Reduction* combinedInto(const Legality& legality, ArrayId array) {
  for (const Reduction& reduction : legality.reductions)
    if (reduction.scalar < 0 && reduction.array == array) return &reduction;
  return nullptr;
}

std::optional<std::string> combinedProblem(const LoopModel& model, const Legality& legality) {
  const std::vector<ArrayId> arrays = combinedArrays(legality);
  if (arrays.size() > mostArrays) return "iterations combine into too many arrays";
  for (const ArrayId id : arrays) {
    if (id.value < 0 || static_cast<std::size_t>(id.value) >= model.arrays.size()) return "an array is not known";
    Problem problem = operatorProblem(model, legality, id);
    if (!problem) problem = besideProblem(model, legality, id);
    if (!problem) problem = namingProblem(model, legality, id);
    if (!problem) problem = captureProblem(model, id);
    if (problem) return problem;
  }
  return std::nullopt;
}

namespace {

/// Whether each change of an element is one operation that a GPU does at once.
bool isCounted(const LoopModel& model, const Reduction& reduction) {
  const ArrayObject& array = arrayAt(model, reduction.array);
  const bool isKnown = reduction.op == UpdateOperator::Add || reduction.op == UpdateOperator::BitAnd ||
                       reduction.op == UpdateOperator::BitOr || reduction.op == UpdateOperator::BitXor;
  const auto isOf = [&](const Update& update) { return update.scalar < 0 && update.array == reduction.array; };
  const auto& all = model.updates;
  return isKnown && !array.floating && (array.bits == intBits || array.bits == mostBits) &&
         std::any_of(all.begin(), all.end(), isOf) &&
         std::all_of(all.begin(), all.end(), [&](const Update& update) { return !isOf(update) || update.single; });
}

}  // namespace

std::string elementsAs(const LoopModel& model, const Reduction& reduction, bool isTemplate) {
  const ArrayObject& array = arrayAt(model, reduction.array);
  if (isCounted(model, reduction)) return "Counting";
  return sums(reduction.op) && (isTemplate || (!array.floating && array.bits >= intBits)) ? "Wrapping" : "";
}

}  // namespace clustrix::compiler
