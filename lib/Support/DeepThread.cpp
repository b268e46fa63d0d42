// POSIX threads: std::thread cannot say how large its stack is. A handler of the signal that a full stack raises needs
// a stack of its own.
#include "Support/DeepThread.h"

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

#include <pthread.h>
#include <unistd.h>

namespace clustrix::compiler {
namespace {

constexpr std::size_t kLargest = std::size_t{1} << 30, kSmallest = std::size_t{8} << 20;
constexpr std::size_t kSignalStack = std::size_t{64} << 10;
/// A frame may begin so far below the last one that was touched.
constexpr std::uintptr_t kReach = std::uintptr_t{1} << 20;

constexpr int kBadSource = 2;  // Exit::BadInput
constexpr std::string_view kMessage = "clustrix-rewrite: error: the source nests too deep to be read\n";

thread_local std::uintptr_t stackEnd = 0;  // its lowest address

/// Only what may be called in a signal handler.
void onFault(int signal, siginfo_t* fault, void*) {
  const auto at = reinterpret_cast<std::uintptr_t>(fault->si_addr);
  if (stackEnd != 0 && at < stackEnd + kReach && at + kReach >= stackEnd) {
    if (write(STDERR_FILENO, kMessage.data(), kMessage.size()) < 0) _exit(kBadSource);
    _exit(kBadSource);
  }
  // None of ours: it happens again when this returns, and ends the process as it would have.
  struct sigaction plain{};
  plain.sa_handler = SIG_DFL;
  sigaction(signal, &plain, nullptr);
}

void watchFaults() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction ours{};
    ours.sa_sigaction = onFault;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    sigaction(SIGSEGV, &ours, nullptr);
    sigaction(SIGBUS, &ours, nullptr);
  });
}

void noteStack() {
  pthread_attr_t own;
  if (pthread_getattr_np(pthread_self(), &own) != 0) return;
  void* lowest = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&own, &lowest, &size) == 0) stackEnd = reinterpret_cast<std::uintptr_t>(lowest);
  pthread_attr_destroy(&own);
}

}  // namespace

struct DeepThread::Running {
  std::function<void()> work;
  pthread_t thread{};

  void run() {
    std::vector<char> place(kSignalStack);
    stack_t handlers{};
    handlers.ss_sp = place.data();
    handlers.ss_size = place.size();
    sigaltstack(&handlers, nullptr);
    noteStack();
    work();
    handlers.ss_flags = SS_DISABLE;
    sigaltstack(&handlers, nullptr);
  }
  bool start(std::size_t stack) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    const auto enter = [](void* self) -> void* {
      static_cast<Running*>(self)->run();
      return nullptr;
    };
    const bool started =
        pthread_attr_setstacksize(&attributes, stack) == 0 && pthread_create(&thread, &attributes, enter, this) == 0;
    pthread_attr_destroy(&attributes);
    return started;
  }
};

DeepThread::DeepThread(std::function<void()> work) : running_(std::make_unique<Running>(std::move(work))) {
  watchFaults();
  for (std::size_t stack = kLargest; stack >= kSmallest; stack /= 2)
    if (running_->start(stack)) return;
  running_->work();
  running_.reset();
}

DeepThread::DeepThread(DeepThread&&) noexcept = default;

DeepThread::~DeepThread() {
  if (running_) pthread_join(running_->thread, nullptr);
}

}  // namespace clustrix::compiler
