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

/// Where the loop runs, itself or as a part of one around it.
Verdict placeOf(const FunctionReport& function, std::size_t loop) {
  Verdict is = verdict(function.loops[loop]);
  for (int around = function.loops[loop].parent; is == Verdict::Inside && around >= 0;
       around = function.loops[static_cast<std::size_t>(around)].parent)
    is = verdict(function.loops[static_cast<std::size_t>(around)]);
  return is;
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
      causes.push_back({&reason, 1, {loop}});
  }
  return causes;
}

std::vector<Cause> commonCauses(const FunctionReport& function, Causes by, bool (*isMissed)(const LoopReport& loop)) {
  std::vector<Cause> all;
  std::map<std::tuple<SourcePoint, std::string, std::string, Verdict>, std::size_t> places;
  for (std::size_t l = 0; l < function.loops.size(); ++l) {
    if (!isMissed(function.loops[l])) continue;
    std::vector<Cause> causes = causesOf(function, l, by);
    if (holdsLaunches(function, l) && causes.size() > 1) causes.resize(1);
    for (Cause& cause : causes) {
      const Reason& reason = *cause.reason;
      const auto [known, isNew] =
          places.try_emplace({reason.at, reason.message, reason.hint, verdict(function.loops[l])}, all.size());
      if (isNew)
        all.push_back(std::move(cause));
      else
        all[known->second].loops.push_back(l);
    }
  }
  return all;
}

std::string morePlaces(const Cause& cause) {
  if (cause.places == 1) return "";
  return " (and in " + counted(static_cast<std::size_t>(cause.places - 1), "more place") + ")";
}

bool holdsLaunches(const FunctionReport& function, std::size_t loop) {
  for (std::size_t inner = loop + 1; inner < function.loops.size(); ++inner) {
    int around = function.loops[inner].parent;
    while (around > static_cast<int>(loop)) around = function.loops[static_cast<std::size_t>(around)].parent;
    const Verdict is = verdict(function.loops[inner]);
    if (around == static_cast<int>(loop) && (is == Verdict::Spread || is == Verdict::Threads)) return true;
  }
  return false;
}

std::string totals(const Report& report) {
  std::map<Verdict, std::size_t> loops;
  std::map<std::string_view, std::size_t> reasons;
  std::size_t all = 0;
  for (const FunctionReport& function : report.functions)
    for (std::size_t l = 0; l < function.loops.size(); ++l, ++all) {
      const Verdict is = placeOf(function, l);
      ++loops[is];
      if (is != Verdict::Spread && !function.loops[l].reasons.empty())
        ++reasons[function.loops[l].reasons.front().code];
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
