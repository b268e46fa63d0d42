// A source with headers of its own in a folder, read as the driver reads it.
#pragma once

#include "../Driver/Folder.h"

#include "clustrix/Frontend.h"

#include <catch2/catch.hpp>

#include <map>
#include <string>
#include <vector>

namespace clustrix::compiler::test {

class SourceWithHeaders {
 public:
  /// `files`: by their names, the source as `main.cpp`.
  explicit SourceWithHeaders(const std::map<std::string, std::string>& files) {
    for (const auto& [name, text] : files) folder_.put(name, text);
  }
  FrontendResult read(const std::vector<std::string>& flags = {}) const {
    CompileCommand command;
    command.directory = folder_.path();
    command.arguments = {"-std=c++20"};
    command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
    return readSource("main.cpp", command);
  }
  SourceUnit unit(const std::vector<std::string>& flags = {}) const {
    FrontendResult result = read(flags);
    INFO(result.diagnostics);
    REQUIRE(result.unit.has_value());
    return *std::move(result.unit);
  }

 private:
  Folder folder_;
};

}  // namespace clustrix::compiler::test
