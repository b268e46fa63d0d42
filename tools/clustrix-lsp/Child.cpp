#include "clustrix-lsp/Child.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace clustrix::lsp {
namespace {

/// Behind a text that is whole: a process that ends early may have written a part of it.
constexpr char wholeMark = '\n';

bool writeAll(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(to, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string readAll(int from) {
  std::string text;
  char part[1 << 16];
  for (;;) {
    const ssize_t got = read(from, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(part, static_cast<std::size_t>(got));
  }
}

/// In the copy, to its end.
[[noreturn]] void workAlone(const std::function<std::string()>& work, int results) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // an editor that ends the server ends all of it
  // The streams are the server's talk with the editor.
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  const std::string text = work();
  const bool handed = writeAll(results, text) && writeAll(results, {&wholeMark, 1});
  _exit(handed ? 0 : 1);
}

std::string endingOf(int status) {
  if (WIFSIGNALED(status)) return std::string("it ended by signal ") + strsignal(WTERMSIG(status));
  return "it ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Child::Child(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  process_ = fork();
  if (process_ == 0) {
    close(ends[0]);
    workAlone(work, ends[1]);
  }
  close(ends[1]);
  results_ = ends[0];
}

Child::~Child() {
  stop();
  if (process_ > 0 || results_ >= 0) wait();
}

Child::Ending Child::wait() {
  Ending ending;
  if (results_ < 0 || process_ < 0) {
    ending.why = std::string("no process could be begun: ") + std::strerror(errno);
    if (results_ >= 0) close(results_);
    results_ = -1;
    return ending;
  }
  ending.text = readAll(results_);
  close(results_);
  results_ = -1;
  int status = 0;
  {
    // It has closed its end, and is about to end itself.
    const std::lock_guard lock(mutex_);
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    process_ = -1;
  }
  ending.whole = status == 0 && ending.text.ends_with(wholeMark);
  if (ending.whole)
    ending.text.pop_back();
  else
    ending.why = endingOf(status);
  return ending;
}

void Child::stop() {
  const std::lock_guard lock(mutex_);
  if (process_ > 0) kill(process_, SIGKILL);
}

}  // namespace clustrix::lsp
