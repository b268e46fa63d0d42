// Loop models by hand, in the words of the loops they stand for.
//
//     Builder b;                                       // for (int i = 0; i < n; ++i)
//     const Value n = b.parameter("n"), i = b.loop("i", n);
//     const ArrayId a = b.array("a");
//     b.write(a, i + 1);  b.read(a, i);                //   a[i + 1] = a[i];
//     const Legality verdict = analyse(b.model);
#pragma once

#include "clustrix/Legality.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace clustrix::compiler::test {

/// A polynomial with operators. The tests' coefficients are small: nothing overflows.
struct Value {
  Polynomial polynomial;
  Value(std::int64_t constant) : polynomial(constant) {}     // NOLINT(google-explicit-constructor)
  Value(Polynomial value) : polynomial(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  operator Polynomial() const { return polynomial; }         // NOLINT(google-explicit-constructor)
};
inline Value operator+(const Value& a, const Value& b) { return add(a.polynomial, b.polynomial).value(); }
inline Value operator-(const Value& a, const Value& b) { return subtract(a.polynomial, b.polynomial).value(); }
inline Value operator*(const Value& a, const Value& b) { return multiply(a.polynomial, b.polynomial).value(); }

constexpr Int128 kIntMin = INT32_MIN, kIntMax = INT32_MAX;

struct Builder {
  LoopModel model;

  Builder() {
    model.function = "f";
    model.at = {"f.cpp", 1, 1};
  }

  Value symbol(SymbolKind kind, const std::string& name, Int128 min, Int128 max) {
    model.symbols.push_back({kind, name, kind == SymbolKind::Parameter ? name : "", min, max});
    return Polynomial::symbol(SymbolId{static_cast<int>(model.symbols.size()) - 1});
  }
  Value parameter(const std::string& name, Int128 min = kIntMin, Int128 max = kIntMax) {
    return symbol(SymbolKind::Parameter, name, min, max);
  }
  Value opaque(const std::string& name, Int128 min = kIntMin, Int128 max = kIntMax) {
    return symbol(SymbolKind::Opaque, name, min, max);
  }

  /// The value of list[position], an element that nothing writes. It has to be read as well.
  Value listed(ArrayId list, const Value& position) {
    const Value value = opaque(model.arrays[static_cast<std::size_t>(list.value)].name + "[]", INT64_MIN, INT64_MAX);
    model.symbols.back().listed = ListedValue{{list}, position};
    return value;
  }

  /// `dividend / divisor`, rounded towards zero, or down.
  Value quotient(const Value& dividend, std::int64_t divisor, bool floor = false) {
    const Value value = symbol(SymbolKind::Quotient, "q" + std::to_string(model.symbols.size()), INT64_MIN, INT64_MAX);
    model.symbols.back().division = Division{dividend, divisor, floor};
    return value;
  }

  /// `for (k = 0; stride * k < distance; ++k)` inside the innermost loop made so far, unless `parent` says otherwise.
  /// Accesses made from now on are in it.
  Value loop(const std::string& name, const Value& distance, const Value& stride = 1) {
    const Value counter = symbol(SymbolKind::Counter, name, 0, kIntMax);
    NestedLoop nested;
    nested.parent = open.empty() ? -1 : open.back();
    nested.counter = counter.polynomial.symbols().front();
    nested.variable = name;
    nested.value = counter.polynomial;
    nested.constraints = {counter, distance - 1 - stride * counter};
    nested.trip = TripCount{distance, stride};
    nested.certain = true;
    model.loops.push_back(nested);
    open.push_back(static_cast<int>(model.loops.size()) - 1);
    return counter;
  }
  void close() { open.pop_back(); }

  ArrayId array(const std::string& name, std::int64_t bytes = 8, const std::string& identity = "") {
    model.arrays.push_back({name, name, bytes == 8 ? "double" : "int", bytes, false, {}, identity});
    return ArrayId{static_cast<int>(model.arrays.size()) - 1};
  }

  SourcePoint here() { return {"f.cpp", ++line, 5}; }

  Access& access(AccessKind kind, ArrayId array, std::optional<Polynomial> index) {
    Access result;
    result.kind = kind;
    result.array = array;
    result.index = std::move(index);
    result.byteEnd = model.arrays[array.value].elementBytes;
    result.loops = open;
    result.certain = true;
    result.at = here();
    model.accesses.push_back(result);
    return model.accesses.back();
  }
  Access& read(ArrayId array, const Value& index) { return access(AccessKind::Read, array, index.polynomial); }
  Access& write(ArrayId array, const Value& index) { return access(AccessKind::Write, array, index.polynomial); }

  /// `array[index] OP= ...`
  int update(ArrayId array, const Value& index, UpdateOperator op = UpdateOperator::Add, bool exact = false) {
    Update update;
    update.op = op;
    update.exact = exact;
    update.array = array;
    update.index = index;
    update.certain = true;
    update.at = here();
    model.updates.push_back(update);
    const int number = static_cast<int>(model.updates.size()) - 1;
    read(array, index).update = number;
    write(array, index).update = number;
    return number;
  }

  /// A scalar without uses.
  int scalar(const std::string& name, bool floating = true) {
    ScalarState state;
    state.name = state.expression = name;
    state.type = floating ? "double" : "int";
    state.arithmetic = true;
    state.floating = floating;
    state.isSigned = true;
    state.bits = floating ? 64 : 32;
    model.scalars.push_back(state);
    return static_cast<int>(model.scalars.size()) - 1;
  }
  /// `scalar OP= ...`
  Update& updateScalar(int scalar, UpdateOperator op = UpdateOperator::Add) {
    Update update;
    update.op = op;
    update.exact = !model.scalars[scalar].floating;
    update.scalar = scalar;
    update.certain = true;
    update.at = here();
    model.updates.push_back(update);
    model.scalars[scalar].updates.push_back(static_cast<int>(model.updates.size()) - 1);
    return model.updates.back();
  }

  std::vector<int> open;
  int line = 1;
};

inline bool hasReason(const Legality& legality, const std::string& code) {
  return std::any_of(legality.reasons.begin(), legality.reasons.end(),
                     [&](const Reason& reason) { return reason.code == code; });
}

template <class Kind>
std::vector<Kind> guardsOf(const Legality& legality) {
  std::vector<Kind> result;
  for (const Guard& guard : legality.guards)
    if (const auto* kind = std::get_if<Kind>(&guard)) result.push_back(*kind);
  return result;
}

/// The guards of the verdict, one line each, as `print` gives them.
inline std::vector<std::string> guardLines(const Legality& legality, const LoopModel& model) {
  std::vector<std::string> lines;
  const std::string text = print(legality, model);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    if (line.rfind("guard ", 0) == 0) lines.push_back(line.substr(6, line.find(" -- ") - 6));
    begin = end + 1;
  }
  return lines;
}

/// The guards under which the loop is parallel, which it has to be.
inline std::vector<std::string> guardsWhenParallel(const Builder& b) {
  const Legality verdict = analyse(b.model);
  INFO(print(verdict, b.model));
  REQUIRE(verdict.parallel);
  return guardLines(verdict, b.model);
}

}  // namespace clustrix::compiler::test
