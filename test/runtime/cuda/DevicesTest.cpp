// What GPUs there are, as the runtime's devices: selected, split, compared, and why there are fewer. A case with a tag
// is about a machine of its own, which CMakeLists.txt gives to the tag; the others have eight GPUs of a kind.
#include "cuda/Devices.h"

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include "OnDouble.h"
#include "Setting.h"

using namespace clustrix::runtime;
using namespace clustrix::test;
using cuda::enumerate;
using cuda::Enumeration;

namespace {

std::vector<int> physicalOf(const Enumeration& found) {
  std::vector<int> numbers;
  for (const cuda::Device& device : found.devices) numbers.push_back(device.physical);
  return numbers;
}

}  // namespace

// CLUSTRIX_DOUBLE_DEVICES=no-driver
TEST_CASE("Without a driver there are no devices, and a note that says what to do", "[.no-driver]") {
  const Enumeration found = enumerate({}, 1);
  REQUIRE(found.devices.empty());
  REQUIRE(found.note == "no NVIDIA driver in this machine; install one to use GPUs");
}

// CLUSTRIX_DOUBLE_DEVICES=0
TEST_CASE("Without a GPU there are no devices, and a note", "[.no-gpu]") {
  const Enumeration found = enumerate({}, 1);
  REQUIRE(found.devices.empty());
  REQUIRE(found.note == "no NVIDIA GPU in this machine");
}

// CLUSTRIX_DOUBLE_DEVICES=3 CLUSTRIX_DOUBLE_MEMORY=4GB,2GB
TEST_CASE("Devices are described, selected and compared", "[.mixed]") {
  const Enumeration all = enumerate({}, 1);
  REQUIRE(all.note.empty());
  REQUIRE(all.devices.size() == 3);
  REQUIRE(all.devices[0].properties.architecture == "sm_80");
  REQUIRE(all.devices[0].properties.memory == 2 * all.devices[1].properties.memory);
  REQUIRE(all.devices[0].properties.speed == 1);
  REQUIRE(all.devices[1].properties.speed == Approx(0.5));
  REQUIRE(all.devices[2].properties.peers.some == std::vector<int>{0, 1});

  const Enumeration some = enumerate({2, 7}, 1);
  REQUIRE(some.devices.size() == 1);
  REQUIRE(some.devices[0].physical == 2);
  REQUIRE(some.note == "there is no cuda:7, only 3 GPUs");

  // Whichever comes first, the fastest is the measure; alone, the slow kind is the fastest that there is.
  REQUIRE(enumerate({1, 0}, 1).devices[0].properties.speed == Approx(0.5));
  REQUIRE(enumerate({1}, 1).devices[0].properties.speed == 1);
}

TEST_CASE("A device has what CUDA says of it") {
  const Enumeration found = enumerate({3}, 1);
  REQUIRE(found.devices.size() == 1);
  const cuda::Device& device = found.devices[0];
  cudaDeviceProp told;
  int kilohertz = 0;
  REQUIRE(cudaGetDeviceProperties(&told, 3) == cudaSuccess);
  REQUIRE(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 3) == cudaSuccess);
  CHECK(device.parts == 1);
  CHECK(device.multiprocessors == told.multiProcessorCount);
  CHECK(device.largestPitch == told.memPitch);
  CHECK(device.properties.name == told.name);
  CHECK(device.properties.workers == told.multiProcessorCount * told.maxThreadsPerMultiProcessor);
  CHECK(device.properties.lanes == told.warpSize);
  CHECK(device.properties.memory == told.totalGlobalMem);
  CHECK(device.properties.operationsPerSecond == Approx(told.multiProcessorCount * (kilohertz * 1e3) * 16));
}

TEST_CASE("Positions are taken in the order in which they were asked for, and those that do not exist are named") {
  const Enumeration found = enumerate({5, -1, 0, 8}, 1);
  CHECK(physicalOf(found) == std::vector<int>{5, 0});
  CHECK(found.note == "there is no cuda:-1, only 8 GPUs; there is no cuda:8, only 8 GPUs");
}

TEST_CASE("Ranks of one machine share its GPUs, and each may name its own") {
  const Setting rank("OMPI_COMM_WORLD_LOCAL_RANK", "1"), size("OMPI_COMM_WORLD_LOCAL_SIZE", "3");
  const Enumeration found = enumerate({}, 1);
  CHECK(physicalOf(found) == std::vector<int>{2, 3, 4});
  CHECK(found.note == "OMPI_COMM_WORLD_LOCAL_RANK=1: of 8 GPUs this rank uses cuda:2 to 4; 3 ranks share them");
  CHECK(physicalOf(enumerate({7, 0}, 1)) == std::vector<int>{7, 0});
  const Setting own("SLURM_GPUS_PER_TASK", "8");
  CHECK(enumerate({}, 1).devices.size() == 8);
}

