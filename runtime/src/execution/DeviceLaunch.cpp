#include "execution/DeviceLaunch.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <set>
#include <sstream>

#include "reductions/Collective.h"
#include "schedule/WithinMemory.h"
#include "support/ByteSize.h"
#include "support/Shown.h"

namespace clustrix::runtime {
namespace {

constexpr int usualJobs = 2;  // one computes while the other's data moves
constexpr std::size_t noBudget = 0;

// A device that cannot say has no room; allocating would fail as well.
std::size_t roomOn(Backend& backend, DeviceId device) {
  std::size_t bytes = 0;
  return backend.freeMemory(device, bytes).ok() ? bytes : 0;
}

std::size_t budgetOf(const Options& options, std::size_t devices) {
  if (options.memory_ <= 0) return noBudget;
  return std::max<std::size_t>(1, static_cast<std::size_t>(options.memory_) / devices);
}

std::vector<Room> roomsOf(Backend& backend, const Options& options, const std::vector<LaunchDevice>& devices) {
  std::vector<Room> rooms;
  for (const LaunchDevice& device : devices)
    rooms.push_back({roomOn(backend, device.id), device.jobs, budgetOf(options, devices.size())});
  return rooms;
}

// Asked for where memory decides the weights alone, since devices are slow to answer.
using Rooms = std::function<std::vector<Room>()>;

// Shares, but those of `dynamic`: a device each.
std::vector<Share> dividedBySpeed(Index iterations, Index unit, const Options& options, std::vector<double> weights,
                                  const Rooms& rooms, const ChunkPlanner& planner) {
  if (options.schedule_ == Schedule::Weighted) weights = withinMemory(iterations, unit, weights, rooms(), planner);
  return divide(iterations, unit, weights);
}

std::vector<Share> sharesOf(Context& context, const Site& site, const LaunchFacts& facts, const Options& options,
                            const std::vector<LaunchDevice>& devices, const std::vector<Room>& rooms,
                            const ChunkPlanner& planner) {
  const std::vector<double> weights = launchWeights(context, site, options.schedule_, devices);
  if (options.schedule_ == Schedule::Dynamic)
    return divideGuided(facts.iterations, facts.block, weights, devices.front().jobs);
  const std::vector<Share> one =
      dividedBySpeed(facts.iterations, facts.block, options, weights, [&] { return rooms; }, planner);
  if (options.maxGpuParallelJobs_ <= 1) return one;
  // So many chunks in flight were asked for: that takes as many chunks.
  std::vector<Share> shares;
  for (const Share& share : one)
    for (Chunk part : split(share.chunk, facts.block, options.maxGpuParallelJobs_))
      shares.push_back({share.device, part});
  return shares;
}

std::vector<LaunchDevice> firstDevices(Context& context, const Options& options, int count) {
  DeviceSet& set = context.devices();
  count = std::min(count, static_cast<int>(set.usable.size()));
  std::vector<LaunchDevice> devices;
  for (int d = 0; d < count; ++d)
    devices.push_back({set.usable[static_cast<std::size_t>(d)],
                       options.maxGpuParallelJobs_ > 0 ? options.maxGpuParallelJobs_ : usualJobs, 0, 0});
  return devices;
}

// The same with the memory that each has free, without those that do not answer any more: they are lost, and what they
// would have had goes to the others.
std::vector<LaunchDevice> answeringDevices(Context& context, const Site& site, const Options& options, int count) {
  while (true) {
    std::vector<LaunchDevice> devices = firstDevices(context, options, count);
    bool all = true;
    for (LaunchDevice& device : devices) {
      const Status status = context.devices().backend->freeMemory(device.id, device.room);
      if (!status.ok()) device.room = 0;
      if (status.failure != Failure::DeviceLost) continue;
      context.log.warn("GPU parallelization attempt failed: " + status.message + tag(site));
      context.residents.lose(device.id);
      all = false;
    }
    if (all) return devices;
  }
}

std::vector<ResidentDevice> residentDevices(Backend& backend, const Options& options,
                                            const std::vector<LaunchDevice>& devices) {
  std::vector<ResidentDevice> result;
  for (const LaunchDevice& device : devices) {
    const DeviceProperties& properties = backend.properties(device.id);
    result.push_back({device.id, properties.name, properties.peers, budgetOf(options, devices.size()),
                      static_cast<Index>(properties.fillGap), properties.machine,
                      static_cast<Index>(properties.leastRelayed)});
  }
  return result;
}

// What images take is theirs to use again.
std::vector<Room> withImages(const Directory& directory, const std::vector<LaunchDevice>& devices,
                             std::vector<Room> rooms) {
  for (const Image& image : directory.images())
    for (std::size_t d = 0; d < devices.size(); ++d)
      if (devices[d].id == image.device) rooms[d].bytes += image.bytes();
  return rooms;
}

}  // namespace

std::vector<double> launchWeights(Context& context, const Site& site, Schedule schedule,
                                  const std::vector<LaunchDevice>& devices) {
  const Backend& backend = *context.devices().backend;
  if (schedule == Schedule::Weighted) {
    std::vector<int> ids;
    for (const LaunchDevice& device : devices) ids.push_back(static_cast<int>(device.id));
    std::string note;
    std::vector<double> learned = context.learned.weights(site, backend, ids, note);
    if (!note.empty()) context.log.debug("schedule: nothing is known from earlier runs: " + note);
    if (!learned.empty()) return learned;
  }
  std::vector<double> weights;
  for (const LaunchDevice& device : devices)
    weights.push_back(schedule == Schedule::Static ? 1.0 : backend.properties(device.id).speed);
  return weights;
}

DevicePlan planLaunch(Context& context, const Site& site, LaunchFacts& facts, const Options& options, int count) {
  DeviceSet& set = context.devices();
  DevicePlan plan;
  facts.fillGap = 0;
  plan.devices = answeringDevices(context, site, options, count);
  if (plan.devices.empty()) return plan;
  for (std::size_t d = 0; d < plan.devices.size(); ++d) {
    const Index gap = static_cast<Index>(set.backend->properties(plan.devices[d].id).fillGap);
    facts.fillGap = d == 0 ? gap : std::min(facts.fillGap, gap);
  }
  const ChunkPlanner planner = [&facts](Chunk chunk) { return scheduleChunk(facts, chunk); };
  std::vector<Room> rooms;
  for (LaunchDevice& device : plan.devices) {
    device.budget = budgetOf(options, plan.devices.size());
    rooms.push_back({device.room, device.jobs, device.budget});
  }
  auto schedule =
      fit(sharesOf(context, site, facts, options, plan.devices, rooms, planner), facts.block, rooms, planner);
  plan.known = schedule.has_value();
  if (schedule) plan.schedule = std::move(*schedule);
  letResultsMeet(facts, rooms, plan.schedule);
  return plan;
}

std::optional<ResidentPlan> planResidentLaunch(Context& context, const Site& site, const LaunchFacts& facts,
                                               const Options& options, int count, std::string& why) {
  ResidentArrays& residents = context.residents;
  // Each try is another place for the arrays that are there: where they are, where the host has some, all at home.
  constexpr int mostTries = 4;
  for (int tried = 0; tried < mostTries; ++tried) {
    const std::vector<LaunchDevice> devices = firstDevices(context, options, count);
    if (devices.empty()) break;
    // Loops with and without reductions over the same iterations are divided alike: nothing moves between them.
    const Index unit = facts.partialSize > 0 ? facts.block : reduction::blockSize(facts.iterations);
    Backend& backend = *context.devices().backend;
    const ChunkPlanner planner = [&facts](Chunk chunk) { return scheduleChunk(facts, chunk); };
    const Rooms rooms = [&] { return withImages(residents.directory, devices, roomsOf(backend, options, devices)); };
    const std::vector<double> weights = launchWeights(context, site, options.schedule_, devices);
    const std::vector<Share> shares = dividedBySpeed(facts.iterations, unit, options, weights, rooms, planner);
    ResidentAnswer answer = planResident(residents.directory, facts, shares, residentDevices(backend, options, devices),
                                         [&backend](DeviceId device) { return roomOn(backend, device); });
    why = answer.why;
    if (answer.plan) {
      answer.plan->weights = weights;
      return std::move(answer.plan);
    }
    if (!answer.home.empty())
      residents.bringHome(answer.home);
    else if (answer.noRoom && !residents.directory.empty())
      residents.bringAllHome();
    else
      break;
  }
  return std::nullopt;
}

int devicesUsed(const DevicePlan& plan) {
  std::set<int> named;
  int anywhere = 0;
  for (const Assigned& chunk : plan.schedule.chunks) {
    if (chunk.device == anyDevice)
      ++anywhere;
    else
      named.insert(chunk.device);
  }
  return std::min(static_cast<int>(plan.devices.size()), static_cast<int>(named.size()) + anywhere);
}

// A device begins its chunks in their order, and waits for the oldest where the next is not admitted. Chunks that
// belong to no device may meet on any: the largest of them then.
std::vector<std::size_t> peakMemory(const DevicePlan& plan) {
  std::vector<std::size_t> peaks(plan.devices.size(), 0);
  std::vector<std::deque<const ChunkSchedule*>> running(plan.devices.size());
  std::vector<InFlight> inFlight(plan.devices.size());
  const auto begin = [&](std::size_t d, const ChunkSchedule& chunk) {
    while (!inFlight[d].admits(plan.devices[d], chunk)) {
      inFlight[d].remove(*running[d].front());
      running[d].pop_front();
    }
    running[d].push_back(&chunk);
    inFlight[d].add(chunk);
    peaks[d] = std::max(peaks[d], inFlight[d].deviceBytes());
  };
  std::vector<const ChunkSchedule*> anywhere;
  for (const Assigned& assigned : plan.schedule.chunks) {
    if (assigned.device == anyDevice)
      anywhere.push_back(&assigned.schedule);
    else
      begin(static_cast<std::size_t>(assigned.device), assigned.schedule);
  }
  std::stable_sort(anywhere.begin(), anywhere.end(),
                   [](const ChunkSchedule* a, const ChunkSchedule* b) { return a->deviceBytes > b->deviceBytes; });
  for (std::size_t d = 0; d < plan.devices.size(); ++d)
    for (const ChunkSchedule* chunk : anywhere) begin(d, *chunk);
  return peaks;
}

std::string print(const DevicePlan& plan, const Site& site, Backend& backend, Index iterations) {
  std::ostringstream out;
  std::size_t peak = 0, in = 0, back = 0;
  for (const Assigned& assigned : plan.schedule.chunks) {
    peak = std::max(peak, assigned.schedule.deviceBytes);
    in += assigned.schedule.bytesIn;
    back += assigned.schedule.bytesOut;
  }
  out << "clustrix: plan: " << site.function << " at " << shown(site.file) << ':' << site.line << ": " << iterations
      << " iterations on " << devicesUsed(plan) << " devices in " << plan.schedule.chunks.size()
      << " chunks; a chunk needs up to " << printByteSize(peak) << "; " << printByteSize(in) << " to devices, "
      << printByteSize(back) << " back";
  if (plan.schedule.meets) out << meetingNote;
  for (const Assigned& assigned : plan.schedule.chunks) {
    const ChunkSchedule& chunk = assigned.schedule;
    out << "\nclustrix: plan:   iterations [" << chunk.chunk.begin << ", " << chunk.chunk.end << ") on ";
    if (assigned.device == anyDevice)
      out << "the device that is free first";
    else
      out << backend.properties(plan.devices[static_cast<std::size_t>(assigned.device)].id).name;
    out << ": " << printByteSize(chunk.deviceBytes) << " in " << chunk.buffers.size() << " buffers, "
        << printByteSize(chunk.bytesIn) << " in, " << printByteSize(chunk.bytesOut) << " out";
  }
  const std::vector<std::size_t> peaks = peakMemory(plan);
  for (std::size_t d = 0; d < peaks.size(); ++d)
    out << printPeak(peaks[d], plan.devices[d].id, backend.properties(plan.devices[d].id).name);
  for (Chunk chunk : plan.schedule.onHost)
    out << "\nclustrix: plan:   iterations [" << chunk.begin << ", " << chunk.end << ") on the CPU: too large";
  return out.str();
}

std::string tag(const Site& site) {
  return std::string(" [") + site.function + " at " + shown(site.file) + ":" + std::to_string(site.line) + "]";
}

}  // namespace clustrix::runtime
