#include "Plan/Short.h"

#include "Plan/InnerLaunch.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace clustrix::compiler {
namespace {

// Some hundred nanoseconds: a device needs ten microseconds to begin, and a thread one to wake up.
constexpr std::int64_t mostIterations = 32, mostOperations = 1024;

/// As many iterations as a loop has at most, as the text says it or what holds around it.
///
///     for (p = 0; p < 5; ++p) for (n = p + 1; n < 5; ++n)      4 - p, and p >= 0: at most 4
std::optional<std::int64_t> mostTrips(const NestedLoop& loop) {
  if (const auto trips = constantTrips(loop)) return trips;
  if (!loop.trip || loop.trip->stride != Polynomial(1)) return std::nullopt;
  std::optional<std::int64_t> most;
  for (const Polynomial& known : loop.constraints) {
    const auto sum = add(loop.trip->distance, known);
    const auto bound = sum && !known.mentions(loop.counter) ? sum->constant() : std::nullopt;
    if (bound && *bound >= 0 && *bound <= mostIterations)
      most = std::min(most.value_or(mostIterations), std::int64_t{*bound});
  }
  return most;
}

/// Of the whole loop, where the text says how often all of it runs, and no more than `mostOperations`.
std::optional<std::int64_t> operationsOf(const LoopModel& model) {
  std::int64_t all = 0;
  for (const Work& work : model.work) {
    std::int64_t one = work.operations;
    for (const int loop : work.loops) {
      const auto trips = mostTrips(model.loops[static_cast<std::size_t>(loop)]);
      if (!trips || *trips > mostOperations) return std::nullopt;
      one = std::min(one * *trips, mostOperations + 1);
    }
    all = std::min(all + one, mostOperations + 1);
  }
  return all <= mostOperations ? std::optional(all) : std::nullopt;
}

Reason reason(std::string message, const LoopSite& site) {
  return {.code = "plan.too-short",
          .message = std::move(message),
          .hint = "annotate the function with the loop around it",
          .at = site.at,
          .other = std::nullopt};
}

/// Why a launch is none; nothing where it may be worth it. The model has the loops of functions that the body calls.
std::optional<Reason> tooShort(const LoopSite& site) {
  const LoopModel& model = site.model;
  if (model.loops.empty()) return std::nullopt;
  const auto trips = mostTrips(model.loops[0]);
  if (!trips || *trips > mostIterations || !operationsOf(model)) return std::nullopt;
  return reason("it has " + std::string(constantTrips(model.loops[0]) ? "" : "at most ") + std::to_string(*trips) +
                    " iterations, which take less time than a launch",
                site);
}

/// The functions that a function's host code lends its arrays to, if anything may be on devices there.
void collectLent(const HostNode& node, const FunctionPlan& plan, std::vector<std::size_t>& found) {
  if (node.kind == HostNode::Loop && plan.loops[static_cast<std::size_t>(node.loop)].launch >= 0) return;
  if (node.touch.lends >= 0) found.push_back(static_cast<std::size_t>(node.touch.lends));
  for (const HostNode& child : node.children) collectLent(child, plan, found);
}

void takeBack(const AnnotatedFunction& function, FunctionPlan& plan) {
  for (std::size_t l = 0; l < plan.loops.size(); ++l) {
    LoopPlan& loop = plan.loops[l];
    const LoopSite& site = function.loops[l];
    if (loop.launch >= 0)
      loop.legality.reasons.push_back(*tooShort(site));
    else if (loop.mapped == Mapped::Sequential && loop.legality.parallel)
      loop.legality.reasons.push_back(reason("it stays inside a loop that takes less time than a launch", site));
    loop.mapped = Mapped::Host;
    loop.launch = -1;
  }
  plan.launches.clear();
}

}  // namespace

void leaveShort(const SourceUnit& unit, ClusterPlan& plan) {
  std::vector<std::size_t> next;
  for (std::size_t f = 0; f < plan.functions.size(); ++f) {
    const auto isShort = [&](const Launch& launch) {
      return tooShort(unit.functions[f].loops[static_cast<std::size_t>(launch.loop)]).has_value();
    };
    const auto& launches = plan.functions[f].launches;
    if (!std::all_of(launches.begin(), launches.end(), isShort)) next.push_back(f);
  }
  std::vector<bool> stays(plan.functions.size());
  while (!next.empty()) {
    const std::size_t f = next.back();
    next.pop_back();
    if (stays[f]) continue;
    stays[f] = true;
    collectLent(unit.functions[f].hostCode.body, plan.functions[f], next);
  }
  for (std::size_t f = 0; f < plan.functions.size(); ++f)
    if (!stays[f]) takeBack(unit.functions[f], plan.functions[f]);
}

}  // namespace clustrix::compiler
