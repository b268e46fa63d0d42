// Files are read whole and written whole: a reader of an output never sees half of it, whatever happens on the way.
//
//     text ──► .clustrix-RANDOM.tmp beside the target ──fsync──► rename to the target
#pragma once

#include "Driver/Outcome.h"

#include <optional>
#include <string>

namespace clustrix::compiler {

/// `path` absolute and without links as far as it exists: equal for two spellings of one file.
std::string canonicalPath(const std::string& path);

/// A file of so many bytes at most. Neither a device nor a pipe, which may never end, unless those are asked for.
constexpr std::size_t mostBytes = std::size_t{256} << 20;
enum class Reads { RegularFiles, AnyFiles };
Outcome<std::string> readFile(const std::string& path, std::size_t most = mostBytes, Reads reads = Reads::RegularFiles);

/// Nothing on success. The target keeps its permissions; what is no regular file (a pipe, a device) is written to
/// directly, and a symbolic link stays one.
std::optional<Failure> writeFile(const std::string& path, const std::string& text);

/// Whether the path stands for a descriptor of this process: /dev/stdout, /dev/fd/N.
bool isDescriptor(const std::string& path);

/// While it lives, no other process has one of these for a file in the same folder. Waits for it.
class FolderLock {
 public:
  /// `file` need not exist. Where the folder's file system has no locks there is none.
  explicit FolderLock(const std::string& file);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int folder_;
};

}  // namespace clustrix::compiler
