// NCCL in the backend's hands, on the NCCL double: when it is asked, what it reduces, and what its failures leave.
// A case with a tag is about a process of its own, which CMakeLists.txt gives to the tag.
#include "cuda/Nccl.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "Machine.h"
#include "OnDouble.h"
#include "OpenStream.h"
#include "Setting.h"

using namespace clustrix;
using namespace clustrix::test;
using clustrix::runtime::cuda::Nccl;

namespace {

/// A reduction of one array of `count` numbers, of which each GPU has its own; behind them the first has the result.
class OneArray {
 public:
  OneArray(combined::Kind kind, const std::vector<int>& physical, const std::vector<Bytes>& parts)
      : physical_(physical), bytes_(parts.front().size()) {
    kernel_.kinds.count = 1;
    kernel_.kinds.of[0] = kind;
    layout_.stride = 64;
    start.kernel = &kernel_;
    start.copies = &layout_;
    for (std::size_t rank = 0; rank < physical.size(); ++rank) {
      streams_.push_back(OpenStream::opened(physical[rank]));
      Bytes both = parts[rank];
      both.resize(2 * bytes_, 'x');
      memory_.push_back(std::make_unique<OnDevice>(both));
      ranks.push_back({physical[rank], streams_[rank], reinterpret_cast<const unsigned char*>(memory_[rank]->at())});
    }
    REQUIRE(cudaSetDevice(0) == cudaSuccess);
    start.result = static_cast<DeviceAddress>(reinterpret_cast<std::uintptr_t>(memory_[0]->at() + bytes_));
  }
  ~OneArray() {
    for (cudaStream_t stream : streams_) (void)cudaStreamDestroy(stream);
  }
  OneArray(const OneArray&) = delete;
  OneArray& operator=(const OneArray&) = delete;

  Status reduce(Nccl& nccl, Index count) {
    layout_.regions[0] = {0, count, 0};
    REQUIRE(nccl.wanted(start, physical_));
    return nccl.reduce(start, ranks);
  }
  Bytes result() const {
    const Bytes both = memory_[0]->bytes();
    return Bytes(both.begin() + static_cast<std::ptrdiff_t>(bytes_), both.end());
  }
  Bytes part(std::size_t rank) const {
    Bytes both = memory_[rank]->bytes();
    both.resize(bytes_);
    return both;
  }

  ReduceStart start;
  std::vector<Nccl::Rank> ranks;

