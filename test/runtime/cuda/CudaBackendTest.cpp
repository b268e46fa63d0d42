// The CUDA backend: memory, copies, kernels. Run on the test double with several CLUSTRIX_DOUBLE_ settings, and on
// GPUs.
#include <cuda_runtime_api.h>

#include <cmath>
#include <cstring>
#include <numeric>

#include "Machine.h"
#include "TestKernels.h"
#include "schedule/BlockResults.h"

using namespace clustrix;
using namespace clustrix::test;

namespace {

std::vector<double> counting(std::size_t size) {
  std::vector<double> values(size);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

std::uintptr_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

}  // namespace

TEST_CASE("A vector comes back from each device as it went there") {
  const auto backend = makeBackend();
  // Below and above the size that goes through staging, and one that fills more slots than there are.
  for (const std::size_t size : {1u, 1000u, 100000u, 5000000u}) {
    for (int device = 0; device < backend->deviceCount(); ++device) {
      Bench bench(*backend, device, size * sizeof(double));
      const std::vector<double> sent = counting(size);
      std::vector<double> back(size, 0);
      require(bench.upload(sent.data(), size * sizeof(double)));
      require(bench.download(back.data(), size * sizeof(double)));
      require(bench.wait());
      REQUIRE(back == sent);
    }
  }
}

TEST_CASE("Only the rows that were named are written on the host") {
  const auto backend = makeBackend();
  struct Shape {
    std::size_t width, rows, pitch;
  };
  // Short rows (fetched with their gaps), long rows, rows longer than a slot.
  for (const Shape shape :
       {Shape{8, 1000, 24}, Shape{8, 1000, 800}, Shape{4000, 3000, 4096}, Shape{9u << 20, 3, 10u << 20}}) {
    const std::size_t bytes = (shape.rows - 1) * shape.pitch + shape.width;
    std::vector<unsigned char> sent(bytes), back(bytes, 0xEE);
    for (std::size_t byte = 0; byte < bytes; ++byte) sent[byte] = static_cast<unsigned char>(byte * 31 % 251);
    Bench bench(*backend, 0, bytes);
    require(bench.upload(sent.data(), bytes));
    require(backend->copy(
        bench.id, bench.stream,
        {CopyKind::DeviceToHost, bench.at(), address(back.data()), shape.width, shape.rows, shape.pitch, shape.pitch}));
    require(bench.wait());
    std::size_t wrong = 0;
    for (std::size_t byte = 0; byte < bytes; ++byte)
      wrong += back[byte] != (byte % shape.pitch < shape.width ? sent[byte] : 0xEE);
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("Only the rows that were named are written on the device") {
  const auto backend = makeBackend();
  for (const std::size_t width : {8u, 2000u}) {
    const std::size_t rows = 500, pitch = width * 2 + 8;
    const std::size_t bytes = (rows - 1) * pitch + width;
    const std::vector<unsigned char> before(bytes, 0x11), sent(bytes, 0x22);
    std::vector<unsigned char> back(bytes);
    Bench bench(*backend, 0, bytes);
    require(bench.upload(before.data(), bytes));
    require(backend->copy(bench.id, bench.stream,
                          {CopyKind::HostToDevice, address(sent.data()), bench.at(), width, rows, pitch, pitch}));
    require(bench.download(back.data(), bytes));
    require(bench.wait());
    std::size_t wrong = 0;
    for (std::size_t byte = 0; byte < bytes; ++byte) wrong += back[byte] != (byte % pitch < width ? 0x22 : 0x11);
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("A device copies whole pieces and rows from each other one") {
  const auto backend = makeBackend();
  const std::size_t size = 6000, bytes = size * sizeof(double);
  const std::vector<double> sent = counting(size);
  for (int from = 0; from < backend->deviceCount(); ++from) {
    const int to = (from + 1) % backend->deviceCount();
    Bench source(*backend, from, bytes), target(*backend, to, bytes);
    require(source.upload(sent.data(), bytes));
    require(source.wait());
    require(backend->copy(target.id, target.stream,
                          {CopyKind::DeviceToDevice, source.at(), target.at(), bytes, 1, 0, 0, source.id}));
    // Then every other element once more, one place to the right.
    require(backend->copy(target.id, target.stream,
                          {CopyKind::DeviceToDevice, source.at(), target.at(8), 8, size / 2, 16, 16, source.id}));
    std::vector<double> back(size);
    require(target.download(back.data(), bytes));
    require(target.wait());
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < size; ++k) wrong += back[k] != sent[k / 2 * 2];
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("A kernel runs each iteration of its chunk once") {
  const auto backend = makeBackend();
  for (int device = 0; device < backend->deviceCount(); ++device) {
    for (const Index size : {1, 31, 4000, 3000000}) {
      Bench bench(*backend, device, static_cast<std::size_t>(size) * sizeof(double));
      std::vector<double> zero(static_cast<std::size_t>(size)), back(zero.size());
      require(bench.upload(zero.data(), zero.size() * sizeof(double)));
      require(bench.launch(compiled().line, Line{bench.as<double>(), 2, 1}, Chunk{size / 3, size}));
      require(bench.download(back.data(), back.size() * sizeof(double)));
      require(bench.wait());
      std::size_t wrong = 0;
      for (Index k = 0; k < size; ++k)
        wrong += back[static_cast<std::size_t>(k)] != (k < size / 3 ? 0 : 2 * static_cast<double>(k) + 1);
      REQUIRE(wrong == 0);
    }
  }
}

namespace {

template <class K, class T>
typename K::Partial onDevice(Backend& backend, const Kernel* kernel, const std::vector<T>& values) {
  using Partial = typename K::Partial;
  const Chunk all{0, static_cast<Index>(values.size())};
  const Index block = reduction::blockSize(all.size());
  const Index count = reduction::blockCount(all, block);
  Bench bench(backend, 0, values.size() * sizeof(T));
  Bench partials(backend, 0, static_cast<std::size_t>(count) * sizeof(Partial));
  require(bench.upload(values.data(), values.size() * sizeof(T)));
  require(bench.launch(kernel, K{bench.as<T>()}, all, block, partials.memory));
  require(bench.wait());
  std::vector<Partial> results(static_cast<std::size_t>(count));
  require(partials.download(results.data(), results.size() * sizeof(Partial)));
  require(partials.wait());
  reduction::combineTree<K>(results.data(), count);
  return results[0];
}

template <class K, class T>
typename K::Partial onHost(const std::vector<T>& values) {
  using Partial = typename K::Partial;
  const Chunk all{0, static_cast<Index>(values.size())};
  const Index block = reduction::blockSize(all.size());
  std::vector<Partial> results(static_cast<std::size_t>(reduction::blockCount(all, block)));
  const K kernel{values.data()};
  reduceHost<K>(&kernel, all, block, results.data(), 0);
  reduction::combineTree<K>(results.data(), static_cast<Index>(results.size()));
  return results[0];
}

}  // namespace

TEST_CASE("Reductions have the host's bits") {
  const auto backend = makeBackend();
  for (const std::size_t size : {1u, 7u, 513u, 5000u, 100001u, 2000003u}) {
    std::vector<double> values(size);
    std::vector<unsigned char> bytes(size);
    for (std::size_t k = 0; k < size; ++k) {
      values[k] = std::sin(static_cast<double>(k)) * 1e3;
      bytes[k] = static_cast<unsigned char>(k * 7);
    }
    const double sum = onDevice<Sum>(*backend, compiled().sum, values).sum;
    REQUIRE(sum == onHost<Sum>(values).sum);
    const auto largest = onDevice<FirstLargest>(*backend, compiled().firstLargest, values);
    REQUIRE(largest.at == onHost<FirstLargest>(values).at);
    const auto digits = onDevice<Digits>(*backend, compiled().digits, bytes);
    REQUIRE(std::memcmp(&digits, onHost<Digits>(bytes).count, 10) == 0);
  }
}

TEST_CASE("Copies of arrays have the host's bits") {
  const auto backend = makeBackend();
  const Kernel& kernel = *compiled().remainders;
  CopyLayout layout;
  layout.regions[0] = {0, 7, 64};
  layout.regions[1] = {0, 6, 128};
  layout.stride = 192;
  for (const Index size : {Index{1}, Index{500}, Index{70001}}) {
    std::vector<double> values(static_cast<std::size_t>(size));
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = std::sin(static_cast<double>(k));
    const Chunk all{0, size};
    const Index block = 61, count = reduction::blockCount(all, block);
    const std::size_t bytes = static_cast<std::size_t>(count * layout.stride);
    Bench bench(*backend, 0, values.size() * sizeof(double));
    Bench results(*backend, 0, bytes);
    require(bench.upload(values.data(), values.size() * sizeof(double)));
    const Remainders onDevice{bench.as<double>(), nullptr, nullptr}, onHost{values.data(), nullptr, nullptr};
    require(backend->launch(bench.id, bench.stream, {&kernel, &onDevice, all, block, results.memory, &layout}));
    require(bench.wait());
    std::vector<unsigned char> device(bytes), host(bytes);
    require(results.download(device.data(), bytes));
    require(results.wait());
    kernel.copyHost(&onHost, all, block, layout, host.data());
    // What is left of blocks that were combined, the first of each subtree has.
    const auto same = [&](const std::vector<unsigned char>& mine, const std::vector<unsigned char>& theirs,
                          Chunk blocks) {
      std::vector<Index> left;
      for (const Chunk& node : runtime::wholeSubtrees(blocks, count)) left.push_back(node.begin);
      for (Index b = 0; b < count; ++b)
        if (b < blocks.begin || b >= blocks.end) left.push_back(b);
      for (const Index b : left)
        for (const auto& [from, length] : {std::pair{0, 8}, {64, 28}, {128, 48}})
          if (std::memcmp(mine.data() + b * layout.stride + from, theirs.data() + b * layout.stride + from,
                          static_cast<std::size_t>(length)) != 0)
            return false;
      return true;
    };
    // Blocks in the middle and at the end, combined where they are.
    for (const Chunk blocks : {Chunk{count / 3, count / 2}, Chunk{count / 2, count}}) {
      std::vector<unsigned char> folded = host, back(bytes);
      const auto fold = [&](void* first) {
        return ResultFold{static_cast<char*>(first) + blocks.begin * layout.stride, layout.stride, blocks, count,
                          &layout};
      };
      kernel.foldHost(fold(folded.data()));
      require(results.upload(host.data(), bytes));
      require(backend->fold(results.id, results.stream, {&kernel, fold(results.as<char>())}));
      require(results.download(back.data(), bytes));
      require(results.wait());
      REQUIRE(same(back, folded, blocks));
    }
    kernel.combineCopies(device.data(), count, layout);
    kernel.combineCopies(host.data(), count, layout);
    for (const auto& [from, length] : {std::pair{0, 8}, {64, 28}, {128, 48}})
      REQUIRE(std::memcmp(device.data() + from, host.data() + from, static_cast<std::size_t>(length)) == 0);
    unsigned counts[7] = {};
    double largest[3][2] = {};
    const Remainders merged{nullptr, counts, largest};
    kernel.mergeCopies(&merged, device.data(), layout);
    REQUIRE(std::accumulate(counts, counts + 7, 0u) == static_cast<unsigned>(size));
  }
}

TEST_CASE("A GPU that is split is several devices with a part of the memory each") {
  const auto whole = makeBackend();
  const auto split = makeBackend(3);
  REQUIRE(split->deviceCount() == 3 * whole->deviceCount());
  REQUIRE(split->properties(DeviceId{0}).memory == whole->properties(DeviceId{0}).memory / 3);
  REQUIRE(split->properties(DeviceId{0}).peers.some.size() >= 2);
  DeviceAddress address{};
  const Status tooMuch = split->allocate(DeviceId{0}, split->properties(DeviceId{0}).memory + 512, address);
  REQUIRE(tooMuch.failure == Failure::OutOfMemory);

  Bench first(*split, 0, 800), second(*split, 1, 800);
  const std::vector<double> sent = counting(100);
  std::vector<double> back(100);
  require(first.upload(sent.data(), 800));
  require(first.wait());
  require(split->copy(second.id, second.stream,
                      {CopyKind::DeviceToDevice, first.at(), second.at(), 800, 1, 0, 0, first.id}));
  require(second.download(back.data(), 800));
  require(second.wait());
  REQUIRE(back == sent);
}

TEST_CASE("More than there is is out of memory, and the device works on") {
  const auto backend = makeBackend();
  std::size_t free = 0;
  require(backend->freeMemory(DeviceId{0}, free));
  REQUIRE(free > 0);
  REQUIRE(free < backend->properties(DeviceId{0}).memory);
  DeviceAddress address{};
  REQUIRE(backend->allocate(DeviceId{0}, backend->properties(DeviceId{0}).memory * 2, address).failure ==
          Failure::OutOfMemory);
  require(backend->allocate(DeviceId{0}, free, address));
  require(backend->release(DeviceId{0}, address));
}

TEST_CASE("Memory that was given back counts as free, also where it is kept") {
  const auto backend = makeBackend();
  std::size_t before = 0, after = 0;
  constexpr std::size_t bookkeeping = std::size_t{1} << 20;  // a driver's own, once something was allocated: 64 KB
  require(backend->freeMemory(DeviceId{0}, before));
  // Kept for the next request, and too large to be kept.
  for (const std::size_t bytes : {std::size_t{16} << 20, before}) {
    DeviceAddress address{};
    require(backend->allocate(DeviceId{0}, bytes, address));
    require(backend->release(DeviceId{0}, address));
    require(backend->freeMemory(DeviceId{0}, after));
    REQUIRE(after + bookkeeping >= before);
  }
}

TEST_CASE("Host memory of the backend is copied from and to directly") {
  const auto backend = makeBackend();
  void* memory = nullptr;
  require(backend->allocateHost(DeviceId{0}, 80000, memory));
  auto* values = static_cast<double*>(memory);
  for (int k = 0; k < 10000; ++k) values[k] = k;
  Bench bench(*backend, 0, 80000);
  require(bench.upload(values, 80000));
  require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 5000}));
  require(bench.download(values, 80000));
  require(bench.wait());
  REQUIRE(values[4999] == 5004);
  REQUIRE(values[5000] == 5000);
  require(backend->releaseHost(DeviceId{0}, memory));
}

TEST_CASE("What ran is measured while tracing is on") {
  const auto backend = makeBackend();
  backend->trace(true);
  std::vector<double> values(1000);
  {
    Bench bench(*backend, 0, 8000);
    require(bench.upload(values.data(), 8000));
    require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 1000}));
    require(bench.download(values.data(), 8000));
    require(bench.wait());
  }
  const std::vector<Activity> seen = backend->takeActivities();
  REQUIRE(seen.size() == 3);
  REQUIRE(std::string(seen[0].what) == "copy to device");
  REQUIRE(std::string(seen[1].what) == "kernel");
  REQUIRE(seen[2].bytes == 8000);
  REQUIRE(seen[0].end <= seen[1].begin);
  REQUIRE(seen[1].begin <= seen[1].end);
  REQUIRE(backend->takeActivities().empty());
}

