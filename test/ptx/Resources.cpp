#include "Resources.h"

#include <unistd.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ptx {
namespace {

/// A file that is gone when the value is.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    const char* folder = std::getenv("TMPDIR");
    path_ = std::string(folder != nullptr ? folder : "/tmp") + "/clustrix-ptx-XXXXXX";
    const int file = mkstemp(path_.data());
    if (file < 0) fail("cannot make a file like " + path_);
    if (write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) fail("cannot write to " + path_);
    close(file);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The name behind `words`, up to a quote or a blank; empty where the line says something else.
std::string nameBehind(const char* line, const char* words) {
  const char* at = std::strstr(line, words);
  if (at == nullptr) return "";
  const char* begin = at + std::strlen(words);
  return std::string(begin, std::strcspn(begin, "' \t\r\n"));
}

void readLine(Module& module, const char* line, Function*& now) {
  for (const char* words : {"Function properties for ", "Compiling entry function '"}) {
    const std::string name = nameBehind(line, words);
    if (name.empty()) continue;
    const auto found = module.functions.find(name);
    now = found == module.functions.end() ? nullptr : &found->second;
  }
  if (now == nullptr) return;
  Resources& found = now->resources;
  std::sscanf(line, " %d bytes stack frame, %d bytes spill stores, %d bytes spill loads", &found.stack,
              &found.spillStores, &found.spillLoads);
  if (const char* used = std::strstr(line, "Used ")) std::sscanf(used, "Used %d registers", &found.registers);
}

}  // namespace

void findResources(Module& module) {
  const TemporaryFile file(module.text);
  const char* architecture = std::getenv("CLUSTRIX_PTX_ARCH");
  const std::string command = std::string("ptxas -v -arch=") + (architecture != nullptr ? architecture : "sm_90") +
                              " " + file.path() + " -o /dev/null 2>&1";
  std::FILE* output = popen(command.c_str(), "r");
  if (output == nullptr) return;
  char line[4096];
  Function* now = nullptr;
  while (std::fgets(line, sizeof line, output) != nullptr) readLine(module, line, now);
  pclose(output);
}

}  // namespace ptx
