#include "support/WholeFile.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "support/Shown.h"

namespace clustrix::runtime {
namespace {

namespace fs = std::filesystem;

std::string cannot(const std::string& path) { return shown(path) + " cannot be written: " + std::strerror(errno); }

bool writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// The process's own descriptor that a path stands for; -1: it stands for none. Opened anew by its name, a file would be
// written from its begin again, over what has been printed.
int descriptorOf(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.substr(0, folder.size()) != folder) continue;
    const std::string number(path.substr(folder.size()));
    char* end = nullptr;
    const long descriptor = std::strtol(number.c_str(), &end, 10);
    if (end != number.c_str() && *end == '\0' && descriptor >= 0 && descriptor < 1 << 20)
      return static_cast<int>(descriptor);
  }
  return -1;
}

std::string writeInto(const std::string& path, const std::string& text) {
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return cannot(path);
  const bool written = writeAll(file, text);
  const std::string error = written ? "" : cannot(path);
  return close(file) == 0 || !written ? error : cannot(path);
}

std::string draftBeside(const fs::path& target) {
  std::uint64_t random[2] = {};
  if (getrandom(random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) return "";
  char name[64];
  std::snprintf(name, sizeof name, ".clustrix-%016llx%016llx.tmp", static_cast<unsigned long long>(random[0]),
                static_cast<unsigned long long>(random[1]));
  return (target.parent_path() / name).string();
}

// A new file, through no link: nobody can have put another in its place.
bool fillDraft(const std::string& draft, const std::string& text, const struct stat* existing) {
  const int file = open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return false;
  const bool alike = existing == nullptr || fchmod(file, existing->st_mode & 0777) == 0;
  const bool written = alike && writeAll(file, text);
  return close(file) == 0 && written;
}

fs::path followLinks(fs::path path) {
  std::error_code error;
  for (int links = 0; links < 40 && fs::is_symlink(path, error); ++links) {
    path = path.parent_path() / fs::read_symlink(path, error);  // an absolute target replaces the folder
    if (error) break;
  }
  return path;
}

}  // namespace

std::string writeWhole(const std::string& path, const std::string& text) {
  if (const int descriptor = descriptorOf(path); descriptor >= 0) return writeAll(descriptor, text) ? "" : cannot(path);
  struct stat existing{};
  const bool exists = stat(path.c_str(), &existing) == 0;
  if (exists && !S_ISREG(existing.st_mode)) return writeInto(path, text);
  const fs::path target = followLinks(path);
  // A rename asks the folder alone; a file that its owner made read-only stays.
  if (exists && access(target.c_str(), W_OK) != 0) return cannot(path);
  const std::string draft = draftBeside(target);
  if (draft.empty()) return cannot(path);
  if (fillDraft(draft, text, exists ? &existing : nullptr) && std::rename(draft.c_str(), target.c_str()) == 0)
    return "";
  const std::string error = cannot(path);
  std::remove(draft.c_str());
  return error;
}

bool isSameFile(const std::string& a, const std::string& b) {
  struct stat first{}, second{};
  return stat(a.c_str(), &first) == 0 && stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

}  // namespace clustrix::runtime
