// What a loop's site says of all the instantiations of its function together.
#include "clustrix/Source.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

LoopModel calling(const std::vector<std::string>& codes) {
  LoopModel model;
  for (const std::string& code : codes) model.kernel.hostCalls.push_back({code, "a call", "", {}});
  return model;
}

/// The code of the call that keeps the kernel on the host; "" for none.
std::string hostCall(const std::vector<std::string>& own, const std::vector<std::vector<std::string>>& others = {}) {
  LoopSite site;
  site.model = calling(own);
  for (const std::vector<std::string>& other : others) site.otherInstantiations.push_back(calling(other));
  const Effect* call = site.hostCall();
  return call ? call->code : "";
}

}  // namespace

TEST_CASE("the first host call of a loop is the one that keeps its kernel on the host") {
  CHECK(hostCall({"first", "second"}) == "first");
  CHECK(hostCall({"first"}, {{"other"}}) == "first");
}

TEST_CASE("a host call of any instantiation keeps the kernel on the host in all of them") {
  CHECK(hostCall({}, {{"first", "second"}}) == "first");
  CHECK(hostCall({}, {{}, {"second"}, {"third"}}) == "second");
}

TEST_CASE("no host call keeps the kernel on the host where no instantiation has one") {
  CHECK(hostCall({}).empty());
  CHECK(hostCall({}, {{}, {}}).empty());
}

TEST_CASE("what else stands in a kernel's way is no host call") {
  LoopSite site;
  site.model.effects = site.model.obstacles = calling({"effect.call"}).kernel.hostCalls;
  CHECK(site.hostCall() == nullptr);
}

TEST_CASE("a text of several files knows whose its lines are") {
  SourceUnit unit;
  unit.path = "a.cpp";
  unit.text = "one\n";
  CHECK(unit.fileLine(7) == 7);
  REQUIRE(unit.files().size() == 1);
  CHECK((unit.files()[0].path == "a.cpp" && unit.files()[0].text == "one\n"));
  unit.written = {{"a.cpp", "x"}, {"b.h", "y"}};
  unit.writtenLines = {{1, 0, 1}, {4, 1, 1}, {10, 0, 3}};
  CHECK(unit.fileLine(2) == 2);
  CHECK(unit.fileLine(4) == 1);
  CHECK(unit.fileLine(9) == 6);
  CHECK(unit.fileLine(12) == 5);
  CHECK(unit.files().size() == 2);
}
