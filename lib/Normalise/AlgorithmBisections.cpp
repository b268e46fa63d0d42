// Searches of sorted ranges, `lower_bound`, `upper_bound` and `binary_search`, step by step as the library takes them.
//
//     at = 0, rest = n;  while (rest > 0) { half = rest / 2;  x[at + half] < value ?  behind it  :  in front of it; }
#include "Normalise/AlgorithmLoops.h"

namespace clustrix::compiler {

std::optional<AlgorithmLoop> bisectionLoop(const LoopMaker& make, const AlgorithmCall& call) {
  if (call.name != "lower_bound" && call.name != "upper_bound" && call.name != "binary_search") return std::nullopt;
  std::size_t next = 0;
  const auto x = make.walked(call, next);
  if (!x || call.arguments.size() != next + 1 || !x->type->isArithmeticType() || x->backwards) return std::nullopt;
  const clang::Expr* sought = call.arguments[next];
  const auto value = make.read.value(sought);
  if (!value) return std::nullopt;
  const std::string &at = make.names.at, &rest = make.names.last, &half = make.names.held, &wanted = make.names.best;
  const std::string middle = x->element(at + " + " + half);
  const bool upper = call.name == "upper_bound";
  AlgorithmLoop loop;
  loop.onlyInLoops = true;
  loop.count = "64";  // halves of what fits the memory, and more
  loop.declarations = "std::ptrdiff_t " + at + " = 0, " + rest + " = " + x->count + "; const " +
                      make.typeName(sought->getType()) + " " + wanted + " = " + *value + ";";
  loop.body = "{ if (" + rest + " <= 0) break; const std::ptrdiff_t " + half + " = " + rest + " / 2; if (" +
              (upper ? "!(" + wanted + " < " + middle + ")" : middle + " < " + wanted) + ") { " + at + " += " + half +
              " + 1; " + rest + " -= " + half + " + 1; } else " + rest + " = " + half + "; }";
  if (call.name == "binary_search") {
    loop.value = at + " < " + x->count + " && !(" + wanted + " < " + x->element(at) + ")";
    return call.use == AlgorithmCall::Whole ? std::optional(loop) : std::nullopt;
  }
  loop.value = call.use == AlgorithmCall::Distance  ? at
               : call.use == AlgorithmCall::Element ? x->element(at)
                                                    : x->first + " + " + at;
  return loop;
}

}  // namespace clustrix::compiler