TEST_CASE("A kernel without a version for GPUs is unsupported, and the stream says so once") {
  const auto backend = makeBackend();
  Bench bench(*backend, 0, 800);
  constexpr Kernel hostOnly = describe<Line>();  // as the host compiler describes it
  REQUIRE(hostOnly.launchDevice == nullptr);
  REQUIRE(bench.launch(&hostOnly, Line{bench.as<double>(), 1, 0}, Chunk{0, 100}).failure == Failure::Unsupported);
  std::vector<double> back(100, -1);
  REQUIRE_FALSE(bench.download(back.data(), 800).ok());
  REQUIRE(bench.wait().failure == Failure::Unsupported);
  REQUIRE(back[0] == -1);
  require(bench.wait());
}

TEST_CASE("A kernel's obstacle is the author's reason, or that nothing was compiled for GPUs") {
  const auto backend = makeBackend();
  REQUIRE(backend->obstacle(*compiled().line).empty());
  Kernel hostOnly = describe<Line>();
  REQUIRE(backend->obstacle(hostOnly) == "the file was compiled without nvcc, it has no kernel for GPUs");
  hostOnly.whyHostAlone = "its body writes to a file";
  REQUIRE(backend->obstacle(hostOnly) == "its body writes to a file");
  Kernel unlike = *compiled().line;
  unlike.seenAlike = [] { return false; };
  REQUIRE_THAT(backend->obstacle(unlike), Catch::Contains("lays out its kernel"));
}

