// What the host does between loops, as the text of a function with a Residency has it.
#include <catch2/catch.hpp>

#include <array>
#include <cstdlib>
#include <memory>

#include "EndOf.h"
#include "audit/AuditedProcess.h"
#include "clustrix/audit.h"

extern "C" {
void __sanitizer_cov_load8(const void* place);
void __sanitizer_cov_store8(const void* place);
}

namespace clustrix::audit {
namespace {

constexpr Site copySite{"copy", "host.cpp", 3, 3};
constexpr Index count = 50;
std::array<double, 200> numbers{};
double* const to = &numbers[0];
double* const from = &numbers[100];

struct Copy {
  double* to;
  const double* from;
  void operator()(Index k) const { to[k] = from[k]; }
};

void launch(const Residency& residency) {
  clustrix::Loop loop(copySite, count, residency);
  loop.operations(1);
  const auto to_ = loop.array("to", to, count);
  const auto from_ = loop.array("from", static_cast<const double*>(from), count);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(to_).box(chunk.begin, {1, chunk.size()});
    touched.reads(from_).box(chunk.begin, {1, chunk.size()});
  };
  if (loop.run(footprint, [&](const Memory& at) { return Copy{at(to_), at(from_)}; })) std::_Exit(1);
  Loop audit(loop);
  for (Index k = 0; k < count; ++k) {
    const Iteration iteration{Watched(audit)};
    __sanitizer_cov_load8(&from[k]);
    __sanitizer_cov_store8(&to[k]);
  }
}

/// The status of a process in which the host does something behind a launch.
template <class Act>
int behindLaunch(const Act& act) {
  return endOf([&] {
    Residency residency;
    launch(residency);
    act(residency);
  });
}

TEST_CASE("what a loop has left on devices, the host touches where the text says so") {
  CHECK(behindLaunch([](Residency&) { __sanitizer_cov_load8(&from[3]); }) == 3);
  CHECK(behindLaunch([](Residency&) { __sanitizer_cov_load8(&to[3]); }) == faultStatus);
  CHECK(behindLaunch([](Residency&) { __sanitizer_cov_store8(&to[3]); }) == faultStatus);
  CHECK(behindLaunch([](Residency&) { __sanitizer_cov_store8(&from[3]); }) == faultStatus);
  CHECK(behindLaunch([](Residency& residency) {
          residency.reads(to[3]);
          __sanitizer_cov_load8(&to[3]);
        }) == 3);
  CHECK(behindLaunch([](Residency& residency) {
          residency.reads(to[3]);
          __sanitizer_cov_load8(&to[4]);
        }) == faultStatus);
  CHECK(behindLaunch([](Residency& residency) {
          residency.reads(from, count);
          __sanitizer_cov_store8(&from[3]);
        }) == faultStatus);
  CHECK(behindLaunch([](Residency& residency) {
          residency.writes(from, count);
          __sanitizer_cov_store8(&from[3]);
        }) == 3);
  CHECK(behindLaunch([](Residency& residency) {
          residency.host();
          __sanitizer_cov_store8(&to[3]);
        }) == 3);
}

TEST_CASE("a later loop finds it there, and behind the function nothing is left") {
  CHECK(behindLaunch([](Residency& residency) { launch(residency); }) == 3);
  CHECK(behindLaunch([](Residency& residency) {
          launch(residency);
          __sanitizer_cov_load8(&to[3]);
        }) == faultStatus);
  CHECK(endOf([] {
          {
            Residency residency;
            launch(residency);
          }
          __sanitizer_cov_store8(&to[3]);
        }) == 3);
}

TEST_CASE("what runs as written has all at home") {
  CHECK(behindLaunch([](Residency&) {
          const NotSeen audit(copySite, "it is a scan");
          __sanitizer_cov_store8(&to[3]);
        }) == 3);
}

}  // namespace
}  // namespace clustrix::audit
