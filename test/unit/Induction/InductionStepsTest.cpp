#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& before, const std::string& statements) {
  return modelOf("[[clustrix::cluster]] void f(int* a, const int* b, int n, int m) { " + before +
                 " for (int i = 0; i < n; ++i) { " + statements + " } }\n");
}

/// The value of `name` when an iteration starts; "carried" when that is not known.
std::string entryOf(const LoopModel& model, const std::string& name) {
  for (const ScalarState& state : model.scalars) {
    if (state.name != name) continue;
    if (!state.entry) return "carried";
    return state.entry->str([&](SymbolId id) { return model.symbols[static_cast<std::size_t>(id.value)].name; });
  }
  return "not written";
}

std::string entry(const std::string& statements) { return entryOf(body("int k = 0;", statements), "k"); }

}  // namespace

TEST_CASE("a variable that every iteration moves by the same amount is known at the start of each") {
  CHECK(entry("a[k] = 1; ++k;") == "k_i + k");
  CHECK(entry("a[k--] = 1;") == "k - k_i");
  CHECK(entry("k += 3; a[k] = 1; k -= 1;") == "2*k_i + k");
  CHECK(entry("a[k] = 1; k = k + m;") == "k_i*m + k");
  CHECK(entry("if (b[i]) { a[k] = 1; k += 2; } else k = k + 2;") == "2*k_i + k");
  CHECK(entry("k += 2; if (b[i]) continue; a[k] = 1;") == "2*k_i + k");
  CHECK(entry("for (int j = 0; j < m; ++j) a[k++] = 1;") == "k_i*m + k");
  CHECK(entry("for (int j = 0; j < 4; ++j) for (int l = 0; l < m; ++l) { a[k] = 1; k += 3; }") == "12*k_i*m + k");
}

TEST_CASE("a variable that iterations move differently is carried") {
  CHECK(entry("a[k] = 1; if (b[i]) ++k;") == "carried");
  CHECK(entry("a[k] = 1; if (b[i]) continue; ++k;") == "carried");
  CHECK(entry("a[k] = 1; k += b[i];") == "carried");
  CHECK(entry("a[k] = 1; k += i;") == "carried");
  CHECK(entry("a[k] = 1; k *= 2;") == "carried");
  CHECK(entry("a[k] = 1; k += m; m = b[i];") == "carried");
  CHECK(entry("for (int j = 0; j < i; ++j) a[k++] = 1;") == "carried");
  CHECK(entry("for (int j = 0; j < m; ++j) { if (b[j]) break; a[k++] = 1; }") == "carried");
  CHECK(entry("for (int j = 0; j < m; ++j) { if (b[j]) continue; a[k++] = 1; }") == "carried");
}

TEST_CASE("what an iteration leaves to the next one is known but for the first") {
  const LoopModel model = body("int k = 0;", "a[i] = b[k]; k = i + 2;");
  CHECK(entryOf(model, "k") == "k_i + 1");
  REQUIRE(model.scalars.at(0).firstEntry);
  CHECK(entry("a[i] = b[k]; if (b[i]) k = i;") == "carried");
  CHECK(entry("a[i] = b[k]; k = b[i];") == "carried");
}

TEST_CASE("a sum that nothing else reads stays a reduction") {
  const LoopModel model = body("int k = 0;", "k += 2;");
  REQUIRE(model.scalars.size() == 1);
  CHECK_FALSE(model.scalars[0].entry);
  CHECK(model.scalars[0].updates.size() == 1);
}

TEST_CASE("an inner loop that may run backwards leaves its distance to be checked") {
  const LoopModel model = body("int k = 0;", "for (int j = 0; j < m; ++j) a[k++] = 1;");
  CHECK(std::any_of(model.obligations.begin(), model.obligations.end(),
                    [](const Obligation& duty) { return duty.min == 0 && duty.value.symbols().size() == 1; }));
}

TEST_CASE("a narrow variable must not wrap") {
  const auto duties = [](const std::string& type) {
    return body(type + " k = 0;", "a[k] = 1; ++k;").obligations.size();
  };
  CHECK(duties("unsigned char") > duties("int"));
  CHECK(duties("unsigned") > duties("int"));
}

TEST_CASE("a pointer that steps points into the memory where it started") {
  const LoopModel model = body("int* p = a;", "*p = b[i]; p += 2;");
  CHECK(entryOf(model, "p") == "2*k_i");
  for (const ScalarState& state : model.scalars) {
    REQUIRE(state.entryArray.value >= 0);
    CHECK(model.arrays[static_cast<std::size_t>(state.entryArray.value)].base == "p");
  }
  CHECK(entryOf(body("int* p = a;", "*p = b[i]; p = a + b[i];"), "p") == "carried");
  CHECK(entryOf(body("int* p = a; int* q = a;", "*p = b[i]; int* t = p; p = q; q = t;"), "p") == "carried");
}

TEST_CASE("a counter that moves in the test of its loop is behind that step in the body") {
  const auto written = [](const std::string& statements) {
    const LoopModel model = body("", statements);
    for (const Access& access : model.accesses)
      if (access.kind == AccessKind::Write) return access.index ? text(model, *access.index) : std::string("any");
    return std::string("none");
  };
  CHECK(written("int k = 16; while (k-- > b[i]) a[k] = 1;") == "-k1 + 15");
  CHECK(written("int k = 0; while (++k < b[i]) a[k] = 1;") == "k1 + 1");
  CHECK(written("for (int k = 15; --k > b[i];) a[k] = 1;") == "-k1 + 14");
  CHECK(written("int k = 0; while ((k += 2) < b[i]) a[k] = 1;") == "2*k1 + 2");
  // The test comes behind the body.
  CHECK(written("int k = 15; do a[k] = 1; while (--k > b[i]);") == "-k1 + 15");
  CHECK(written("int k = 1; do { if (b[k]) continue; a[k] = 1; } while ((k += 2) < b[i]);") == "2*k1 + 1");
  // Known before: the head says what the body sees.
  CHECK(written("int k = 16; while (k-- > 3) a[k] = 1;") == "-k_k + 15");
  CHECK(written("int k = 0; do a[k] = 1; while (++k < 9);") == "k_k");
}
