// Trace: Chrome trace-event JSON of a run, a track per device and stream; for chrome://tracing and Perfetto.
#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace clustrix::runtime {

struct TraceEvent {
  std::string name;
  int device = 0;          // -1: the host
  std::size_t stream = 0;  // 0: chunks as the executor sees them
  double begin = 0;        // seconds on std::chrono::steady_clock
  double end = 0;
  std::size_t bytes = 0;
};

class Trace {
 public:
  void add(TraceEvent event);
  std::vector<TraceEvent> events() const;
  std::string json() const;

 private:
  mutable std::mutex mutex_;
  std::vector<TraceEvent> events_;
};

}  // namespace clustrix::runtime
