#include "CallsInLoop.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using namespace clustrix::compiler::test::calls;

namespace {

/// "effect.call: ...": the only effect of the loop, "" where it has none.
std::string refusal(const std::string& statements) {
  const LoopModel model = loop(statements);
  CHECK(model.effects.size() < 2);
  return model.effects.empty() ? "" : model.effects[0].code + ": " + model.effects[0].message;
}

}  // namespace

TEST_CASE("a call that may do anything is refused for what it is") {
  CHECK(refusal("a[i] = seen(i);") == "");
  CHECK(refusal("a[i] = unseen(i);") == "effect.call: 'unseen' is called and may do anything");
  CHECK(refusal("a[i] = call(i);") == "effect.call: a function is called through a pointer or an object");
  CHECK(refusal("a[i] = shape.at(i);") == "effect.virtual: the virtual function 'Shape::at' is called");
  CHECK(refusal("std::printf(\"%d\", i);") == "effect.io: 'printf' does input or output, whose order matters");
  CHECK(refusal("v.resize(i);") == "effect.allocation: 'resize' changes the size of a container");
  CHECK(refusal("++count;").find("effect.atomic: ") == 0);
  CHECK(loop("a[i] = unseen(i);").effects.at(0).hint.find("--library-model") != std::string::npos);
  CHECK(loop("v.resize(i);").effects.at(0).hint.empty());
}

TEST_CASE("an iterator of the iteration's own moves as a pointer does") {
  CHECK(elements("auto it = v.begin() + i; *it++ = 1; *it = 2; it -= 3; it[1] = 4;") ==
        "v[k_i] v[k_i + 1] v[k_i - 1] ");
  CHECK(elements("auto it = v.end() - 1; *it = 1; *--it = 2;") == "v[v.size() - 1] v[v.size() - 2] ");
  CHECK(elements("*(v.begin() + 2 * i) = *(w.cbegin() + 1);") == "w[1] v[2*k_i] ");
}

TEST_CASE("a static function is called by its class where an object only says which") {
  std::string text;
  for (const BodyPiece& piece : loop("a[i] = ring.length();").kernel.body) text += piece.text;
  CHECK(text.find("Ring::length()") != std::string::npos);
  CHECK(text.find("ring.") == std::string::npos);
}
