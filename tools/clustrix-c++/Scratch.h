// A folder for intermediate files that goes away with its owner.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace clustrix::tools {

class Scratch {
 public:
  /// In $TMPDIR or /tmp. Nothing when it cannot be made.
  static std::optional<Scratch> make();

  Scratch(Scratch&& other) noexcept;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch();

  const std::filesystem::path& folder() const { return path; }

 private:
  explicit Scratch(std::filesystem::path folder) : path(std::move(folder)) {}

  std::filesystem::path path;
};

/// The file's bytes, or nothing when it cannot be read.
std::optional<std::string> readFile(const std::filesystem::path& file);

/// Writes the file whole or not at all. False when that failed.
bool writeFile(const std::filesystem::path& file, const std::string& text);

}  // namespace clustrix::tools
