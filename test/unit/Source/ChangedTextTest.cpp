#include "Source/ChangedText.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

SourceUnit unitWith(const LoopSite& site) {
  SourceUnit unit;
  unit.path = "x.cpp";
  AnnotatedFunction function;
  function.loops.push_back(site);
  unit.functions.push_back(function);
  return unit;
}

}  // namespace

TEST_CASE("what stands behind a change moves back to its place") {
  const std::string original = "ab\ncdef\ngh\n";
  const ChangedText changed(original, {{4, 5, "XYZ"}});
  CHECK(changed.text() == "ab\ncXYZef\ngh\n");
  LoopSite site;
  site.begin = 7;
  site.end = 9;
  site.at = {"x.cpp", 2, 5};
  SourceUnit unit = unitWith(site);
  changed.restore(unit);
  CHECK(unit.text == original);
  CHECK(unit.functions[0].loops[0].begin == 5);
  CHECK(unit.functions[0].loops[0].end == 7);
  CHECK(unit.functions[0].loops[0].at == SourcePoint{"x.cpp", 2, 3});
}

TEST_CASE("a loop's body moves back to its place, and where it begins in a change there is none") {
  const ChangedText changed("ab\ncdef\ngh\n", {{4, 5, "XYZ"}});
  const auto restored = [&](std::size_t begin, std::size_t end) {
    LoopSite site;
    site.begin = 3;
    site.end = 12;
    site.body = BodyPlace{begin, end, true};
    SourceUnit unit = unitWith(site);
    changed.restore(unit);
    return unit.functions[0].loops[0].body;
  };
  const auto behind = restored(7, 9);
  REQUIRE(behind);
  CHECK(behind->begin == 5);
  CHECK(behind->end == 7);
  CHECK(behind->isBlock);
  const auto around = restored(3, 8);
  REQUIRE(around);
  CHECK(around->begin == 3);
  CHECK(around->end == 6);
  CHECK_FALSE(restored(5, 9));
  CHECK_FALSE(restored(3, 6));
}

TEST_CASE("a loop in place of a call has the call's range, and places in it are the call's") {
  const std::string original = "  call(a,\n b);\n";
  const ChangedText changed(original, {{2, 14, "{ for (;;)\n a; }", true, CallSite{"int r;", "r = call(a, b);", "r"}}});
  LoopSite site;
  site.begin = 4;
  site.end = 15;
  site.at = {"x.cpp", 1, 5};
  site.body = BodyPlace{13, 15, false};
  site.model.effects.push_back({"effect.call", "", "", {"x.cpp", 2, 2}});
  SourceUnit unit = unitWith(site);
  changed.restore(unit);
  const LoopSite& restored = unit.functions[0].loops[0];
  CHECK(original.substr(restored.begin, restored.end - restored.begin) == "call(a,\n b);");
  CHECK(restored.at == SourcePoint{"x.cpp", 1, 3});
  CHECK(restored.model.effects[0].at == SourcePoint{"x.cpp", 1, 3});
  CHECK_FALSE(restored.body);
  REQUIRE(restored.call.has_value());
  CHECK(restored.call->value == "r");
}

TEST_CASE("places in other files stay as they are") {
  const ChangedText changed("abc", {{0, 1, "XYZ"}});
  LoopSite site;
  site.at = {"other.h", 1, 3};
  SourceUnit unit = unitWith(site);
  changed.restore(unit);
  CHECK(unit.functions[0].loops[0].at == SourcePoint{"other.h", 1, 3});
}

TEST_CASE("a change promises for a loop at its place in the changed text") {
  TextChange call{.begin = 3, .end = 5, .replacement = "{ for (;;) ; }"};
  call.promise = 2;
  const ChangedText changed("ab\ncdef\n", {{0, 1, "xyz"}, call});
  CHECK(changed.text() == "xyzb\n{ for (;;) ; }ef\n");
  CHECK(changed.promises() == std::vector<std::size_t>{7});
}
