#include "schedule/Profit.h"

#include <catch2/catch.hpp>

#include "schedule/CostCorrection.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

DeviceProperties device(double launch, double bytesPerSecond, double operationsPerSecond) {
  DeviceProperties properties;
  properties.launchSeconds = launch;
  properties.transferBytesPerSecond = bytesPerSecond;
  properties.operationsPerSecond = operationsPerSecond;
  return properties;
}

Work workOf(double operations, double bytes, double lanes = 0, double extra = 0, double home = 0) {
  return {operations, bytes, lanes, extra, home};
}

// Of a loop that has run there, as quickly as it was estimated.
CostCorrection ranOnCpu(Place place, const Work& work, int threads) {
  CostCorrection correction;
  correction.ranOnCpu(place, work, threads, secondsOnCpu(work, place == Place::Threads ? threads : 1));
  return correction;
}

}  // namespace

TEST_CASE("devices add up: their launches, their links and what they compute") {
  const std::vector<DeviceProperties> devices{device(1e-5, 1e9, 1e12), device(3e-5, 3e9, 4e12), device(1, 1, 1)};
  const DeviceSeconds one = partsOnDevices(workOf(2e9, 8e6), devices, 1);
  CHECK(one.launches == Approx(1e-5));
  CHECK(one.transfers == Approx(8e-3));
  CHECK(one.compute == Approx(2e-3));
  const DeviceSeconds two = partsOnDevices(workOf(2e9, 8e6), devices, 2);
  CHECK(two.launches == Approx(4e-5));
  CHECK(two.transfers == Approx(2e-3));
  CHECK(two.compute == Approx(4e-4));
}

TEST_CASE("devices of other machines share the network, which takes their part of the bytes") {
  std::vector<DeviceProperties> devices(4, device(1e-5, 2e9, 1e12));
  for (std::size_t d : {2, 3}) devices[d].isFar = true;
  CHECK(partsOnDevices(workOf(1, 8e9), devices, 2).transfers == Approx(2));
  CHECK(partsOnDevices(workOf(1, 8e9), devices, 3).transfers == Approx(8e9 / 3 / 2e9));
  CHECK(partsOnDevices(workOf(1, 8e9), devices, 4).transfers == Approx(8e9 / 2 / 2e9));
  devices[2].transferBytesPerSecond = 1e6;  // however quick the others are
  CHECK(partsOnDevices(workOf(1, 8e9), devices, 3).transfers == Approx(8e9 / 3 / 1e6));
}

TEST_CASE("what all devices read goes to each machine, and what they have written of it at each launch") {
  std::vector<DeviceProperties> devices(5, device(0, 1e12, 1e12));
  for (std::size_t d = 1; d < 5; ++d) {
    devices[d].isFar = true;
    devices[d].transferBytesPerSecond = 1e9;
    devices[d].machine = d < 3 ? 1 : 2;
  }
  Work work;
  work.common = 3e9;
  CHECK(partsOnDevices(work, devices, 1).transfers == Approx(3e9 / 1e12));
  CHECK(partsOnDevices(work, devices, 2).transfers == Approx(3));
  CHECK(partsOnDevices(work, devices, 3).transfers == Approx(3));
  CHECK(partsOnDevices(work, devices, 4).transfers == Approx(6));
  work = {};
  work.exchanged = 3e9;
  CHECK(partsOnDevices(work, devices, 1).launches == 0);
  CHECK(partsOnDevices(work, devices, 3).launches == Approx(3));
  CHECK(partsOnDevices(work, devices, 5).launches == Approx(6));
  CHECK(partsOnDevices(work, devices, 5).transfers == 0);
}

TEST_CASE("loops go to other machines where that pays, and else stay on one") {
  std::vector<DeviceProperties> devices(2, device(1e-5, 2e10, 1e12));
  for (int d = 0; d < 6; ++d) {
    devices.push_back(device(1e-3, 1e9, 1e12));
    devices.back().isFar = true;
  }
  CHECK(choose(workOf(1e9, 1e3), devices, 1).devices == 2);
  CHECK(choose(workOf(1e12, 1e3), devices, 1).devices == 8);
}

