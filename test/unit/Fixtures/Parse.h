// Models of loops in a few lines of source, through the frontend as the driver calls it.
#pragma once

#include "Precompiled.h"

#include "clustrix/Frontend.h"

#include <catch2/catch.hpp>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace clustrix::compiler::test {

/// A source file that lives as long as the test.
class SourceFile {
 public:
  explicit SourceFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / ("clustrix-frontend-" + std::to_string(getpid()) + ".cpp")),
        text_(text) {
    std::ofstream(path_) << text;
  }
  ~SourceFile() { std::filesystem::remove(path_); }
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;
  std::string path() const { return path_.string(); }
  FrontendResult read(std::vector<std::string> flags = {"-std=c++20"}, Library library = {}) const {
    CompileCommand command;
    command.library = std::move(library);
    command.arguments = withPrecompiledHeaders(text_, std::move(flags));
    return readSource(path_.string(), command);
  }

 private:
  std::filesystem::path path_;
  std::string text_;
};

inline SourceUnit parse(const std::string& text) {
  FrontendResult result = SourceFile(text).read();
  INFO(result.diagnostics);
  REQUIRE(result.unit.has_value());
  return *std::move(result.unit);
}

/// The model of the first loop of the first annotated function.
inline LoopModel modelOf(const std::string& text) {
  const SourceUnit unit = parse(text);
  REQUIRE(!unit.functions.empty());
  REQUIRE(!unit.functions[0].loops.empty());
  return unit.functions[0].loops[0].model;
}

inline bool hasEffect(const LoopModel& model, const std::string& code) {
  return std::any_of(model.effects.begin(), model.effects.end(), [&](const Effect& e) { return e.code == code; });
}

inline std::string text(const LoopModel& model, const Polynomial& polynomial) {
  return polynomial.str([&](SymbolId id) { return model.symbols[static_cast<std::size_t>(id.value)].name; });
}

}  // namespace clustrix::compiler::test
