// Two sources of one program in a folder: what one has for the other.
#pragma once

#include "../Fixtures/Headers.h"

#include "clustrix/Frontend.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace clustrix::compiler::test {

class Sources {
 public:
  explicit Sources(const std::map<std::string, std::string>& files) {
    for (const auto& [name, text] : files) folder_.put(name, text);
  }

  /// What a source has for others.
  std::vector<Helper> helpers(const std::string& source = "eos.cpp", const std::vector<std::string>& flags = {}) const {
    HelpersResult result = readHelpers(source, command(flags));
    INFO(result.diagnostics);
    REQUIRE(result.helpers.has_value());
    return *std::move(result.helpers);
  }
  Helper helper(const std::string& name) const {
    for (const Helper& one : helpers())
      if (one.name == name) return one;
    FAIL("there is no helper " << name);
    return {};
  }
  /// `heat.cpp`, with those of `eos.cpp`.
  FrontendResult read(const std::vector<std::string>& flags = {}) const {
    CompileCommand with = command(flags);
    with.helpers = helpers();
    return readSource("heat.cpp", with);
  }
  FrontendResult read(const std::vector<Helper>& helpers) const {
    CompileCommand with = command({});
    with.helpers = helpers;
    return readSource("heat.cpp", with);
  }
  void put(const std::string& name, const std::string& text) const { folder_.put(name, text); }

 private:
  CompileCommand command(const std::vector<std::string>& flags) const {
    CompileCommand command;
    command.directory = folder_.path();
    command.arguments = {"-std=c++20"};
    command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
    return command;
  }

  Folder folder_;
};

/// The one source that has something for others.
inline Sources eos(const std::string& text) { return Sources(std::map<std::string, std::string>{{"eos.cpp", text}}); }

/// A loop that calls `f`, which `eos.cpp` defines.
inline const std::string caller =
    "double f(double x);\n[[clustrix::cluster]] void step(double* a, int n) {\n"
    "  for (int i = 0; i < n; ++i) a[i] = f(a[i]);\n}\n";

/// Whether the body of `f` is seen in `heat.cpp`, which is `caller` behind `before`.
inline bool isSeen(const FrontendResult& result) {
  INFO(result.diagnostics);
  REQUIRE(result.unit);
  REQUIRE(!result.unit->functions.empty());
  const auto& effects = result.unit->functions[0].loops.at(0).model.effects;
  return std::none_of(effects.begin(), effects.end(),
                      [](const Effect& effect) { return effect.code == "effect.call"; });
}

}  // namespace clustrix::compiler::test
