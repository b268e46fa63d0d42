// Algorithms that stop at the first element of a kind. The range is valid, so that all of it may be tried; a call that
// begins at an iteration before the first of the kind gives the same value.
#include "Normalise/AlgorithmLoops.h"
#include "Syntax/LoopParts.h"

namespace clustrix::compiler {

namespace {

using Call = AlgorithmCall;
using Loop = AlgorithmLoop;

/// Elements of numbers alone: comparing others may be a function of the program's own.
bool areNumbers(const Sequence& sequence) { return sequence.type->isArithmeticType(); }

Loop::Restart fromIterator(const clang::Expr* first, const Sequence& sequence) {
  return {first, sequence.first + " + ", ""};
}

/// The range or the first iterator of the call, at a later iteration.
Loop::Restart later(const Call& call, const Sequence& sequence, std::size_t next) {
  if (next != 1) return fromIterator(call.arguments[0], sequence);
  return {call.arguments[0], sequence.first + " + ", ", " + sequence.first + " + (" + sequence.count + ")"};
}

/// A loop that leaves with the iteration's number, behind which the call's value is `first + at`.
Loop position(const LoopMaker& make, const Sequence& sequence, const std::string& condition,
              const Operation& operation) {
  const std::string& at = make.names.at;
  Loop loop;
  loop.count = sequence.count;
  loop.body = "if (" + condition + ") { " + at + " = " + make.names.k + "; break; }";
  loop.operation = operation;
  loop.declarations = "std::ptrdiff_t " + at + " = " + sequence.count + ";";
  loop.value = sequence.first + " + " + at;
  loop.fallback = at + " = % - (" + sequence.first + ");";
  return loop;
}

/// A loop that leaves with the other truth value.
Loop truth(const LoopMaker& make, const std::string& count, const std::string& condition, bool otherwise,
           const Operation& operation) {
  const std::string& result = make.names.result;
  Loop loop;
  loop.count = count;
  loop.body = "if (" + condition + ") { " + result + " = " + (otherwise ? "false" : "true") + "; break; }";
  loop.operation = operation;
  loop.declarations = "bool " + result + " = " + (otherwise ? "true" : "false") + ";";
  loop.value = result;
  loop.fallback = result + " = %;";
  return loop;
}

std::optional<Loop> find(const LoopMaker& make, const Call& call) {
  std::size_t next = 0;
  const auto x = make.walked(call, next);
  if (!x || call.arguments.size() != next + 1) return std::nullopt;
  std::string condition;
  Operation operation;
  if (call.algorithm == Algorithm::FindEqual) {
    const auto value = make.read.value(call.arguments[next]);
    if (!value || !areNumbers(*x)) return std::nullopt;
    condition = x->element(make.names.k) + " == " + *value;
  } else {
    const auto test = make.read.operation(call.arguments[next], make.names.apply, {x->type});
    if (!test || !test->op.empty()) return std::nullopt;
    operation = *test;
    condition = (call.algorithm == Algorithm::FindMismatch ? "!" : "") + operation(x->element(make.names.k));
  }
  Loop loop = position(make, *x, condition, operation);
  loop.restarts = {later(call, *x, next)};
  return loop;
}

std::optional<Loop> test(const LoopMaker& make, const Call& call) {
  std::size_t next = 0;
  const auto x = make.walked(call, next);
  if (!x || call.arguments.size() != next + 1) return std::nullopt;
  const auto test = make.read.operation(call.arguments[next], make.names.apply, {x->type});
  if (!test || !test->op.empty()) return std::nullopt;
  const std::string condition = (call.algorithm == Algorithm::AllMatch ? "!" : "") + (*test)(x->element(make.names.k));
  Loop loop = truth(make, x->count, condition, call.algorithm != Algorithm::AnyMatches, *test);
  loop.restarts = {later(call, *x, next)};
  return loop;
}

/// Of two numbers, or by a function of the call's own, which is its argument `index`.
struct Comparison {
  Operation operation;
  std::string text;
};
std::optional<Comparison> compared(const LoopMaker& make, const Call& call, std::size_t index, const Sequence& x,
                                   const std::string& a, const char* op, const std::string& b) {
  if (call.arguments.size() == index) {
    if (!areNumbers(x)) return std::nullopt;
    return Comparison{{}, a + " " + op + " " + b};
  }
  if (call.arguments.size() != index + 1) return std::nullopt;
  const auto function = make.read.operation(call.arguments[index], make.names.apply, {x.type, x.type});
  if (!function || !function->op.empty()) return std::nullopt;
  return Comparison{*function, (*function)(a, b)};
}

/// `adjacent_find`, `is_sorted` and `is_sorted_until`: an element and the one behind it.
std::optional<Loop> neighbours(const LoopMaker& make, const Call& call) {
  std::size_t next = 0;
  const auto x = make.walked(call, next);
  if (!x) return std::nullopt;
  const std::string &k = make.names.k, &at = make.names.at;
  const std::string here = x->element(k), behind = x->element(k + " + 1"), count = "(" + x->count + ") - 1";
  const bool equal = call.algorithm == Algorithm::FindEqualNeighbours;
  const auto found =
      equal ? compared(make, call, next, *x, here, "==", behind) : compared(make, call, next, *x, behind, "<", here);
  if (!found) return std::nullopt;
  Loop loop = call.algorithm == Algorithm::AreInOrder ? truth(make, count, found->text, true, found->operation)
                                                      : position(make, *x, found->text, found->operation);
  loop.count = count;
  if (call.algorithm == Algorithm::FindDisorder)
    loop.body = "if (" + found->text + ") { " + at + " = " + k + " + 1; break; }";
  loop.restarts = {later(call, *x, next)};
  return loop;
}

/// `equal` of two ranges: those of different lengths are not equal, and nothing is looked at.
std::optional<Loop> equalRanges(const LoopMaker& make, const Call& call) {
  const auto& a = call.arguments;
  const bool whole = call.ranges && a.size() < 4;
  if (a.size() < (whole ? 2 : 4)) return std::nullopt;
  const auto x = whole ? make.read.whole(a[0]) : make.read.between(a[0], a[1]);
  const auto y = whole ? make.read.whole(a[1]) : make.read.between(a[2], a[3]);
  const std::size_t next = whole ? 2 : 4;
  if (!x || !y || (a.size() == next && !areNumbers(*y))) return std::nullopt;
  const auto& [k, apply, result, best, at, held, most, last] = make.names;
  const auto found = compared(make, call, next, *x, x->element(k), "==", y->element(k));
  if (!found) return std::nullopt;
  Loop loop = truth(make, last, "!(" + found->text + ")", true, found->operation);
  loop.declarations = "bool " + result + " = (" + x->count + ") == (" + y->count + "); const std::ptrdiff_t " + last +
                      " = " + result + " ? " + x->count + " : 0;";
  loop.restarts = {later(call, *x, whole ? 1 : 2)};
  if (whole)
    loop.restarts.push_back({a[1], y->first + " + ", ", " + y->first + " + (" + y->count + ")"});
  else
    loop.restarts.push_back(fromIterator(a[2], *y));
  return loop;
}

/// `mismatch` and `equal` of a range and what begins at an iterator.
std::optional<Loop> pairs(const LoopMaker& make, const Call& call) {
  const auto& a = call.arguments;
  if (call.ranges || a.size() < 3) return std::nullopt;
  const auto x = make.read.between(a[0], a[1]), y = make.read.from(a[2]);
  if (!x || !y || (a.size() == 3 && !areNumbers(*y))) return std::nullopt;
  const std::string& k = make.names.k;
  const auto found = compared(make, call, 3, *x, x->element(k), "==", y->element(k));
  if (!found) return std::nullopt;
  const std::string condition = "!(" + found->text + ")";
  Loop loop = call.algorithm == Algorithm::AreEqual ? truth(make, x->count, condition, true, found->operation)
                                                    : position(make, *x, condition, found->operation);
  if (call.algorithm == Algorithm::FindDifference) {
    loop.value = "std::make_pair(" + loop.value + ", " + y->first + " + " + make.names.at + ")";
    loop.fallback = make.names.at + " = %.first - (" + x->first + ");";
  }
  loop.restarts = {fromIterator(a[0], *x), fromIterator(a[2], *y)};
  return loop;
}

}  // namespace

std::optional<AlgorithmLoop> searchLoop(const LoopMaker& make, const AlgorithmCall& call) {
  switch (call.algorithm) {
    case Algorithm::FindEqual:
    case Algorithm::FindMatch:
    case Algorithm::FindMismatch:
      return find(make, call);
    case Algorithm::AllMatch:
    case Algorithm::AnyMatches:
    case Algorithm::NoneMatches:
      return test(make, call);
    case Algorithm::FindEqualNeighbours:
    case Algorithm::AreInOrder:
    case Algorithm::FindDisorder:
      return neighbours(make, call);
    case Algorithm::AreEqual:
      if (auto loop = equalRanges(make, call)) return loop;
      return pairs(make, call);
    case Algorithm::FindDifference:
      return pairs(make, call);
    default:
      return std::nullopt;
  }
}

}  // namespace clustrix::compiler
