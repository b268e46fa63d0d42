#include "cluster/KernelPlace.h"

#include <dlfcn.h>

#include <catch2/catch.hpp>
#include <memory>

using namespace clustrix::runtime;

namespace {
constexpr int constant = 5;
const int* const ofProgram = &constant;
}  // namespace

TEST_CASE("a constant of the program is found again by its file and offset") {
  const KernelPlace place = placeOf(ofProgram);
  CHECK(place.file == programFile());
  CHECK(place.file != FileId{});
  CHECK(atPlace(place) == ofProgram);
}

TEST_CASE("one of a library is another file's") {
  const void* const ofLibrary = dlsym(RTLD_DEFAULT, "environ");
  REQUIRE(ofLibrary != nullptr);
  const KernelPlace place = placeOf(dlsym(RTLD_DEFAULT, "strtod"));
  CHECK(place.file != programFile());
  CHECK(atPlace(place) == dlsym(RTLD_DEFAULT, "strtod"));
}

TEST_CASE("what lies in no file has no place") {
  const auto onHeap = std::make_unique<int>(1);
  CHECK(placeOf(onHeap.get()).file == FileId{});
  CHECK(atPlace({}) == nullptr);
}

TEST_CASE("nor does an offset behind the file's end, or a file that is not loaded") {
  KernelPlace place = placeOf(ofProgram);
  place.offset = std::uint64_t{1} << 40;
  CHECK(atPlace(place) == nullptr);
  CHECK(atPlace({static_cast<FileId>(12345), 0}) == nullptr);
}
