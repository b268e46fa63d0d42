#include "Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& type, const std::string& statement) {
  return modelOf("#include <cmath>\n#include <algorithm>\n[[clustrix::cluster]] " + type + " f(" + type +
                 "* a, int n) { " + type + " s = 0; int at = 0; for (int i = 0; i < n; ++i) { " + statement +
                 " } return s + at; }\n");
}

/// The update's operator when the statement is nothing else to `s`.
std::optional<UpdateOperator> update(const std::string& type, const std::string& statement) {
  const LoopModel model = body(type, statement);
  for (const ScalarState& state : model.scalars)
    if (state.name == "s" && state.updates.size() == 1 && state.exposedReads.empty() && state.writes.empty())
      return model.updates[static_cast<std::size_t>(state.updates[0])].op;
  return std::nullopt;
}

}  // namespace

TEST_CASE("assignments that combine") {
  CHECK(update("double", "s += a[i];") == UpdateOperator::Add);
  CHECK(update("double", "s = 1 + s - a[i];") == UpdateOperator::Add);
  CHECK(update("int", "if (a[i] > 3) ++s;") == UpdateOperator::Add);
  CHECK(update("double", "s = a[i] * s;") == UpdateOperator::Multiply);
  CHECK(update("int", "s ^= a[i];") == UpdateOperator::BitXor);
  CHECK(update("bool", "s = s || a[i];") == UpdateOperator::LogicalOr);
  CHECK(update("double", "s = std::fmax(s, a[i]);") == UpdateOperator::Max);
  CHECK(update("int", "s = std::min(a[i], s);") == UpdateOperator::Min);
  CHECK(update("double", "if (a[i] < s) s = a[i];") == UpdateOperator::Min);
  CHECK(update("double", "s = s < a[i] ? a[i] : s;") == UpdateOperator::Max);
}

TEST_CASE("assignments that only look as if they combined") {
  CHECK_FALSE(update("double", "s = a[i] - s;"));
  CHECK_FALSE(update("double", "s += s * a[i];"));
  CHECK_FALSE(update("int", "s += 0.5 * a[i];"));
  CHECK_FALSE(update("double", "s = a[i] < s ? s : a[i] + 1;"));
  CHECK_FALSE(update("double", "s /= 1 + a[i];"));
  CHECK_FALSE(update("int", "a[i] = s++;"));
  // A NaN would stay or go depending on the order.
  CHECK_FALSE(update("double", "s = std::min(a[i], s);"));
  CHECK_FALSE(update("double", "s = s < a[i] ? s : a[i];"));
}

TEST_CASE("an extremum carries its location") {
  const LoopModel model = body("int", "if (a[i] <= s) { s = a[i]; at = i; }");
  REQUIRE(model.updates.size() == 1);
  CHECK(model.updates[0].ties);
  CHECK(model.updates[0].locations.size() == 1);
}
