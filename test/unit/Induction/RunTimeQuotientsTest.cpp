// One loop for all elements of a box: what its subscripts become.
#include "../Fixtures/Parse.h"

#include <algorithm>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The subscript of `b` in a loop over at < nx * ny * nz, with `k`, `j` and `i` as three-dimensional places.
std::string subscriptOf(const std::string& subscript, const std::string& type = "int",
                        const std::string& places = "k = at / (nx * ny), j = at / nx % ny, i = at % nx") {
  const LoopModel model = modelOf("[[clustrix::cluster]] void f(double* b, " + type + " nx, " + type + " ny, " + type +
                                  " nz) { for (" + type + " at = 0; at < nx * ny * nz; ++at) { const " + type + " " +
                                  places + "; b[" + subscript + "] = k + j + i; } }\n");
  CHECK(model.effects.empty());
  if (model.accesses.size() != 1 || !model.accesses[0].index) return "?";
  return text(model, *model.accesses[0].index);
}

}  // namespace

TEST_CASE("the place in a box is the counter of the loop through it") {
  for (const char* type : {"int", "long", "unsigned long"}) {
    CHECK(subscriptOf("(k * ny + j) * nx + i", type) == "k_at");
    CHECK(subscriptOf("k * nx * ny + j * nx + i", type) == "k_at");
    CHECK(subscriptOf("i + nx * (j + ny * k)", type) == "k_at");
  }
}

TEST_CASE("places may come from what is left of those before") {
  CHECK(subscriptOf("(k * ny + j) * nx + i", "int",
                    "k = at / (nx * ny), rest = at % (nx * ny), j = rest / nx, i = rest % nx") == "k_at");
  CHECK(subscriptOf("k * nx * ny + j * nx + i", "int",
                    "k = at / (nx * ny), j = (at - k * nx * ny) / nx, i = at - k * nx * ny - j * nx") == "k_at");
}

TEST_CASE("neighbours in a box are so many elements away") {
  CHECK(subscriptOf("(k * ny + j - 1) * nx + i") == "k_at - nx");
  CHECK(subscriptOf("((k + 1) * ny + j) * nx + i + 2") == "nx*ny + k_at + 2");
}

TEST_CASE("places that are put together in another way stay quotients and remainders") {
  CHECK(subscriptOf("(k * ny + j) * ny + i") != "k_at");
  CHECK(subscriptOf("(i * ny + j) * nz + k") != "k_at");
  CHECK(subscriptOf("k * ny * nx + i") != "k_at");
}

TEST_CASE("a quotient runs through the whole rows of its loop") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(double* b, int nx, int ny) { for (int at = 0; at < nx * ny; ++at) b[at / nx] = 1; "
      "}\n");
  const auto loop = std::find_if(model.loops.begin() + 1, model.loops.end(), [&](const NestedLoop& nested) {
    return model.accesses[0].index->mentions(nested.counter);
  });
  REQUIRE(loop != model.loops.end());
  REQUIRE(loop->trip);
  CHECK(text(model, loop->trip->distance) == "ny");
}

TEST_CASE("what is data is no quotient") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(double* b, const int* x, int n, int nx) { for (int i = 0; i < n; ++i) b[x[i] / nx] "
      "= 1; }\n");
  REQUIRE(model.accesses.size() == 2);
  CHECK_FALSE(model.accesses[1].index);
}

TEST_CASE("an offset that may be negative is part of an unsigned sum that is not") {
  for (const char* sum : {"i + n + d", "n + d + i", "i + (n + d)", "n - (1 - i) + d + 1"}) {
    const LoopModel model = modelOf(
        "[[clustrix::cluster]] void f(const int* a, int* b, unsigned long n) { for (unsigned long i = 0; i < n; ++i) { "
        "int s = 0; for (int d = -1; d <= 1; ++d) s += a[(" +
        std::string(sum) + ") % n]; b[i] = s; } }\n");
    INFO(sum);
    const auto isOfOffset = [&](const Obligation& duty) {
      const std::string value = text(model, duty.value);
      return value == "k_d - 1" || value == "n + k_d - 1";
    };
    CHECK(std::none_of(model.obligations.begin(), model.obligations.end(), isOfOffset));
    CHECK(std::any_of(model.obligations.begin(), model.obligations.end(), [&](const Obligation& duty) {
      return text(model, duty.value) == "k_i + n + k_d - 1" || text(model, duty.value) == "n + k_d + k_i - 1";
    }));
  }
}
