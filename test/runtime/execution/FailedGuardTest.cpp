#include "execution/FailedGuard.h"

#include <catch2/catch.hpp>

using namespace clustrix;
using namespace clustrix::runtime;

TEST_CASE("values stand behind what has failed, where there are any") {
  CHECK(inMessage({}) == "");
  CHECK(inMessage([] { return std::string(); }) == "");
  CHECK(inMessage([] { return std::string("n = 3"); }) == ": n = 3");
}

TEST_CASE("numbers are told in full, whatever their type") {
  CHECK(numbersInWords({}, nullptr) == "");
  CHECK(numbersInWords({{"n", 0}, {"a.b", -42}}, nullptr) == "n = 0, a.b = -42");
  CHECK(numbersInWords({{"u", ~0ULL}, {"l", std::numeric_limits<long long>::min()}}, nullptr) ==
        "u = 18446744073709551615, l = -9223372036854775808");
}

TEST_CASE("of a range both ends are told, or the one value, or that it is endless") {
  const Interval range = Interval::counter(1000) * 3 - 1, one(7), all = rangeOf<long long>();
  CHECK(numbersInWords({{"n", 1000}}, &range) == "-1 .. 2996 with n = 1000");
  CHECK(numbersInWords({}, &one) == "7");
  const Interval endless = all * all * all;
  CHECK(numbersInWords({}, &endless) == "any number");
}

TEST_CASE("addresses are told as elements, also in front of an array and inside of one") {
  ArrayFacts a, b;
  a.name = "a";
  a.base = reinterpret_cast<const void*>(1000);
  a.elementSize = 8;
  b.name = "b";
  b.base = reinterpret_cast<const void*>(1100);
  b.elementSize = 4;
  CHECK(elementAt(a, 1000) == "a[0]");
  CHECK(elementAt(a, 1015) == "a[1]");
  CHECK(elementAt(a, 999) == "a[-1]");
  CHECK(sharedInWords(a, b, {1096, 1112}) == "a[12] shares memory with b[-1], 16 B in all");
}
