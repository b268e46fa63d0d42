#include "cluster/Start.h"

#include <catch2/catch.hpp>

#include "Crew.h"

using namespace clustrix::runtime;

TEST_CASE("ranks are one program where there are several, unless the program uses MPI or somebody says no") {
  CHECK(clusterWish(nullptr, false, 2).wanted);
  CHECK(clusterWish("", false, 2).wanted);
  CHECK_FALSE(clusterWish(nullptr, false, 1).wanted);
  CHECK_FALSE(clusterWish(nullptr, true, 2).wanted);
  CHECK_FALSE(clusterWish("off", false, 2).wanted);
  CHECK_FALSE(clusterWish("mpi", false, 1).wanted);
  CHECK_FALSE(clusterWish("maybe", false, 2).wanted);
}

TEST_CASE("who says mpi wants it also for a program that is linked with MPI, and is told nothing of it") {
  CHECK(clusterWish("mpi", true, 2).wanted);
  CHECK(clusterWish("mpi", true, 2).said);
  CHECK_FALSE(clusterWish(nullptr, false, 2).said);
}

TEST_CASE("a process that no launcher has started has the devices that are its own") {
  CHECK_FALSE(otherRanksServe());
  CHECK(rankTraffic().empty());
  DeviceSet own = withOtherRanks(devicesOf(clustrix::test::virtualDevices("virtual:2")), "");
  CHECK(own.usable.size() == 2);
  CHECK(own.backend->kind() == "virtual");
}
