// Random loops over random devices against the same loops run one iteration after another: every byte must agree.
#include <catch2/catch.hpp>

#include "Harness.h"
#include "RandomLoops.h"
#include "RecordingBackend.h"
#include "cluster/Crew.h"

using namespace clustrix;
using namespace clustrix::test;

namespace {

constexpr Site randomLoopsSite{"random", "random.cpp", 1, 1};

struct Trial {
  Index iterations = 0, size = 0;
  Term write, read;
  int every = 1;
  bool inPlace = false, sameArray = false, vague = false;
  std::string devices;
  std::size_t fillGap = 0;
  Options options;
};

bool generate(Generator& random, Trial& trial) {
  trial.iterations = random.between(1, 60);
  trial.size = random.between(200, 900);
  trial.write = random.term(trial.iterations, trial.size);
  trial.read = random.term(trial.iterations, trial.size);
  trial.every = random.between(0, 2) == 0 ? static_cast<int>(random.between(2, 5)) : 1;
  trial.inPlace = random.between(0, 1) == 1;
  trial.sameArray = random.between(0, 2) == 0;
  trial.vague = random.between(0, 3) == 0;
  trial.devices = random.devices();
  trial.fillGap = random.between(0, 2) == 0 ? static_cast<std::size_t>(random.between(4, 64)) : 0;
  trial.options = Options{}.schedule(static_cast<Schedule>(random.between(-1, 2)));
  if (random.between(0, 3) == 0)
    trial.options = trial.options.maxGpuParallelJobs(static_cast<int>(random.between(1, 4)));
  if (random.between(0, 5) == 0) trial.options = trial.options.memory(random.between(2000, 20000));
  return Generator::inside(trial.write, trial.iterations, trial.size) &&
         Generator::inside(trial.read, trial.iterations, trial.size) &&
         Generator::independent(trial.write, trial.sameArray ? &trial.read : nullptr, trial.iterations);
}

bool runParallel(const Trial& trial, std::vector<unsigned>& a, const std::vector<unsigned>& b) {
  const unsigned* source = trial.sameArray ? a.data() : b.data();
  Loop loop(randomLoopsSite, trial.iterations);
  const auto a_ = loop.array("a", a.data());
  const auto b_ = trial.vague ? loop.array("b", source, trial.size) : loop.array("b", source);
  const bool exact = trial.every == 1;
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    addBox(exact ? touched.writes(a_) : touched.mayWrite(a_), trial.write, chunk);
    if (trial.inPlace && exact) addBox(touched.reads(a_), trial.write, chunk);
    if (trial.vague)
      touched.mayRead(b_).whole();
    else
      addBox(touched.reads(b_), trial.read, chunk);
  };
  const auto kernel = [&](const Memory& at) {
    return Strided{at(a_), at(b_), trial.write, trial.read, trial.every, trial.inPlace};
  };
  return loop.run(footprint, kernel);
}

/// `backendOf`: from what CLUSTRIX_DEVICES would say.
template <class BackendOf>
void runLoops(unsigned seed, int trials, const BackendOf& backendOf) {
  Generator random(seed);
  int ran = 0;
  for (int attempt = 0; ran < trials; ++attempt) {
    REQUIRE(attempt < 100 * trials);
    Trial trial;
    if (!generate(random, trial)) continue;
    ++ran;
    INFO("trial " << ran << " on " << trial.devices << ", " << trial.iterations << " iterations");
    std::vector<unsigned> a(static_cast<std::size_t>(trial.size)), b = a;
    for (unsigned& value : a) value = static_cast<unsigned>(random.between(-1000, 1000));
    for (unsigned& value : b) value = static_cast<unsigned>(random.between(-1000, 1000));
    std::vector<unsigned> serial = a;
    const Strided body{serial.data(), trial.sameArray ? serial.data() : b.data(), trial.write, trial.read, trial.every,
                       trial.inPlace};
    for (Index k = 0; k < trial.iterations; ++k) body(k);
    Wish wish{trial.devices, trial.options, true, false, runtime::LogLevel::Off};
    auto recording = std::make_shared<test::Recording>();
    recording->fillGap = trial.fillGap;
    backendOf(random, trial.devices, [&](std::unique_ptr<runtime::Backend> backend) {
      Harness harness(wish, test::makeRecordingBackend(std::move(backend), recording));
      REQUIRE(runParallel(trial, a, b));
      REQUIRE(a == serial);
    });
    REQUIRE(recording->live == 0);
  }
}

}  // namespace

TEST_CASE("a thousand random loops agree with their serial versions on every element") {
  runLoops(20240917, 1000,
           [](Generator&, const std::string& devices, const auto& use) { use(test::virtualDevices(devices)); });
}

TEST_CASE("random loops agree with their serial versions on the devices of two to four ranks") {
  runLoops(20261130, 200, [](Generator& random, const std::string& devices, const auto& use) {
    std::vector<std::string> ranks = {random.between(0, 2) == 0 ? "" : devices, random.devices()};
    for (Index more = random.between(0, 2); more > 0; --more) ranks.push_back(random.devices());
    test::Crew crew(ranks);
    use(crew.take());
  });
}
