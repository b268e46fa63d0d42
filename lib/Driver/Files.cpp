#include "Driver/Files.h"

#include "Support/OneLine.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
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
  return failure(Exit::FileFailed,
                 std::string("cannot ") + what + " '" + onOneLine(path) + "': " + std::strerror(errno));
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

/// The process's own descriptor that a path stands for; -1: it stands for none. Opened anew by its name, a file would
/// be written from its begin again, over what has been printed.
int descriptorOf(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int descriptor = -1;
    const char* const end = path.data() + path.size();
    const auto [stop, error] = std::from_chars(path.data() + folder.size(), end, descriptor);
    if (error == std::errc() && stop == end && descriptor >= 0) return descriptor;
  }
  return -1;
}

std::optional<Failure> writeInPlace(const std::string& path, const std::string& text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.open() || !writeAll(file.number(), text) || !file.close()) return cannot("write", path);
  return std::nullopt;
}

/// A name that nobody can have put something at: empty where the system has no random numbers.
std::string temporaryBeside(const fs::path& target) {
  std::uint64_t random[2] = {};
  if (::getrandom(random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) return "";
  char name[64];
  std::snprintf(name, sizeof name, ".clustrix-%016llx%016llx.tmp", static_cast<unsigned long long>(random[0]),
                static_cast<unsigned long long>(random[1]));
  return (target.parent_path() / name).string();
}

bool fillTemporary(const std::string& temporary, const std::string& text, const struct stat* existing) {
  // 0666 and not mkstemp's 0600: the process's umask decides, as it does for every other compiler's output.
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
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
  const fs::path absolute = followLinks(fs::absolute(path, error));
  const fs::path resolved = fs::weakly_canonical(absolute, error);
  return error ? absolute.lexically_normal().string() : resolved.string();
}

Outcome<std::string> readFile(const std::string& path, std::size_t most, Reads reads) {
  // A pipe that is refused is not waited for.
  const int waiting = reads == Reads::AnyFiles ? 0 : O_NONBLOCK;
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | waiting));
  struct stat facts{};
  if (!file.open() || ::fstat(file.number(), &facts) != 0) return cannot("read", path);
  if (S_ISDIR(facts.st_mode)) {
    errno = EISDIR;
    return cannot("read", path);
  }
  if (reads == Reads::RegularFiles && !S_ISREG(facts.st_mode))
    return failure(Exit::FileFailed, "cannot read '" + onOneLine(path) + "': it is no regular file");
  std::string text;
  char buffer[1 << 16];
  while (text.size() <= most) {
    const ssize_t count = ::read(file.number(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot("read", path);
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return failure(Exit::FileFailed,
                 "cannot read '" + onOneLine(path) + "': it has more than " + std::to_string(most) + " bytes");
}

std::optional<Failure> writeFile(const std::string& path, const std::string& text) {
  if (const int descriptor = descriptorOf(path); descriptor >= 0) {
    if (!writeAll(descriptor, text)) return cannot("write", path);
    return std::nullopt;
  }
  struct stat existing{};
  const bool exists = ::stat(path.c_str(), &existing) == 0;
  if (exists && S_ISDIR(existing.st_mode)) {
    errno = EISDIR;
    return cannot("write", path);
  }
  if (exists && !S_ISREG(existing.st_mode)) return writeInPlace(path, text);
  const fs::path target = followLinks(path);
  // A rename asks the folder alone; a file that its owner made read-only stays.
  if (exists && ::access(target.c_str(), W_OK) != 0) return cannot("write", path);

  const std::string temporary = temporaryBeside(target);
  if (temporary.empty()) return cannot("write", path);
  if (fillTemporary(temporary, text, exists ? &existing : nullptr) &&
      ::rename(temporary.c_str(), target.c_str()) == 0) {
    return std::nullopt;
  }
  const Failure why = cannot("write", path);  // before `unlink` changes errno
  ::unlink(temporary.c_str());
  return why;
}

bool isDescriptor(const std::string& path) { return descriptorOf(path) >= 0; }

FolderLock::FolderLock(const std::string& file)
    : folder_(::open(fs::path(canonicalPath(file)).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  while (folder_ >= 0 && ::flock(folder_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

FolderLock::~FolderLock() {
  if (folder_ >= 0) ::close(folder_);
}

}  // namespace clustrix::compiler
