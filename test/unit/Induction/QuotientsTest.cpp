// Quotients and remainders by numbers: what the model says of them.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statement, const std::string& head = "int i = 0; i < n; ++i",
               const std::string& parameters = "double* a, double* t, int n, int m") {
  return modelOf("[[clustrix::cluster]] void f(" + parameters + ") { for (" + head + ") { " + statement + " } }\n");
}

const Access& accessTo(const LoopModel& model, const std::string& name) {
  const auto place = std::find_if(model.accesses.begin(), model.accesses.end(), [&](const Access& access) {
    return model.arrays[static_cast<std::size_t>(access.array.value)].name == name;
  });
  REQUIRE(place != model.accesses.end());
  return *place;
}

std::string indexOf(const LoopModel& model, const std::string& name) {
  const Access& access = accessTo(model, name);
  return access.index ? text(model, *access.index) : "any";
}

std::vector<std::string> conditionsOf(const LoopModel& model) {
  std::vector<std::string> texts;
  for (const Polynomial& condition : accessTo(model, "a").conditions) texts.push_back(text(model, condition));
  return texts;
}

bool rounds(const LoopModel& model, bool floor) {
  return std::any_of(model.symbols.begin(), model.symbols.end(), [&](const Symbol& symbol) {
    return symbol.kind == SymbolKind::Quotient && symbol.division->floor == floor;
  });
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a quotient by a number is a symbol, one for each dividend and divisor") {
  const LoopModel model = body("a[2 * (i / 2) + 1] = t[i / 3];");
  CHECK(indexOf(model, "a") == "2*((k_i)/2) + 1");
  CHECK(indexOf(model, "t") == "((k_i)/3)");
  CHECK(std::count_if(model.symbols.begin(), model.symbols.end(),
                      [](const Symbol& symbol) { return symbol.kind == SymbolKind::Quotient; }) == 2);
  CHECK(indexOf(body("a[i >> 2] = 0;"), "a") == "((k_i)/4)");
}

TEST_CASE("quotients of data, and by what is not positive, are not known") {
  CHECK(indexOf(body("a[int(t[i]) / 2] = 0;"), "a") == "any");
  CHECK(indexOf(body("a[i / -2] = 0;"), "a") == "any");
}

TEST_CASE("signed numbers that may be negative are rounded towards zero, shifts and masks down") {
  CHECK(rounds(body("a[i / 2] = 0;", "int i = m; i < n; ++i"), false));
  CHECK(rounds(body("a[i >> 1] = 0;", "int i = m; i < n; ++i"), true));
  CHECK(rounds(body("a[i & 1] = 0;", "int i = m; i < n; ++i"), true));
  CHECK(rounds(body("a[i / 2] = 0;"), true));
}

TEST_CASE("a remainder in a subscript runs through its values and is equal to what is left") {
  const LoopModel model = body("a[i % 8] = 0;");
  const Access& write = accessTo(model, "a");
  REQUIRE(write.loops.size() == 2);
  const NestedLoop& values = model.loops[static_cast<std::size_t>(write.loops[1])];
  CHECK(text(model, values.trip->distance) == "8");
  CHECK(values.constraints.size() == 4);
}

TEST_CASE("conditions on remainders hold for what they divide") {
  CHECK(conditionsOf(body("if (i % 2 == 1) a[i] = 0;")) == Texts{"k_i - 2*((k_i)/2) - 1", "2*((k_i)/2) - k_i + 1"});
  CHECK(conditionsOf(body("if (i & 1) a[i] = 0;")) == Texts{"k_i - 2*((k_i)/2) - 1"});
  CHECK(conditionsOf(body("if (i % 4 != 0) a[i] = 0;")) == Texts{"k_i - 4*((k_i)/4) - 1"});
  CHECK(conditionsOf(body("if (i % 4 != 3) a[i] = 0;")) == Texts{"4*((k_i)/4) - k_i + 2"});
  CHECK(conditionsOf(body("int r = i % 2; if (!r) a[i] = 0;")) == Texts{"k_i - 2*((k_i)/2)", "2*((k_i)/2) - k_i"});
  CHECK(conditionsOf(body("if (i % 4 != 2) a[i] = 0;")).empty());
}

TEST_CASE("a remainder that is not zero may be on either side of it") {
  const LoopModel odd = body("if (i % 2 != 0) a[i] = 0;", "int i = m; i < n; ++i");
  CHECK(conditionsOf(odd).size() == 1);
  CHECK(rounds(odd, true));
  CHECK(conditionsOf(body("if (i % 2 != 1) a[i] = 0;", "int i = m; i < n; ++i")).empty());
}

TEST_CASE("arithmetic that is meant to wrap is neither guarded nor known") {
  const std::string parameters = "double* a, double* t, unsigned n", head = "unsigned i = 0; i < n; ++i";
  CHECK(indexOf(body("a[i] = t[(i * 2654435761u) >> 24];", head, parameters), "t") == "any");
  const LoopModel masked =
      body("a[i] = t[(i * 2654435761u + 7) & 255] + t[(i * 2654435761u) % 251];", head, parameters);
  CHECK(indexOf(masked, "t") != "any");
  CHECK(std::none_of(masked.obligations.begin(), masked.obligations.end(),
                     [](const Obligation& duty) { return duty.value.str([](SymbolId) { return "x"; }).size() > 8; }));
  CHECK(indexOf(body("a[i] = t[i / 2 - 1];", head, parameters), "t") == "any");
  CHECK(indexOf(body("a[i] = t[i / 2 * 2];", head, parameters), "t") == "2*((k_i)/2)");
}
