#include "clustrix-c++/Configuration.h"

#include "clustrix-c++/Hash.h"
#include "clustrix-c++/Scratch.h"
#include "layout/Layout.h"

#include <system_error>

namespace clustrix::tools {
namespace {

namespace fs = std::filesystem;

/// As line markers quote names.
std::string marker(const fs::path& file) {
  std::string text = "# 1 \"";
  for (const char c : file.string()) text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return text + "\"\n";
}

/// As it is now: what installs another one changes this.
std::string identity(const fs::path& program) {
  std::error_code failed;
  const auto size = fs::file_size(program, failed);
  const auto changed = fs::last_write_time(program, failed).time_since_epoch().count();
  return std::string(version()) + " " + std::to_string(size) + " " + std::to_string(changed);
}

}  // namespace

std::string configurationMarks(const fs::path& source, const fs::path& rewriter) {
  std::error_code failed;
  const fs::path nearest = fs::absolute(source, failed).lexically_normal().parent_path();
  std::string text = marker(nearest / "clustrix.yml");
  Hash hash;
  hash.add(identity(rewriter));
  for (fs::path folder = nearest;; folder = folder.parent_path()) {
    const fs::path file = folder / "clustrix.yml";
    if (fs::is_regular_file(file, failed)) {
      if (folder != nearest) text += marker(file);
      hash.add(file.string());
      hash.add(readFile(file).value_or(""));
      break;
    }
    if (folder == folder.parent_path()) break;
  }
  return text + "#ident \"clustrix " + hash.text() + "\"\n";
}

}  // namespace clustrix::tools
