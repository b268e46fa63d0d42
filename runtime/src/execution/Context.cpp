#include "execution/Context.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "cluster/Start.h"
#include "clustrix/Loop.h"
#include "clustrix/configure.h"
#include "execution/Fork.h"
#include "execution/Interrupts.h"
#include "settings/Variables.h"
#include "support/BestEffort.h"
#include "support/KeepLoaded.h"
#include "support/WholeFile.h"

namespace clustrix {

void configure(const Options& options) { runtime::currentContext().configure(options); }

namespace runtime {
namespace {

std::atomic<Context*> replaced{nullptr};
std::atomic<const Context*> ofProcess{nullptr};

// Tests make others.
bool isProcessContext(const Context& context) { return ofProcess.load(std::memory_order_relaxed) == &context; }

Context* makeProcessContext() {
  const LoadedSettings loaded = loadSettings(processEnvironment(), processFolder());
  if (!loaded.error.empty()) {
    std::fprintf(stderr, "clustrix: error: %s\n", loaded.error.c_str());
    std::exit(2);
  }
  // Never destroyed: destructors of static objects may still run loops.
  Context* const context = new Context(loaded.settings);
  if (!loaded.warning.empty())
    bestEffort([&] { context->log.warn("the configuration is not heard: " + loaded.warning); });
  bestEffort([&] {
    for (const std::string& told : unknownVariables(processVariables())) context->log.warn(told);
  });
  ofProcess = context;
  context->tellHeaders();
  keepLoaded();
  watchForks(*context);
  std::atexit([] { currentContext().atExit(); });
  std::at_quick_exit([] { currentContext().atExit(); });
  return context;
}

bool anyIsFar(const DeviceSet& devices) {
  return std::any_of(devices.usable.begin(), devices.usable.end(),
                     [&](DeviceId device) { return devices.backend->properties(device).isFar; });
}

}  // namespace

Context::Context(const Settings& settings_, Log::Sink sink)
    : settings(settings_), log(settings_.logLevel, std::move(sink)), learned(settings_.cacheFolder) {}

Context::Context(const Settings& settings_, std::unique_ptr<Backend> backend, Log::Sink sink)
    : Context(settings_, std::move(sink)) {
  std::call_once(opened_, [&] { devices_ = devicesOf(std::move(backend)); });
  far_ = anyIsFar(devices_);
}

DeviceSet& Context::devices() {
  std::call_once(opened_, [this] {
    devices_ = withOtherRanks(openDevices(settings.devices), settings.cacheFolder);
    const bool asked = std::holds_alternative<CudaDevices>(settings.devices);
    for (const std::string& note : devices_.notes)
      log.write(asked ? LogLevel::Warn : LogLevel::Debug, "devices: " + note);
    for (const std::string& warning : devices_.warnings) log.warn(warning);
    far_ = anyIsFar(devices_);
    if (devices_.backend && !settings.traceFile.empty()) devices_.backend->trace(true);
    if (devices_.backend && isProcessContext(*this)) watchSignals(*this);
  });
  return devices_;
}

namespace {

/// Whether all that is said of a loop is wanted, be it as small as it may.
bool looksAtEach(const Settings& settings, const Log& log) {
  return settings.force || settings.verify || settings.plan || settings.requireGpu || log.shows(LogLevel::Info);
}

constexpr Index fewOperations() { return static_cast<Index>(smallestLaunchSeconds / cpuSecondsPerOperation); }

}  // namespace

Index Context::leastOperations() const {
  return auditor || settings.summary || looksAtEach(settings, log) ? 0 : fewOperations();
}

Index Context::leastCounted() const { return settings.summary && !looksAtEach(settings, log) ? fewOperations() : 0; }

void Context::tellHeaders() {
  runtime::leastOperations = leastOperations();
  runtime::leastCounted = leastCounted();
  runtime::wantsExactMath = wantsExactMath();
}

void countSmall(const Site& site) {
  keepLoaded(site);
  bestEffort([&] { currentContext().summary.addSmall(site); });
}

bool Context::forcedOften(const Site& site) {
  constexpr int often = 100;
  const std::lock_guard<std::mutex> lock(optionsMutex_);
  int& forced = forced_[&site];
  return forced >= often || ++forced > often;
}

bool Context::wantsExactMath() { return options().math_ == Math::Exact; }

Options Context::options() {
  const std::lock_guard<std::mutex> lock(optionsMutex_);
  return merge(configured_, settings.options);
}

void Context::configure(const Options& options) {
  if (inForkedChild()) return;  // which launches nothing
  const std::lock_guard<std::mutex> lock(optionsMutex_);
  configured_ = merge(options, configured_);
  runtime::wantsExactMath = merge(configured_, settings.options).math_ == Math::Exact;
}

void Context::atExit() noexcept {
  if (inForkedChild()) return;  // what there is to tell is the parent's, which tells it
  bestEffort([this] { tellTheRest(); });
}

void Context::tellTheRest() {
  for (const std::string& left : {underWayWarning(), residents.warning()})
    if (!left.empty()) log.warn(left);
  const std::string unsaved = learned.save();
  if (!unsaved.empty()) log.debug("what was learned about devices is not kept: " + unsaved);
  if (settings.summary) {
    const std::string table = summary.print();
    log.print(table.empty() ? "clustrix: summary: no loop was reached" : table);
    if (const std::string traffic = rankTraffic(); !traffic.empty()) log.print("clustrix: " + traffic);
  }
  if (settings.traceFile.empty()) return;
  const std::string error = writeWhole(settings.traceFile, trace.json());
  if (!error.empty()) log.error("CLUSTRIX_TRACE: " + error);
}

void Context::stop(const std::string& error) {
  log.print("clustrix: error: " + error);
  forgetUnderWay();
  atExit();
  std::fflush(nullptr);
  waitForLauncher();
  std::_Exit(1);
}

void Context::stopNow(const char* error) noexcept {
  std::fprintf(stderr, "clustrix: error: %s\n", error);
  forgetUnderWay();
  atExit();
  std::fflush(nullptr);
  waitForLauncher();
  std::_Exit(1);
}

Context& currentContext() {
  if (Context* const context = replaced.load(std::memory_order_acquire)) return *context;
  static Context* const process = makeProcessContext();
  return *process;
}

ContextScope::ContextScope(Context& context) : before_(replaced.exchange(&context)) { context.tellHeaders(); }
ContextScope::~ContextScope() {
  replaced.store(before_);
  leastOperations = before_ != nullptr ? before_->leastOperations() : 0;
  leastCounted = before_ != nullptr ? before_->leastCounted() : 0;
  wantsExactMath = before_ != nullptr && before_->wantsExactMath();
}

}  // namespace runtime
}  // namespace clustrix
