#include "Report/Causes.h"

#include "Report/Words.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

namespace clustrix::compiler {
namespace {

constexpr std::size_t mostReasons = 3;

/// Whether `reason` says of a place, or of the loop's head, what another one says better.
bool follows(const Reason& reason, const std::vector<Cause>& known) {
  return std::any_of(known.begin(), known.end(), [&](const Cause& cause) {
    if (cause.reason->at == reason.at) return cause.reason->code != reason.code;
    // A range that cannot be walked cannot be counted either.
    return reason.code == "effect.iterator" && cause.reason->code == "loop.uncounted";
  });
}

/// Where each loop runs, itself or as a part of one around it, which comes before it.
std::vector<Verdict> placesOf(const FunctionReport& function) {
  std::vector<Verdict> places;
  for (const LoopReport& loop : function.loops) {
    const Verdict is = verdict(loop);
    const bool isPart = is == Verdict::Inside && loop.parent >= 0;
    places.push_back(isPart ? places[static_cast<std::size_t>(loop.parent)] : is);
  }
  return places;
}

std::string counted(std::size_t number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

}  // namespace

std::vector<Cause> causesOf(const FunctionReport& function, std::size_t loop, Causes by) {
  std::vector<Cause> causes;
  for (const Reason& reason : function.loops[loop].reasons) {
    const auto same = std::find_if(causes.begin(), causes.end(), [&](const Cause& cause) {
      return cause.reason->code == reason.code && (by == Causes::ById || cause.reason->message == reason.message);
    });
    if (same != causes.end())
      same->places += same->reason->at != reason.at;
    else if (!follows(reason, causes))
      causes.push_back({&reason, 1, {loop}, false});
  }
  return causes;
}

std::vector<Cause> commonCauses(const FunctionReport& function, Causes by, bool (*isMissed)(const LoopReport& loop)) {
  std::vector<Cause> all;
  const std::vector<bool> around = aroundLaunches(function);
  std::map<std::tuple<SourcePoint, std::string, std::string, Verdict>, std::size_t> places;
  for (std::size_t l = 0; l < function.loops.size(); ++l) {
    if (!isMissed(function.loops[l])) continue;
    std::vector<Cause> causes = causesOf(function, l, by);
    if (around[l] && causes.size() > 1) causes.resize(1);
    for (Cause& cause : causes) {
      cause.onlyAround = around[l];
      const Reason& reason = *cause.reason;
      const auto [known, isNew] =
          places.try_emplace({reason.at, reason.message, reason.hint, verdict(function.loops[l])}, all.size());
      if (isNew) {
        all.push_back(std::move(cause));
      } else {
        all[known->second].loops.push_back(l);
        all[known->second].onlyAround = all[known->second].onlyAround && around[l];
      }
    }
  }
  return all;
}

std::string morePlaces(const Cause& cause) {
  if (cause.places == 1) return "";
  return " (and in " + counted(static_cast<std::size_t>(cause.places - 1), "more place") + ")";
}

std::vector<bool> aroundLaunches(const FunctionReport& function) {
  std::vector<bool> around(function.loops.size());
  for (const LoopReport& loop : function.loops) {
    const Verdict is = verdict(loop);
    if (is != Verdict::Spread && is != Verdict::Threads) continue;
    for (int outer = loop.parent; outer >= 0 && !around[static_cast<std::size_t>(outer)];
         outer = function.loops[static_cast<std::size_t>(outer)].parent)
      around[static_cast<std::size_t>(outer)] = true;
  }
  return around;
}

std::string totals(const Report& report) {
  std::map<Verdict, std::size_t> loops;
  std::map<std::string_view, std::size_t> reasons;
  std::size_t all = 0;
  for (const FunctionReport& function : report.functions) {
    const std::vector<Verdict> places = placesOf(function);
    for (std::size_t l = 0; l < function.loops.size(); ++l, ++all) {
      const Verdict is = places[l];
      ++loops[is];
      if (is != Verdict::Spread && !function.loops[l].reasons.empty())
        ++reasons[function.loops[l].reasons.front().code];
    }
  }
  std::vector<std::pair<std::string_view, std::size_t>> common(reasons.begin(), reasons.end());
  std::stable_sort(common.begin(), common.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  common.resize(std::min(common.size(), mostReasons));
  std::string text = counted(all, "loop") + " in " + counted(report.functions.size(), "function") + ": " +
                     std::to_string(loops[Verdict::Spread]) + " on devices, " +
                     std::to_string(loops[Verdict::Threads]) + " on the host's threads alone, " +
                     std::to_string(loops[Verdict::Serial] + loops[Verdict::Kept]) + " serial";
  for (std::size_t i = 0; i < common.size(); ++i)
    text += (i == 0 ? "; the commonest reasons: " : ", ") + std::string(common[i].first) + " " +
            std::to_string(common[i].second);
  return text;
}

}  // namespace clustrix::compiler
