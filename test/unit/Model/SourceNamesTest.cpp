#include "Model/SourceNames.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// Loops over i and j, which begin at `begin` and step by `step`; `n` is a parameter.
struct Nest {
  Nest() {
    for (const char* name : {"k_i", "k_j", "n", "s"}) model.symbols.emplace_back().name = name;
    model.loops.resize(2);
    model.loops[0].counter = i;
    model.loops[1].counter = j;
    model.loops[0].variable = "i";
    model.loops[1].variable = "j";
  }
  void value(int loop, const Polynomial& begin, const Polynomial& step) {
    NestedLoop& its = model.loops[static_cast<std::size_t>(loop)];
    its.value = *add(begin, *multiply(step, Polynomial::symbol(its.counter)));
  }
  std::string text(const Polynomial& value) const { return SourceNames(model)(value); }

  SymbolId i{0}, j{1}, n{2}, s{3};
  LoopModel model;
};

Polynomial of(SymbolId id) { return Polynomial::symbol(id); }

}  // namespace

TEST_CASE("a counter is told as the loop's variable") {
  Nest nest;
  nest.value(0, 1, 1);
  CHECK(nest.text(of(nest.i)) == "i - 1");
  CHECK(nest.text(*add(of(nest.i), 1)) == "i");
  CHECK(nest.text(*multiply(*add(of(nest.i), 2), of(nest.n))) == "i*n + n");
  nest.value(0, *subtract(of(nest.n), 1), -1);
  CHECK(nest.text(*subtract(*subtract(of(nest.n), 1), of(nest.i))) == "i");
}

TEST_CASE("a step is divided out where it divides") {
  Nest nest;
  nest.value(0, 0, 2);
  CHECK(nest.text(*multiply(4, of(nest.i))) == "2*i");
  CHECK(nest.text(of(nest.i)) == "i/2");
  CHECK(nest.text(*add(of(nest.i), of(nest.n))) == "(i/2) + n");
  nest.value(0, 1, 2);
  CHECK(nest.text(of(nest.i)) == "(i - 1)/2");
  nest.value(0, 0, of(nest.s));
  CHECK(nest.text(*multiply(of(nest.s), of(nest.i))) == "i");
  CHECK(nest.text(of(nest.i)) == "i/s");
}

TEST_CASE("an inner variable may begin at an outer one") {
  Nest nest;
  nest.value(0, 2, 1);
  nest.value(1, *add(of(nest.i), 2), 1);
  CHECK(nest.text(*add(*add(of(nest.i), of(nest.j)), 2)) == "j");
  CHECK(nest.text(of(nest.j)) == "j - i");
}

TEST_CASE("what has no variable keeps the model's name") {
  Nest nest;
  nest.model.loops[0].variable = "";
  CHECK(nest.text(of(nest.i)) == "k_i");
  CHECK(nest.text(*add(of(nest.n), of(SymbolId{-7}))) == "? + n");
}

TEST_CASE("an array is called what the source calls it") {
  const auto name = [](const std::string& base) {
    ArrayObject array;
    array.name = "lists_begin";
    array.base = base;
    return sourceName(array);
  };
  CHECK(name("lists.begin.data()") == "lists.begin");
  CHECK(name("ns::a") == "ns::a");
  CHECK(name("a") == "a");
  CHECK(name("&g[0][0]") == "lists_begin");
  CHECK(name("f().data()") == "lists_begin");
  CHECK(name("") == "lists_begin");
}
