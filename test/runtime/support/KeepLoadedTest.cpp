// A library with annotated functions that the program opens and closes while the runtime's threads live on.
#include <dlfcn.h>

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

namespace {

int sumByLibrary(const std::vector<int>& a) {
  void* const library = dlopen(CLUSTRIX_UNLOADED, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return -2;
  const auto sumOf = reinterpret_cast<int (*)(const int*, int)>(dlsym(library, "sumOf"));
  const int sum = sumOf != nullptr ? sumOf(a.data(), static_cast<int>(a.size())) : -3;
  return dlclose(library) == 0 ? sum : -4;
}

bool isLoaded() {
  void* const library = dlopen(CLUSTRIX_UNLOADED, RTLD_NOW | RTLD_NOLOAD);
  return library != nullptr && dlclose(library) == 0;
}

}  // namespace

TEST_CASE("a library with annotated functions may be closed and opened again, and stays where it is") {
  const std::vector<int> a(20000, 3);
  REQUIRE_FALSE(isLoaded());
  for (int round = 0; round < 4; ++round) {
    CHECK(sumByLibrary(a) == 60000);
    // No threads wake in code that is gone.
    REQUIRE(isLoaded());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // they go to sleep
  }
}
