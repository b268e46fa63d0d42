// Profit: where a loop runs best, by a rough estimate in seconds.
//
//     n devices:   n launches + bytes / n links + operations / n devices
//     CPU:         operations / threads
//
// The constants are orders of magnitude: the estimate has to tell a loop of microseconds from one of milliseconds.
#pragma once

#include <string>
#include <vector>

#include "Backend.h"

namespace clustrix::runtime {

struct Work {
  double operations = 0;  // of all iterations
  double bytes = 0;       // to the devices and back
  double lanes = 0;       // iterations, or blocks of them, that can run at once; 0: as many as anyone asks for
  double extra = 0;       // operations that only a parallel run has, on the CPU
};

constexpr double cpuSecondsPerOperation = 0.5e-9;
constexpr double deviceSecondsPerOperation =
    5e-9;                                    // of a single lane of a device: it waits for memory most of the time
constexpr double cpuThreadsSeconds = 20e-6;  // to start threads and to wait for them

enum class Place { Original, Threads, Devices };
const char* print(Place place);

struct Choice {
  Place place = Place::Original;
  int devices = 0;
  std::string why;  // why not on devices, where it is not
};

double secondsOnCpu(const Work& work, int threads);
double secondsOnDevices(const Work& work, const std::vector<DeviceProperties>& devices, int count);

/// `Original` or `Threads`: what is better on the CPU.
Place onCpu(const Work& work, int threads);
/// The best number of devices, or the CPU. `devices` may be empty.
Choice choose(const Work& work, const std::vector<DeviceProperties>& devices, int threads);

}  // namespace clustrix::runtime
