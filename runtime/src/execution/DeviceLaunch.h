// DeviceLaunch: one launch on devices, decided first and carried out then.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "coherence/ResidentPlan.h"
#include "execution/Context.h"
#include "execution/Executor.h"

namespace clustrix::runtime {

/// The devices of a launch and what each is to do.
struct DevicePlan {
  std::vector<LaunchDevice> devices;
  LaunchSchedule schedule;
  bool known = false;  // false: what the loop touches is not known, and nothing can be moved for it
};

/// What `devices` are divided by.
std::vector<double> launchWeights(Context& context, const Site& site, Schedule schedule,
                                  const std::vector<LaunchDevice>& devices);
/// On the first `count` of the usable devices; on none where all of them are lost. Under the context's deviceMutex.
DevicePlan planLaunch(Context& context, const Site& site, LaunchFacts& facts, const Options& options, int count);
/// The same for a launch whose arrays stay on the devices. Brings home what has to be there before, or is in the way.
/// Null where it has to run like any other; `why` says so.
std::optional<ResidentPlan> planResidentLaunch(Context& context, const Site& site, const LaunchFacts& facts,
                                               const Options& options, int count, std::string& why);
/// Bytes of each of the plan's devices that are allocated at most, where nothing fails.
std::vector<std::size_t> peakMemory(const DevicePlan& plan);
/// For CLUSTRIX_PLAN: devices, chunks, peak memory and transfers.
std::string print(const DevicePlan& plan, const Site& site, Backend& backend, Index iterations);
/// Devices that get something to do.
int devicesUsed(const DevicePlan& plan);
/// ` [function at file:line]`: ends each log line about a loop.
std::string tag(const Site& site);

}  // namespace clustrix::runtime
