#include "Source/ResourceFolder.h"

#include <system_error>

namespace clustrix::compiler {

namespace fs = std::filesystem;

fs::path resourceFolder(const fs::path& program) {
  const fs::path own = program.parent_path().parent_path() / CLUSTRIX_OWN_RESOURCE_DIR;
  return !program.empty() && hasOwnHeadersOfClang(own) ? own : CLUSTRIX_CLANG_RESOURCE_DIR;
}

const fs::path& resourceFolder() {
  static const fs::path found = [] {
    std::error_code failed;
    const fs::path program = fs::canonical("/proc/self/exe", failed);
    return resourceFolder(failed ? fs::path() : program);
  }();
  return found;
}

bool hasOwnHeadersOfClang(const fs::path& folder) {
  std::error_code failed;
  return fs::exists(folder / "include" / "stddef.h", failed);
}

}  // namespace clustrix::compiler
