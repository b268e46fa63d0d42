// Random sequences of launches, swaps, markers and host code against a model that has one memory: no byte may differ
// whenever the program, run as written, would look at it.
#include <catch2/catch.hpp>

#include "Harness.h"
#include "RandomLoops.h"
#include "RecordingBackend.h"
#include "cluster/Crew.h"

using namespace clustrix;
using namespace clustrix::test;

namespace {

constexpr Site sites[] = {{"random", "random.cpp", 1, 1},
                          {"one", "random.cpp", 2, 1, Options{}.gpus(1)},
                          {"two", "random.cpp", 3, 1, Options{}.gpus(2)},
                          {"host", "random.cpp", 4, 1, Options{}.gpus(0)},
                          {"dynamic", "random.cpp", 5, 1, Options{}.schedule(Schedule::Dynamic)},
                          {"weighted", "random.cpp", 6, 1, Options{}.schedule(Schedule::Weighted)}};
constexpr Index siteCount = 6;

constexpr Index size = 150;  // elements of an array
constexpr Index gap = 20;    // elements of others between two arrays
constexpr int arrays = 3;

// What a loop is told beside its terms.
struct Shape {
  Index iterations = 1;
  Term write, read;
  int every = 1;
  bool inPlace = false;
  bool vagueRead = false;   // may read anything of the array
  bool vagueWrite = false;  // may write anything of the array, and of what lies beside it
  bool known = true;        // the array's extent
};

// The program's memory: arrays with bytes of others between them, which those change at any time.
struct Pool {
  std::vector<unsigned> bytes = std::vector<unsigned>(static_cast<std::size_t>(arrays * (size + gap) + gap));
  int at[arrays] = {0, 1, 2};  // pointers that the program swaps

  unsigned* array(int a) { return bytes.data() + gap + at[a] * (size + gap); }
};

// Iteration k adds what it reads to all elements of `write`, which others may, too.
struct Combining {
  unsigned* a;
  const unsigned* b;
  Term write, read;
  using Combined = clustrix::Combined<combined::Sum<&Combining::a>>;
  void operator()(Index k) const {
    for (Index i = 0; i < write.c1; ++i)
      for (Index j = 0; j < write.c2; ++j) a[write.at(k, i, j)] += b[read.at(k, j % read.c1, 0)] * 3 + 1;
  }
};

class Sequence {
 public:
  Sequence(Generator& random, Pool& real, Pool& model) : random_(random), real_(real), model_(model) {}

  void run(Residency& residency, int steps, int depth) {
    for (int step = 0; step < steps; ++step) {
      switch (random_.between(0, 15)) {
        case 0:
          swap();
          break;
        case 1:
          residency.host();
          compareAll();
          if (random_.between(0, 1) == 0) scribble();
          break;
        case 2:
          readOne(residency);
          break;
        case 3:
          readMany(residency);
          break;
        case 4:
          writeOne(residency);
          break;
        case 5:
          writeMany(residency);
          break;
        case 6:
          if (depth < 2) nested(residency, depth);
          break;
        case 7:
          launch(nullptr);
          compareAll();
          break;
        case 8:
          changeOthers();
          break;
        case 9:
        case 10:
          combine(residency);
          break;
        default:
          launch(&residency);
      }
    }
  }

  void compareAll() { REQUIRE(real_.bytes == model_.bytes); }

