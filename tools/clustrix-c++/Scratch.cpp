#include "clustrix-c++/Scratch.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace clustrix::tools {

namespace fs = std::filesystem;

std::optional<Scratch> Scratch::make() {
  std::error_code failed;
  const fs::path parent = fs::temp_directory_path(failed);
  if (failed) return std::nullopt;
  std::string pattern = (parent / "clustrix-c++.XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) return std::nullopt;
  return Scratch(pattern);
}

Scratch::Scratch(Scratch&& other) noexcept : path(std::exchange(other.path, fs::path())) {}

Scratch::~Scratch() {
  std::error_code ignored;  // a folder that somebody else removed is as good
  if (!path.empty()) fs::remove_all(path, ignored);
}

std::optional<std::string> readFile(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) return std::nullopt;
  return text;
}

bool writeFile(const fs::path& file, const std::string& text) {
  const fs::path fresh = file.string() + "." + std::to_string(getpid());
  std::error_code failed;
  {
    std::ofstream out(fresh, std::ios::binary);
    out << text;
    out.close();
    if (!out) {
      fs::remove(fresh, failed);
      return false;
    }
  }
  fs::rename(fresh, file, failed);
  if (!failed) return true;
  std::error_code ignored;
  fs::remove(fresh, ignored);
  return false;
}

}  // namespace clustrix::tools
