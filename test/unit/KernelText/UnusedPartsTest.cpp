#include "KernelText/UnusedParts.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

Capture named(const std::string& name) {
  Capture capture;
  capture.name = name;
  return capture;
}

BodyPiece captured(int index) { return {BodyPiece::Captured, "", index}; }

std::string names(const LoopModel& model) {
  std::string all;
  for (const Capture& capture : model.kernel.captures) all += capture.name + " ";
  for (const KernelFunction& function : model.kernel.functions) all += function.name + "() ";
  return all;
}

}  // namespace

TEST_CASE("captures that the text does not mention are left out, and the others numbered anew") {
  LoopModel model;
  model.kernel.captures = {named("a"), named("b"), named("c"), named("d")};
  model.kernel.captures[3].nameFixed = true;  // a macro names it
  model.kernel.body = {captured(2), {BodyPiece::Text, " = ", -1}, captured(1)};
  dropUnusedParts(model);
  CHECK(names(model) == "b c d ");
  CHECK((model.kernel.body[0].index == 1 && model.kernel.body[2].index == 0));
}

TEST_CASE("what definitions, functions and a scalar's entry mention is used") {
  LoopModel model;
  model.kernel.captures = {named("a"), named("b"), named("c"), named("d")};
  model.kernel.definitions = {{{captured(1)}, 1}};
  KernelFunction function;
  function.name = "at";
  function.body = {captured(3)};
  model.kernel.functions = {function};
  model.kernel.body = {{BodyPiece::Function, "", 0}};
  ScalarState scalar;
  scalar.entryCapture = 2;
  model.scalars = {scalar};
  dropUnusedParts(model);
  CHECK(names(model) == "b c d at() ");
  CHECK(model.scalars[0].entryCapture == 1);
  CHECK(model.kernel.functions[0].body[0].index == 2);
}

TEST_CASE("a function is used by the body, or by a later one that is") {
  LoopModel model;
  for (const char* name : {"unused", "inner", "outer", "alone"}) {
    KernelFunction function;
    function.name = name;
    model.kernel.functions.push_back(function);
  }
  model.kernel.functions[2].body = {{BodyPiece::Function, "", 1}};
  model.kernel.functions[3].body = {{BodyPiece::Function, "", 0}};
  model.kernel.body = {{BodyPiece::Function, "", 2}};
  dropUnusedParts(model);
  CHECK(names(model) == "inner() outer() ");
  CHECK(model.kernel.body[0].index == 1);
  CHECK(model.kernel.functions[1].body[0].index == 0);
}
