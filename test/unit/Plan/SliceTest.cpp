#include "Region.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string sliceOf(const Builder& b) {
  const Footprint touched = footprint(b.model);
  REQUIRE_FALSE(touched.refusal);
  return slice(touched.terms.at(0), b.model);
}

}  // namespace

TEST_CASE("neighbours are told by their offset") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  b.read(b.array("a"), i + 1);
  CHECK(sliceOf(b) == "[lo + 1..hi]");
}

TEST_CASE("a strided access shows its stride") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  b.read(b.array("a"), 3 * i + 1);
  CHECK(sliceOf(b) == "[3*(lo..hi - 1) + 1]");
}

TEST_CASE("an element that does not move is told by its position") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m");
  b.loop("i", n);
  b.read(b.array("a"), m - 1);
  CHECK(sliceOf(b) == "[m - 1]");
}

TEST_CASE("a stride that is a sum stands in parentheses") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n);
  b.read(b.array("a"), i * (m + 1));
  CHECK(sliceOf(b) == "[(m + 1)*(lo..hi - 1)]");
}

TEST_CASE("the largest of nested regions is told by the chunk's last iteration") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", i + 1);
  b.read(b.array("a"), j);
  CHECK(sliceOf(b) == "[0..(hi - 1)]");
}

TEST_CASE("a counter that is not the variable's value is called k") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", i + 1);
  b.model.loops[0].value = (n - 1 - i).polynomial;
  b.write(b.array("a"), i * n + j);
  CHECK(sliceOf(b).substr(0, 4) == "for ");
  CHECK(sliceOf(b).find("k0") != std::string::npos);
}
