#include "Driver/Lock.h"

#include "Driver/Files.h"
#include "Report/Words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace clustrix::compiler {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// `file` as a lock at `lockPath` names it. Relative, so that it is the same in every checkout.
std::string lockName(const std::string& file, const std::string& lockPath) {
  const fs::path target = canonicalPath(file);
  const fs::path base = fs::path(canonicalPath(lockPath)).parent_path();
  const fs::path relative = target.lexically_relative(base);
  return relative.empty() ? target.generic_string() : relative.generic_string();
}

std::set<std::string> lockNames(const std::vector<std::string>& sources, const std::string& lockPath) {
  std::set<std::string> names;
  for (const std::string& source : sources) names.insert(lockName(source, lockPath));
  return names;
}

/// A function of a header is locked as one of the source that it is rewritten with: each has instantiations of its own.
std::string lockName(const FunctionReport& function, const std::string& lockPath) {
  return lockName(function.source.empty() ? function.at.file : function.source, lockPath);
}

std::optional<LockedLoop> loopOf(const Json& json) {
  if (!json.is_object() || !json.contains("parallel") || !json["parallel"].is_boolean()) return std::nullopt;
  if (!json.contains("mapped") || !json["mapped"].is_string()) return std::nullopt;
  if (!json.contains("header") || !json["header"].is_string()) return std::nullopt;
  return LockedLoop{json["parallel"], json["mapped"], json["header"]};
}

std::optional<LockedFunction> functionOf(const Json& json) {
  if (!json.is_object() || !json.contains("name") || !json["name"].is_string()) return std::nullopt;
  if (!json.contains("file") || !json["file"].is_string()) return std::nullopt;
  if (!json.contains("loops") || !json["loops"].is_array()) return std::nullopt;
  LockedFunction function{json["name"], json["file"], {}};
  for (const Json& item : json["loops"]) {
    const std::optional<LockedLoop> loop = loopOf(item);
    if (!loop) return std::nullopt;
    function.loops.push_back(*loop);
  }
  return function;
}

