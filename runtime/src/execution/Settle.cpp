#include "execution/Settle.h"

#include <algorithm>
#include <string>

#include "execution/DeviceLaunch.h"
#include "support/BestEffort.h"

namespace clustrix::runtime {
namespace {

DeviceId idOf(const std::vector<LaunchDevice>& devices, int position) {
  return devices[static_cast<std::size_t>(position)].id;
}

// Chunks in flight at the same time share it.
DeviceTime timeOf(int device, std::vector<ChunkSpan>& spans) {
  std::sort(spans.begin(), spans.end(), [](const ChunkSpan& a, const ChunkSpan& b) { return a.begin < b.begin; });
  DeviceTime time{device, 0, 0};
  double until = 0;
  for (const ChunkSpan& span : spans) {
    time.iterations += static_cast<double>(span.chunk.size());
    time.seconds += std::max(0.0, span.end - std::max(span.begin, until));
    until = std::max(until, span.end);
  }
  return time;
}

void measure(Context& context, const Site& site, const std::vector<LaunchDevice>& devices, const Execution& execution) {
  std::vector<std::vector<ChunkSpan>> spans(devices.size());
  for (const ChunkSpan& span : execution.spans) spans[static_cast<std::size_t>(span.device)].push_back(span);
  std::vector<DeviceTime> launch;
  for (std::size_t d = 0; d < devices.size(); ++d) launch.push_back(timeOf(static_cast<int>(devices[d].id), spans[d]));
  context.learned.learn(site, launch);
}

void trace(Context& context, const Site& site, const std::vector<LaunchDevice>& devices, const Execution& execution) {
  for (const ChunkSpan& span : execution.spans)
    context.trace.add({std::string(site.function) + " [" + std::to_string(span.chunk.begin) + ", " +
                           std::to_string(span.chunk.end) + ")",
                       static_cast<int>(idOf(devices, span.device)), 0, span.begin, span.end, 0});
  for (const CollectiveSpan& span : execution.collectives)
    context.trace.add({span.name, static_cast<int>(span.device), 0, span.begin, span.end, span.bytes});
  for (const Activity& activity : context.devices().backend->takeActivities())
    context.trace.add({activity.what, static_cast<int>(activity.device), static_cast<std::size_t>(activity.stream),
                       activity.begin, activity.end, activity.bytes});
}

}  // namespace

void settle(Context& context, const Site& site, const std::vector<LaunchDevice>& devices,
            const Execution& execution) noexcept {
  for (const Problem& problem : execution.problems) {
    bestEffort([&] {
      const std::string what = problem.failure == Failure::OutOfMemory
                                   ? "memory: an allocation failed, trying smaller batches: "
                                   : "GPU parallelization attempt failed: ";
      context.log.warn(what + problem.message + tag(site));
    });
    // Where there is no memory for that, the next launch loses it.
    if (problem.failure == Failure::DeviceLost)
      bestEffort([&] { context.residents.lose(idOf(devices, problem.device)); });
  }
  bestEffort([&] {
    for (const std::string& warning : execution.warnings) context.log.warn(warning + tag(site));
  });
  bestEffort([&] { measure(context, site, devices, execution); });
  if (!context.settings.traceFile.empty()) bestEffort([&] { trace(context, site, devices, execution); });
}

}  // namespace clustrix::runtime
