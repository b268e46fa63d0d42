#include "Library/StandardModel.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace clustrix::compiler;

namespace {

const StandardClass* classNamed(const StandardLibrary& library, const std::string& name) {
  const auto found = std::find_if(library.classes.begin(), library.classes.end(),
                                  [&](const StandardClass& one) { return one.name == name; });
  return found == library.classes.end() ? nullptr : &*found;
}

/// What is wrong in the first entry that is, or "".
std::string mistakeIn(const std::string& text, StandardLibrary& library) {
  for (const auto& pair : YAML::Load(text))
    if (const auto mistake = readStandard(pair.first, pair.second, library)) return mistake->message;
  return "";
}
std::string mistakeIn(const std::string& text) {
  StandardLibrary library;
  return mistakeIn(text, library);
}

}  // namespace

TEST_CASE("what ships can be read, and says of each class what it is") {
  const StandardLibrary& shipped = shippedStandard();
  CHECK(shipped.classes.size() > 20);
  CHECK(shipped.functions.size() > 10);
  for (const StandardClass& one : shipped.classes) {
    INFO(one.name);
    CHECK(one.kind != ClassKind::None);
    CHECK((one.kind == ClassKind::Container) == (one.elements != Elements::None));
  }
}

TEST_CASE("algorithms say which loop they stand for, and what kernels call in place of functions") {
  const auto& functions = shippedStandard().functions;
  const auto named = [&](const std::string& name) {
    const auto found =
        std::find_if(functions.begin(), functions.end(), [&](const auto& one) { return one.name == name; });
    return found == functions.end() ? StandardFunction{} : *found;
  };
  CHECK(named("std::fill_n").algorithm == Algorithm::Fill);
  CHECK(named("std::fill_n").counted);
  CHECK(named("std::transform").projects == 2);
  CHECK(named("std::min").algorithm == Algorithm::LeastValue);
  CHECK(named("std::min").kernel == "clustrix::smaller");
  CHECK(named("sqrt").is(Does::Exact));
  CHECK(named("fmin").is(Does::IgnoreNan));
  CHECK_FALSE(named("frexp").is(Does::Compute));
}

TEST_CASE("what several entries say of a class adds up") {
  const StandardClass* vector = classNamed(shippedStandard(), "std::vector");
  REQUIRE(vector);
  CHECK(vector->kind == ClassKind::Container);
  CHECK(vector->elements == Elements::Apart);
  CHECK(vector->nameOf(Role::Size) == "size");
  CHECK(vector->nameOf(Role::Append) == "push_back");
  CHECK(vector->nameOf(Role::BitsAsText).empty());
}

TEST_CASE("a class is like another one, but for what is said of itself") {
  StandardLibrary library;
  CHECK(mistakeIn("grid::{Buffer,Block}: {like: std::vector, append: add}\n"
                  "grid::Near: {like: grid::Buffer, elements: near}\n",
                  library) == "");
  REQUIRE(library.classes.size() == 3);
  CHECK(library.classes[0].name == "grid::Buffer");
  CHECK(library.classes[1].nameOf(Role::Size) == "size");
  CHECK(library.classes[2].elements == Elements::Near);
  const auto& members = library.classes[2].members;
  CHECK(std::find(members.begin(), members.end(), std::pair(std::string("add"), Role::Append)) != members.end());
}

TEST_CASE("a name that ships is added to") {
  StandardLibrary library;
  CHECK(mistakeIn("std::vector: {is: container, resize: grow}", library) == "");
  CHECK(library.classes.at(0).nameOf(Role::Data) == "data");
  StandardLibrary functions;
  CHECK(mistakeIn("grid::length: {asks: size}\nstd::swap: {does: exchange}", functions) == "");
  CHECK(functions.functions.at(0).asks == Role::Size);
  CHECK(functions.functions.at(1).is(Does::Swap));
  CHECK(functions.functions.at(1).is(Does::Exchange));
}

TEST_CASE("entries are told from those of functions and objects") {
  const auto isOne = [](const std::string& text) {
    const YAML::Node all = YAML::Load(text);
    return isOfStandard(all.begin()->first, all.begin()->second);
  };
  for (const char* text : {"T: {is: container}", "T: {like: std::vector}", "f: {asks: size}", "f: {does: swap}",
                           "std::vector: {resize: grow}"})
    CHECK(isOne(text));
  for (const char* text : {"f: {pure: true}", "T: {copies: own}", "std::vector: {copies: own}", "f: 3"})
    CHECK_FALSE(isOne(text));
}

TEST_CASE("what is wrong in an entry is told") {
  CHECK(mistakeIn("T: {is: sequence}").rfind("'is' takes one of container, view, ", 0) == 0);
  CHECK(mistakeIn("T: {like: std::victor}") == "no class 'std::victor' is known");
  CHECK(mistakeIn("T: {like: std::vector, elements: here}") == "'elements' takes one of apart, near, inside");
  CHECK(mistakeIn("T: {like: std::vector, colour: red}").rfind("unknown key 'colour' of the class 'T'", 0) == 0);
  CHECK(mistakeIn("T: {like: std::vector, resize: {}}").rfind("expected the name of a member function", 0) == 0);
  CHECK(mistakeIn("T: {like: std::vector, constant: 1}") == "'constant' takes true or false");
  CHECK(mistakeIn("T: {size: size, like: std::vector, size: n}") == "'size' is given twice");
  CHECK(mistakeIn("f: {does: swap, is: container}").rfind("unknown key 'is' of 'f'", 0) == 0);
  CHECK(mistakeIn("f: {asks: colour}").rfind("'asks' takes one of size, ", 0) == 0);
  CHECK(mistakeIn("f: {does: [swap, sing]}").rfind("'does' takes one of swap, ", 0) == 0);
  CHECK(mistakeIn("f: {loop: fold, counted: yes}") == "'counted' takes true or false");
  CHECK(mistakeIn("f: {loop: fold, projects: 3}") == "'projects' takes 1 or 2");
  CHECK(mistakeIn("T: {elements: near, size: size}") == "'T' has no kind: give it is or like");
}

TEST_CASE("a container has what a kernel needs of it, by names that a kernel has, too") {
  CHECK(mistakeIn("T: {is: container, elements: apart, size: size, data: data}") == "");
  CHECK(mistakeIn("T: {is: container, size: size, data: data}").rfind("'T' is a container: say whether", 0) == 0);
  CHECK(mistakeIn("T: {is: view, size: size}").rfind("say which members of 'T' give its size", 0) == 0);
  CHECK(mistakeIn("T: {is: view, size: [size, count], data: data}").rfind("no container of the standard", 0) == 0);
}
