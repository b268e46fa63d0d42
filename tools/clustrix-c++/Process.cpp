#include "clustrix-c++/Process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>

extern char** environ;

namespace clustrix::tools {
namespace {

constexpr std::array<int, 3> endingSignals{SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t runningChild = 0;

void passOn(int signal) {
  if (runningChild > 0) kill(static_cast<pid_t>(runningChild), signal);
}

// While it lives, signals go to the child; afterwards as before.
class SignalsToChild {
 public:
  SignalsToChild() {
    struct sigaction action{};
    action.sa_handler = passOn;
    for (std::size_t i = 0; i < endingSignals.size(); ++i) sigaction(endingSignals[i], &action, &before[i]);
  }
  ~SignalsToChild() {
    runningChild = 0;
    for (std::size_t i = 0; i < endingSignals.size(); ++i) sigaction(endingSignals[i], &before[i], nullptr);
  }
  SignalsToChild(const SignalsToChild&) = delete;
  SignalsToChild& operator=(const SignalsToChild&) = delete;

 private:
  std::array<struct sigaction, endingSignals.size()> before{};
};

int waitFor(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 127;
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

int run(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);

  const SignalsToChild signals;
  pid_t child = 0;
  const int failed = posix_spawnp(&child, words[0], nullptr, nullptr, words.data(), environ);
  if (failed != 0) {
    std::cerr << "clustrix-c++: error: cannot run " << command[0] << ": " << std::strerror(failed) << '\n';
    return 127;
  }
  runningChild = child;
  return waitFor(child);
}

}  // namespace clustrix::tools
