#include "clustrix-run/LaunchOptions.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace clustrix::tools {
namespace {

LaunchError wrong(const std::string& message) { return {message + "; see clustrix-run --help", 2}; }

std::optional<int> rankCount(const std::string& text) {
  int count = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), count);
  return failed == std::errc() && end == text.data() + text.size() && count > 0 ? std::optional(count) : std::nullopt;
}

std::optional<Launcher> launcherOf(const std::string& name) {
  if (name == "slurm") return Launcher::Slurm;
  if (name == "openmpi") return Launcher::OpenMpi;
  if (name == "mpich") return Launcher::Mpich;
  return std::nullopt;
}

// Reads the options in front of the program.
class Reader {
 public:
  explicit Reader(const std::vector<std::string>& words) : words_(words) {}

  std::variant<LaunchOptions, LaunchError> read() {
    while (at_ < words_.size() && words_[at_].starts_with('-')) {
      const std::string& word = words_[at_++];
      if (word == "--") break;
      if (const auto error = option(word)) return *error;
    }
    found_.wish.program.assign(words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end());
    if (!found_.help && !found_.version)
      if (const auto error = checkProgram()) return *error;
    return found_;
  }

 private:
  std::optional<LaunchError> option(const std::string& word) {
    LaunchWish& wish = found_.wish;
    if (const auto ranks = valueOf("-n", word)) {
      wish.ranks = rankCount(*ranks);
      if (!wish.ranks) return wrong("-n wants a number of ranks, and not '" + *ranks + "'");
    } else if (const auto launcher = valueOf("--launcher", word)) {
      wish.launcher = launcherOf(*launcher);
      if (!wish.launcher) return wrong("--launcher wants openmpi, mpich or slurm, and not '" + *launcher + "'");
    } else if (word == "--oversubscribe") {
      wish.oversubscribe = true;
    } else if (word == "--dry-run") {
      found_.dryRun = true;
    } else if (word == "--help" || word == "-h") {
      found_.help = true;
    } else if (word == "--version") {
      found_.version = true;
    } else {
      return wrong("unknown option '" + word + "'");
    }
    return std::nullopt;
  }

  // Of `-n 4` and `-n4`, `--name value` and `--name=value`; "" where the words end before it.
  std::optional<std::string> valueOf(const std::string& name, const std::string& word) {
    if (word == name) return at_ < words_.size() ? words_[at_++] : "";
    const std::string before = name.size() == 2 ? name : name + '=';
    return word.starts_with(before) ? std::optional(word.substr(before.size())) : std::nullopt;
  }

  std::optional<LaunchError> checkProgram() const {
    const auto& program = found_.wish.program;
    if (program.empty() || program[0].empty()) return wrong("no program is named");
    if (std::find(program.begin(), program.end(), ":") != program.end())
      return wrong("launchers take the argument ':' for the begin of another program; start a script that has it");
    return std::nullopt;
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  LaunchOptions found_;
};

}  // namespace

std::variant<LaunchOptions, LaunchError> parseLaunch(const std::vector<std::string>& words) {
  return Reader(words).read();
}

}  // namespace clustrix::tools
