#include "cluster/Links.h"

#include <catch2/catch.hpp>

#include "Crew.h"
#include "Folder.h"

using namespace clustrix;
using namespace clustrix::runtime;

TEST_CASE("the speed of a link is kept for its two machines, as long as they answer as quickly as before") {
  const test::Folder folder;
  {
    Links links(folder.path(), "node1");
    CHECK(links.known("node2", 0.001) == 0);
    links.keep("node2", {0.001, 2e9});
    CHECK(links.save().empty());
  }
  const Links links(folder.path(), "node1");
  CHECK(links.known("node2", 0.001) == 2e9);
  CHECK(links.known("node2", 0.0019) == 2e9);
  CHECK(links.known("node2", 0.0021) == 0);
  CHECK(links.known("node2", 0.0004) == 0);
  CHECK(links.known("node3", 0.001) == 0);
  CHECK(Links(folder.path(), "node3").known("node2", 0.001) == 0);
}

TEST_CASE("answers that take some microseconds are all alike") {
  Links links("", "node1");
  links.keep("node2", {3e-6, 2e9});
  CHECK(links.known("node2", 40e-6) == 2e9);
  CHECK(links.known("node2", 400e-6) == 0);
}

TEST_CASE("a folder that cannot be written is told, and nothing is written where nothing is new") {
  Links links("/dev/null/clustrix", "node1");
  CHECK(links.save().empty());
  links.keep("node2", {0.001, 2e9});
  CHECK_THAT(links.save(), Catch::Contains("cannot be written"));
}

TEST_CASE("a link is measured by copies, whose size grows where it is quick") {
  const auto backend = test::virtualDevices("virtual:1,1x1MB");
  CHECK(measureBytes(*backend, DeviceId{0}, 0) > 1e6);
  CHECK(measureBytes(*backend, DeviceId{1}, 0) == 0);  // no memory for them
}

TEST_CASE("a link that is known is not measured again") {
  Links links("", "here");
  const auto bytesOfStart = [&] {
    test::Crew crew({"", "virtual:1"}, 5, &links);
    CHECK(crew.backend().properties(DeviceId{0}).transferBytesPerSecond > 0);
    return crew.exchange().bytesSent.load();
  };
  CHECK(bytesOfStart() > 64 << 10);
  // A busy machine may answer later than before.
  bool known = false;
  for (int tries = 0; tries < 50 && !known; ++tries) known = bytesOfStart() < 1 << 10;
  CHECK(known);
}