 private:
  const std::vector<int> physical_;
  const std::size_t bytes_;
  Kernel kernel_;
  CopyLayout layout_;
  std::vector<cudaStream_t> streams_;
  std::vector<std::unique_ptr<OnDevice>> memory_;
};

template <class T>
Bytes bytesOf(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class T>
T combine(combined::Operation operation, T left, T right) {
  const auto a = static_cast<std::uint64_t>(left), b = static_cast<std::uint64_t>(right);
  switch (operation) {
    case combined::Operation::Sum:
      return static_cast<T>(a + b);
    case combined::Operation::Product:
      return static_cast<T>(a * b);
    case combined::Operation::Minimum:
      return std::min(left, right);
    case combined::Operation::Maximum:
      return std::max(left, right);
    case combined::Operation::None:
      break;
  }
  return {};
}

/// With numbers that have their sign bit set, and such as leave their type.
template <class T>
void checkNumbers(Nccl& nccl) {
  using Limits = std::numeric_limits<T>;
  const std::vector<std::vector<T>> parts{{1, static_cast<T>(-1), Limits::max(), Limits::min(), 7},
                                          {2, 3, Limits::max(), Limits::max(), static_cast<T>(-7)},
                                          {static_cast<T>(-5), 1, 2, 1, 100}};
  for (const auto operation : {combined::Operation::Sum, combined::Operation::Product, combined::Operation::Minimum,
                               combined::Operation::Maximum}) {
    OneArray array({combined::numberOf<T>(), operation}, {0, 1, 2},
                   {bytesOf(parts[0]), bytesOf(parts[1]), bytesOf(parts[2])});
    std::vector<T> expected = parts[0];
    for (std::size_t k = 0; k < expected.size(); ++k)
      for (std::size_t rank = 1; rank < 3; ++rank) expected[k] = combine(operation, expected[k], parts[rank][k]);
    require(array.reduce(nccl, static_cast<Index>(expected.size())));
    INFO(sizeof(T) << " bytes, signed " << std::is_signed_v<T> << ", operation " << static_cast<int>(operation));
    CHECK(array.result() == bytesOf(expected));
    for (std::size_t rank = 0; rank < 3; ++rank) CHECK(array.part(rank) == bytesOf(parts[rank]));
  }
}

constexpr combined::Kind bytesSummed{combined::Number::UnsignedInt8, combined::Operation::Sum};

OneArray threeBytes(const std::vector<int>& physical) {
  return OneArray(bytesSummed, physical, std::vector<Bytes>(physical.size(), Bytes{1, 2, 3}));
}

}  // namespace

TEST_CASE("Integers of every size, signed or not, are reduced to the bits that the host would have") {
  const Setting now("CLUSTRIX_CUDA_NCCL", "1");
  Nccl nccl;
  checkNumbers<std::int8_t>(nccl);
  checkNumbers<std::uint8_t>(nccl);
  checkNumbers<std::int32_t>(nccl);
  checkNumbers<std::uint32_t>(nccl);
  checkNumbers<std::int64_t>(nccl);
  checkNumbers<std::uint64_t>(nccl);
}

TEST_CASE("NCCL is not wanted for what it cannot reduce, or for a GPU that would take part twice") {
  const Setting now("CLUSTRIX_CUDA_NCCL", "1");
  Nccl nccl;
  CopyLayout layout;
  Kernel kernel;
  const ReduceStart start{&kernel, &layout, {}, {}};
  CHECK_FALSE(nccl.wanted(start, {0, 1}));  // no array at all
  kernel.kinds.count = 2;
  kernel.kinds.of[0] = bytesSummed;
  for (const combined::Kind second : {combined::Kind{combined::Number::None, combined::Operation::Sum},
                                      combined::Kind{combined::Number::Int32, combined::Operation::None}}) {
    kernel.kinds.of[1] = second;
    CHECK_FALSE(nccl.wanted(start, {0, 1}));
  }
  kernel.kinds.of[1] = bytesSummed;
  CHECK_FALSE(nccl.wanted(start, {0, 1, 0}));
  CHECK(nccl.wanted(start, {0, 1}));
}

TEST_CASE("Copies are counted by their rounds until they have taken as long as NCCL takes to start") {
  struct Case {
    std::vector<int> physical;
    Index stride;  // 20 GB a second, and a second to start
    int copies;
  };
  for (const Case& each :
       {Case{{0, 1}, 2500000000, 8}, Case{{0, 1, 2}, 2500000000, 4}, Case{{0, 1, 2, 3}, 2500000000, 4},
        Case{{0, 1, 2, 3, 4}, 5000000000, 2}, Case{{0, 1}, 20000000000, 1}}) {
    Nccl nccl;
    CopyLayout layout;
    layout.stride = each.stride;
    Kernel kernel;
    kernel.kinds.count = 1;
    kernel.kinds.of[0] = bytesSummed;
    int copies = 0;
    while (copies < 100 && !nccl.wanted({&kernel, &layout, {}, {}}, each.physical)) ++copies;
    CHECK(copies == each.copies);
  }
}

TEST_CASE("Switched off, NCCL is never wanted, however long copies take") {
  const Setting off("CLUSTRIX_CUDA_NCCL", "0");
  Nccl nccl;
  CopyLayout layout;
  layout.stride = Index{1} << 50;
  Kernel kernel;
  kernel.kinds.count = 1;
  kernel.kinds.of[0] = bytesSummed;
  for (int times = 0; times < 3; ++times) CHECK_FALSE(nccl.wanted({&kernel, &layout, {}, {}}, {0, 1}));
}

TEST_CASE("The same GPUs are made known to each other once, others apart, and all are forgotten in the end") {
  const Setting now("CLUSTRIX_CUDA_NCCL", "1");
  const Calls started("ncclCommInitAll"), forgotten("ncclCommDestroy"), aborted("ncclCommAbort");
  {
    Nccl nccl;
    OneArray three = threeBytes({0, 1, 2}), two = threeBytes({1, 0});
    for (int times = 0; times < 2; ++times) {
      require(three.reduce(nccl, 3));
      CHECK(three.result() == Bytes{3, 6, 9});
    }
    CHECK(started.made() == 1);
    require(two.reduce(nccl, 3));
    CHECK(two.result() == Bytes{2, 4, 6});
    CHECK(started.made() == 2);
  }
  CHECK(forgotten.made() == 5);
  CHECK(aborted.made() == 0);
}

TEST_CASE("An array of which nothing takes part is not reduced") {
  const Setting now("CLUSTRIX_CUDA_NCCL", "1");
  Nccl nccl;
  OneArray array = threeBytes({0, 1});
  const Calls reductions("ncclReduce");
  require(array.reduce(nccl, 0));
  CHECK(reductions.made() == 0);
  CHECK(array.result() == Bytes(3, 'x'));
}

TEST_CASE("Where NCCL does not start it says why, and is not wanted again") {
  const Setting now("CLUSTRIX_CUDA_NCCL", "1");
  Nccl nccl;
  OneArray array = threeBytes({0, 1});
  const Failing start("1:invalid@ncclCommInitAll");
  const Calls aborted("ncclCommAbort");
  const Status status = array.reduce(nccl, 3);
  CHECK(status.failure == Failure::Failed);
  CHECK(status.message == "NCCL: ncclCommInitAll: unhandled cuda error");
  CHECK(aborted.made() == 0);  // there is nobody
  CHECK_FALSE(nccl.wanted(array.start, {0, 1}));
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("A call that fails is the last one: its group is ended, and who takes part is sent home once") {
  const Setting now("CLUSTRIX_CUDA_NCCL", "1");
  struct Case {
    const char* call;
    long groupEnds;
  };
  for (const Case& each : {Case{"ncclGroupStart", 0}, Case{"ncclReduce", 1}, Case{"ncclGroupEnd", 1}}) {
    INFO(each.call);
    const Calls ends("ncclGroupEnd"), aborted("ncclCommAbort"), forgotten("ncclCommDestroy");
    {
      Nccl nccl;
      OneArray array = threeBytes({0, 1, 2});
      const Failing call(std::string("1:invalid@") + each.call);
      const Status status = array.reduce(nccl, 3);
      CHECK(status.failure == Failure::Failed);
      CHECK(status.message == std::string("NCCL: ") + each.call + ": unhandled cuda error");
      CHECK_FALSE(nccl.wanted(array.start, {0, 1, 2}));
      CHECK(array.result() == Bytes(3, 'x'));
      CHECK(cudaPeekAtLastError() == cudaSuccess);
    }
    CHECK(ends.made() == each.groupEnds);
    CHECK(aborted.made() == 3);
    CHECK(forgotten.made() == 0);
  }
}

TEST_CASE("A GPU that fails while the others wait is the reduction's failure, not a lost device") {
  const Setting now("CLUSTRIX_CUDA_NCCL", "1");
  Nccl nccl;
  OneArray array = threeBytes({0, 1});
  const Failing query("1:invalid@cudaStreamQuery");
  const Calls aborted("ncclCommAbort");
  const Status status = array.reduce(nccl, 3);
  CHECK(status.failure == Failure::Failed);
  CHECK(status.message == "NCCL: cudaErrorInvalidValue: invalid argument");
  CHECK(aborted.made() == 2);
}

namespace {

// Sums of five int and largest of three unsigned char, on each device another; the result's place lies behind.
struct Reducing {
  explicit Reducing(Backend& backend_) : backend(backend_) {
    kernel.kinds.count = 2;
    kernel.kinds.of[0] = {combined::Number::Int32, combined::Operation::Sum};
    kernel.kinds.of[1] = {combined::Number::UnsignedInt8, combined::Operation::Maximum};
    layout.stride = 128;
    layout.regions[0] = {0, 5, 0};
    layout.regions[1] = {0, 3, 64};
    start.kernel = &kernel;
    start.copies = &layout;
    for (int device = 0; device < backend.deviceCount(); ++device) {
      benches.push_back(std::make_unique<Bench>(backend, device, 256));
      start.parts.push_back({DeviceId{device}, benches.back()->memory});
      require(benches.back()->upload(part(device).data(), 128));
      require(benches.back()->wait());
    }
    start.result = benches.front()->memory + 128;
  }
  std::vector<unsigned char> part(int device) const {
    std::vector<unsigned char> bytes(128);
    const int sums[5] = {device, -device, 1000000000, -2000000000, 7};
    std::memcpy(bytes.data(), sums, sizeof sums);
    for (int e = 0; e < 3; ++e)
      bytes[static_cast<std::size_t>(64 + e)] = static_cast<unsigned char>(200 - device * (e - 1));
    return bytes;
  }
  void check() {
    std::vector<unsigned char> back(256);
    require(benches.front()->download(back.data(), 256));
    require(benches.front()->wait());
    REQUIRE(std::equal(back.begin(), back.begin() + 128, part(0).begin()));
    const unsigned n = static_cast<unsigned>(backend.deviceCount());
    const unsigned sums[5] = {n * (n - 1) / 2, 0u - n * (n - 1) / 2, n * 1000000000u, 0u - n * 2000000000u, 7 * n};
    REQUIRE(std::memcmp(back.data() + 128, sums, sizeof sums) == 0);
    REQUIRE(back[128 + 64] == 200 + n - 1);
    REQUIRE(back[128 + 66] == 200);
  }

  Backend& backend;
  Kernel kernel;
  CopyLayout layout;
  ReduceStart start;
  std::vector<std::unique_ptr<Bench>> benches;
};

}  // namespace

TEST_CASE("The backend has NCCL reduce integers of all devices, and leaves what it reads as it is") {
  const Setting now("CLUSTRIX_CUDA_NCCL", "1");
  const auto backend = makeBackend(1, {0, 1, 2});
  Reducing reducing(*backend);
  for (int times = 0; times < 3; ++times) {
    require(backend->reduce(reducing.start));
    reducing.check();
  }
  reducing.kernel.kinds.of[0].number = combined::Number::None;
  REQUIRE(backend->reduce(reducing.start).failure == Failure::Unsupported);
  const auto split = makeBackend(2, {0, 1, 2});
  Reducing parts(*split);
  REQUIRE(split->reduce(parts.start).failure == Failure::Unsupported);
  REQUIRE(split->reduce(parts.start).message.empty());
}

// CLUSTRIX_CUDA_NCCL=1 CLUSTRIX_DOUBLE_NCCL_HANGS=2
TEST_CASE("NCCL that waits for a GPU that does not come is aborted, and the devices go on", "[.nccl-hangs]") {
  const auto backend = makeBackend();
  Reducing reducing(*backend);
  require(backend->reduce(reducing.start));
  const Status status = backend->reduce(reducing.start);
  REQUIRE(status.failure == Failure::Failed);
  REQUIRE(status.message == "NCCL: a GPU's part: remote process exited or there was a network error");
  REQUIRE(cudaPeekAtLastError() == cudaSuccess);
  REQUIRE(backend->reduce(reducing.start).failure == Failure::Unsupported);
  std::vector<unsigned char> back(128);
  for (std::size_t rank = 0; rank < reducing.benches.size(); ++rank) {
    require(reducing.benches[rank]->download(back.data(), 128));
    require(reducing.benches[rank]->wait());
    REQUIRE(back == reducing.part(static_cast<int>(rank)));
  }
}