TEST_CASE("An empty chunk launches nothing, whatever the kernel, and fails nothing") {
  const auto backend = makeBackend();
  Bench bench(*backend, 0, 800);
  constexpr Kernel hostOnly = describe<Line>();
  require(bench.launch(&hostOnly, Line{nullptr, 1, 0}, Chunk{7, 7}));
  require(bench.launch(compiled().line, Line{nullptr, 1, 0}, Chunk{7, 6}));
  require(bench.wait());
}

TEST_CASE("Results that no GPU's code combines are unsupported, and the stream says so once") {
  const auto backend = makeBackend();
  Bench bench(*backend, 0, 800);
  Kernel hostOnly = describe<Sum>();
  hostOnly.whyHostAlone = "its body writes to a file";
  const CopyLayout layout;
  const ResultFold fold{bench.as<char>(), 8, Chunk{0, 2}, 2, &layout};
  const Status status = backend->fold(bench.id, bench.stream, {&hostOnly, fold});
  REQUIRE(status.failure == Failure::Unsupported);
  REQUIRE(status.message == "combine: its body writes to a file");
  REQUIRE(backend->fold(bench.id, bench.stream, {compiled().sum, fold}).failure == Failure::Unsupported);
  REQUIRE(bench.wait().failure == Failure::Unsupported);
  require(bench.wait());
}