/// `matches[i]`: the loop of `now` that the i-th locked one has become, or -1. The longest common subsequence of heads
/// is fixed first; an edited head is then matched by its place between those around it.
std::vector<int> matchLoops(const std::vector<LockedLoop>& locked, const std::vector<LoopReport>& now) {
  const std::size_t n = locked.size(), m = now.size();
  std::vector<std::vector<int>> common(n + 1, std::vector<int>(m + 1, 0));
  const auto same = [&](std::size_t i, std::size_t j) { return locked[i].header == now[j].header; };
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = m; j-- > 0;) {
      common[i][j] = same(i, j) ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::vector<int> matches(n, -1);
  std::size_t i = 0, j = 0;
  while (i < n && j < m) {
    if (same(i, j)) {
      matches[i++] = static_cast<int>(j++);
    } else if (common[i + 1][j + 1] == common[i][j]) {
      matches[i++] = static_cast<int>(j++);  // both unmatched at the same place: an edited head
    } else if (common[i + 1][j] >= common[i][j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return matches;
}

/// Where the loop runs, by itself or inside of one around it that is launched.
Mapped placeOf(const FunctionReport& function, std::size_t loop) {
  for (int around = static_cast<int>(loop); around >= 0;
       around = function.loops[static_cast<std::size_t>(around)].parent) {
    const Mapped mapped = function.loops[static_cast<std::size_t>(around)].mapped;
    if (mapped == Mapped::Devices || mapped == Mapped::Cpu) return mapped;
  }
  return function.loops[loop].mapped;
}

/// What a loop has lost that was `was` in the lock and is at `now`; "" when nothing.
std::string lost(const std::string& was, Mapped now) {
  const bool onDevices = was == word(Mapped::Devices);
  const std::string before = onDevices ? "ran on devices" : "ran on the host's threads";
  if (onDevices && now == Mapped::Cpu) return before + " and now runs on the host's threads alone";
  if ((onDevices || was == word(Mapped::Cpu)) && now == Mapped::Host) return before + " and now stays on the host";
  return "";
}

/// The loop that has the reasons for where this one runs: itself, or the one around it that is launched.
const LoopReport& reasonsOf(const FunctionReport& function, std::size_t loop) {
  const LoopReport* is = &function.loops[loop];
  while (is->reasons.empty() && is->parent >= 0) is = &function.loops[static_cast<std::size_t>(is->parent)];
  return *is;
}

std::string because(const LoopReport& loop) {
  if (loop.reasons.empty()) return "\n";
  const Reason& reason = loop.reasons.front();
  return ": " + reason.message + " [" + reason.code + "]\n" + place(reason.at) + ": note: this stands in the way\n" +
         (reason.hint.empty() ? "" : place(reason.at) + ": note: hint: " + reason.hint + "\n");
}

std::string check(const LockedFunction& locked, const FunctionReport& function) {
  std::string text;
  const std::vector<int> matches = matchLoops(locked.loops, function.loops);
  for (std::size_t i = 0; i < locked.loops.size(); ++i) {
    const LockedLoop& was = locked.loops[i];
    if (!was.parallel) continue;
    const std::string what = "'" + was.header + "' of '" + locked.name + "'";
    if (matches[i] < 0) {
      text +=
          place(function.at) + ": error: parallel loop " + what + " is gone; run with --update-lock if it should be\n";
      continue;
    }
    const auto match = static_cast<std::size_t>(matches[i]);
    const LoopReport& is = function.loops[match];
    const std::string gone = is.parallel ? lost(was.mapped, placeOf(function, match)) : "was parallel and no longer is";
    if (!gone.empty())
      text +=
          place(is.at) + ": error: loop " + what + " " + gone + because(is.parallel ? reasonsOf(function, match) : is);
  }
  return text;
}

}  // namespace

Outcome<Lock> readLock(const std::string& path) {
  Outcome<std::string> text = readFile(path);
  if (const Failure* why = failed(text)) {
    return Failure{why->exit, why->message + "clustrix-rewrite: note: --update-lock writes it\n"};
  }
  const Failure malformed = failure(Exit::BadInput, path +
                                                        ": not a lock file of version 1; restore it from version "
                                                        "control, or write it again with --update-lock");
  const Json json = Json::parse(value(text), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || json.value("version", Json()) != 1) return malformed;
  if (!json.contains("functions") || !json["functions"].is_array()) return malformed;
  Lock lock;
  for (const Json& item : json["functions"]) {
    const std::optional<LockedFunction> function = functionOf(item);
    if (!function) return malformed;
    lock.functions.push_back(*function);
  }
  return lock;
}

std::string printLock(const Lock& lock) {
  Json functions = Json::array();
  for (const LockedFunction& function : lock.functions) {
    Json loops = Json::array();
    for (const LockedLoop& loop : function.loops) {
      loops.push_back({{"parallel", loop.parallel}, {"mapped", loop.mapped}, {"header", loop.header}});
    }
    functions.push_back({{"name", function.name}, {"file", function.file}, {"loops", loops}});
  }
  const Json json = {{"version", 1}, {"functions", functions}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Lock lockOf(const Report& report, const std::string& lockPath) {
  Lock lock;
  for (const FunctionReport& function : report.functions) {
    LockedFunction locked{function.name, lockName(function, lockPath), {}};
    for (const LoopReport& loop : function.loops) {
      locked.loops.push_back({loop.parallel, word(loop.mapped), loop.header});
    }
    lock.functions.push_back(locked);
  }
  return lock;
}

Lock updated(const Lock& old, const Lock& now, const std::vector<std::string>& sources, const std::string& lockPath) {
  const std::set<std::string> replaced = lockNames(sources, lockPath);
  Lock lock = now;
  for (const LockedFunction& function : old.functions) {
    if (!replaced.contains(function.file)) lock.functions.push_back(function);
  }
  // Stable: functions of one file stay in the order of their source.
  std::stable_sort(lock.functions.begin(), lock.functions.end(),
                   [](const LockedFunction& a, const LockedFunction& b) { return a.file < b.file; });
  return lock;
}

std::string regressions(const Lock& locked, const Report& report, const std::vector<std::string>& sources,
                        const std::string& lockPath) {
  using Key = std::pair<std::string, std::string>;
  std::map<Key, std::vector<const FunctionReport*>> present;  // overloads share a name: matched in order
  for (const FunctionReport& function : report.functions) {
    present[{lockName(function, lockPath), function.name}].push_back(&function);
  }
  const std::set<std::string> files = lockNames(sources, lockPath);
  std::map<Key, std::size_t> used;
  std::string text;
  for (const LockedFunction& function : locked.functions) {
    if (!files.contains(function.file)) continue;
    const Key key{function.file, function.name};
    const std::size_t occurrence = used[key]++;
    const auto& candidates = present[key];
    if (occurrence < candidates.size()) {
      text += check(function, *candidates[occurrence]);
    } else if (std::any_of(function.loops.begin(), function.loops.end(), [](const auto& l) { return l.parallel; })) {
      text +=
          function.file + ": error: '" + function.name +
          "' had parallel loops and is no longer an annotated function; run with --update-lock if it should not be\n";
    }
  }
  return text;
}

}  // namespace clustrix::compiler