TEST_CASE("few lanes keep devices and threads from computing as quickly as they could") {
  const std::vector<DeviceProperties> devices(1);
  CHECK(partsOnDevices(workOf(1e6, 0, 10), devices, 1).compute == Approx(1e6 * deviceSecondsPerOperation / 10));
  CHECK(partsOnDevices(workOf(1e6, 0, 1e9), devices, 1).compute == Approx(1e6 / devices[0].operationsPerSecond));
  const double serial = 1e9 * cpuSecondsPerOperation;
  CHECK(secondsOnCpu(workOf(1e9, 0), 8) == Approx(serial / 8 + cpuThreadsSeconds));
  CHECK(secondsOnCpu(workOf(1e9, 0, 3), 8) == Approx(serial / 3 + cpuThreadsSeconds));
  CHECK(secondsOnCpu(workOf(1e9, 0, 30), 8) == Approx(serial / 8 + cpuThreadsSeconds));
}

TEST_CASE("what only a parallel run has to do costs threads and devices, and not the loop as written") {
  const Work work = workOf(1e9, 0, 0, 2e6);
  CHECK(secondsOnCpu(work, 1) == Approx(1e9 * cpuSecondsPerOperation));
  CHECK(fixedSecondsOnCpu(work, 1) == 0);
  CHECK(fixedSecondsOnCpu(work, 2) == Approx(2e6 * cpuSecondsPerOperation + cpuThreadsSeconds));
  CHECK(secondsOnCpu(work, 4) == Approx(1e9 / 4 * cpuSecondsPerOperation + fixedSecondsOnCpu(work, 4)));
  const std::vector<DeviceProperties> devices(2);
  const Work without = workOf(1e9, 0);
  CHECK(secondsOnDevices(work, devices, 2) - secondsOnDevices(without, devices, 2) ==
        Approx(2e6 * cpuSecondsPerOperation));
}

TEST_CASE("threads are started for a loop that is longer than it takes to start them") {
  const double start = cpuThreadsSeconds / cpuSecondsPerOperation;  // in operations
  CHECK(onCpu(workOf(2.1 * start, 0), 2) == Place::Threads);
  CHECK(onCpu(workOf(1.9 * start, 0), 2) == Place::Original);
  CHECK(onCpu(workOf(1e9, 0), 1) == Place::Original);
  CHECK(onCpu(workOf(1e9, 0, 1), 8) == Place::Original);
}

TEST_CASE("much work goes to all devices, little to the CPU, and what only moves stays") {
  const std::vector<DeviceProperties> four(4);
  CHECK(choose({1e12, 1e6}, four, 8).devices == 4);
  CHECK(choose({1e12, 1e6}, {}, 8).place == Place::Threads);
  CHECK(choose({1e12, 1e6}, {}, 8).why == "no devices");
  CHECK(choose({100, 800}, four, 8).place == Place::Original);
  const Choice moving = choose({1e6, 1e9}, four, 8);
  CHECK(moving.place == Place::Threads);
  CHECK((moving.devices == 0 && moving.saved == 0));
  CHECK(moving.why == "about 20.9 ms on 4 GPUs, 0.0825 ms on the CPU");
}

TEST_CASE("a device that costs more than it brings is left out") {
  const std::vector<DeviceProperties> slowStart{device(1e-5, 1e10, 1e12), device(1e-5, 1e10, 1e12),
                                                device(1, 1e10, 1e12)};
  const Choice choice = choose(workOf(1e12, 0), slowStart, 1);
  CHECK(choice.place == Place::Devices);
  CHECK(choice.devices == 2);
  // Of two numbers of devices that take equally long, the smaller.
  const std::vector<DeviceProperties> useless{device(1e-5, 1e10, 1e12), device(0, 0, 0)};
  CHECK(choose(workOf(1e10, 0), useless, 1).devices == 1);
}