 private:
  void nested(Residency& residency, int depth) {
    residency.lend();
    Residency inner;
    REQUIRE(inner.id() == residency.id());
    run(inner, 3, depth + 1);
  }
  void swap() {
    const int a = static_cast<int>(random_.between(0, 2)), b = static_cast<int>(random_.between(0, 2));
    std::swap(real_.at[a], real_.at[b]);
    std::swap(model_.at[a], model_.at[b]);
  }
  void readOne(Residency& residency) {
    const int a = anArray();
    const Index i = random_.between(0, size - 1);
    residency.reads(real_.array(a)[i]);
    REQUIRE(real_.array(a)[i] == model_.array(a)[i]);
  }
  void readMany(Residency& residency) {
    const int a = anArray();
    const Index begin = random_.between(0, size - 1), count = random_.between(0, size - begin);
    residency.reads(real_.array(a) + begin, count);
    for (Index i = begin; i < begin + count; ++i) REQUIRE(real_.array(a)[i] == model_.array(a)[i]);
  }
  void writeOne(Residency& residency) {
    const int a = anArray();
    const Index i = random_.between(0, size - 1);
    residency.writes(real_.array(a)[i]);
    real_.array(a)[i] = real_.array(a)[i] * 3 + 1;
    model_.array(a)[i] = model_.array(a)[i] * 3 + 1;
  }
  void writeMany(Residency& residency) {
    const int a = anArray();
    const Index begin = random_.between(0, size - 1), count = random_.between(0, size - begin);
    residency.writes(real_.array(a) + begin, count);
    for (Index i = begin; i < begin + count; i += 2) {
      real_.array(a)[i] ^= 77;
      model_.array(a)[i] ^= 77;
    }
  }
  void scribble() {
    const int a = anArray();
    for (Index i = 0; i < size; i += 3) {
      real_.array(a)[i] += 5;
      model_.array(a)[i] += 5;
    }
  }
  // Other threads own what lies between the arrays; no marker says when they change it.
  void changeOthers() {
    const Index array = random_.between(0, arrays), i = array * (size + gap) + random_.between(0, gap - 1);
    const unsigned value = static_cast<unsigned>(random_.between(0, 1000000));
    real_.bytes[static_cast<std::size_t>(i)] = value;
    model_.bytes[static_cast<std::size_t>(i)] = value;
  }
  int anArray() { return static_cast<int>(random_.between(0, arrays - 1)); }

  Shape shape(bool sameArray) {
    Shape s;
    do {
      s.iterations = random_.between(1, 40);
      s.write = random_.term(s.iterations, size);
      s.read = random_.term(s.iterations, size);
    } while (!Generator::inside(s.write, s.iterations, size) || !Generator::inside(s.read, s.iterations, size) ||
             !Generator::independent(s.write, sameArray ? &s.read : nullptr, s.iterations));
    s.vagueWrite = random_.between(0, 5) == 0;
    s.every = s.vagueWrite || random_.between(0, 3) == 0 ? static_cast<int>(random_.between(2, 5)) : 1;
    s.inPlace = random_.between(0, 1) == 1;
    s.vagueRead = random_.between(0, 3) == 0;
    s.known = random_.between(0, 1) == 1;
    return s;
  }

  void launch(Residency* residency) {
    const int a = anArray(), b = anArray();
    const Shape s = shape(a == b);
    const Strided body{model_.array(a), model_.array(b), s.write, s.read, s.every, s.inPlace};
    const bool refused = random_.between(0, 15) == 0;
    const Site& site = sites[random_.between(0, 2) > 0 ? 0 : random_.between(0, siteCount - 1)];
    // Now and then the same again: what has nothing to fetch any more is not planned anew.
    const Index times = random_.between(0, 3) == 0 ? random_.between(2, 5) : 1;
    for (Index t = 0; t < times; ++t) {
      onLoop(site, s.iterations, residency, [&](Loop& loop) { runOn(loop, s, a, b, refused); });
      for (Index k = 0; k < s.iterations; ++k) body(k);
    }
  }

  void combine(Residency& residency) {
    const int a = anArray(), b = (a + static_cast<int>(random_.between(1, 2))) % arrays;
    const Index iterations = random_.between(1, 40);
    Term write, read;
    do {
      write = random_.term(iterations, size);
      read = random_.term(iterations, size);
    } while (!Generator::inside(write, iterations, size) || !Generator::inside(read, iterations, size));
    unsigned* const to = real_.array(a);
    const unsigned* const from = real_.array(b);
    onLoop(sites[0], iterations, &residency, [&](Loop& loop) {
      const auto a_ = loop.combined("a", to, size);
      const auto b_ = loop.array("b", from, size);
      const auto footprint = [&](Chunk chunk, Footprint& touched) {
        addBox(touched.combines(a_), write, chunk);
        addBox(touched.reads(b_), read, chunk);
      };
      const auto kernel = [&](const Memory& at) { return Combining{at(a_), at(b_), write, read}; };
      if (loop.run(footprint, kernel)) return;
      const Combining asWritten{to, from, write, read};
      for (Index k = 0; k < iterations; ++k) asWritten(k);
    });
    const Combining body{model_.array(a), model_.array(b), write, read};
    for (Index k = 0; k < iterations; ++k) body(k);
  }

