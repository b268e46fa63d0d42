#include "devices/DeviceSet.h"

#include <catch2/catch.hpp>

#include "Child.h"
#include "devices/VirtualBackend.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

std::unique_ptr<Backend> virtualDevices(std::size_t count) {
  return makeVirtualBackend(VirtualDevices{std::vector<VirtualDevice>(count)});
}

// What a library of GPUs is asked for, and what it answers.
struct Library {
  static std::vector<int> asked;
  static std::size_t devices;
  static const char* says;
  static std::unique_ptr<Backend> make(const std::vector<int>& positions, std::string& note) {
    asked = positions;
    note = says;
    return virtualDevices(devices);
  }
  static std::unique_ptr<Backend> makeNone(const std::vector<int>&, std::string& note) {
    note = says;
    return nullptr;
  }
};
std::vector<int> Library::asked;
std::size_t Library::devices = 0;
const char* Library::says = "";

// Whether `holds` does in a process of its own, which has registered that library.
template <class Holds>
bool withLibrary(decltype(BackendEntry::make) make, const Holds& holds) {
  return test::statusOfChild([&] {
           registerBackend({"cuda", make});
           return holds() ? 0 : 1;
         }) == 0;
}

}  // namespace

TEST_CASE("all devices of a backend are usable, in its order") {
  const DeviceSet set = devicesOf(virtualDevices(3));
  CHECK(set.usable == std::vector<DeviceId>{DeviceId{0}, DeviceId{1}, DeviceId{2}});
  CHECK(set.backend->deviceCount() == 3);
  CHECK(set.notes.empty());
}

TEST_CASE("virtual devices are as the spec has them, and the CPU alone has none, and says why") {
  const DeviceSet two = openDevices(VirtualDevices{{{1 << 20, 1}, {2 << 20, 0.5}}});
  REQUIRE(two.backend);
  CHECK(two.backend->kind() == "virtual");
  CHECK(two.backend->properties(DeviceId{1}).memory == 2 << 20);
  CHECK(two.usable.size() == 2);
  CHECK(two.notes.empty());
  const DeviceSet none = openDevices(NoDevices{});
  CHECK_FALSE(none.backend);
  CHECK(none.usable.empty());
  CHECK(none.notes == std::vector<std::string>{"CLUSTRIX_DEVICES=cpu"});
}

TEST_CASE("GPUs that the program was built without are absent, and it says how to have them") {
  for (const DeviceSpec& spec : {DeviceSpec{AutoDevices{}}, DeviceSpec{CudaDevices{{1}}}}) {
    const DeviceSet set = openDevices(spec);
    CHECK_FALSE(set.backend);
    REQUIRE(set.notes.size() == 1);
    CHECK_THAT(set.notes[0], Catch::StartsWith("this program was built without CUDA"));
  }
}

TEST_CASE("a library of GPUs is asked for those positions, or for all") {
  CHECK(withLibrary(&Library::make, [] {
    Library::devices = 2;
    const DeviceSet some = openDevices(CudaDevices{{3, 1}});
    if (Library::asked != std::vector<int>{3, 1} || some.usable.size() != 2 || !some.notes.empty()) return false;
    const DeviceSet all = openDevices(AutoDevices{});
    return Library::asked.empty() && all.backend != nullptr;
  }));
}

TEST_CASE("what the library says of absent GPUs is kept, beside those that are there") {
  CHECK(withLibrary(&Library::make, [] {
    Library::devices = 1;
    Library::says = "one is hidden";
    const DeviceSet set = openDevices(AutoDevices{});
    return set.backend && set.usable.size() == 1 && set.notes == std::vector<std::string>{"one is hidden"};
  }));
  CHECK(withLibrary(&Library::makeNone, [] {
    Library::says = "no driver";
    const DeviceSet set = openDevices(AutoDevices{});
    return !set.backend && set.notes == std::vector<std::string>{"no driver"};
  }));
}

TEST_CASE("a library without a GPU and without a word is one without GPUs") {
  const auto isNone = [] {
    Library::devices = 0;
    Library::says = "";
    const DeviceSet set = openDevices(AutoDevices{});
    return !set.backend && set.usable.empty() && set.notes == std::vector<std::string>{"there is no GPU"};
  };
  CHECK(withLibrary(&Library::makeNone, isNone));
  CHECK(withLibrary(&Library::make, isNone));
}

TEST_CASE("the first library of a kind stays") {
  CHECK(findBackend("cuda") == nullptr);
  CHECK(withLibrary(&Library::make, [] {
    registerBackend({"cuda", &Library::makeNone});
    registerBackend({"abacus", &Library::makeNone});
    return findBackend("cuda")->make == &Library::make && findBackend("abacus")->make == &Library::makeNone &&
           findBackend("slide rule") == nullptr;
  }));
}
