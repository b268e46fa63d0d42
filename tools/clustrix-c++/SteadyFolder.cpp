#include "clustrix-c++/SteadyFolder.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <system_error>

namespace clustrix::tools {
namespace {

// Above what shells, make's job server and other callers hand to us; below the least limit on open files.
constexpr int leastDescriptor = 99;

}  // namespace

SteadyFolder::SteadyFolder(const std::filesystem::path& folder) : known(folder) {
  const int first = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (first < 0) return;
  opened = fcntl(first, F_DUPFD, leastDescriptor);  // without CLOEXEC: the compilers have it, too
  close(first);
  const std::filesystem::path steady = "/proc/self/fd/" + std::to_string(opened);
  std::error_code failed;
  if (std::filesystem::equivalent(steady, folder, failed) && !failed) known = steady;
}

SteadyFolder::~SteadyFolder() {
  if (opened >= 0) close(opened);
}

}  // namespace clustrix::tools
