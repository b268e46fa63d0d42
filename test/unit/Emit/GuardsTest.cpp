#include "Source.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// A loop over two arrays under one guard; the statements on `loop` between its arrays and its footprint.
std::string guardText(const std::function<Guard(Loop&, const Value&, const Value&)>& make, Int128 most = kIntMax,
                      Int128 least = kIntMin) {
  Loop loop("void f(double* a, int n, int m) {\n  «for (;;) work();»\n}\n");
  const Value n = loop.b.parameter("n", least, most), m = loop.b.parameter("m"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.b.read(loop.pointer("b", "const double *"), i * m);
  loop.body("$a[i] = $b[i];");
  loop.legality.guards = {make(loop, n, m)};
  const std::string text = loop.emitted();
  const std::size_t begin = text.find("loop.array(\"b\", b);\n") + 20;
  return text.substr(begin, text.find("      const auto footprint") - begin);
}

}  // namespace

TEST_CASE("parameter guards read as conditions") {
  CHECK(guardText([](Loop&, const Value& n, const Value& m) -> Guard {
          return ParameterGuard{{{{(m - n).polynomial, false}, {n.polynomial, true}}, {{(n - 4).polynomial, false}}},
                                ""};
        }) ==
        "      loop.require((m_ >= n_ && n_ == 0) || n_ >= 4,\n"
        "          \"m - n >= 0 and n == 0, or n - 4 >= 0\", {{\"n\", n_}, {\"m\", m_}});\n");
}

TEST_CASE("a guard that no row satisfies never holds") {
  CHECK(guardText([](Loop&, const Value&, const Value&) -> Guard { return ParameterGuard{}; }) ==
        "      loop.require(false, \"never\");\n");
}

TEST_CASE("a comparison that may overflow is made in intervals") {
  CHECK(guardText([](Loop&, const Value& n,
                     const Value& m) -> Guard { return ParameterGuard{{{{(n * m - 1).polynomial, false}}}, ""}; },
                  INT64_MAX, INT64_MIN) ==
        "      loop.require((clustrix::Interval(n) * clustrix::Interval(m) - 1).within({0, 9223372036854775807}),\n"
        "          \"n*m - 1 >= 0\", {{\"n\", n_}, {\"m\", m_}});\n");
}

TEST_CASE("divisibility never divides by zero") {
  CHECK(guardText([](Loop&, const Value& n, const Value& m) -> Guard { return DivisibleGuard{n - 1, m}; }) ==
        "      loop.require(m_ > 0 && (n_ - 1) % m_ == 0, \"n - 1 is a multiple of m\", "
        "{{\"n\", n_}, {\"m\", m_}});\n");
  CHECK(guardText([](Loop&, const Value& n, const Value&) -> Guard { return DivisibleGuard{n, Value(2)}; }) ==
        "      loop.require(n_ % 2 == 0, \"n is a multiple of 2\", {{\"n\", n_}});\n");
  CHECK(guardText([](Loop&, const Value& n, const Value&) -> Guard { return DivisibleGuard{n, Value(0)}; }) ==
        "      loop.require(false, \"n is a multiple of 0\", {{\"n\", n_}});\n");
}

TEST_CASE("a guard for all says its lists up to the last that is not empty") {
  CHECK(guardText([](Loop&, const Value&, const Value&) -> Guard {
          return AllDisjointGuard{{{0}, {1}}, {}, {}, {}};
        }) == "      loop.allDisjoint({a_, b_});\n");
  CHECK(
      guardText([](Loop&, const Value&, const Value&) -> Guard { return AllDisjointGuard{{{0}}, {{1}}, {}, {"x"}}; }) ==
      "      loop.allDisjoint({a_},\n          {b_},\n          {},\n          {clustrix::object(\"x\", x)});\n");
}

TEST_CASE("arrays and variables are kept apart") {
  CHECK(guardText([](Loop&, const Value&, const Value&) -> Guard { return DisjointGuard{{0}, {1}}; }) ==
        "      loop.disjoint(a_, b_);\n");
  CHECK(guardText([](Loop&, const Value&, const Value&) -> Guard { return DisjointGuard{{0}, {1}, true}; }) ==
        "      loop.sameOrDisjoint(a_, b_);\n");
  CHECK(guardText([](Loop&, const Value&, const Value&) -> Guard { return ScalarDisjointGuard{{0}, "*sum"}; }) ==
        "      loop.disjoint(a_, clustrix::object(\"*sum\", *sum));\n");
  CHECK(guardText([](Loop&, const Value&, const Value&) -> Guard { return ScalarsDisjointGuard{"x", "y"}; }) ==
        "      loop.disjoint(clustrix::object(\"x\", x), clustrix::object(\"y\", y));\n");
}

TEST_CASE("range guards enclose counters and keep the parameters' own types") {
  CHECK(guardText([](Loop&, const Value&, const Value& m) -> Guard {
          return RangeGuard{(m * Value(Polynomial::symbol(SymbolId{2})) + 1).polynomial, kIntMin, kIntMax, {0}};
        }) ==
        "      loop.inRange(clustrix::Interval(m) * clustrix::Interval::counter(clustrix::trips("
        "clustrix::Interval(n), clustrix::Interval(1))) + 1, clustrix::rangeOf<int>(),\n"
        "          \"m*i + 1 stays within -2147483648 .. 2147483647\", {{\"m\", m_}, {\"n\", n_}});\n");
  CHECK(guardText([](Loop&, const Value& n, const Value&) -> Guard { return RangeGuard{n.polynomial, 0, 255, {}}; }) ==
        "      loop.inRange(clustrix::Interval(n), {0, 255}, \"n stays within 0 .. 255\");\n");
  CHECK(guardText([](Loop&, const Value& n, const Value&) -> Guard {
          return RangeGuard{n.polynomial, INT64_MIN, UINT64_MAX, {}};
        }) ==
        "      loop.inRange(clustrix::Interval(n), clustrix::upTo<unsigned long long>(),\n"
        "          \"n stays below 18446744073709551616\");\n");
}

TEST_CASE("a parameter that an Index may not hold is checked") {
  const std::string text = guardText([](Loop&, const Value&, const Value&) -> Guard { return DisjointGuard{{0}, {1}}; },
                                     (static_cast<Int128>(1) << 64) - 1, 0);
  CHECK(text ==
        "      loop.disjoint(a_, b_);\n      loop.inRange(n, clustrix::rangeOf<clustrix::Index>(), "
        "\"n fits 64 bits\");\n");
}

TEST_CASE("a number of iterations that may overflow is checked") {
  Loop loop("void f(double* a, long n) {\n  «for (;;) work();»\n}\n");
  const Value n = loop.b.parameter("n", INT64_MIN, INT64_MAX), i = loop.b.loop("i", n - 1);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.body("$a[i] = 0;");
  CHECK(loop.emitted().find("      loop.inRange(clustrix::Interval(n) - 1, clustrix::rangeOf<clustrix::Index>(),\n"
                            "          \"n - 1 fits 64 bits\", {{\"n\", n_}});\n") != std::string::npos);
}
