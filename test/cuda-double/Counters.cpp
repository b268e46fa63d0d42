// What a run did, printed at exit where CLUSTRIX_DOUBLE_COUNTERS is set ("-": standard error, else a file).
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "Double.h"

namespace cudadouble {
namespace {

struct Counters {
  std::map<std::string_view, long> calls;  // by the names that entries give, which are literals
  unsigned long long bytes[4] = {};
  std::map<std::string, std::map<int, long>> launches;  // by kernel and device
  long total = 0;
};

Counters& counters() {
  static Counters* const kept = new Counters;  // never destroyed: programs call CUDA from static destructors
  return *kept;
}

void print(std::FILE* out) {
  const Counters& seen = counters();
  std::fprintf(out, "{\"calls\": %ld,", seen.total);
  for (const auto& [name, count] : seen.calls)
    std::fprintf(out, " \"%.*s\": %ld,", static_cast<int>(name.size()), name.data(), count);
  std::fprintf(out, " \"host_to_device\": %llu, \"device_to_host\": %llu, \"within_device\": %llu, \"peer\": %llu,",
               seen.bytes[0], seen.bytes[1], seen.bytes[2], seen.bytes[3]);
  std::fprintf(out, " \"launches\": {");
  const char* between = "";
  for (const auto& [kernel, devices] : seen.launches) {
    std::fprintf(out, "%s\"%s\": [", between, kernel.c_str());
    for (std::size_t device = 0; device < machine().devices.size(); ++device) {
      const auto found = devices.find(static_cast<int>(device));
      std::fprintf(out, "%s%ld", device == 0 ? "" : ", ", found == devices.end() ? 0 : found->second);
    }
    std::fprintf(out, "]");
    between = ", ";
  }
  std::fprintf(out, "}, \"peak\": [");
  const char* comma = "";
  for (const Device& device : machine().devices) {
    std::fprintf(out, "%s%zu", comma, device.peak);
    comma = ", ";
  }
  std::fprintf(out, "]}\n");
}

struct AtExit {
  ~AtExit() {
    const char* where = std::getenv("CLUSTRIX_DOUBLE_COUNTERS");
    if (where == nullptr || *where == '\0') return;
    if (std::string(where) == "-") {
      print(stderr);
    } else if (std::FILE* file = std::fopen(where, "w")) {
      print(file);
      std::fclose(file);
    } else {
      std::fprintf(stderr, "cuda double: cannot write the counters to %s\n", where);
    }
  }
} atExit;

}  // namespace

void countCall(const char* name) {
  ++counters().calls[name];
  ++counters().total;
}

void countLaunch(const char* kernel, int device) { ++counters().launches[kernel][device]; }

void countBytes(Traffic traffic, std::size_t bytes) { counters().bytes[static_cast<int>(traffic)] += bytes; }

}  // namespace cudadouble

extern "C" long clustrixDoubleCalls(const char* name) {
  const std::lock_guard<std::recursive_mutex> lock(cudadouble::machine().mutex);
  const auto found = cudadouble::counters().calls.find(name);
  return found == cudadouble::counters().calls.end() ? 0 : found->second;
}
