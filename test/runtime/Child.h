// Child: what becomes of a process that does something no test survives, or that would change this one.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>

namespace clustrix::test {

/// The exit status of a forked process: what `action` answers in it, or -1 where a signal ended it.
template <class Action>
int statusOfChild(const Action& action) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // A crash or an error is wanted: nobody should report it.
    static_cast<void>(std::freopen("/dev/null", "w", stderr));
    std::signal(SIGSEGV, SIG_DFL);
    std::signal(SIGBUS, SIG_DFL);
    _exit(action());
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace clustrix::test
