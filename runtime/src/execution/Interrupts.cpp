#include "execution/Interrupts.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "execution/Context.h"
#include "execution/Fork.h"

namespace clustrix::runtime {
namespace {

std::atomic<const Site*> underWay{nullptr};
std::atomic<const Context*> watched{nullptr};
static_assert(std::atomic<const Site*>::is_always_lock_free && std::atomic<const Context*>::is_always_lock_free,
              "a signal's handler reads them");

// A line without memory from the heap. What does not fit is left out.
class Line {
 public:
  Line& operator<<(const char* text) {
    for (; *text != '\0' && used_ + 1 < sizeof bytes_; ++text) bytes_[used_++] = *text;
    return *this;
  }
  Line& operator<<(unsigned long long number) {
    char digits[24];
    std::size_t first = sizeof digits - 1;
    digits[first] = '\0';
    do digits[--first] = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    return *this << digits + first;
  }
  Line& operator<<(const Site& site) {
    return *this << " [" << site.function << " at " << site.file << ":" << static_cast<unsigned long long>(site.line)
                 << "]";
  }
  void write() {
    bytes_[used_++] = '\n';
    // Nothing can be done where standard error takes nothing.
    if (::write(STDERR_FILENO, bytes_, used_) < 0) used_ = 0;
  }

 private:
  char bytes_[1024];
  std::size_t used_ = 0;
};

// Calls what is safe in a signal's handler, and nothing else.
void sayWhatIsLost(const char* signal, const Context& context) {
  const Site* const running = underWay.load(std::memory_order_relaxed);
  const Index stale = context.residents.staleBytes();
  if (running == nullptr && stale == 0) return;
  Line line;
  line << "clustrix: warn: " << signal << " ends the program while ";
  if (running != nullptr) {
    line << "a launch on devices is under way: arrays that it writes may be written in part" << *running;
  } else {
    line << static_cast<unsigned long long>(stale)
         << " bytes of results are on devices alone, not in the host's memory";
    if (const Site* const last = context.residents.lastWriter()) line << *last;
  }
  line.write();
}

struct Ending {
  int signal;
  const char* name;
};
// From outside; from the program's own faults; and SIGABRT, which std::abort, std::terminate and assert raise.
constexpr Ending endings[] = {{SIGINT, "SIGINT"},   {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"},
                              {SIGQUIT, "SIGQUIT"}, {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},
                              {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},   {SIGABRT, "SIGABRT"}};

const char* nameOf(int signal) {
  for (const Ending& ending : endings)
    if (ending.signal == signal) return ending.name;
  return "a signal";
}

// The action is the default one again when this is called (SA_RESETHAND): the process ends by the signal itself.
void onSignal(int signal) {
  const Context* const context = watched.load(std::memory_order_relaxed);
  if (context != nullptr && !inForkedChild() && context->log.shows(LogLevel::Warn))
    sayWhatIsLost(nameOf(signal), *context);
  raise(signal);
}

void watch(int signal) {
  struct sigaction before;
  if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) return;
  struct sigaction ours;
  std::memset(&ours, 0, sizeof ours);
  ours.sa_handler = onSignal;
  // On the program's other stack where it has one: the usual one may be what has run out.
  ours.sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  if (sigaction(signal, &ours, &before) != 0) return;
  // Another thread has set one of the program's meanwhile.
  if (before.sa_handler != SIG_DFL) sigaction(signal, &before, nullptr);
}

}  // namespace

void watchSignals(const Context& context) {
  const Context* nobody = nullptr;
  if (!watched.compare_exchange_strong(nobody, &context)) return;
  for (const Ending& ending : endings) watch(ending.signal);
}

UnderWay::UnderWay(const Site& site) { underWay.store(&site, std::memory_order_relaxed); }
UnderWay::~UnderWay() { underWay.store(nullptr, std::memory_order_relaxed); }

std::string underWayWarning() {
  const Site* const site = underWay.load(std::memory_order_relaxed);
  if (site == nullptr) return "";
  return std::string("the program ends while a launch on devices is under way: arrays that it writes may be written ") +
         "in part [" + site->function + " at " + site->file + ":" + std::to_string(site->line) + "]";
}

void forgetUnderWay() { underWay.store(nullptr, std::memory_order_relaxed); }

}  // namespace clustrix::runtime
