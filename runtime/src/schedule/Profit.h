// Profit: where a loop runs best, by a rough estimate in seconds.
//
//     n devices:   n launches + bytes / n links + operations / n devices
//     CPU:         operations / threads
//
// Devices of other machines share the way there: it takes their part of the bytes, and for each machine what all of
// them need.
//
// The constants are orders of magnitude: the estimate has to tell a loop of microseconds from one of milliseconds. How
// long a loop really took corrects them for the next time: CostCorrection.h.
//
// Where arrays stay on the devices, only bytes that are missing there count, and the CPU pays for what has to come home
// first. A loop that runs again and again within one residency would pay for its transfers once and gain each time, but
// nobody knows how often it will run. So it rents before it buys: while it runs on the CPU, what the devices would have
// saved is added up, and once that has reached the price of the transfers they are made. It then costs at most twice
// what it would have cost to know.
#pragma once

#include <string>
#include <vector>

#include "devices/Backend.h"

namespace clustrix::runtime {

struct Work {
  double operations = 0;  // of all iterations
  double bytes = 0;       // to the devices and back; of arrays that stay there, those that are not there yet
  double lanes = 0;       // iterations, or blocks of them, that can run at once; 0: as many as anyone asks for
  double extra = 0;       // operations that only a parallel run has, on the CPU
  double home = 0;        // bytes that the CPU needs and only devices have
  double common = 0;      // bytes to each machine, besides: what iterations of all devices read
  double exchanged = 0;   // the same of what devices have written: at each launch anew
};

constexpr double cpuSecondsPerOperation = 0.5e-9;
constexpr double deviceSecondsPerOperation =
    5e-9;                                    // of a single lane of a device: it waits for memory most of the time
constexpr double cpuThreadsSeconds = 20e-6;  // to start threads and to wait for them
constexpr double smallestLaunchSeconds = cpuThreadsSeconds;  // shorter loops gain nothing anywhere

enum class Place { Original, Threads, Devices };
const char* print(Place place);

struct Choice {
  Place place = Place::Original;
  int devices = 0;
  std::string why;     // why not on devices, where it is not
  double saved = 0;    // seconds that devices would have saved, had the bytes been there; 0 on devices
  bool trial = false;  // to see how long the loop takes there
};

/// How a loop's residency stands.
struct Standing {
  double regret = 0;  // all that devices would have saved so far, in seconds
  int devices = 0;    // that hold arrays: a loop on others would move them; 0: none do
};

/// What an estimate is made of, each with a factor of its own in a CostCorrection.
enum class Part { Serial, Threads, Launches, Transfers, Compute };
constexpr int partCount = 5;
class CostCorrection;

struct DeviceSeconds {
  double launches = 0;
  double transfers = 0;
  double compute = 0;
};
DeviceSeconds partsOnDevices(const Work& work, const std::vector<DeviceProperties>& devices, int count);

/// Of these, what no operation of the loop takes: to start threads, and to combine what they make.
double fixedSecondsOnCpu(const Work& work, int threads);
double secondsOnCpu(const Work& work, int threads, const CostCorrection* correction = nullptr);
double secondsOnDevices(const Work& work, const std::vector<DeviceProperties>& devices, int count,
                        const CostCorrection* correction = nullptr);

/// `Original` or `Threads`: what is better on the CPU.
Place onCpu(const Work& work, int threads, const CostCorrection* correction = nullptr);
/// The best number of devices, or the CPU. `devices` may be empty. `standing`: of loops whose arrays may stay there.
Choice choose(const Work& work, const std::vector<DeviceProperties>& devices, int threads,
              const Standing* standing = nullptr, const CostCorrection* correction = nullptr);
/// The same with what was learned of the loop, which may be tried where it is not.
Choice chooseLearned(const Work& work, const std::vector<DeviceProperties>& devices, int threads,
                     const Standing* standing, const CostCorrection& correction);

}  // namespace clustrix::runtime
