// Log: lines on standard error, `clustrix: level: message`, as far as CLUSTRIX_LOG lets them through.
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>

namespace clustrix::runtime {

enum class LogLevel { Off, Error, Warn, Info, Debug };

class Log {
 public:
  using Sink = std::function<void(const std::string& line)>;

  /// Writes to standard error; tests pass a sink of their own. A line reaches the sink whole, without its newline.
  explicit Log(LogLevel level = LogLevel::Warn, Sink sink = {});

  bool shows(LogLevel level) const { return level <= level_ && level_ != LogLevel::Off; }
  void write(LogLevel level, const std::string& message);
  void error(const std::string& message) { write(LogLevel::Error, message); }
  void warn(const std::string& message) { write(LogLevel::Warn, message); }
  void info(const std::string& message) { write(LogLevel::Info, message); }
  void debug(const std::string& message) { write(LogLevel::Debug, message); }
  /// What each launch of a loop says alike is written once; all of it where debugging is shown.
  void once(LogLevel level, const std::string& message);
  /// The same, with what differs from launch to launch: `whole()` is written where no `message` was before.
  void once(LogLevel level, const std::string& message, const std::function<std::string()>& whole);
  /// Without level: what CLUSTRIX_PLAN and CLUSTRIX_SUMMARY print.
  void print(const std::string& text);

 private:
  LogLevel level_;
  Sink sink_;
  std::mutex mutex_;
  std::set<std::string> told_;  // of `once`
};

}  // namespace clustrix::runtime
