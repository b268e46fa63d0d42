// Algorithms that change elements or move them, each in the order of its specification.
#include "Normalise/AlgorithmLoops.h"

namespace clustrix::compiler {

namespace {

using Call = AlgorithmCall;
using Loop = AlgorithmLoop;

std::optional<Loop> replace(const LoopMaker& make, const Call& call) {
  std::size_t next = 0;
  const auto x = make.walked(call, next);
  const auto& a = call.arguments;
  if (!x || a.size() != next + 2 || !x->type->isArithmeticType()) return std::nullopt;
  const auto made = make.read.value(a[next + 1]);
  const std::string element = x->element(make.names.k);
  std::string condition;
  Operation operation;
  if (call.algorithm == Algorithm::ReplaceEqual) {
    const auto old = make.read.value(a[next]);
    if (!old) return std::nullopt;
    condition = element + " == " + *old;
  } else {
    const auto test = make.read.operation(a[next], make.names.apply, {x->type});
    if (!test || !test->op.empty()) return std::nullopt;
    operation = *test;
    condition = operation(element);
  }
  if (!made) return std::nullopt;
  return Loop{x->count, "if (" + condition + ") " + element + " = " + *made + ";", operation, "", "", ""};
}

/// `a` and `b` exchange what they hold.
std::string exchanged(const LoopMaker& make, const std::string& a, const std::string& b) {
  const std::string& held = make.names.held;
  return "{ const auto " + held + " = " + a + "; " + a + " = " + b + "; " + b + " = " + held + "; }";
}

std::optional<Loop> swapRanges(const LoopMaker& make, const Call& call) {
  const auto& a = call.arguments;
  if (call.ranges || a.size() != 3) return std::nullopt;
  const auto x = make.read.between(a[0], a[1]), y = make.read.from(a[2]);
  if (!x || !y || !x->type->isArithmeticType() || x->type != y->type) return std::nullopt;
  return Loop{x->count, exchanged(make, x->element(make.names.k), y->element(make.names.k)), {}, "", "", ""};
}

std::optional<Loop> reverse(const LoopMaker& make, const Call& call) {
  std::size_t next = 0;
  const auto x = make.walked(call, next);
  if (!x || call.arguments.size() != next || !x->type->isArithmeticType()) return std::nullopt;
  const std::string partner = "(" + x->count + ") - 1 - " + make.names.k;
  return Loop{"(" + x->count + ") / 2", exchanged(make, x->element(make.names.k), x->element(partner)), {}, "", "", ""};
}

std::optional<Loop> reverseCopy(const LoopMaker& make, const Call& call) {
  std::size_t next = 0;
  const auto x = make.walked(call, next);
  if (!x || call.arguments.size() != next + 1) return std::nullopt;
  const auto out = make.read.from(call.arguments[next]);
  if (!out) return std::nullopt;
  const std::string source = x->element("(" + x->count + ") - 1 - " + make.names.k);
  return Loop{x->count, out->element(make.names.k) + " = " + source + ";", {}, "", "", ""};
}

/// In place, the library keeps each element until its difference is formed, which a loop over elements does not.
std::optional<Loop> adjacentDifference(const LoopMaker& make, const Call& call) {
  const auto& a = call.arguments;
  if (call.ranges || a.size() != 3) return std::nullopt;
  const auto x = make.read.between(a[0], a[1]), out = make.read.from(a[2]);
  if (!x || !out || !x->type->isArithmeticType()) return std::nullopt;
  const std::string& k = make.names.k;
  const std::string here = x->element(k);
  Loop loop{
      x->count, out->element(k) + " = " + k + " > 0 ? " + here + " - " + x->element(k + " - 1") + " : " + here + ";",
      {},       "",
      "",       ""};
  loop.exactApart = true;
  return loop;
}

/// `minmax_element`, and `std::ranges::minmax(v)`.
std::optional<Loop> minmaxElement(const LoopMaker& make, const Call& call) {
  std::size_t next = 0;
  const auto x = make.walked(call, next);
  if (!x || call.arguments.size() != next || !x->type->isArithmeticType() || x->type->isBooleanType())
    return std::nullopt;
  const auto& [k, apply, result, best, at, held, most, last] = make.names;
  const std::string type = make.typeName(x->type), here = x->element(k);
  const std::string start = x->count + " > 0 ? " + x->element("0") + " : " + type + "()";
  Loop loop;
  loop.count = x->count;
  // The first of several least ones, and the last of several greatest.
  loop.body = "{ if (" + here + " < " + best + ") { " + best + " = " + here + "; " + at + " = " + k + "; } if (" +
              here + " >= " + most + ") { " + most + " = " + here + "; " + last + " = " + k + "; } }";
  loop.declarations = "std::ptrdiff_t " + at + " = 0, " + last + " = 0; " + type + " " + best + " = " + start + "; " +
                      type + " " + most + " = " + best + ";";
  // Of a range: its values, or the places where they lie.
  const bool places = call.algorithm == Algorithm::LeastAndGreatest;
  const std::string made = call.ranges ? "std::ranges::min_max_result{" : "std::make_pair(";
  const std::string close = call.ranges ? "}" : ")";
  const std::string least = held + (call.ranges ? ".min" : ".first"),
                    greatest = held + (call.ranges ? ".max" : ".second");
  const auto from = [&](const std::string& place) { return places ? place + " - (" + x->first + ")" : place; };
  loop.value = places ? made + x->first + " + " + at + ", " + x->first + " + " + last + close
                      : made + best + ", " + most + close;
  loop.fallback = "const auto " + held + " = %; " + (places ? at : best) + " = " + from(least) + "; " +
                  (places ? last : most) + " = " + from(greatest) + ";";
  return loop;
}

/// `std::ranges::min(v)` and `std::ranges::max(v)`.
std::optional<Loop> extremeValue(const LoopMaker& make, const Call& call) {
  std::size_t next = 0;
  if (!call.ranges || call.arguments.size() != 1) return std::nullopt;
  const auto x = make.walked(call, next);
  if (!x || !x->type->isArithmeticType() || x->type->isBooleanType()) return std::nullopt;
  const std::string type = make.typeName(x->type), here = x->element(make.names.k);
  const std::string& best = make.names.best;
  Loop loop;
  loop.count = x->count;
  loop.body = "if (" + here + (call.algorithm == Algorithm::LeastValue ? " < " : " > ") + best + ") " + best + " = " +
              here + ";";
  loop.declarations = type + " " + best + " = " + x->count + " > 0 ? " + x->element("0") + " : " + type + "();";
  loop.value = best;
  loop.fallback = best + " = %;";
  return loop;
}

}  // namespace

std::optional<AlgorithmLoop> rearrangingLoop(const LoopMaker& make, const AlgorithmCall& call) {
  switch (call.algorithm) {
    case Algorithm::ReplaceEqual:
    case Algorithm::ReplaceMatches:
      return replace(make, call);
    case Algorithm::SwapElements:
      return swapRanges(make, call);
    case Algorithm::TurnRound:
      return reverse(make, call);
    case Algorithm::CopyBackwards:
      return reverseCopy(make, call);
    case Algorithm::Differences:
      return adjacentDifference(make, call);
    case Algorithm::LeastAndGreatestValue:
      if (!call.ranges || call.arguments.size() != 1) return std::nullopt;
      return minmaxElement(make, call);
    case Algorithm::LeastAndGreatest:
      return minmaxElement(make, call);
    case Algorithm::LeastValue:
    case Algorithm::GreatestValue:
      return extremeValue(make, call);
    default:
      return std::nullopt;
  }
}

}  // namespace clustrix::compiler
