#include "support/Log.h"

#include <cstdio>

namespace clustrix::runtime {
namespace {

const char* nameOf(LogLevel level) {
  switch (level) {
    case LogLevel::Error:
      return "error";
    case LogLevel::Warn:
      return "warn";
    case LogLevel::Info:
      return "info";
    case LogLevel::Debug:
      return "debug";
    case LogLevel::Off:
      break;
  }
  return "off";
}

void toStandardError(const std::string& line) {
  // One call, so that lines of several processes do not mix.
  const std::string whole = line + "\n";
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

}  // namespace

Log::Log(LogLevel level, Sink sink) : level_(level), sink_(sink ? std::move(sink) : Sink(toStandardError)) {}

void Log::write(LogLevel level, const std::string& message) {
  if (!shows(level)) return;
  print(std::string("clustrix: ") + nameOf(level) + ": " + message);
}

void Log::once(LogLevel level, const std::string& message) {
  once(level, message, [&] { return message; });
}

void Log::once(LogLevel level, const std::string& message, const std::function<std::string()>& whole) {
  if (!shows(level)) return;
  if (!shows(LogLevel::Debug)) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!told_.insert(message).second) return;
  }
  write(level, whole());
}

void Log::print(const std::string& text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  sink_(text);
}

}  // namespace clustrix::runtime
