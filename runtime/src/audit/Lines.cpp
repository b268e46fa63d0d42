#include "audit/Lines.h"

#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

namespace clustrix::audit {

namespace {

/// A place in a program's or a library's file.
struct Place {
  std::string module;
  std::uintptr_t offset = 0;
};

/// A code is the lower half of an address: that of a module whose instructions are where the rest may be.
std::optional<Place> placeOf(Code code) {
  struct Search {
    Code code;
    std::optional<Place> found;
  } search{code, std::nullopt};
  const auto look = [](dl_phdr_info* module, std::size_t, void* data) {
    auto& wanted = *static_cast<Search*>(data);
    for (int k = 0; k < module->dlpi_phnum; ++k) {
      const auto& segment = module->dlpi_phdr[k];
      if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
      const std::uintptr_t begin = module->dlpi_addr + segment.p_vaddr;
      // What it is called from lies in front of the address to which it returns.
      const std::uintptr_t behind = static_cast<Code>(wanted.code - static_cast<Code>(begin));
      if (behind == 0 || behind > segment.p_memsz) continue;
      const bool isProgram = module->dlpi_name == nullptr || *module->dlpi_name == '\0';
      wanted.found = Place{isProgram ? "/proc/" + std::to_string(getpid()) + "/exe" : module->dlpi_name,
                           segment.p_vaddr + behind - 1};
      return 1;
    }
    return 0;
  };
  dl_iterate_phdr(look, &search);
  return search.found;
}

/// The first line that a command writes; empty where it cannot be run, and in a program of another's rights.
std::string firstLine(std::vector<std::string> command) {
  const char* const path = secure_getenv("PATH");
  if (!path) return "";
  std::string folders = "PATH=" + std::string(path);
  std::array<char*, 2> environment = {folders.data(), nullptr};
  std::array<int, 2> pipe_{};
  if (pipe2(pipe_.data(), O_CLOEXEC) != 0) return "";
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const bool isRun = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environment.data()) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_[1]);
  std::string text;
  if (isRun) {
    std::array<char, 256> some{};
    for (ssize_t count = 0; (count = read(pipe_[0], some.data(), some.size())) > 0;)
      text.append(some.data(), static_cast<std::size_t>(count));
    waitpid(child, nullptr, 0);
  }
  close(pipe_[0]);
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::string lineOf(Code code) {
  const auto place = placeOf(code);
  if (!place) return "";
  std::array<char, 20> offset{};
  std::snprintf(offset.data(), offset.size(), "%#zx", static_cast<std::size_t>(place->offset));
  const std::string object = "--obj=" + place->module;
  for (const auto& command : std::vector<std::vector<std::string>>{
           {"llvm-symbolizer-19", "--functions=none", "--no-inlines", object, offset.data()},
           {"llvm-symbolizer", "--functions=none", "--no-inlines", object, offset.data()},
           {"addr2line", "-e", place->module, offset.data()}}) {
    const std::string line = firstLine(command);
    if (!line.empty() && line[0] != '?') return line;
  }
  return "";
}

}  // namespace clustrix::audit
