// The counter-based generator: published answers, streams, and what a random number engine has to be.
#include "clustrix/philox.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <set>
#include <vector>

using clustrix::philox;

namespace {

std::vector<std::uint32_t> block(std::uint64_t below, std::uint64_t above, std::uint64_t key) {
  const clustrix::PhiloxBlock made = clustrix::philoxBlock(below, above, key);
  return {made.a, made.b, made.c, made.d};
}

std::vector<std::uint32_t> drawn(philox random, int count) {
  std::vector<std::uint32_t> numbers;
  for (int n = 0; n < count; ++n) numbers.push_back(random());
  return numbers;
}

}  // namespace

TEST_CASE("ten rounds give the answers that its authors have published") {
  // kat_vectors of Random123: philox4x32 10.
  CHECK(block(0, 0, 0) == std::vector<std::uint32_t>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(block(~0ull, ~0ull, ~0ull) == std::vector<std::uint32_t>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(block(0x85a308d3243f6a88, 0x0370734413198a2e, 0x299f31d0a4093822) ==
        std::vector<std::uint32_t>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("numbers come block by block, and are skipped as if they had been drawn") {
  const std::vector<std::uint32_t> numbers = drawn(philox(7, 3), 23);
  for (int n = 0; n < 20; n += 4)
    CHECK(std::vector<std::uint32_t>(numbers.begin() + n, numbers.begin() + n + 4) ==
          block(static_cast<std::uint64_t>(n / 4), 3, 7));
  for (const int before : {0, 1, 3, 4, 6})
    for (const int skipped : {0, 1, 2, 4, 11}) {
      philox random(7, 3);
      for (int n = 0; n < before; ++n) random();
      random.discard(static_cast<std::uint64_t>(skipped));
      CHECK(random() == numbers[static_cast<std::size_t>(before + skipped)]);
    }
  philox one(7, 3), other(7, 3);
  other.discard(5);
  CHECK(one != other);
  one.discard(5);
  CHECK(one == other);
}

TEST_CASE("streams and seeds have nothing in common") {
  std::set<std::uint32_t> all;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (std::uint64_t stream = 0; stream < 20; ++stream)
      for (const std::uint32_t number : drawn(philox(seed, stream), 10)) all.insert(number);
  CHECK(all.size() > 3990);  // of 4000, of which two are the same once in 500 times
}

TEST_CASE("uniform and normal numbers have the moments of their distributions") {
  philox random(11);
  const int count = 200000;
  double sum = 0, squares = 0, normal = 0, normalSquares = 0, least = 1, greatest = 0;
  for (int n = 0; n < count; ++n) {
    const double u = random.uniform(), z = random.normal();
    least = std::min(least, u);
    greatest = std::max(greatest, u);
    sum += u;
    squares += u * u;
    normal += z;
    normalSquares += z * z;
  }
  // Five standard deviations of the means.
  CHECK(std::fabs(sum / count - 1.0 / 2) < 5 * 0.2887 / std::sqrt(count));
  CHECK(std::fabs(squares / count - 1.0 / 3) < 5 * 0.2981 / std::sqrt(count));
  CHECK(std::fabs(normal / count) < 5 / std::sqrt(count));
  CHECK(std::fabs(normalSquares / count - 1) < 5 * std::sqrt(2.0 / count));
  CHECK(least >= 0);
  CHECK(greatest < 1);
}

TEST_CASE("distributions of the standard library take it") {
  static_assert(philox::min() == 0 && philox::max() == 0xffffffffu);
  philox random(5);
  CHECK(std::isfinite(std::normal_distribution<double>()(random)));
  const int die = std::uniform_int_distribution<int>(1, 6)(random);
  CHECK((die >= 1 && die <= 6));
  std::vector<int> order{1, 2, 3, 4};
  std::shuffle(order.begin(), order.end(), random);
  CHECK(std::set<int>(order.begin(), order.end()).size() == 4);
}
