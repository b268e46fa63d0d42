#include "audit/Findings.h"

#include <catch2/catch.hpp>

namespace clustrix::audit {
namespace {

Finding found(Fault fault, const char* loop, Code code, Code earlier, std::uint64_t iteration) {
  Finding one;
  one.fault = fault;
  one.loop = loop;
  one.iteration = iteration;
  one.code = code;
  one.earlierCode = earlier;
  return one;
}

TEST_CASE("what happens again between the same places is counted, and told of the first time") {
  Findings findings;
  findings.add(found(Fault::ReadAfterWrite, "f", 1, 2, 5));
  findings.add(found(Fault::ReadAfterWrite, "f", 1, 2, 6));
  findings.add(found(Fault::ReadAfterWrite, "f", 1, 2, 7));
  REQUIRE(findings.all().size() == 1);
  CHECK(findings.all()[0].times == 3);
  CHECK(findings.all()[0].iteration == 5);
}

TEST_CASE("another fault, loop or place is another finding, in the order in which they come") {
  Findings findings;
  findings.add(found(Fault::ReadAfterWrite, "f", 1, 2, 0));
  findings.add(found(Fault::WriteAfterRead, "f", 1, 2, 0));
  findings.add(found(Fault::ReadAfterWrite, "g", 1, 2, 0));
  findings.add(found(Fault::ReadAfterWrite, "f", 1, 3, 0));
  findings.add(found(Fault::ReadAfterWrite, "f", 2, 2, 0));
  REQUIRE(findings.all().size() == 5);
  CHECK(findings.all()[2].loop == "g");
}

}  // namespace
}  // namespace clustrix::audit
