// Harness: a context of its own for a test, with the devices and settings that it names, and the log lines it wrote.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clustrix/runtime.h"
#include "devices/VirtualBackend.h"
#include "execution/Context.h"
#include "settings/DeviceSpec.h"

namespace clustrix::test {

struct Wish {
  std::string devices = "virtual:3";
  Options options = {};
  bool force = true;
  bool verify = false;
  runtime::LogLevel level = runtime::LogLevel::Debug;
  bool plan = false;
  bool summary = false;
  bool requireGpu = false;
};

inline runtime::Settings settingsOf(const Wish& wish) {
  runtime::Settings settings;
  settings.devices = runtime::parseDeviceSpec(wish.devices).spec;
  settings.options = wish.options;
  settings.force = wish.force;
  settings.verify = wish.verify;
  settings.plan = wish.plan;
  settings.summary = wish.summary;
  settings.requireGpu = wish.requireGpu;
  settings.logLevel = wish.level;
  return settings;
}

/// While it lives, loops of this process run here.
class Harness {
 public:
  explicit Harness(const Wish& wish = {}) : context_(settingsOf(wish), sink()), scope_(context_) {}
  Harness(const Wish& wish, std::unique_ptr<runtime::Backend> backend)
      : context_(settingsOf(wish), std::move(backend), sink()), scope_(context_) {}

  runtime::Context& context() { return context_; }
  const std::vector<std::string>& lines() const { return lines_; }
  /// How many lines contain `text`.
  int count(const std::string& text) const {
    int found = 0;
    for (const std::string& line : lines_) found += line.find(text) != std::string::npos ? 1 : 0;
    return found;
  }

 private:
  runtime::Log::Sink sink() {
    return [this](const std::string& line) { lines_.push_back(line); };
  }

  std::vector<std::string> lines_;
  runtime::Context context_;
  runtime::ContextScope scope_;
};

/// What `launch` answers for a loop whose arrays may stay in `residency`, or may not where that is null.
template <class Launch>
auto onLoop(const Site& site, Index iterations, const Residency* residency, const Launch& launch) {
  if (residency != nullptr) {
    Loop loop(site, iterations, *residency);
    return launch(loop);
  }
  Loop loop(site, iterations);
  return launch(loop);
}

}  // namespace clustrix::test
