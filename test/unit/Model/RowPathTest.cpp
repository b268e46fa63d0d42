#include "clustrix/RowPath.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// `kind container levels member`.
std::string path(const std::string& base) {
  const auto found = rowPathOf(base);
  if (!found) return "";
  const char* kind = found->kind == RowPath::Containers ? "containers"
                     : found->kind == RowPath::Parts    ? "parts"
                                                        : "pointers";
  return std::string(kind) + " " + found->container + " " + std::to_string(found->levels) + " " + found->member;
}

}  // namespace

TEST_CASE("a base tells what its rows are, and how deep they lie") {
  CHECK(path("a[].data()") == "containers a 1 ");
  CHECK(path("this->cells_[][].data()") == "containers this->cells_ 2 ");
  CHECK(path("rows[].v.data()") == "containers rows 1 .v");
  CHECK(path("rows[].Base::v.data()") == "containers rows 1 .Base::v");
  CHECK(path("rows[].k") == "parts rows 1 .k");
  CHECK(path("a[]") == "pointers a 1 ");
  CHECK(path("(*m).a[][]") == "pointers (*m).a 2 ");
}

TEST_CASE("an array with a base of its own has no rows") {
  for (const char* base : {"a", "v.data()", "&g[0][0]", "rows[static_cast<clustrix::Index>(r)].data()",
                           "clustrix_members::x<double[]>(o).get()", "(a)[3]"})
    CHECK(path(base).empty());
}

TEST_CASE("a pitch is known by its expression") {
  CHECK(isPitch({SymbolKind::Parameter, "a[].size()", pitchExpression("a[]")}));
  CHECK_FALSE(isPitch({SymbolKind::Parameter, "n", "n"}));
}
