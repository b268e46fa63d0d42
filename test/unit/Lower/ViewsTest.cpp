#include "CallsInLoop.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using namespace clustrix::compiler::test::calls;

TEST_CASE("a view of a pointer and a number shows the elements from there on") {
  CHECK(elements("std::span<double> s(a + 4 * i, 4); s[3] = s.front() + s.back();") ==
        "a[4*k_i] a[4*k_i + 3] a[4*k_i + 3] ");
  CHECK(elements("std::span<double> s(a + 4 * i, a + 4 * i + 3); s.back() = 1;") == "a[4*k_i + 2] ");
  CHECK(elements("auto s = std::span<double, 4>(a + 4 * i, 4); *s.begin() = 1; s.data()[1] = 2;") ==
        "a[4*k_i] a[4*k_i + 1] ");
}

TEST_CASE("a part of a view begins and ends where it says") {
  CHECK(elements("std::span<double> s(a + i, 8); s.subspan(2)[1] = 1; s.subspan(2, 3).back() = 2;") ==
        "a[k_i + 3] a[k_i + 4] ");
  CHECK(elements("std::span<double> s(a + i, 8); s.first(3).back() = 1; s.last(3)[0] = 2;") ==
        "a[k_i + 2] a[k_i + 5] ");
  CHECK(elements("std::span<double> s(a + i, 8); s = s.subspan(1); auto t = s; t[0] = 1;") == "a[k_i + 1] ");
}

TEST_CASE("a view of something from outside shows its elements, one of the iteration's own none") {
  CHECK(elements("std::span<const double> s(w); a[i] = s[i] + view.subspan(i)[2];") == "w[k_i] view[k_i + 2] a[k_i] ");
  CHECK(elements("std::span<const int> s = four; a[i] = s[i];") == "four[k_i] a[k_i] ");
  CHECK(elements("double own_[4] = {}; std::span<double> s(own_); s[1] = 2; a[i] = s[1];") == "a[k_i] ");
  CHECK(elements("std::string_view s = text; a[i] = s[i];") == "text[k_i] a[k_i] ");
}

TEST_CASE("the elements of a view are walked, and a helper has a view of its own") {
  CHECK(elements("std::span<double> s(a + 4 * i, 4); for (double& x : s) x = 1;") == "a[4*k_i + k1] ");
  CHECK(elements("auto put = [](std::span<double> s, int k) { s[k] = 1; }; put({a + 4 * i, 4}, 2);") ==
        "a[4*k_i + 2] ");
  CHECK(elements("auto put = [](const std::span<double>& s) { s[1] = 1; }; put(std::span<double>(a + i, 4));") ==
        "a[k_i + 1] ");
}

TEST_CASE("which elements a view shows is not known behind a condition, nor one that an iteration hands to the next") {
  CHECK(hasEffect(loop("std::span<double> s(a, n); if (w[i] > 0) s = std::span<double>(a + i, 2); s[0] = 1;"),
                  "effect.pointer-unknown"));
  CHECK_FALSE(loop("view[0] = 1; view = view.subspan(1);").effects.empty());
  CHECK(hasEffect(loop("std::string_view s(\"abc\"); a[i] = s[i % 3];"), "effect.call"));
}