TEST_CASE("Rows are copied at once where nothing else is under way") {
  const auto backend = makeBackend();
  const DeviceId last{backend->deviceCount() - 1};
  Bench bench(*backend, backend->deviceCount() - 1, 100);
  std::vector<unsigned char> sent(100), back(90, 0xEE);
  std::iota(sent.begin(), sent.end(), static_cast<unsigned char>(1));
  require(backend->copyNow(last, {CopyKind::HostToDevice, address(sent.data()), bench.at(), 100}));
  require(backend->copyNow(last, {CopyKind::DeviceToHost, bench.at(1), address(back.data()), 10, 3, 40, 30}));
  for (std::size_t byte = 0; byte < back.size(); ++byte) {
    const std::size_t row = byte / 30, within = byte % 30;
    REQUIRE(back[byte] == (within < 10 ? sent[1 + row * 40 + within] : 0xEE));
  }
}

TEST_CASE("The program's device is its own again after every call") {
  const auto backend = makeBackend();
  const int count = backend->deviceCount();
  const auto isCurrent = [](int expected) {
    int device = -1;
    REQUIRE(cudaGetDevice(&device) == cudaSuccess);
    return device == expected;
  };
  REQUIRE(cudaSetDevice(count - 1) == cudaSuccess);
  std::vector<double> values(100);
  std::size_t free = 0;
  {
    Bench bench(*backend, 0, 800);
    REQUIRE(isCurrent(count - 1));
    require(bench.upload(values.data(), 800));
    require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100}));
    require(bench.download(values.data(), 800));
    REQUIRE(isCurrent(count - 1));
    require(bench.wait());
    REQUIRE(backend->finished(bench.id, bench.stream));
    require(backend->freeMemory(bench.id, free));
    REQUIRE(backend->obstacle(*compiled().line).empty());
    REQUIRE(isCurrent(count - 1));
  }
  REQUIRE(isCurrent(count - 1));
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
}

