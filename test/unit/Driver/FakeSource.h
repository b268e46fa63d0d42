// A stand-in for the frontend: source units made by hand, so that the driver is tested without Clang.
//
//     scale.cpp    void scale(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = 2 * a[i]; }   parallel
//     print.cpp    the same loop with a call that is unknown                                        serial
//     plain.cpp    no annotated function
//     broken.cpp   does not compile
//     none.cpp     cannot be read
#pragma once

#include "clustrix/Frontend.h"

#include <filesystem>
#include <limits>
#include <string>

namespace clustrix::compiler {

inline const std::string scaleText =
    "[[clustrix::cluster]]\n"
    "void scale(double* a, int n) {\n"
    "  for (int i = 0; i < n; ++i)\n"
    "    a[i] = 2 * a[i];\n"
    "}\n";

inline LoopModel scaleModel(const std::string& path) {
  const SymbolId counter{0}, count{1};
  const Polynomial i = Polynomial::symbol(counter), n = Polynomial::symbol(count);
  LoopModel model;
  model.function = "scale";
  model.at = {path, 3, 3};
  model.symbols = {{SymbolKind::Counter, "i", "", 0, std::numeric_limits<int>::max()},
                   {SymbolKind::Parameter, "n", "n", std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}};
  const Polynomial below = *subtract(*subtract(n, Polynomial(1)), i);
  model.loops = {{-1, counter, "i", model.at, i, {i, below}, TripCount{n, Polynomial(1)}, true}};
  model.arrays = {{"a", "a", "double", 8, false, std::nullopt, ""}};
  model.accesses = {{AccessKind::Read, {0}, i, 0, 8, 0, {}, {0}, {}, true, -1, {path, 4, 16}},
                    {AccessKind::Write, {0}, i, 0, 8, 0, {}, {0}, {}, true, -1, {path, 4, 5}}};
  model.work = {{{0}, 1}};
  model.kernel.captures = {{Capture::Pointer, "a", "double*", "a", {0}, -1}};
  model.kernel.variable = {"int", "i"};
  model.kernel.body = {{BodyPiece::Captured, "a", 0},
                       {BodyPiece::Text, "[i] = 2 * ", -1},
                       {BodyPiece::Captured, "a", 0},
                       {BodyPiece::Text, "[i];", -1}};
  model.kernel.bodyLine = 4;
  model.kernel.header = "for (int i = 0; i < n; ++i)";
  return model;
}

inline SourceUnit scaleUnit(const std::string& path) {
  AnnotatedFunction function;
  function.name = "scale";
  function.at = {path, 2, 6};
  LoopSite site;
  site.at = {path, 3, 3};
  site.begin = scaleText.find("for");
  site.end = scaleText.find("a[i];") + 5;
  site.model = scaleModel(path);
  function.loops = {site};
  return {path, scaleText, {function}, {path, "inc/scale.h"}};
}

/// Makes the unit's loop serial, and proposes an edit that would lift it.
inline void addUnknownCall(SourceUnit& unit) {
  unit.functions[0].loops[0].model.effects.push_back(
      {"effect.call", "the call of 'log' has unknown effects", "leave it out", {unit.path, 4, 5}, {}});
}

inline FrontendResult fakeRead(const std::string& source, const CompileCommand& command,
                               FunctionListener* listener = nullptr) {
  const std::string name = std::filesystem::path(source).filename().string();
  FrontendResult result;
  if (name == "none.cpp") {
    result.unreadable = true;
    return result;
  }
  if (name == "broken.cpp") {
    result.diagnostics = source + ":1:1: error: expected unqualified-id\n";
    return result;
  }
  result.unit = scaleUnit(source);
  if (name == "print.cpp") addUnknownCall(*result.unit);
  if (name == "plain.cpp") {
    result.unit->text = "int x;\r\n";
    result.unit->functions.clear();
  }
  for (const std::string& flag : command.arguments) result.diagnostics += "flag " + flag + "\n";
  if (listener) {
    for (const AnnotatedFunction& function : result.unit->functions) listener->whole(function);
    listener->end();
  }
  return result;
}

}  // namespace clustrix::compiler