  void runOn(Loop& loop, const Shape& s, int a, int b, bool refused) {
    unsigned* const to = real_.array(a);
    const unsigned* const from = real_.array(b);
    loop.require(!refused, "it is not refused");
    const auto a_ = loop.array("a", to);
    const auto b_ = s.known ? loop.array("b", from, size) : loop.array("b", from);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      if (s.vagueWrite)
        // A chunk's superset reaches into the bytes of others, but not into what other chunks write.
        addBox(touched.mayWrite(a_), s.write, chunk);
      else
        addBox(s.every == 1 ? touched.writes(a_) : touched.mayWrite(a_), s.write, chunk);
      if (s.vagueWrite && chunk.begin == 0) touched.mayWrite(a_).box(-gap, {1, gap}).box(size, {1, gap});
      if (s.inPlace && s.every == 1) addBox(touched.reads(a_), s.write, chunk);
      if (s.vagueRead)
        touched.mayRead(b_).box(0, {1, size});
      else
        addBox(touched.reads(b_), s.read, chunk);
    };
    const auto kernel = [&](const Memory& at) { return Strided{at(a_), at(b_), s.write, s.read, s.every, s.inPlace}; };
    if (loop.run(footprint, kernel)) return;
    const Strided written{to, from, s.write, s.read, s.every, s.inPlace};
    for (Index k = 0; k < s.iterations; ++k) written(k);
  }

  Generator& random_;
  Pool& real_;
  Pool& model_;
};

/// `use` is called with what a trial's devices are. The answer: bytes that went between devices.
template <class Use>
std::size_t runPrograms(unsigned seed, int trials, const Use& use) {
  Generator random(seed);
  std::size_t between = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Pool real;
    for (unsigned& value : real.bytes) value = static_cast<unsigned>(random.between(0, 100000));
    Pool model = real;
    const std::string devices = random.devices();
    INFO("trial " << trial << " on " << devices);
    Wish wish{devices, {}, true, false, runtime::LogLevel::Off};
    if (random.between(0, 5) == 0) wish.options = Options{}.memory(random.between(2000, 20000));
    auto recording = std::make_shared<Recording>();
    recording->fillGap = random.between(0, 2) == 0 ? static_cast<std::size_t>(random.between(4, 64)) : 0;
    recording->peers = random.between(0, 3) != 0;
    recording->leastRelayed = 1;
    int untilFull = random.between(0, 2) == 0 ? static_cast<int>(random.between(0, 40)) : -1;
    recording->fail = [&](const std::string& call, int) {
      const bool full = call.rfind("allocate", 0) == 0 && untilFull-- == 0;
      return full ? runtime::Failure::OutOfMemory : runtime::Failure::None;
    };
    use(random, devices, [&](std::unique_ptr<runtime::Backend> backend) {
      Harness harness(wish, makeRecordingBackend(std::move(backend), recording));
      Sequence sequence(random, real, model);
      for (int root = 0; root < 2; ++root) {
        {
          Residency residency;
          sequence.run(residency, 12, 0);
        }
        sequence.compareAll();
        REQUIRE(runtime::nothingOnDevices());
      }
      REQUIRE(recording->live == 0);
    });
    between += recording->bytes[static_cast<int>(runtime::CopyKind::DeviceToDevice)];
  }
  return between;
}

}  // namespace

TEST_CASE("a thousand random programs whose arrays stay on devices agree with one memory on every byte") {
  const std::size_t between = runPrograms(
      20261121, 1000, [](Generator&, const std::string& devices, const auto& run) { run(virtualDevices(devices)); });
  CHECK(between > 0);
}

TEST_CASE("so do random programs on the devices of two to four ranks") {
  const std::size_t between =
      runPrograms(20261130, 100, [](Generator& random, const std::string& devices, const auto& run) {
        std::vector<std::string> ranks = {random.between(0, 2) == 0 ? "" : devices, random.devices()};
        for (Index more = random.between(0, 2); more > 0; --more) ranks.push_back(random.devices());
        Crew crew(ranks);
        run(crew.take());
      });
  CHECK(between > 0);
}
