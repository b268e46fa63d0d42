#include "clustrix-c++/Scratch.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <system_error>
#include <utility>

namespace clustrix::tools {

namespace fs = std::filesystem;

namespace {

// A new file by a name that nobody knows before, through no link; empty where it cannot be written.
fs::path makeBeside(const fs::path& target, const std::string& text) {
  std::random_device random;
  const fs::path fresh =
      target.parent_path() / (".clustrix-" + std::to_string(random()) + std::to_string(random()) + ".tmp");
  const int file = open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return {};
  std::size_t done = 0;
  for (ssize_t count = 0; done < text.size() && count >= 0;
       done += static_cast<std::size_t>(std::max<ssize_t>(count, 0)))
    count = write(file, text.data() + done, text.size() - done);
  if (close(file) == 0 && done == text.size()) return fresh;
  std::error_code ignored;
  fs::remove(fresh, ignored);
  return {};
}

}  // namespace

std::optional<Scratch> Scratch::make() {
  std::error_code failed;
  const fs::path parent = fs::temp_directory_path(failed);
  if (failed) return std::nullopt;
  std::string pattern = (parent / "clustrix-c++.XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) return std::nullopt;
  return Scratch(pattern);
}

Scratch::Scratch(Scratch&& other) noexcept : path(std::exchange(other.path, fs::path())) {}

Scratch::~Scratch() {
  std::error_code ignored;  // a folder that somebody else removed is as good
  if (!path.empty()) fs::remove_all(path, ignored);
}

std::optional<std::string> readFile(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) return std::nullopt;
  return text;
}

bool writeFile(const fs::path& file, const std::string& text) {
  std::error_code failed;
  // Terminals, pipes and /dev/null are written to and not replaced.
  if (fs::exists(file, failed) && !fs::is_regular_file(file, failed)) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    return !out.fail();
  }
  const fs::path target = fs::weakly_canonical(fs::absolute(file, failed), failed);
  if (failed) return false;
  const fs::path fresh = makeBeside(target, text);
  if (fresh.empty()) return false;
  fs::rename(fresh, target, failed);
  if (!failed) return true;
  std::error_code ignored;
  fs::remove(fresh, ignored);
  return false;
}

}  // namespace clustrix::tools
