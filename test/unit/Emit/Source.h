// Source units by hand: one function with one loop, marked in its text.
//
//     Loop loop("void f(double* a, int n) {\n  «for (int i = 0; i < n; ++i) a[i] = 0;»\n}\n");
//     const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
//     loop.pointer("a", "double*");  loop.b.write(loop.array, i);
//     loop.body("$a[i] = 0;");                    // $a: the capture of that name
//     const std::string text = loop.emitted();
#pragma once

#include "../Analysis/Builder.h"

#include "clustrix/Plan.h"

#include <catch2/catch.hpp>
#include <stdexcept>

namespace clustrix::compiler::test {

/// A function with a loop that any model may be said to be of.
inline const std::string oneLoop = "void f(double* a, int n) {\n  «for (;;) work();»\n}\n";

/// Whether the text holds `what`: checked, with the text shown where it does not.
inline bool contains(const std::string& text, const std::string& what) {
  INFO(text);
  CHECK(text.find(what) != std::string::npos);
  return text.find(what) != std::string::npos;
}

struct Loop {
  Builder b;
  Legality legality;
  SourceUnit unit;
  AnnotatedFunction function;
  LoopSite site;

  explicit Loop(std::string marked, const std::string& name = "f") {
    unit.path = "f.cpp";
    site.begin = take(marked, "«");
    site.end = take(marked, "»");
    unit.text = marked;
    function.name = name;
    function.at = {unit.path, 1, 1};
    const auto lines = std::count(marked.begin(), marked.begin() + static_cast<std::ptrdiff_t>(site.begin), '\n');
    const auto begin = site.begin == 0 ? std::string::npos : marked.rfind('\n', site.begin - 1);
    const auto column = begin == std::string::npos ? site.begin + 1 : site.begin - begin;
    site.at = {unit.path, static_cast<int>(lines) + 1, static_cast<int>(column)};
    legality.parallel = true;
  }

  Capture& capture(Capture::Kind kind, const std::string& name, const std::string& type) {
    Capture result;
    result.kind = kind;
    result.name = result.expression = name;
    result.type = type;
    result.number = type == "int" || type == "double";
    b.model.kernel.captures.push_back(result);
    return b.model.kernel.captures.back();
  }
  ArrayId pointer(const std::string& name, const std::string& type, std::int64_t bytes = 8) {
    const ArrayId id = b.array(name, bytes);
    b.model.arrays.back().arithmetic = true;
    b.model.arrays.back().constElements = type.find("const") != std::string::npos;
    Capture& made = capture(Capture::Pointer, name, type);
    made.array = id;
    made.isVariable = true;
    return id;
  }
  /// A `std::vector` of doubles.
  ArrayId vector(const std::string& name, const std::string& element) {
    const ArrayId id = b.array(name);
    b.model.arrays.back().arithmetic = true;
    b.model.arrays.back().base = name + ".data()";
    b.model.arrays.back().extent = name + ".size()";
    b.model.arrays.back().constElements = element.find("const") != std::string::npos;
    Capture& span = capture(Capture::Span, name, element);
    span.constElements = b.model.arrays.back().constElements;
    span.array = id;
    span.expression = name + ".size()";
    return id;
  }
  int scalar(const std::string& name, bool floating = true) {
    const int id = b.scalar(name, floating);
    capture(Capture::Scalar, name, b.model.scalars.back().type).scalar = id;
    return id;
  }
  Reduction& reduce(int scalar, UpdateOperator op) {
    b.updateScalar(scalar, op);
    Reduction reduction;
    reduction.scalar = scalar;
    reduction.op = op;
    legality.reductions.push_back(reduction);
    return legality.reductions.back();
  }

  /// `$name`: a capture; `$continue`, `$k`, `$begin`, `$end` (of updates[0]), `$assign`, `$assigned` (of scalars[0]):
  /// the other pieces.
  void body(const std::string& text, int line = 0) {
    std::size_t at = 0;
    for (std::size_t mark = text.find('$'); mark != std::string::npos; mark = text.find('$', at)) {
      if (mark > at) b.model.kernel.body.push_back({BodyPiece::Text, text.substr(at, mark - at), -1});
      at = mark + 1;
      while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_')) ++at;
      b.model.kernel.body.push_back(piece(text.substr(mark + 1, at - mark - 1)));
    }
    if (at < text.size()) b.model.kernel.body.push_back({BodyPiece::Text, text.substr(at), -1});
    b.model.kernel.bodyLine = line != 0 ? line : site.at.line;
  }

  /// `site` has the model as a frontend would leave it.
  void complete() {
    site.model = b.model;
    site.model.at = site.at;
    if (site.model.kernel.header.empty()) site.model.kernel.header = "for (int i = 0; i < n; ++i)";
    KernelVariable& variable = site.model.kernel.variable;
    if (!variable.declared() && !b.model.loops.empty()) variable = {"int", b.model.loops[0].variable};
  }
  ClusterPlan planned() {
    complete();
    function.loops = {site};
    unit.functions = {function};
    return plan(unit, {{legality}}, {});
  }
  std::string emitted(const EmitOptions& options = {}) {
    const ClusterPlan its = planned();
    return emit(its, unit, options);
  }

 private:
  static std::size_t take(std::string& text, const std::string& mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) throw std::logic_error("the test's source has no " + mark);
    text.erase(at, mark.size());
    return at;
  }
  BodyPiece piece(const std::string& name) const {
    if (name == "continue") return {BodyPiece::Continue, "", -1};
    if (name == "k") return {BodyPiece::Counter, "", -1};
    if (name == "begin") return {BodyPiece::UpdateBegin, "", 0};
    if (name == "end") return {BodyPiece::UpdateEnd, "", 0};
    if (name == "assign") return {BodyPiece::AssignBegin, "", 0};
    if (name == "assigned") return {BodyPiece::AssignEnd, "", 0};
    for (std::size_t c = 0; c < b.model.kernel.captures.size(); ++c)
      if (b.model.kernel.captures[c].name == name) return {BodyPiece::Captured, "", static_cast<int>(c)};
    throw std::logic_error("the test's body mentions no capture $" + name);
  }
};

}  // namespace clustrix::compiler::test
