// Random loops over random devices against the same loops run one iteration after another: every byte must agree.
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <set>

#include "Harness.h"
#include "RecordingBackend.h"

using namespace clustrix;
using clustrix::test::Harness;
using clustrix::test::Wish;

namespace {

constexpr Site site{"random", "random.cpp", 1, 1};

struct Term {
  Index begin = 0, stride = 0;  // at iteration k: begin + k * stride + i * s1 + j * s2
  Index s1 = 1, c1 = 1, s2 = 1, c2 = 1;

  Index at(Index k, Index i, Index j) const { return begin + k * stride + i * s1 + j * s2; }
};

// Iteration k writes all elements of `write` from all elements of `read`; with `every` > 1 only some of them.
struct Body {
  unsigned* a;
  const unsigned* b;
  Term write, read;
  int every;
  bool inPlace;

  void operator()(Index k) const {
    unsigned sum = static_cast<unsigned>(k);
    for (Index i = 0; i < read.c1; ++i)
      for (Index j = 0; j < read.c2; ++j) sum = sum * 31 + b[read.at(k, i, j)];
    for (Index i = 0; i < write.c1; ++i)
      for (Index j = 0; j < write.c2; ++j) {
        if ((k + i + j) % every != 0) continue;
        unsigned& element = a[write.at(k, i, j)];
        element = (inPlace ? element : 0) + sum + static_cast<unsigned>(i * 7 + j);
      }
  }
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}
  Index between(Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(random_); }

  Term term(Index iterations, Index size) {
    Term t;
    t.c1 = between(1, 4);
    t.c2 = between(1, 4);
    t.s1 = between(-9, 9);
    t.s2 = between(-3, 3);
    t.stride = between(-6, 6);
    Index low = 0, high = 0;
    for (const auto& [s, c] : {std::pair{t.s1, t.c1}, std::pair{t.s2, t.c2}, std::pair{t.stride, iterations}}) {
      low += std::min<Index>(0, s * (c - 1));
      high += std::max<Index>(0, s * (c - 1));
    }
    t.begin = between(-low, std::max(-low, size - 1 - high));
    return t;
  }
  static bool inside(const Term& t, Index iterations, Index size) {
    for (Index k = 0; k < iterations; ++k)
      for (Index i = 0; i < t.c1; ++i)
        for (Index j = 0; j < t.c2; ++j)
          if (t.at(k, i, j) < 0 || t.at(k, i, j) >= size) return false;
    return true;
  }
  /// No two iterations write the same element, and none reads what another writes.
  static bool independent(const Term& write, const Term* read, Index iterations) {
    std::vector<std::set<Index>> writes(static_cast<std::size_t>(iterations));
    std::set<Index> all;
    for (Index k = 0; k < iterations; ++k) {
      std::set<Index>& own = writes[static_cast<std::size_t>(k)];
      for (Index i = 0; i < write.c1; ++i)
        for (Index j = 0; j < write.c2; ++j) own.insert(write.at(k, i, j));
      for (Index element : own)
        if (!all.insert(element).second) return false;
    }
    for (Index k = 0; read != nullptr && k < iterations; ++k)
      for (Index i = 0; i < read->c1; ++i)
        for (Index j = 0; j < read->c2; ++j) {
          const Index element = read->at(k, i, j);
          if (all.count(element) > 0 && writes[static_cast<std::size_t>(k)].count(element) == 0) return false;
        }
    return true;
  }
  std::string devices() {
    std::string text;
    for (Index group = between(1, 3); group > 0; --group) {
      text += (text.empty() ? "virtual:" : ",") + std::to_string(between(1, 3));
      if (between(0, 2) == 0) text += "x" + std::to_string(between(600, 6000)) + "B";
      if (between(0, 9) == 0) text += "@0.5";
    }
    return text;
  }

 private:
  std::mt19937 random_;
};

void addBox(Region& region, const Term& t, Chunk chunk) {
  region.box(t.begin + chunk.begin * t.stride, {t.s1, t.c1}, {t.stride, chunk.size()}, {t.s2, t.c2});
}

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
  Loop loop(site, trial.iterations);
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
    return Body{at(a_), at(b_), trial.write, trial.read, trial.every, trial.inPlace};
  };
  return loop.run(footprint, kernel);
}

}  // namespace

TEST_CASE("a thousand random loops agree with their serial versions on every element") {
  Generator random(20240917);
  int ran = 0;
  for (int attempt = 0; ran < 1000; ++attempt) {
    REQUIRE(attempt < 100000);
    Trial trial;
    if (!generate(random, trial)) continue;
    ++ran;
    INFO("trial " << ran << " on " << trial.devices << ", " << trial.iterations << " iterations");
    std::vector<unsigned> a(static_cast<std::size_t>(trial.size)), b = a;
    for (unsigned& value : a) value = static_cast<unsigned>(random.between(-1000, 1000));
    for (unsigned& value : b) value = static_cast<unsigned>(random.between(-1000, 1000));
    std::vector<unsigned> serial = a;
    const Body body{serial.data(), trial.sameArray ? serial.data() : b.data(), trial.write, trial.read, trial.every,
                    trial.inPlace};
    for (Index k = 0; k < trial.iterations; ++k) body(k);
    Wish wish{trial.devices, trial.options, true, false, runtime::LogLevel::Off};
    auto recording = std::make_shared<test::Recording>();
    recording->fillGap = trial.fillGap;
    auto inner =
        runtime::makeVirtualBackend(std::get<runtime::VirtualDevices>(runtime::parseDeviceSpec(trial.devices).spec));
    Harness harness(wish, test::makeRecordingBackend(std::move(inner), recording));
    REQUIRE(runParallel(trial, a, b));
    REQUIRE(a == serial);
    REQUIRE(recording->live == 0);
  }
}
