#include "clustrix-c++/Hooks.h"

#include <elf.h>

#include <filesystem>
#include <string_view>
#include <system_error>

#include "clustrix-c++/Scratch.h"

namespace clustrix::tools {
namespace {

// ELF: the kind of file is the number behind the identification.
bool isObject(std::string_view bytes) {
  return bytes.size() > EI_NIDENT && bytes.starts_with(ELFMAG) && bytes[EI_NIDENT] == ET_REL;
}

bool isArchive(std::string_view bytes) { return bytes.starts_with("!<arch>\n"); }

// What instrumented objects call first of all; its name stands in their tables of symbols.
bool hasHooks(std::string_view bytes) { return bytes.find("__tsan_init") != std::string_view::npos; }

}  // namespace

std::vector<std::string> withoutHooks(const std::vector<std::string>& words) {
  std::vector<std::string> without;
  for (const std::string& word : words) {
    std::error_code failed;
    const auto bytes = std::filesystem::is_regular_file(word, failed) ? readFile(word) : std::nullopt;
    if (bytes && (isObject(*bytes) || isArchive(*bytes)) && !hasHooks(*bytes)) without.push_back(word);
  }
  return without;
}

}  // namespace clustrix::tools
