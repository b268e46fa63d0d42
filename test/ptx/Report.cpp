#include "Report.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "Gpu.h"

namespace ptx {
namespace {

const char* setting(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr && *text != '\0' ? text : nullptr;
}

double number(u64 value) { return static_cast<double>(value); }
double ratio(u64 value, u64 to) { return number(value) / std::max(1.0, number(to)); }
double megabytes(u64 sectors) { return number(sectors) * 32e-6; }

void printLine(const Launch& launch, const Estimate& estimated, double wallSeconds) {
  const Counts& c = launch.counts;
  const u32(&grid)[3] = launch.shape.grid;
  const u32(&block)[3] = launch.shape.block;
  std::fprintf(stderr, "ptx: %.60s grid %u,%u,%u block %u,%u,%u: ", launch.kernel.name.c_str(), grid[0], grid[1],
               grid[2], block[0], block[1], block[2]);
  std::fprintf(stderr, "%.0f warp instr, %.1f sectors/load %.1f /store, dram %.2f MB (compulsory %.2f), ",
               number(c.warpInstructions), ratio(c.loadSectors, c.loads), ratio(c.storeSectors, c.stores),
               megabytes(c.dramReads + c.dramWrites), megabytes(c.compulsoryReads + c.compulsoryWrites));
  std::fprintf(stderr, "%d regs, est %.2f us (%s), simulated in %.1f s\n", launch.kernel.resources.registers,
               estimated.seconds * 1e6, estimated.bound, wallSeconds);
}

class Json {
 public:
  explicit Json(std::FILE* file) : file_(file) {}
  void add(const std::string& name, double value) { std::fprintf(file_, ", \"%s\": %.17g", name.c_str(), value); }
  void add(const std::string& name, u64 value) { add(name, number(value)); }
  void add(const std::string& name, int value) { add(name, static_cast<double>(value)); }

 private:
  std::FILE* file_;
};

void writeShape(Json& json, const Launch& launch) {
  const char* const axes[] = {"X", "Y", "Z"};
  for (int k = 0; k < 3; ++k) json.add(std::string("grid") + axes[k], number(launch.shape.grid[k]));
  for (int k = 0; k < 3; ++k) json.add(std::string("block") + axes[k], number(launch.shape.block[k]));
  json.add("threads", number(launch.shape.blocks()) * launch.shape.threads());
  const Resources& resources = launch.kernel.resources;
  json.add("registers", resources.registers);
  json.add("spillStores", resources.spillStores);
  json.add("spillLoads", resources.spillLoads);
  json.add("shared", static_cast<u64>(launch.sharedBytes()));
  json.add("blocksPerSm", launch.blocksPerProcessor);
  json.add("occupancy", number(launch.residentBlocks * launch.shape.warps()) / (64.0 * gpu().processors));
}

void writeCounts(Json& json, const Counts& c) {
  for (int k = 0; k < pipes; ++k) json.add(std::string("raw_") + pipeName[k], c.instructions[k]);
  for (int k = 0; k < pipes; ++k) json.add(std::string("w_") + pipeName[k], c.slots[k]);
  const std::pair<const char*, u64> counts[] = {{"warpInstructions", c.warpInstructions},
                                                {"issue", c.issue},
                                                {"lanesActive", c.lanesActive},
                                                {"flops64", c.flops64},
                                                {"flops32", c.flops32},
                                                {"fma", c.fma},
                                                {"flopInstructions", c.flopInstructions},
                                                {"loads", c.loads},
                                                {"stores", c.stores},
                                                {"atomics", c.atomics},
                                                {"loadSectors", c.loadSectors},
                                                {"storeSectors", c.storeSectors},
                                                {"loadBytes", c.loadBytes},
                                                {"storeBytes", c.storeBytes},
                                                {"atomicSectors", c.atomicSectors},
                                                {"l1Sectors", c.l1Sectors},
                                                {"l1Hits", c.l1Hits},
                                                {"l2Reads", c.l2Reads},
                                                {"l2Writes", c.l2Writes},
                                                {"l2ReadHits", c.l2ReadHits},
                                                {"dramReads", c.dramReads},
                                                {"dramWrites", c.dramWrites},
                                                {"compulsoryReads", c.compulsoryReads},
                                                {"compulsoryWrites", c.compulsoryWrites},
                                                {"sharedRequests", c.sharedRequests},
                                                {"sharedWavefronts", c.sharedWavefronts},
                                                {"localRequests", c.localRequests},
                                                {"barriers", c.barriers},
                                                {"divergentBranches", c.divergentBranches},
                                                {"branches", c.branches},
                                                {"wavefronts", c.wavefronts}};
  for (const auto& [name, value] : counts) json.add(name, value);
}

void writeTimes(Json& json, const Estimate& estimated, double wallSeconds) {
  json.add("seconds", estimated.seconds);
  json.add("tDram", estimated.dram);
  json.add("tL2", estimated.l2);
  json.add("tLatency", estimated.latency);
  json.add("tIssue", estimated.issue);
  json.add("tFp64", estimated.fp64);
  json.add("tFp32", estimated.fp32);
  json.add("tInt", estimated.integer);
  json.add("tSlow", estimated.slow);
  json.add("tL1", estimated.l1);
  json.add("wall", wallSeconds);
}

}  // namespace

bool isReportWanted() { return setting("CLUSTRIX_PTX_LOG") != nullptr || setting("CLUSTRIX_PTX_OUT") != nullptr; }

void report(const Launch& launch, double wallSeconds) {
  const Estimate estimated = estimate(launch.counts, launch.work);
  if (setting("CLUSTRIX_PTX_LOG") != nullptr) printLine(launch, estimated, wallSeconds);
  const char* path = setting("CLUSTRIX_PTX_OUT");
  if (path == nullptr) return;
  std::FILE* file = std::fopen(path, "a");
  if (file == nullptr) fail(std::string("cannot write to ") + path);
  std::fprintf(file, "{\"kernel\": \"%s\", \"bound\": \"%s\"", launch.kernel.name.c_str(), estimated.bound);
  Json json(file);
  writeShape(json, launch);
  writeCounts(json, launch.counts);
  writeTimes(json, estimated, wallSeconds);
  std::fprintf(file, "}\n");
  std::fclose(file);
}

}  // namespace ptx
