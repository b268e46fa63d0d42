// A folder by a name that is the same in each run: compilers write the names of what they read into debug information,
// sanitizers' tables and CUDA's fat binaries.
//
//     /tmp/clustrix-c++.R3x9Qa/0/heat.clustrix.cu   is   /proc/self/fd/99/heat.clustrix.cu
#pragma once

#include <filesystem>

namespace clustrix::tools {

class SteadyFolder {
 public:
  /// `folder` is there already.
  explicit SteadyFolder(const std::filesystem::path& folder);
  SteadyFolder(const SteadyFolder&) = delete;
  SteadyFolder& operator=(const SteadyFolder&) = delete;
  ~SteadyFolder();

  /// Valid for this process and those that it starts, as long as this lives. The folder's own name where the system
  /// gives no other.
  const std::filesystem::path& name() const { return known; }

 private:
  int opened = -1;
  std::filesystem::path known;
};

}  // namespace clustrix::tools
