#include "Driver/Files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace clustrix::compiler {
namespace {

namespace fs = std::filesystem;

/// A file descriptor that closes itself. `close` reports what a delayed write ran into.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

Failure cannot(const char* what, const std::string& path) {
  return failure(Exit::FileFailed, std::string("cannot ") + what + " '" + path + "': " + std::strerror(errno));
}

bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Some file systems cannot sync and say so; a full disk or a broken one says something else.
bool synchronise(int descriptor) { return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP; }

std::optional<Failure> writeInPlace(const std::string& path, const std::string& text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.open() || !writeAll(file.number(), text) || !file.close()) return cannot("write", path);
  return std::nullopt;
}

fs::path temporaryBeside(const fs::path& target) {
  static std::atomic<unsigned> serial{0};
  return target.parent_path() / ("." + target.filename().string() + "." + std::to_string(::getpid()) + "." +
                                 std::to_string(serial++) + ".tmp");
}

bool fill(const fs::path& temporary, const std::string& text, const struct stat* existing) {
  // 0666 and not mkstemp's 0600: the process's umask decides, as it does for every other compiler's output.
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.open()) return false;
  if (existing && ::fchmod(file.number(), existing->st_mode & 07777) != 0) return false;
  return writeAll(file.number(), text) && synchronise(file.number()) && file.close();
}

/// Where a chain of symbolic links leads, whether that exists or not: renaming over a link would replace it.
fs::path followLinks(fs::path path) {
  std::error_code error;
  for (int links = 0; links < 40 && fs::is_symlink(path, error); ++links) {
    path = path.parent_path() / fs::read_symlink(path, error);  // an absolute target replaces the folder
    if (error) break;
  }
  return path;
}

}  // namespace

std::string canonicalPath(const std::string& path) {
  std::error_code error;
  // Absolute first: `weakly_canonical` leaves a relative path relative when nothing of it exists.
  const fs::path absolute = fs::absolute(path, error);
  const fs::path resolved = fs::weakly_canonical(absolute, error);
  return error ? absolute.lexically_normal().string() : resolved.string();
}

Outcome<std::string> readFile(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return cannot("read", path);
  std::string text;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(file.number(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot("read", path);  // also a directory: it opens, and does not read
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

std::optional<Failure> writeFile(const std::string& path, const std::string& text) {
  struct stat existing{};
  const bool exists = ::stat(path.c_str(), &existing) == 0;
  if (exists && S_ISDIR(existing.st_mode)) {
    errno = EISDIR;
    return cannot("write", path);
  }
  // By the path as it was given: what /dev/stdout leads to has no other name.
  if (exists && !S_ISREG(existing.st_mode)) return writeInPlace(path, text);
  const fs::path target = followLinks(path);
  // A rename asks the folder alone; a file that its owner made read-only stays.
  if (exists && ::access(target.c_str(), W_OK) != 0) return cannot("write", path);

  const fs::path temporary = temporaryBeside(target);
  if (fill(temporary, text, exists ? &existing : nullptr) && ::rename(temporary.c_str(), target.c_str()) == 0) {
    return std::nullopt;
  }
  const Failure why = cannot("write", path);  // before `unlink` changes errno
  ::unlink(temporary.c_str());
  return why;
}

}  // namespace clustrix::compiler
