#include "support/RegularFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "support/ByteSize.h"

namespace clustrix::runtime {
namespace {

std::optional<std::string> readAll(int file, std::size_t most, std::string& why) {
  std::string text;
  char buffer[16384];
  while (text.size() <= most) {
    const ssize_t count = read(file, buffer, std::min(sizeof buffer, most + 1 - text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) why = std::strerror(errno);
    if (count < 0) return std::nullopt;
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  why = "it has more than " + printByteSize(most);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> readRegularFile(const std::string& path, std::size_t most, std::string& why) {
  // Without waiting for whoever writes to a pipe.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) {
    why = std::strerror(errno);
    return std::nullopt;
  }
  struct stat facts{};
  std::optional<std::string> text;
  if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode))
    why = "it is no regular file";
  else
    text = readAll(file, most, why);
  close(file);
  return text;
}

}  // namespace clustrix::runtime
