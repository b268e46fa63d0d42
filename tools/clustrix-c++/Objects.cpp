#include "clustrix-c++/Objects.h"

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

/// The objects and archives among `words` for which `is` holds.
template <class Is>
std::vector<std::string> those(const std::vector<std::string>& words, const Is& is) {
  std::vector<std::string> found;
  for (const std::string& word : words) {
    std::error_code failed;
    const auto bytes = std::filesystem::is_regular_file(word, failed) ? readFile(word) : std::nullopt;
    if (bytes && (isObject(*bytes) || isArchive(*bytes)) && is(std::string_view(*bytes))) found.push_back(word);
  }
  return found;
}

/// And archives that are named as libraries: `-L lib -lb` is lib/libb.a, where there is no lib/libb.so to be taken
/// first.
std::vector<std::string> withLibraries(const std::vector<std::string>& words) {
  std::vector<std::string> all = words;
  std::vector<std::filesystem::path> folders;
  const auto valuesOf = [&](std::string_view flag, const auto& use) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == flag && i + 1 < words.size())
        use(words[++i]);
      else if (words[i].starts_with(flag) && words[i].size() > flag.size())
        use(words[i].substr(flag.size()));
    }
  };
  valuesOf("-L", [&](const std::string& folder) { folders.emplace_back(folder); });
  valuesOf("-l", [&](const std::string& name) {
    for (const std::filesystem::path& folder : folders) {
      std::error_code failed;
      if (std::filesystem::exists(folder / ("lib" + name + ".so"), failed)) return;
      const std::filesystem::path archive = folder / ("lib" + name + ".a");
      if (std::filesystem::exists(archive, failed)) return all.push_back(archive.string());
    }
  });
  return all;
}

}  // namespace

// What such objects call first of all: its name stands in their tables of symbols.

std::vector<std::string> withoutHooks(const std::vector<std::string>& words) {
  return those(withLibraries(words),
               [](std::string_view bytes) { return bytes.find("__tsan_init") == std::string_view::npos; });
}
std::vector<std::string> ofNvcc(const std::vector<std::string>& words) {
  return those(withLibraries(words),
               [](std::string_view bytes) { return bytes.find("__cudaRegisterFatBinary") != std::string_view::npos; });
}

}  // namespace clustrix::tools
