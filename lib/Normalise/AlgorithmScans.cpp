// Algorithms whose elements depend on all that came before: running sums, and what is packed.
//
//     std::partial_sum(x, x + n, y)   double result = -0.0;
//                                     for (k = 0; k < n; ++k) { result = result + x[k]; y[k] = result; }
//     std::copy_if(x, x + n, std::back_inserter(v), test)
//                                     for (k = 0; k < n; ++k) if (test(x[k])) v.push_back(x[k]);
#include "Normalise/AlgorithmLoops.h"

namespace clustrix::compiler {

namespace {

using Call = AlgorithmCall;
using Loop = AlgorithmLoop;

/// Which arguments stand where: `inclusive_scan` and `exclusive_scan` have them in different orders.
struct Running {
  const clang::Expr* start = nullptr;     // the first value of the sum
  const clang::Expr* function = nullptr;  // null: +
  bool exclusive = false;
};

std::optional<Running> runningOf(const Call& call) {
  const auto& a = call.arguments;
  if (call.ranges || a.size() < 3 || a.size() > 5) return std::nullopt;
  const auto argument = [&](std::size_t index) { return a.size() > index ? a[index] : nullptr; };
  if (call.algorithm == Algorithm::SumsBefore && a.size() > 3) return Running{argument(3), argument(4), true};
  if (call.algorithm == Algorithm::SumsFromStart) return Running{argument(4), argument(3), false};
  if (call.algorithm == Algorithm::Sums && a.size() < 5) return Running{nullptr, argument(3), false};
  return std::nullopt;
}

/// What leaves every element as it is: 0 would make -0.0 into 0.0.
std::string neutral(clang::QualType type, const std::string& name) {
  return type->isRealFloatingType() ? "static_cast<" + name + ">(-0.0)" : "0";
}

std::optional<Loop> running(const LoopMaker& make, const Call& call) {
  const auto how = runningOf(call);
  if (!how) return std::nullopt;
  const auto& a = call.arguments;
  const auto x = make.read.between(a[0], a[1]), out = make.read.from(a[2]);
  if (!x || !out) return std::nullopt;
  const clang::QualType type = how->start ? how->start->getType() : x->type;
  if (!type->isArithmeticType() || !x->type->isArithmeticType()) return std::nullopt;
  const auto& [k, apply, result, best, at, held, most, last] = make.names;
  auto next = std::optional<std::string>(result + " + " + held);
  if (how->function) {
    // Only a sum is known to have a neutral value.
    const auto plus = make.read.operation(how->function, "", {type, x->type});
    if (!how->start && (!plus || plus->op != "+")) return std::nullopt;
    next = make.read.folded(how->function, result, type, held, x->type);
  }
  const std::string name = make.typeName(type);
  const auto start = how->start ? make.read.start(how->start) : std::optional<std::string>(neutral(type, name));
  if (!next || !start) return std::nullopt;
  const std::string write = out->element(k) + " = " + result + ";", step = result + " = " + *next + ";";
  Loop loop;
  loop.count = x->count;
  loop.body = "{ const auto " + held + " = " + x->element(k) + "; " +
              (how->exclusive ? write + " " + step : step + " " + write) + " }";
  loop.declarations = name + " " + result + " = " + *start + ";";
  loop.value = out->first + " + (" + x->count + ")";
  loop.fallback = "%;";
  loop.writes = true;
  return loop;
}

std::optional<Loop> packed(const LoopMaker& make, const Call& call) {
  std::size_t next = 0;
  const auto x = make.walked(call, next);
  const auto& a = call.arguments;
  if (!x || a.size() != next + 2) return std::nullopt;
  const auto target = make.read.to(a[next]);
  const auto test = make.read.operation(a[next + 1], make.names.apply, {x->type});
  if (!target || !test || !test->op.empty()) return std::nullopt;
  const std::string &at = make.names.at, here = x->element(make.names.k);
  Loop loop;
  loop.count = x->count;
  loop.body = std::string("if (") + (call.algorithm == Algorithm::CopyMatches ? "" : "!") + (*test)(here) + ") " +
              target->written(at + "++", here);
  loop.operation = *test;
  const auto& out = target->elements;
  if (!out) return loop;  // nobody asks for the value of an inserter
  loop.declarations = "std::ptrdiff_t " + at + " = 0;";
  loop.value = out->first + " + " + at;
  loop.fallback = at + " = % - (" + out->first + ");";
  if (call.ranges) {
    loop.value = "std::ranges::in_out_result{" + x->first + " + (" + x->count + "), " + loop.value + "}";
    loop.fallback = at + " = %.out - (" + out->first + ");";
  }
  loop.writes = true;
  return loop;
}

}  // namespace

std::optional<AlgorithmLoop> runningLoop(const LoopMaker& make, const AlgorithmCall& call) {
  if (call.algorithm == Algorithm::CopyMatches || call.algorithm == Algorithm::CopyMismatches)
    return packed(make, call);
  return running(make, call);
}

}  // namespace clustrix::compiler
