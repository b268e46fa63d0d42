#include "audit/GuardRecord.h"

#include <catch2/catch.hpp>

namespace clustrix::audit {
namespace {

const std::vector<runtime::GuardResult> holding = {{"a and b don't overlap", ""}, {"list has no number twice", ""}};
const std::vector<runtime::GuardResult> overlapping = {{"a and b don't overlap", "they do"},
                                                       {"list has no number twice", ""}};

Findings found() {
  Findings findings;
  Finding one;
  one.place = "a[1]";
  findings.add(one);
  return findings;
}

TEST_CASE("of a guard, launches are told to which it said no, at which somebody looked, and in which it was needed") {
  GuardRecords records;
  const Findings none, some = found();
  addLaunch(records, holding, &none);
  addLaunch(records, overlapping, nullptr);
  addLaunch(records, overlapping, &none);
  addLaunch(records, overlapping, &some);
  REQUIRE(records.size() == 2);
  const GuardRecord& guard = records["a and b don't overlap"];
  CHECK(guard.asked == 4);
  CHECK(guard.refused == 3);
  CHECK(guard.watched == 2);
  CHECK(guard.needed == 1);
  REQUIRE(guard.reason);
  CHECK(guard.reason->place == "a[1]");
  CHECK(records["list has no number twice"].asked == 4);
  CHECK(records["list has no number twice"].refused == 0);
}

TEST_CASE("guards that ask the same are one, which holds where all do") {
  GuardRecords records;
  addLaunch(records, {{"a and b don't overlap", ""}, {"a and b don't overlap", "they do"}}, nullptr);
  CHECK(records["a and b don't overlap"].asked == 1);
  CHECK(records["a and b don't overlap"].refused == 1);
}

TEST_CASE("of a guard that is for other things, too, it is not said that it was not needed") {
  GuardRecords records;
  const Findings none;
  addLaunch(records, {{"n is small", "it is not", false}}, &none);
  CHECK(sentence("n is small", records["n is small"]) ==
        "the guard \"n is small\" let none of 1 launch through, and nothing was found there");
}

TEST_CASE("a guard's sentence says how often it let through, and whether it was needed") {
  const auto said = [](std::uint64_t asked, std::uint64_t refused, std::uint64_t watched, std::uint64_t needed) {
    return sentence("g", {asked, refused, watched, needed, {}});
  };
  CHECK(said(3, 3, 3, 0) ==
        "the guard \"g\" let none of 3 launches through, and nothing was found there: it was not needed on this input");
  CHECK(said(1, 1, 1, 1) == "the guard \"g\" let none of 1 launch through, and was needed in 1");
  CHECK(said(3, 2, 1, 1) ==
        "the guard \"g\" said no to 2 of 3 launches, of which 1 were looked at, and was needed in 1");
  CHECK(said(3, 2, 0, 0) == "the guard \"g\" said no to 2 of 3 launches, at which nobody could look");
}

}  // namespace
}  // namespace clustrix::audit