TEST_CASE("What a device has not given out cannot be given back to it") {
  const auto backend = makeBackend(2);
  DeviceAddress memory{};
  void* host = nullptr;
  require(backend->allocate(DeviceId{0}, 1000, memory));
  require(backend->allocateHost(DeviceId{0}, 1000, host));
  REQUIRE(backend->release(DeviceId{1}, memory).failure == Failure::Failed);
  REQUIRE(backend->release(DeviceId{0}, memory + 256).failure == Failure::Failed);
  REQUIRE(backend->releaseHost(DeviceId{1}, host).failure == Failure::Failed);
  require(backend->release(DeviceId{0}, memory));
  require(backend->releaseHost(DeviceId{0}, host));
  REQUIRE(backend->release(DeviceId{0}, memory).failure == Failure::Failed);
}

TEST_CASE("A device keeps some memory for itself, and a part of a split one what the others have") {
  const auto backend = makeBackend(3);
  const std::size_t share = backend->properties(DeviceId{0}).memory;
  const std::size_t reserve = std::min((std::size_t{512} << 20) / 3, share / 16);
  std::size_t before = 0, after = 0, other = 0;
  require(backend->freeMemory(DeviceId{0}, before));
  require(backend->freeMemory(DeviceId{1}, other));
  REQUIRE(before <= share - reserve);
  REQUIRE(other <= share - reserve);
  DeviceAddress memory{};
  const std::size_t most = before + reserve;
  require(backend->allocate(DeviceId{0}, before, memory));
  require(backend->freeMemory(DeviceId{0}, after));
  REQUIRE(after == 0);
  DeviceAddress more{};
  REQUIRE(backend->allocate(DeviceId{0}, most - before + (std::size_t{1} << 20), more).failure == Failure::OutOfMemory);
  require(backend->release(DeviceId{0}, memory));
}

TEST_CASE("Nothing is measured while tracing is off") {
  const auto backend = makeBackend();
  std::vector<double> values(100);
  {
    Bench bench(*backend, 0, 800);
    require(bench.upload(values.data(), 800));
    require(bench.wait());
  }
  REQUIRE(backend->takeActivities().empty());
}

TEST_CASE("Libraries of a thread work on the device that is made current, until that ends") {
  const auto backend = makeBackend();
  int before = -1, during = -1, after = -1;
  REQUIRE(cudaGetDevice(&before) == cudaSuccess);
  for (int device = 0; device < backend->deviceCount(); ++device) {
    {
      const auto current = backend->makeCurrent(static_cast<DeviceId>(device));
      REQUIRE(current);
      REQUIRE(cudaGetDevice(&during) == cudaSuccess);
    }
    CHECK(during == device);
    REQUIRE(cudaGetDevice(&after) == cudaSuccess);
    CHECK(after == before);
  }
}
