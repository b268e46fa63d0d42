#include "observation/Trace.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

#include "support/JsonText.h"

namespace clustrix::runtime {
namespace {

std::string naming(const char* what, int process, std::size_t thread, const std::string& name) {
  return std::string("{\"ph\":\"M\",\"name\":\"") + what + "\",\"pid\":" + std::to_string(process) +
         ",\"tid\":" + std::to_string(thread) + ",\"args\":{\"name\":" + jsonText(name) + "}}";
}

using Stream = std::pair<int, std::size_t>;  // of which device

/// The track of each stream, from 1 on: each launch has streams of its own, and those that are done make room for
/// others.
std::map<Stream, std::size_t> tracksOf(const std::vector<TraceEvent>& events) {
  struct Lifetime {
    double begin = 0, end = 0;
    Stream stream;
  };
  std::map<Stream, Lifetime> lifetimes;
  for (const TraceEvent& event : events) {
    if (event.stream == 0) continue;
    const Stream stream{event.device, event.stream};
    Lifetime& its = lifetimes.try_emplace(stream, Lifetime{event.begin, event.end, stream}).first->second;
    its.begin = std::min(its.begin, event.begin);
    its.end = std::max(its.end, event.end);
  }
  std::vector<Lifetime> order;
  for (const auto& [stream, lifetime] : lifetimes) order.push_back(lifetime);
  std::stable_sort(order.begin(), order.end(), [](const Lifetime& a, const Lifetime& b) { return a.begin < b.begin; });
  std::map<int, std::vector<double>> busy;  // by device: until when each track is
  std::map<Stream, std::size_t> tracks;
  for (const Lifetime& one : order) {
    std::vector<double>& ends = busy[one.stream.first];
    const auto open = std::find_if(ends.begin(), ends.end(), [&](double end) { return end <= one.begin; });
    tracks[one.stream] = static_cast<std::size_t>(open - ends.begin()) + 1;
    if (open == ends.end())
      ends.push_back(one.end);
    else
      *open = one.end;
  }
  return tracks;
}

std::string printed(const TraceEvent& event, std::size_t track, double origin) {
  char times[96];
  std::snprintf(times, sizeof times, "\"ts\":%.3f,\"dur\":%.3f", (event.begin - origin) * 1e6,
                std::max(0.0, event.end - event.begin) * 1e6);
  return "{\"ph\":\"X\",\"name\":" + jsonText(event.name) + ",\"pid\":" + std::to_string(event.device + 1) +
         ",\"tid\":" + std::to_string(track) + "," + times + ",\"args\":{\"bytes\":" + std::to_string(event.bytes) +
         "}}";
}

}  // namespace

void Trace::add(TraceEvent event) {
  const std::lock_guard<std::mutex> lock(mutex_);
  events_.push_back(std::move(event));
}

std::vector<TraceEvent> Trace::events() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return events_;
}

std::string Trace::json() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  double origin = events_.empty() ? 0 : events_.front().begin;
  const std::map<Stream, std::size_t> trackOf = tracksOf(events_);
  const auto track = [&](const TraceEvent& event) {
    return event.stream == 0 ? 0 : trackOf.at({event.device, event.stream});
  };
  std::set<std::pair<int, std::size_t>> tracks;
  for (const TraceEvent& event : events_) {
    origin = std::min(origin, event.begin);
    tracks.insert({event.device, track(event)});
  }
  std::vector<std::string> lines;
  int named = -2;  // the device that has its name
  for (const auto& [device, number] : tracks) {
    if (device != named)
      lines.push_back(naming("process_name", device + 1, 0, device < 0 ? "host" : "device " + std::to_string(device)));
    named = device;
    lines.push_back(
        naming("thread_name", device + 1, number, number == 0 ? "chunks" : "stream " + std::to_string(number)));
  }
  for (const TraceEvent& event : events_) lines.push_back(printed(event, track(event), origin));
  std::string text = "{\"traceEvents\":[";
  for (std::size_t l = 0; l < lines.size(); ++l) text += (l == 0 ? "\n" : ",\n") + lines[l];
  return text + "\n],\"displayTimeUnit\":\"ms\"}\n";
}

}  // namespace clustrix::runtime
