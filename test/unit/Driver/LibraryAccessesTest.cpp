#include "Driver/LibraryAccesses.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

const std::vector<std::string> names = {"order", "trans", "n", "ld", "x", "y", "incy"};

std::optional<Failure> read(const std::string& text, std::vector<LibraryAccess>& accesses) {
  const YamlFile file{"lib.yml", text, YAML::Load(text)};
  return readAccesses(file, file.root, names, static_cast<int>(names.size()), accesses);
}

std::vector<LibraryAccess> touched(const std::string& text) {
  std::vector<LibraryAccess> all;
  const auto why = read(text, all);
  INFO((why ? why->message : ""));
  REQUIRE_FALSE(why);
  return all;
}

std::string refusal(const std::string& text) {
  std::vector<LibraryAccess> all;
  const auto why = read(text, all);
  REQUIRE(why);
  return why->message.substr(std::string("lib.yml:").size());
}

}  // namespace

TEST_CASE("a text, a list of texts and texts without conditions say the same") {
  const auto one = touched("x[0:n], y");
  CHECK(one.size() == 2);
  CHECK(touched("[\"x[0:n]\", y]") == one);
  CHECK(touched("x[0:n]: {}\ny:\n") == one);
}

TEST_CASE("each list of conditions is a case") {
  const auto cases = touched("x[0:n by ld, 0:n]: [{order: 101, trans: [111, T]}, {order: 102}]\n");
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].conditions ==
        std::vector<LibraryCondition>{{LibraryCondition::OneOf, 0, {101}}, {LibraryCondition::OneOf, 1, {111, 'T'}}});
  CHECK(cases[1].conditions == std::vector<LibraryCondition>{{LibraryCondition::OneOf, 0, {102}}});
  CHECK(cases[0].elements == cases[1].elements);
  CHECK(cases[0].elements->size() == 2);
}

TEST_CASE("a number may have to be none below 0, or one below") {
  const auto cases = touched("y[0:n by incy]: {incy: natural}\ny[0:n by -incy]: {incy: negative}\ny[0]: {incy: -3}\n");
  REQUIRE(cases.size() == 3);
  CHECK(cases[0].conditions == std::vector<LibraryCondition>{{LibraryCondition::Natural, 6}});
  CHECK(cases[1].conditions == std::vector<LibraryCondition>{{LibraryCondition::Negative, 6}});
  CHECK(cases[2].conditions == std::vector<LibraryCondition>{{LibraryCondition::OneOf, 6, {-3}}});
}

TEST_CASE("mistakes in what is touched are told at their place") {
  CHECK(refusal("[{x: 1}]").rfind("1:2: error: expected elements behind parameters", 0) == 0);
  CHECK(refusal("x[0:n]: {m: 1}").rfind("1:10: error: 'm' is none of the parameters", 0) == 0);
  CHECK(refusal("x[0:n]: {n: up}").rfind("1:13: error: expected a whole number, a letter", 0) == 0);
  CHECK(refusal("x[0:n]: {n: 1.5}").rfind("1:13: error: expected a whole number, a letter", 0) == 0);
  CHECK(refusal("x[0:n]: {n: []}").rfind("1:13: error: expected a whole number, a letter", 0) == 0);
  CHECK(refusal("x[0:n]: 1").rfind("1:9: error: expected 'KEY: VALUE' lines", 0) == 0);
  CHECK(refusal("x[0:n]: []").rfind("1:9: error: expected 'KEY: VALUE' lines", 0) == 0);
  CHECK(refusal("x[0:n by m]: {n: 1}").rfind("1:10: error: 'm' is none of the parameters", 0) == 0);
  CHECK(refusal("9: {n: 1}").rfind("1:1: error: there is no parameter 9", 0) == 0);
  CHECK(refusal("x[0:n]: {n: 1}\nx: {}\n").rfind("1:1: error: 'x' has elements with conditions and others", 0) == 0);
}
