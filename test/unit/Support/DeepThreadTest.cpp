#include "Support/DeepThread.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace clustrix::compiler;

namespace {

/// So many frames of some kilobyte each.
int sink(int levels) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(levels);
  return levels == 0 ? frame[0] : sink(levels - 1) + frame[0] - frame[0];
}

}  // namespace

TEST_CASE("a deep thread has room for a hundred thousand frames") {
  int result = -1;
  {
    const DeepThread deep([&] { result = sink(100'000); });
  }
  CHECK(result == 0);
}

TEST_CASE("deep threads can stand in a container, and end before it does") {
  int ran[3] = {};
  {
    std::vector<DeepThread> all;
    for (int& one : ran) all.emplace_back([&one] { one = 1; });
  }
  CHECK((ran[0] == 1 && ran[1] == 1 && ran[2] == 1));
}
