#include "Plan/Decisive.h"

#include "clustrix/Remarks.h"

#include <catch2/catch.hpp>

#include <string>

using namespace clustrix::compiler;

namespace {

std::vector<std::string> order(const std::vector<std::string>& codes) {
  std::vector<Reason> reasons;
  for (const std::string& code : codes) reasons.push_back({code, std::to_string(reasons.size()), "", {}, {}});
  std::vector<std::string> told;
  for (const Reason& reason : decisiveFirst(std::move(reasons))) told.push_back(reason.code + " " + reason.message);
  return told;
}

using Told = std::vector<std::string>;

}  // namespace

TEST_CASE("what no edit of a line lifts comes first, and what follows from something else last") {
  CHECK(order({"wrap-around", "loop.uncounted", "effect.call", "dependence.unknown", "dependence.flow", "effect.io"}) ==
        Told{"dependence.flow 4", "effect.io 5", "effect.call 2", "loop.uncounted 1", "dependence.unknown 3",
             "wrap-around 0"});
}

TEST_CASE("ids that weigh something are known ones") {
  for (const char* id : {"header.symbol", "scalar.operator", "effect.break", "loop.variable-written", "wrap-around"})
    CHECK(std::any_of(std::begin(remarkIds), std::end(remarkIds), [&](const RemarkId& one) { return one.id == id; }));
}

TEST_CASE("a loop that is not looked at has that reason first") {
  CHECK(order({"loop.uncounted", "template.not-instantiated"}) ==
        Told{"template.not-instantiated 1", "loop.uncounted 0"});
  CHECK(order({"effect.call", "serial.requested"}) == Told{"serial.requested 1", "effect.call 0"});
}

TEST_CASE("reasons of one weight keep their order, and so do those of no known one") {
  CHECK(order({"effect.call", "effect.macro", "effect.call", "of.nobody"}) ==
        Told{"effect.call 0", "effect.macro 1", "effect.call 2", "of.nobody 3"});
}
