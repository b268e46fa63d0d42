#include "Memory/UnseenArrays.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// How many obstacles there are where the text has the captured pointer between `before` and `behind`.
std::size_t obstacles(const std::string& before, const std::string& behind, bool accessed = false,
                      Capture::Kind kind = Capture::Pointer) {
  LoopModel model;
  model.loops.emplace_back();
  model.arrays.emplace_back();
  model.kernel.captures.push_back({.kind = kind, .name = "a", .type = "int *", .expression = "a", .array = ArrayId{0}});
  model.kernel.body = {{BodyPiece::Text, before, -1}, {BodyPiece::Captured, "", 0}, {BodyPiece::Text, behind, -1}};
  if (accessed) model.accesses.emplace_back().array = ArrayId{0};
  refuseUnseenArrays(model);
  return model.obstacles.size();
}

}  // namespace

TEST_CASE("an element that the text names and the model does not know is an obstacle") {
  CHECK(obstacles("x = ", "[s];") == 1);
  CHECK(obstacles("x = ", " [s];") == 1);
  CHECK(obstacles("x = *", ";") == 1);
  CHECK(obstacles("x = ", "->y;") == 1);
  CHECK(obstacles("x = y & ", "[s];") == 1);
  CHECK(obstacles("x = y && ", "[s];") == 1);
  CHECK(obstacles("x = ", "[s];", false, Capture::Span) == 1);
}

TEST_CASE("elements that the model knows are none, nor is what reads no element") {
  CHECK(obstacles("x = ", "[s];", true) == 0);
  CHECK(obstacles("x = ", " == nullptr;") == 0);
  CHECK(obstacles("x = ", ".size();", false, Capture::Span) == 0);
  CHECK(obstacles("x = &", "[s];") == 0);
  CHECK(obstacles("x = sizeof(", "[0]);") == 0);
  CHECK(obstacles("x = ", "[s];", false, Capture::Value) == 0);
}
