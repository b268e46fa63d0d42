#include "audit/Stretches.h"

#include <catch2/catch.hpp>

namespace clustrix::audit {
namespace {

TEST_CASE("a launch of which nothing was forgotten has no stretches") {
  StretchesOfLaunch launch(7);
  for (std::uint64_t iterations = 1; iterations <= 10; ++iterations) launch.see(7, iterations);
  CHECK(launch.ended(10).count == 0);
}

TEST_CASE("a stretch ends with the iteration in which all is forgotten, with which the next one begins") {
  StretchesOfLaunch launch(0);
  launch.see(1, 5);  // iterations 0 to 4
  launch.see(2, 8);  // 4 to 7
  launch.see(2, 9);
  CHECK(launch.ended(20).count == 3);  // 7 to 19
  CHECK(launch.ended(20).shortest == 4);
  CHECK(launch.ended(9).shortest == 2);
  launch.see(4, 12);
  CHECK(launch.ended(20).count == 5);
  CHECK(launch.ended(20).shortest == 1);
}

TEST_CASE("of launches together, those that were cut count") {
  Stretches all;
  all.add({});
  CHECK(all.count == 0);
  all.add({3, 80});
  all.add({});
  all.add({2, 90});
  CHECK(all.count == 5);
  CHECK(all.shortest == 80);
  CHECK(
      sentence(all) ==
      "for want of memory its iterations were compared within 5 stretches of them, the shortest of 80, and not across: "
      "give it more with CLUSTRIX_AUDIT_MEMORY");
}

}  // namespace
}  // namespace clustrix::audit
