#include "Settle.h"

#include <string>

#include "DeviceLaunch.h"

namespace clustrix::runtime {
namespace {

DeviceId idOf(const std::vector<LaunchDevice>& devices, int position) {
  return devices[static_cast<std::size_t>(position)].id;
}

void measure(Context& context, const Site& site, const std::vector<LaunchDevice>& devices, const Execution& execution) {
  std::vector<double>& rates = context.rates[&site];
  for (std::size_t d = 0; d < devices.size(); ++d) {
    double iterations = 0, seconds = 0;
    for (const ChunkSpan& span : execution.spans)
      if (span.device == static_cast<int>(d)) {
        iterations += static_cast<double>(span.chunk.size());
        seconds += span.end - span.begin;
      }
    const std::size_t id = static_cast<std::size_t>(devices[d].id);
    if (rates.size() <= id) rates.resize(id + 1, 0.0);
    if (seconds > 0) rates[id] = iterations / seconds;
  }
}

void trace(Context& context, const Site& site, const std::vector<LaunchDevice>& devices, const Execution& execution) {
  for (const ChunkSpan& span : execution.spans)
    context.trace.add({std::string(site.function) + " [" + std::to_string(span.chunk.begin) + ", " +
                           std::to_string(span.chunk.end) + ")",
                       static_cast<int>(idOf(devices, span.device)), 0, span.begin, span.end, 0});
  for (const Activity& activity : context.devices().backend->takeActivities())
    context.trace.add({activity.what, static_cast<int>(activity.device), static_cast<std::size_t>(activity.stream),
                       activity.begin, activity.end, activity.bytes});
}

}  // namespace

void settle(Context& context, const Site& site, const std::vector<LaunchDevice>& devices, const Execution& execution) {
  for (const Problem& problem : execution.problems) {
    const std::string what = problem.failure == Failure::OutOfMemory
                                 ? "memory: an allocation failed, trying smaller batches: "
                                 : "GPU parallelization attempt failed: ";
    context.log.warn(what + problem.message + tag(site));
    if (problem.failure == Failure::DeviceLost) context.residents.lose(idOf(devices, problem.device));
  }
  measure(context, site, devices, execution);
  if (!context.settings.traceFile.empty()) trace(context, site, devices, execution);
}

}  // namespace clustrix::runtime
