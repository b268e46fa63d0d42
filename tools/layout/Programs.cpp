#include "layout/Programs.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "layout/Layout.h"

namespace clustrix::tools {
namespace {

namespace fs = std::filesystem;

// A folder is executable, too, and no program.
bool isProgram(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string findOnPath(const std::string& program) {
  if (program.find('/') != std::string::npos) return isProgram(program) ? program : "";
  const char* path = std::getenv("PATH");
  const std::string folders = path ? path : "/usr/bin:/bin";
  for (std::size_t at = 0; at <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', at), folders.size());
    const fs::path candidate = fs::path(end == at ? "." : folders.substr(at, end - at)) / program;
    if (isProgram(candidate)) return candidate.string();
    at = end + 1;
  }
  return "";
}

std::string outputOf(const std::vector<std::string>& command) {
  FILE* const pipe = popen((joinForShell(command) + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return "";
  std::string text;
  std::array<char, 512> some{};
  for (std::size_t count = 0; (count = std::fread(some.data(), 1, some.size(), pipe)) > 0;)
    text.append(some.data(), count);
  pclose(pipe);
  return text;
}

}  // namespace clustrix::tools
