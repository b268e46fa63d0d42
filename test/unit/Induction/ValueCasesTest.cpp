// Values that are one of several: what subscripts and bounds make of them.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The constraints of `for (head)` inside `for (k)`, without `counter >= 0`; "" where the variable has no value.
std::vector<std::string> inner(const std::string& head) {
  const LoopModel model = modelOf(
      "#include <algorithm>\n[[clustrix::cluster]] void f(double* a, int n, int m, "
      "unsigned u, const int* b) {\n for (int k = 0; k < n; ++k) for (" +
      head + ") a[i] = 0; }\n");
  const NestedLoop& loop = model.loops.at(1);
  if (!loop.value) return {""};
  CHECK_FALSE(loop.trip);
  CHECK_FALSE(loop.certain);
  std::vector<std::string> texts;
  for (std::size_t i = 1; i < loop.constraints.size(); ++i) texts.push_back(text(model, loop.constraints[i]));
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("below the lesser of two bounds is below both") {
  const Texts both{"k_k - k_i + 7", "n - k_i - 1"};
  CHECK(inner("int i = 0; i < std::min(k + 8, n); ++i") == both);
  CHECK(inner("int i = 0; std::min(k + 8, n) > i; ++i") == both);
  CHECK(inner("int i = 0; i < (k + 8 < n ? k + 8 : n); ++i") == both);
  CHECK(inner("int i = 0; i < (n <= k + 8 ? n : k + 8); ++i") == Texts{both[1], both[0]});
  CHECK(inner("int i = 0; i < (k + 8 > n ? n : k + 8); ++i") == Texts{both[1], both[0]});
}

TEST_CASE("below the least of several bounds is below each, however it is written") {
  const Texts three{"k_k - k_i + 7", "m - k_i - 1", "n - k_i - 1"};
  const auto sorted = [](Texts all) {
    std::sort(all.begin(), all.end());
    return all;
  };
  CHECK(sorted(inner("int i = 0; i < std::min(std::min(k + 8, n), m); ++i")) == three);
  CHECK(sorted(inner("int i = 0; i < ((k + 8 < n ? k + 8 : n) < m ? (k + 8 < n ? k + 8 : n) : m); ++i")) == three);
  CHECK(sorted(inner("int i = 0; i < (m < (k + 8 < n ? k + 8 : n) ? m : (k + 8 < n ? k + 8 : n)); ++i")) == three);
  CHECK(sorted(inner("int i = 0; i < std::min({k + 8, n, m}); ++i")) == three);
  CHECK(inner("int i = std::max({k, m}); i < n; ++i") == Texts{"n - k_k - k_i - 1", "n - m - k_i - 1"});
  CHECK(inner("int i = 0; i < std::max({k + 8, n, m}); ++i").size() == 1);
  CHECK(inner("int i = 0; i < ((k + 8 < n ? k + 8 : n) > m ? (k + 8 < n ? k + 8 : n) : m); ++i").size() == 1);
}

TEST_CASE("one of two variables that is only read is its value") {
  const Texts both{"n - k_i - 1", "m - k_i - 1"};
  CHECK(inner("int i = 0; i < ((n < m) ? n : m); ++i") == both);
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(double* a, int n, int m, int l) {\n"
      "  for (int i = ((n > m ? n : m) > l ? (n > m ? n : m) : l); i < 99; ++i) a[i] = 1;\n}\n");
  CHECK(model.effects.empty());
  CHECK(model.loops[0].trip.has_value());
}

TEST_CASE("an update of one of several elements is one in each case") {
  const LoopModel model = modelOf(
      "#include <algorithm>\n[[clustrix::cluster]] void f(double* a, const double* b, int n, int m) {\n"
      "  for (int k = 0; k < n; ++k) for (int i = std::max(1, 8 * k); i < m; ++i) a[i] = a[i] + b[i];\n}\n");
  const auto writes = std::count_if(model.accesses.begin(), model.accesses.end(), [](const Access& access) {
    return access.kind == AccessKind::Write && access.index && access.update >= 0;
  });
  CHECK(writes == 2);
}

TEST_CASE("above the greater of two bounds is above both") {
  CHECK(inner("int i = k; i >= std::max(k - 8, m); --i") == Texts{"-k_i + 8", "k_k - k_i - m"});
}

TEST_CASE("a start at the greater of two values is behind both") {
  CHECK(inner("int i = std::max(k, m); i < n; ++i") == Texts{"n - k_k - k_i - 1", "n - m - k_i - 1"});
}

TEST_CASE("the other extremum bounds by what it is, and by neither of the two") {
  CHECK(inner("int i = 0; i < std::max(k + 8, n); ++i") == Texts{"(k_k + 8 or n) - k_i - 1"});
  CHECK(inner("int i = 0; i < (k + 8 > n ? k + 8 : n); ++i") == Texts{"(k_k + 8 or n) - k_i - 1"});
  CHECK(inner("int i = std::min(k, m); i < n; ++i") == Texts{"n - (k_k or m) - k_i - 1"});
  CHECK(inner("int i = 0; i < (b[k] < n ? k + 8 : n); ++i") == Texts{"(k_k + 8 or n) - k_i - 1"});
  CHECK(inner("int i = 0; i < (k + 8 < m ? k + 8 : n); ++i") == Texts{"(k_k + 8 or n) - k_i - 1"});
}

TEST_CASE("bounds that are compared as another type than they have must fit it") {
  const std::string head = "unsigned i = 0; i < std::min(k + 8, n); ++i";
  CHECK(inner(head) == Texts{"k_k - k_i + 7", "n - k_i - 1"});
  const LoopModel model = modelOf(
      "#include <algorithm>\n[[clustrix::cluster]] void f(double* a, int n) {\n for (int k = 0; k < n; ++k) for (" +
      head + ") a[i] = 0; }\n");
  CHECK(std::any_of(model.obligations.begin(), model.obligations.end(),
                    [&](const Obligation& duty) { return text(model, duty.value) == "n" && duty.min == 0; }));
  CHECK(inner("int i = 0; i < std::min<unsigned>(k + 8, u); ++i").size() == 2);
}

namespace {

/// What a body of `for (i)` reads of `b`: subscripts, each with its conditions, "i, n" for short.
std::vector<std::string> reads(const std::string& body, const std::string& type = "int", const std::string& more = "") {
  const LoopModel model = modelOf("#include <algorithm>\n#include <cstdlib>\n" + more +
                                  "[[clustrix::cluster]] void f(float* a, const float* b, int* c, " + type +
                                  " n) {\n for (" + type + " i = 0; i < n; ++i) { " + body + " } }\n");
  std::vector<std::string> found;
  for (const Access& access : model.accesses) {
    if (model.arrays[static_cast<std::size_t>(access.array.value)].name != "b") continue;
    std::string one = access.index ? text(model, *access.index) : "any";
    for (const Polynomial& condition : access.conditions) one += ", " + text(model, condition);
    found.push_back(one);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

TEST_CASE("a neighbour that is kept inside is the neighbour, or the border") {
  const Texts left{"0, -k_i", "k_i - 1, k_i - 1"};
  CHECK(reads("a[i] = b[std::max(i - 1, 0)];") == left);
  CHECK(reads("int j = i > 0 ? i - 1 : 0; a[i] = b[j];") == left);
  CHECK(reads("int j = i - 1; if (j < 0) j = 0; a[i] = b[j];") == left);
  CHECK(reads("int j; if (i == 0) j = 0; else j = i - 1; a[i] = b[j];").size() == 2);
  CHECK(reads("a[i] = b[std::min(i + 1, n - 1)];") == Texts{"k_i + 1, n - k_i - 2", "n - 1, k_i - n + 1"});
  CHECK(reads("a[i] = b[i == n - 1 ? 0 : i + 1];") == Texts{"0, k_i - n + 1, n - k_i - 1", "k_i + 1, n - k_i - 2"});
  CHECK(reads("a[i] = b[std::clamp(i - 2, 0, n - 1)];").size() == 3);
  CHECK(reads("a[i] = b[std::abs(i - 4)];") == Texts{"-k_i + 4, -k_i + 3", "k_i - 4, k_i - 4"});
  CHECK(reads("a[i] = b[inside(i - 1, n)];", "int",
              "int inside(int i, int n) { if (i < 0) return 0; if (i >= n) return n - 1; return i; }\n")
            .size() == 3);
}

TEST_CASE("a choice by elements of a list is all that it may be, and tells of what these are then") {
  CHECK(reads("a[i] = b[c[i] > 0 ? i : i + 1];") == Texts{"k_i + 1, -c[]", "k_i, c[] - 1"});
  CHECK(reads("int j = c[i]; if (j > 7) j = 7; a[i] = b[j];") == Texts{"7, c[] - 8", "c[], -c[] + 7"});
  CHECK(reads("int j = c[i]; if (j > 7) j = 7; if (j < 0) j = 0; a[i] = b[j];").size() == 3);
  CHECK(reads("a[i] = b[std::min(std::max(c[i], 0), n - 1)];").size() == 3);
  CHECK(reads("a[i] = b[std::clamp(c[i], 0, n - 1)];") ==
        Texts{"0, -c[] - 1", "c[], c[], n - c[] - 1", "n - 1, c[] - n"});
}

TEST_CASE("two choices by one element are one number, unless the loop writes the element") {
  const std::string choice = "c[i] > 5 ? 1 : 0; ";
  CHECK(reads("const int j = " + choice + "const int l = " + choice + "a[i] = b[i + j - l];") == Texts{"k_i"});
  CHECK(reads("const int j = " + choice + "c[i] = 3; const int l = " + choice + "a[i] = b[i + j - l];").size() == 4);
  CHECK(reads("const int j = c[i]; c[i] = 3; const int l = c[i]; a[i] = b[i + j - l];") == Texts{"any"});
}

TEST_CASE("a choice by other data is all that it may be, and tells of no condition") {
  CHECK(reads("a[i] = b[a[i] > 0 ? i : i + 1];") == Texts{"k_i", "k_i + 1"});
  CHECK(reads("int j = i; if (c[i]) j = 2 * i; a[i] = b[j];") == Texts{"2*k_i", "k_i"});
  CHECK(reads("const float* p = b; if (c[i]) p = b + n; a[i] = p[i];") == Texts{"k_i", "k_i + n"});
}

TEST_CASE("a choice with a case that is not known is any element") {
  CHECK(reads("a[i] = b[c[i] > 0 ? i : c[i] / 2];") == Texts{"any"});
  CHECK(reads("int j = i; if (c[i]) j = c[i] / 2; a[i] = b[j];") == Texts{"any"});
  CHECK(reads("int j = i; if (c[i]) ++j; if (c[i] > 2) j *= 2; if (c[i] > 3) j += 5; a[i] = b[j];").size() == 8);
  CHECK(reads("int j = i; for (int k = 1; k < 9; ++k) if (c[i] > k) j = k; a[i] = b[j];") == Texts{"any"});
  CHECK(reads("int j = i; if (c[i] > 1) j = 1; else if (c[i] > 2) j = 2; else if (c[i] > 3) j = 3; else if (c[i] > 4) "
              "j = 4; "
              "else if (c[i] > 5) j = 5; a[i] = b[j];") == Texts{"any"});
}

TEST_CASE("what wraps around is not kept inside by what is said of its value") {
  // `i - 1` is huge where i is 0: the comparison with 0 excludes nothing.
  const std::string head =
      "#include <algorithm>\n[[clustrix::cluster]] void f(float* a, const float* b, unsigned n) {\n"
      " for (unsigned i = 0; i < n; ++i) a[i] = b[";
  const auto needs = [&](const std::string& index) {
    const LoopModel model = modelOf(head + index + "]; }\n");
    return std::any_of(model.obligations.begin(), model.obligations.end(), [&](const Obligation& duty) {
      return text(model, duty.value) == "k_i - 1" && duty.min == 0 && duty.conditions.empty();
    });
  };
  CHECK(needs("std::max(i - 1, 0u)"));
  CHECK_FALSE(needs("i > 0 ? i - 1 : 0"));
}
