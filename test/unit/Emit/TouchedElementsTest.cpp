#include "Emit/TouchedElements.h"

#include "Launched.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `for (i < n) for (j) a[...]`, through a list; what is asked of `a` at a place.
struct TouchingNest {
  Loop loop{oneLoop};
  Value n = loop.b.parameter("n"), m = loop.b.parameter("m"), i = loop.b.loop("i", n), j = loop.b.loop("j", m);
  ArrayId a = loop.pointer("a", "double*"), list = loop.pointer("list", "int*");
  TouchedElements elements{a};

  /// Of an access that the model has by now, in these loops; each listed value has the inspection of its number.
  void touched(std::vector<TouchedElements::Loop> loops) {
    TouchedElements::By by{loop.b.model.accesses.size() - 1, std::move(loops), {}};
    for (std::size_t s = 0; s < loop.b.model.symbols.size(); ++s)
      if (loop.b.model.symbols[s].listed) by.inspections[SymbolId{static_cast<int>(s)}] = 0;
    elements.by.push_back(std::move(by));
  }
  std::string text() {
    Launched launched(loop);
    launched.launch.inspections = {{{list}, {Polynomial(1), {{Polynomial(0), 1}}, {{n - 1, 1}}}}};
    launched.launch.touched = {elements};
    LaunchNames names(launched.source);
    return touchedElementsText(launched.source, names, "");
  }
};

}  // namespace

TEST_CASE("elements through lists are touched in the loops that lead to them") {
  TouchingNest nest;
  nest.loop.b.write(nest.a, nest.loop.b.listed(nest.list, nest.loop.b.listed(nest.list, nest.i)) * nest.m + nest.j);
  nest.touched({{0}, {1, {}, {{nest.m - 1, 1}}}});
  CHECK(nest.text() ==
        "const clustrix::TouchedBy a_elements = loop.touched(a_, {list_inspected}, {m_}, "
        "[&](clustrix::AllTouches& touched) {\n"
        "  const auto list_numbers = list_inspected.numbers(list_);\n"
        "  touched.each([&](clustrix::Chunk chunk, auto& touched) {\n"
        "    for (clustrix::Index k0 = chunk.begin; k0 < chunk.end; ++k0)\n"
        "      for (clustrix::Index k1 = 0, k1_last = m_ - 1; k1 <= k1_last; ++k1)\n"
        "        touched.write(k0, m_ * touched.at(list_numbers, touched.at(list_numbers, k0)) + k1);\n"
        "  });\n"
        "});\n");
}

TEST_CASE("bounds are rounded into the range, and of several the nearest counts") {
  TouchingNest nest;
  nest.loop.b.write(nest.a, nest.loop.b.listed(nest.list, nest.i) + nest.j);
  nest.touched(
      {{0}, {1, {{nest.i, 1}, {nest.m, 2}}, {{nest.loop.b.listed(nest.list, nest.i + 1) - 1, 3}, {nest.m - 1, 1}}}});
  const std::string text = nest.text();
  CHECK(text.find("k1 = clustrix::greatest(0, k0, clustrix::quotientUp(m_, 2)), k1_last = "
                  "clustrix::least(clustrix::quotientDown(touched.at(list_numbers, k0 + 1) - 1, 3), m_ - 1); k1 <= ") !=
        std::string::npos);
}

TEST_CASE("an update is one touch, and a read beside it another") {
  TouchingNest nest;
  nest.loop.b.read(nest.a, nest.loop.b.listed(nest.list, nest.i));
  nest.touched({{0}});
  nest.loop.b.write(nest.a, nest.loop.b.listed(nest.list, nest.i));
  nest.touched({{0}});
  nest.loop.b.read(nest.a, nest.loop.b.quotient(nest.i, 2) + nest.loop.b.quotient(nest.i, 3, true));
  nest.touched({{0}});
  const std::string text = nest.text();
  const std::size_t write = text.find("touched.write(k0, touched.at("), read = text.find("touched.read(");
  CHECK(write != std::string::npos);
  CHECK(read > write);
  CHECK(text.find("touched.read(", read + 1) == std::string::npos);
  CHECK(text.find("((k0) / 2)", read) != std::string::npos);
  CHECK(text.find("clustrix::quotientDown(k0, 3)", read) != std::string::npos);
}

TEST_CASE("what all iterations read is read once, and by none of them") {
  TouchingNest nest;
  nest.loop.b.write(nest.a, nest.loop.b.listed(nest.list, nest.i));
  nest.touched({{0}});
  nest.loop.b.read(nest.a, nest.loop.b.listed(nest.list, nest.n) + nest.j);
  nest.touched({{1, {}, {{nest.m - 1, 1}}}});
  CHECK(nest.text().find("    if (chunk.begin == 0)\n"
                         "      for (clustrix::Index k1 = 0, k1_last = m_ - 1; k1 <= k1_last; ++k1)\n"
                         "        touched.read(clustrix::allIterations, k1 + touched.at(list_numbers, n_));\n") !=
        std::string::npos);
}
