#include "Analysis/Projection.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

constexpr int kMany = 20;

/// `[n] -> { [i0, ..., i19] : ROWS }`
isl::BasicSet setOf(const isl::Context& context, const std::string& rows) {
  std::string variables;
  for (int v = 0; v < kMany; ++v) variables += (v ? ", i" : "i") + std::to_string(v);
  const std::string text = "[n] -> { [" + variables + "] : " + rows + " }";
  return isl::BasicSet(isl_basic_set_read_from_str(context.get(), text.c_str()));
}

std::string chain() {
  std::string rows = "0 <= i0";
  for (int v = 1; v < kMany; ++v) rows += " <= i" + std::to_string(v);
  return rows + " < n";
}

/// Each two of eight variables bound each other from all sides.
std::string crowd() {
  std::string rows;
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < a; ++b)
      for (const char* const sign : {" + ", " - "}) {
        const std::string sum = "i" + std::to_string(a) + sign + "i" + std::to_string(b);
        rows += (rows.empty() ? "-n <= " : " and -n <= ") + sum + " <= n";
      }
  return rows;
}

int variables(const isl::BasicSet& set) { return isl_basic_set_dim(set.get(), isl_dim_set); }

isl::Set parameters(const isl::BasicSet& set) { return isl::Set(isl_set_params(isl_set_from_basic_set(set.copy()))); }

}  // namespace

TEST_CASE("a chain of variables leaves few, and says of the parameter what it said before") {
  const isl::Context context(10'000'000);
  const isl::BasicSet less = withFewVariables(setOf(context, chain()));
  REQUIRE(less);
  CHECK(variables(less) < kMany);
  CHECK(toString(parameters(less)) == "[n] -> {  : n > 0 }");
}

TEST_CASE("the first variables stay where they are asked for") {
  const isl::Context context(10'000'000);
  const isl::BasicSet less = withFewVariables(setOf(context, "i1 = 3 and " + chain()), 2);
  REQUIRE(less);
  const isl::Val fixed(
      isl_set_plain_get_val_if_fixed(isl::Set(isl_set_from_basic_set(less.copy())).get(), isl_dim_set, 1));
  CHECK(isl::toInteger(fixed) == 3);
}

TEST_CASE("what would leave too many rows is not known") {
  const isl::Context context(100'000'000);
  CHECK_FALSE(withFewVariables(setOf(context, crowd())));
  CHECK_FALSE(context.exhausted());
}

TEST_CASE("null stays null") { CHECK_FALSE(withFewVariables(isl::BasicSet())); }
