// Runs programs.cpp on simulated devices: how long the devices would take, and how long the planning takes here.
//
//     simulate PROGRAM DEVICES ROWS STEPS     prints one line of JSON
//
// `seconds`: of the second half of the steps, by the simulator's clocks alone; `planning`: seconds of this process for
// a launch of these, all that the runtime does for it but what the simulator takes; `first`: the same for the first
// one; `memory`: bytes that the process has needed at most.
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include "SimulatedBackend.h"
#include "clustrix/resident.h"
#include "execution/Context.h"
#include "support/Clock.h"

void heat(double* a, double* b, long rows, long columns, int steps);
void multiply(const double* a, const double* b, double* c, long n);
void mandelbrot(unsigned char* picture, long rows, long columns);
void attract(double* position, double* moved, double* velocity, long n, int steps);

namespace {

using namespace clustrix;

/// Addresses of an array that nobody touches.
template <class T>
T* reserve(long count) {
  void* const memory = mmap(nullptr, static_cast<std::size_t>(count) * sizeof(T), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("mmap");
    std::exit(3);
  }
  return static_cast<T*>(memory);
}

/// Of an H200 that does nothing else.
constexpr double memoryBytesPerSecond = 4.0e12, doubleOperationsPerSecond = 30e12;

struct Program {
  long rows;
  int launchesAStep;
  double secondsPerIteration;  // of one device: what its memory or its arithmetic wants
  std::function<void(int steps, clustrix::Residency& all)> run;
};

Program programOf(const std::string& name, long rows) {
  const double n = static_cast<double>(rows);
  if (name == "heat") {
    double* const a = reserve<double>(rows * rows);
    double* const b = reserve<double>(rows * rows);
    return {rows, 1, n * 16 / memoryBytesPerSecond, [=](int steps, Residency& all) {
              all.lend();
              heat(a, b, rows, rows, steps);
            }};
  }
  if (name == "multiply") {
    double* const a = reserve<double>(rows * rows);
    double* const b = reserve<double>(rows * rows);
    double* const c = reserve<double>(rows * rows);
    return {rows, 1, 2 * n * n / doubleOperationsPerSecond, [=](int steps, Residency& all) {
              for (int step = 0; step < steps; ++step) all.lend(), multiply(a, b, c, rows);
            }};
  }
  if (name == "mandelbrot") {
    unsigned char* const picture = reserve<unsigned char>(rows * rows);
    return {rows, 1, n * 60 * 10 / doubleOperationsPerSecond, [=](int steps, Residency& all) {
              for (int step = 0; step < steps; ++step) all.lend(), mandelbrot(picture, rows, rows);
            }};
  }
  if (name == "nbody") {
    double* const x = reserve<double>(rows);
    double* const y = reserve<double>(rows);
    double* const v = reserve<double>(rows);
    return {rows, 2, n * 6 / doubleOperationsPerSecond, [=](int steps, Residency& all) {
              all.lend();
              attract(x, y, v, rows, steps);
            }};
  }
  std::fprintf(stderr, "no program is called %s\n", name.c_str());
  std::exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::fprintf(stderr, "usage: simulate PROGRAM DEVICES ROWS STEPS\n"), 2;
  const Program program = programOf(argv[1], std::atol(argv[3]));
  const int devices = std::atoi(argv[2]), steps = std::atoi(argv[4]);
  auto simulated = std::make_unique<scale::SimulatedBackend>(devices, scale::Machine{});
  scale::SimulatedBackend& backend = *simulated;
  backend.setSecondsPerIteration(program.secondsPerIteration);
  runtime::Settings settings;
  settings.force = true;
  settings.options = Options{}.schedule(Schedule::Static);
  if (const char* level = std::getenv("SIMULATE_LOG"); level != nullptr) settings.logLevel = runtime::LogLevel::Debug;
  runtime::Context context(settings, std::move(simulated));
  const runtime::ContextScope scope(context);

  double firstPlanning = 0, planning = 0, seconds = 0;
  std::size_t between = 0;
  {
    Residency all;  // around all calls: arrays stay
    double begin = runtime::now(), own = backend.ownSeconds();
    program.run(1, all);
    firstPlanning = runtime::now() - begin - (backend.ownSeconds() - own);
    program.run(steps, all);
    const double host = backend.hostTime();
    between = backend.bytesBetween();
    begin = runtime::now();
    own = backend.ownSeconds();
    program.run(steps, all);
    planning = (runtime::now() - begin - (backend.ownSeconds() - own)) / steps / program.launchesAStep;
    seconds = (backend.hostTime() - host) / steps;
    between = (backend.bytesBetween() - between) / static_cast<std::size_t>(steps);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf(
      "{\"program\": \"%s\", \"devices\": %d, \"rows\": %ld, \"seconds\": %.6g, \"planning\": %.6g, "
      "\"first\": %.6g, \"memory\": %ld, \"between\": %zu}\n",
      argv[1], devices, program.rows, seconds, planning, firstPlanning, usage.ru_maxrss * 1024, between);
  std::fflush(stdout);
  std::_Exit(0);
}