TEST_CASE("a loop that runs again and again rents the CPU until the transfers would have paid") {
  const std::vector<DeviceProperties> one(1);
  Work work{4e6, 4.8e7};  // 2 ms on one core, 4 ms to move, 24 us on the device
  Standing standing;
  int onCpu = 0;
  Choice choice = choose(work, one, 1, &standing);
  for (; choice.place != Place::Devices && onCpu < 100; ++onCpu) {
    CHECK(choice.saved > 1.9e-3);
    standing.regret += choice.saved;
    choice = choose(work, one, 1, &standing);
  }
  CHECK(onCpu == 2);
  CHECK(choose(work, one, 1).place == Place::Original);
  // Never where devices are slower even without the transfers.
  standing.regret = 1000;
  CHECK(choose({1e4, 4.8e7}, one, 1, &standing).place == Place::Original);
  CHECK(choose({1e4, 4.8e7}, one, 1, &standing).saved == 0);
  // The bytes are there: at once. And the CPU would have to bring them home first.
  CHECK(choose({4e6, 0}, one, 1, &standing).place == Place::Devices);
  Work small{3e4, 0};
  CHECK(choose(small, one, 1).place == Place::Original);
  small.home = 1e6;
  CHECK(choose(small, one, 1).place == Place::Devices);
}

TEST_CASE("a loop runs on as many devices as hold arrays already") {
  const std::vector<DeviceProperties> four(4);
  Standing standing;
  standing.devices = 2;
  CHECK(choose({1e12, 1e6}, four, 8, &standing).devices == 2);
  standing.devices = 0;
  CHECK(choose({1e12, 1e6}, four, 8, &standing).devices == 4);
  standing.devices = 9;
  CHECK(choose({1e12, 1e6}, four, 8, &standing).devices == 4);
}

TEST_CASE("a loop leaves the place where it ran only for one that is a quarter quicker") {
  // In units of what starting threads takes: serially `operations`, on two threads half of that and 1.
  const auto work = [](double operations) {
    return workOf(operations * cpuThreadsSeconds / cpuSecondsPerOperation, 0);
  };
  for (const double operations : {2.2, 4.0})
    for (const Place last : {Place::Original, Place::Threads}) {
      const CostCorrection correction = ranOnCpu(last, work(operations), 2);
      CHECK(onCpu(work(operations), 2, &correction) == (operations == 4.0 ? Place::Threads : last));
    }
  const CostCorrection onThreads = ranOnCpu(Place::Threads, work(1.8), 2);
  CHECK(onCpu(work(1.8), 2, &onThreads) == Place::Threads);
  CHECK(onCpu(work(1.8), 2) == Place::Original);
  // On the device 10 ms, and on the CPU a little more, or more than a quarter more.
  const std::vector<DeviceProperties> one{device(1e-2, 1e10, 1e15)};
  const auto lasting = [](double seconds) { return workOf(seconds / cpuSecondsPerOperation, 0); };
  const CostCorrection stays = ranOnCpu(Place::Original, lasting(1.1e-2), 1);
  CHECK(choose(lasting(1.1e-2), one, 1).place == Place::Devices);
  CHECK(choose(lasting(1.1e-2), one, 1, nullptr, &stays).place == Place::Original);
  CHECK(choose(lasting(1.3e-2), one, 1, nullptr, &stays).place == Place::Devices);
}

TEST_CASE("what was learned of a part is what its estimate is multiplied by, and no other's") {
  const std::vector<DeviceProperties> one{device(1e-3, 1e9, 1e12)};
  const Work work = workOf(8e9, 4e6, 0, 6e6);
  const DeviceSeconds parts = partsOnDevices(work, one, 1);
  CostCorrection correction;
  correction.recall({2, 3, 5, 7, 11});
  const double extra = 6e6 * cpuSecondsPerOperation;
  CHECK(secondsOnDevices(work, one, 1, &correction) ==
        Approx(correction.factor(Part::Launches) * parts.launches +
               correction.factor(Part::Transfers) * parts.transfers + correction.factor(Part::Compute) * parts.compute +
               extra));
  CHECK(secondsOnCpu(work, 1, &correction) == Approx(correction.factor(Part::Serial) * secondsOnCpu(work, 1)));
  const double fixed = fixedSecondsOnCpu(work, 4);
  CHECK(secondsOnCpu(work, 4, &correction) ==
        Approx(correction.factor(Part::Threads) * (secondsOnCpu(work, 4) - fixed) + fixed));
  CHECK(correction.factor(Part::Serial) != correction.factor(Part::Threads));
}
