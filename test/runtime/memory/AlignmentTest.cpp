// Arrays that are not aligned to their elements: such a loop runs on the host, whose memory may be read anywhere.
#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "Harness.h"
#include "clustrix/Loop.h"

using namespace clustrix;
using clustrix::test::Harness;

namespace {

constexpr Site alignmentSite{"scale", "scale.cpp", 5, 3};

template <class T>
void write(T* at, T value) {
  std::memcpy(static_cast<void*>(at), &value, sizeof(T));
}
template <class T>
T read(const T* at) {
  T value;
  std::memcpy(&value, static_cast<const void*>(at), sizeof(T));
  return value;
}

// for (i < n) p[i] *= 2;
template <class T>
struct Scale {
  T* p;
  void operator()(Index k) const { write(p + k, static_cast<T>(read(p + k) * 2)); }
};

template <class T>
bool scale(T* p, Index n, const Residency* residency = nullptr) {
  return test::onLoop(alignmentSite, n, residency, [&](Loop& loop) {
    const auto p_ = loop.array("p", p, n);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(p_).box(chunk.begin, {1, chunk.size()});
      touched.writes(p_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Scale<T>{at(p_)}; };
    return loop.run(footprint, kernel);
  });
}

/// Elements that begin `shift` bytes behind an address that is aligned to 64; each holds its number.
template <class T>
class Shifted {
 public:
  explicit Shifted(std::size_t shift, Index n = 100) : bytes_(static_cast<std::size_t>(n) * sizeof(T) + 128), n_(n) {
    const auto first = reinterpret_cast<std::uintptr_t>(bytes_.data());
    begin_ = reinterpret_cast<T*>(bytes_.data() + (64 - first % 64) % 64 + shift);
    for (Index i = 0; i < n; ++i) write(begin_ + i, static_cast<T>(i));
  }
  T* begin() const { return begin_; }
  Index size() const { return n_; }
  bool isDoubled() const {
    for (Index i = 0; i < n_; ++i)
      if (read(begin_ + i) != static_cast<T>(2 * i)) return false;
    return true;
  }

 private:
  std::vector<unsigned char> bytes_;
  Index n_;
  T* begin_;
};

constexpr const char* onDevices = "Executing GPU parallelization";
constexpr const char* why = "'p' is not aligned to its elements";

}  // namespace

TEST_CASE("An array that is not aligned to its elements is given to no device, and the log says why") {
  for (const std::size_t shift : {1, 2, 3, 4, 7}) {
    const Harness harness;
    Shifted<double> p(shift);
    CHECK(scale(p.begin(), p.size()));
    CHECK(p.isDoubled());
    CHECK(harness.count(onDevices) == 0);
    CHECK(harness.count(why) == 1);
  }
}

TEST_CASE("Elements of few bytes are aligned where larger ones would not be") {
  const Harness harness;
  Shifted<short> p(2);
  CHECK(scale(p.begin(), p.size()));
  CHECK(p.isDoubled());
  CHECK(harness.count(onDevices) == 1);
  CHECK(harness.count(why) == 0);
}

TEST_CASE("An array that is not aligned stays on the host where others stay on the devices") {
  const Harness harness;
  Shifted<int> aligned(4), other(6);
  {
    const Residency residency;
    for (int round = 0; round < 3; ++round) {
      CHECK(scale(aligned.begin(), aligned.size(), &residency));
      CHECK(scale(other.begin(), other.size(), &residency));
    }
  }
  for (Index i = 0; i < 100; ++i) {
    CHECK(read(aligned.begin() + i) == 8 * i);
    CHECK(read(other.begin() + i) == 8 * i);
  }
  CHECK(harness.count(why) == 3);
}
