#include "clustrix/RowPath.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("rows have a base that says what they are, and how deep they lie") {
  CHECK(baseOf({RowPath::Containers, "a", 1}) == "a[].data()");
  CHECK(baseOf({RowPath::Containers, "this->cells_", 2}) == "this->cells_[][].data()");
  CHECK(baseOf({RowPath::Containers, "rows", 1, ".Base::v"}) == "rows[].Base::v.data()");
  CHECK(baseOf({RowPath::Parts, "rows", 1, ".k"}) == "rows[].k");
  CHECK(baseOf({RowPath::Pointers, "(*m).a", 2}) == "(*m).a[][]");
}
