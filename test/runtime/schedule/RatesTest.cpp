#include "schedule/Rates.h"

#include <catch2/catch.hpp>
#include <numeric>

using namespace clustrix::runtime;

namespace {

// Devices of these speeds that get shares by the weights learned so far, for a while.
struct RatedWorld {
  std::vector<double> speeds;
  Rates rates;

  std::vector<double> shares() const {
    std::vector<int> devices(speeds.size());
    std::iota(devices.begin(), devices.end(), 0);
    std::vector<double> weights = rates.weights(devices);
    if (weights.empty()) weights.assign(speeds.size(), 1.0);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= total;
    return weights;
  }
  void launch(double iterations, int outlier = -1) {
    std::vector<DeviceTime> times;
    const std::vector<double> due = shares();
    for (std::size_t d = 0; d < speeds.size(); ++d) {
      const double seconds = due[d] * iterations / speeds[d];
      times.push_back(
          {static_cast<int>(d), due[d] * iterations, static_cast<int>(d) == outlier ? 1000 * seconds : seconds});
    }
    rates.learn(times);
  }
};

}  // namespace

TEST_CASE("after one launch shares follow the speeds of the devices") {
  RatedWorld world{{1, 0.5}, {}};
  world.launch(1000);
  CHECK(world.shares()[0] == Approx(2.0 / 3));
  RatedWorld many{{4, 1, 2, 1}, {}};
  many.launch(1000);
  CHECK(many.shares()[0] == Approx(0.5));
}

TEST_CASE("a launch in which devices ended together leaves the weights exactly as they are") {
  RatedWorld world{{1, 0.5}, {}};
  world.launch(1000);
  const std::vector<double> before = world.rates.all();
  world.speeds = {1.02, 0.5};
  for (int i = 0; i < 10; ++i) world.launch(5000);
  CHECK(world.rates.all() == before);
}

TEST_CASE("one outlier costs a device a third of its share at most, and is forgotten after a few launches") {
  RatedWorld world{{1, 1}, {}};
  for (int i = 0; i < 3; ++i) world.launch(1000);
  world.launch(1000, 1);
  CHECK(world.shares()[1] >= 0.32);
  for (int i = 0; i < 6; ++i) world.launch(1000);
  CHECK(world.shares()[1] == Approx(0.5).margin(0.02));
}

TEST_CASE("a device that has become slower or quicker gets its due again") {
  RatedWorld world{{1, 1, 1}, {}};
  for (int i = 0; i < 5; ++i) world.launch(1000);
  world.speeds = {1, 0.1, 1};
  for (int i = 0; i < 12; ++i) world.launch(1000);
  CHECK(world.shares()[1] == Approx(0.1 / 2.1).epsilon(0.1));
  world.speeds = {1, 1, 1};
  for (int i = 0; i < 12; ++i) world.launch(1000);
  CHECK(world.shares()[1] == Approx(1.0 / 3).epsilon(0.1));
}

TEST_CASE("no device is starved, since it would never be measured again") {
  RatedWorld world{{1, 1e-9}, {}};
  for (int i = 0; i < 30; ++i) world.launch(1000);
  CHECK(world.shares()[1] > 0.005);
}

TEST_CASE("a machine that is slower as a whole says nothing about its devices") {
  Rates rates;
  rates.learn({{0, 100, 1}, {1, 100, 2}, {2, 100, 1}});
  const std::vector<double> before = rates.weights({0, 1, 2});
  rates.learn({{0, 100, 10}, {1, 100, 20}});
  const std::vector<double> after = rates.weights({0, 1, 2});
  for (std::size_t d = 0; d < 3; ++d) CHECK(after[d] == Approx(before[d]));
}

TEST_CASE("weights are unknown until every device has been measured beside another") {
  Rates rates;
  rates.learn({{0, 100, 1}});
  CHECK(rates.weights({0}).empty());
  rates.learn({{0, 100, 1}, {1, 0, 0}});
  CHECK(rates.weights({0, 1}).empty());
  rates.learn({{0, 100, 1}, {2, 50, 1}});
  CHECK(rates.weights({0, 1, 2}).empty());
  CHECK(rates.weights({2, 0}).size() == 2);
}
