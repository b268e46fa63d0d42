#include "observation/Trace.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <utility>

#include "support/JsonText.h"

namespace clustrix::runtime {
namespace {

std::string naming(const char* what, int process, std::size_t thread, const std::string& name) {
  return std::string("{\"ph\":\"M\",\"name\":\"") + what + "\",\"pid\":" + std::to_string(process) +
         ",\"tid\":" + std::to_string(thread) + ",\"args\":{\"name\":" + jsonText(name) + "}}";
}

std::string printed(const TraceEvent& event, double origin) {
  char times[96];
  std::snprintf(times, sizeof times, "\"ts\":%.3f,\"dur\":%.3f", (event.begin - origin) * 1e6,
                std::max(0.0, event.end - event.begin) * 1e6);
  return "{\"ph\":\"X\",\"name\":" + jsonText(event.name) + ",\"pid\":" + std::to_string(event.device + 1) +
         ",\"tid\":" + std::to_string(event.stream) + "," + times +
         ",\"args\":{\"bytes\":" + std::to_string(event.bytes) + "}}";
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
  std::set<std::pair<int, std::size_t>> tracks;
  for (const TraceEvent& event : events_) {
    origin = std::min(origin, event.begin);
    tracks.insert({event.device, event.stream});
  }
  std::vector<std::string> lines;
  for (const auto& [device, stream] : tracks) {
    lines.push_back(naming("process_name", device + 1, 0, device < 0 ? "host" : "device " + std::to_string(device)));
    const std::string track = stream == 0 ? "chunks" : "stream " + std::to_string(stream);
    lines.push_back(naming("thread_name", device + 1, stream, track));
  }
  for (const TraceEvent& event : events_) lines.push_back(printed(event, origin));
  std::string text = "{\"traceEvents\":[";
  for (std::size_t l = 0; l < lines.size(); ++l) text += (l == 0 ? "\n" : ",\n") + lines[l];
  return text + "\n],\"displayTimeUnit\":\"ms\"}\n";
}

}  // namespace clustrix::runtime