TEST_CASE("Ranks that are more than there are GPUs have one each") {
  const Setting rank("MPI_LOCALRANKID", "15"), size("MPI_LOCALNRANKS", "16");
  const Enumeration found = enumerate({}, 1);
  CHECK(physicalOf(found) == std::vector<int>{7});
  CHECK(found.note == "MPI_LOCALRANKID=15: of 8 GPUs this rank uses cuda:7; 16 ranks share them");
}

TEST_CASE("Peers are positions among the devices that were taken, not CUDA's numbers") {
  // The double links GPUs 0 to 3 with each other, and 4 to 7.
  const Enumeration found = enumerate({7, 2, 4, 3}, 1);
  REQUIRE(found.devices.size() == 4);
  CHECK(found.devices[0].properties.peers.some == std::vector<int>{2});
  CHECK(found.devices[1].properties.peers.some == std::vector<int>{3});
  CHECK(found.devices[2].properties.peers.some == std::vector<int>{0});
  CHECK(found.devices[3].properties.peers.some == std::vector<int>{1});
}

TEST_CASE("Parts of a GPU share its memory and its speed, and copy from each other") {
  const cuda::Device whole = enumerate({4}, 1).devices.at(0);
  const Enumeration found = enumerate({4, 0}, 3);
  CHECK(physicalOf(found) == std::vector<int>{4, 4, 4, 0, 0, 0});
  const cuda::Device& second = found.devices.at(1);
  CHECK(second.parts == 3);
  CHECK(second.properties.name == whole.properties.name + " (part 2 of 3)");
  CHECK(second.properties.memory == whole.properties.memory / 3);
  CHECK(second.properties.operationsPerSecond == Approx(whole.properties.operationsPerSecond / 3));
  CHECK(second.properties.transferBytesPerSecond == Approx(whole.properties.transferBytesPerSecond / 3));
  CHECK(second.properties.workers == whole.properties.workers / 3);
  CHECK(second.properties.speed == 1);
  CHECK(second.properties.peers.some == std::vector<int>{0, 2});  // GPU 0 is of the other island
}

TEST_CASE("A GPU that does not answer once is asked again, and left out where it never does") {
  {
    const Failing once("1:invalid@cudaGetDeviceProperties");
    CHECK(physicalOf(enumerate({1, 2}, 1)) == std::vector<int>{1, 2});
  }
  const Failing twice("1:invalid@cudaGetDeviceProperties,2:invalid@cudaGetDeviceProperties");
  const Enumeration found = enumerate({1, 2}, 1);
  CHECK(physicalOf(found) == std::vector<int>{2});
  CHECK(found.note == "cuda:1 does not answer and is left out");
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("A GPU whose clock or links are not told is taken as a common one without links") {
  const Failing told("1+:invalid@cudaDeviceGetAttribute,1+:invalid@cudaDeviceCanAccessPeer");
  const Enumeration found = enumerate({0, 1}, 1);
  REQUIRE(found.devices.size() == 2);
  CHECK(found.note.empty());
  CHECK(found.devices[0].properties.peers.some.empty());
  CHECK(found.devices[0].properties.operationsPerSecond == Approx(found.devices[0].multiprocessors * 1e9 * 16));
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("Where CUDA does not start there are no devices, and the note has its reason") {
  {
    const Failing start("1+:invalid@cudaGetDeviceCount");
    const Enumeration found = enumerate({}, 1);
    CHECK(found.devices.empty());
    CHECK(found.note == "CUDA does not start (invalid argument); nvidia-smi may say more");
    CHECK(cudaPeekAtLastError() == cudaSuccess);
  }
  const Failing once("1:invalid@cudaGetDeviceCount");
  CHECK(enumerate({}, 1).devices.size() == 8);
}

TEST_CASE("A driver that is too old is told from none, with both versions") {
  const Failing start("1+:driver@cudaGetDeviceCount");
  const Enumeration found = enumerate({}, 1);
  CHECK(found.devices.empty());
  const std::string version =
      std::to_string(CUDART_VERSION / 1000) + "." + std::to_string(CUDART_VERSION % 1000 / 10);  // the double's, too
  CHECK(found.note == "the NVIDIA driver supports CUDA " + version + ", this program needs " + version +
                          "; update the driver to use GPUs");
}

TEST_CASE("A split is a number of parts from 1 to 64, and 1 where nothing is said") {
  std::string note;
  CHECK(cuda::splitFromEnvironment(note) == 1);
  for (const int parts : {1, 3, 64}) {
    const Setting split("CLUSTRIX_CUDA_SPLIT", std::to_string(parts));
    CHECK(cuda::splitFromEnvironment(note) == parts);
  }
  CHECK(note.empty());
}

TEST_CASE("A split that is no such number is ignored, and the note says what to write") {
  for (const std::string text : {"three", "", "0", "-2", "65", "3x", "2.5"}) {
    const Setting split("CLUSTRIX_CUDA_SPLIT", text);
    std::string note = "before";
    CHECK(cuda::splitFromEnvironment(note) == 1);
    CHECK(note == "before; CLUSTRIX_CUDA_SPLIT=" + text + " is ignored: write a number of parts from 1 to 64");
  }
}
