#include "audit/AuditedProcess.h"

#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "audit/AuditJson.h"
#include "audit/AuditReport.h"
#include "audit/Heap.h"
#include "audit/Lines.h"
#include "audit/Progress.h"
#include "audit/Told.h"
#include "execution/Context.h"
#include "support/ByteSize.h"
#include "support/Clock.h"
#include "support/Shown.h"
#include "support/WholeFile.h"

namespace clustrix::audit {

namespace {

/// What CLUSTRIX_AUDIT_MEMORY says, or half of what is free.
std::size_t roomOfProcess() {
  const auto free =
      static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const char* const said = secure_getenv("CLUSTRIX_AUDIT_MEMORY");
  if (!said) return free / 2;
  if (const auto bytes = runtime::parseByteSize(said)) return *bytes;
  std::fprintf(stderr,
               "clustrix: audit: CLUSTRIX_AUDIT_MEMORY is '%s', and no size such as 8GB: half of the free memory "
               "is taken\n",
               runtime::shown(said).c_str());
  return free / 2;
}

/// What CLUSTRIX_AUDIT says.
bool readsGuards() {
  const char* const said = secure_getenv("CLUSTRIX_AUDIT");
  if (!said || *said == '\0') return false;
  if (std::strcmp(said, "guards") == 0) return true;
  std::fprintf(stderr, "clustrix: audit: CLUSTRIX_AUDIT is '%s', and can only be 'guards'\n",
               runtime::shown(said).c_str());
  return false;
}

/// It is never destroyed: threads may run until the very end.
Audit& audit() {
  static Audit& only = *new Audit(roomOfProcess());
  return only;
}

std::mutex beginning;
bool isTaken = false;                  // a thread has loops under way
bool isUsed = false;                   // some thread has had one
pid_t process = 0;                     // that has been started, and not forked
thread_local Audit* active = nullptr;  // of the thread whose loops are under way
thread_local RecentReads recent;
thread_local Who who = Who::Program;
thread_local OnDevices* host = nullptr;  // of the thread that is looked at between loops, while something is there

/// The report for programs, where the environment names a file for it. What was forked has found nothing of its own.
void writeReport(const Lines& lines) {
  const char* const file = secure_getenv("CLUSTRIX_AUDIT_REPORT");
  if (!file || *file == '\0' || getpid() != process) return;
  const std::string error = runtime::writeWhole(file, asJson(audit(), lines));
  if (!error.empty()) std::fprintf(stderr, "clustrix: audit: CLUSTRIX_AUDIT_REPORT: %s\n", error.c_str());
}

void report() {
  active = nullptr;
  std::fflush(nullptr);
  std::map<Code, std::string> known;
  const Lines lines = [&](Code code) {
    const auto [line, isNew] = known.try_emplace(code);
    if (isNew) line->second = lineOf(code);
    return line->second;
  };
  writeReport(lines);
  if (!isUsed) return;
  const std::string text = reported(audit(), lines);
  std::fwrite(text.data(), 1, text.size(), stderr);
  if (audit().findings().all().empty()) return;
  std::fflush(nullptr);
  _exit(faultStatus);
}

/// In front of all that a program registers, so that it runs last: behind the destructors of what is global.
__attribute__((constructor(101))) void registerReport() {
  process = getpid();
  watchHeap();
  takeLoops();
  std::atexit(report);
}

inline std::uintptr_t addressOf(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }

/// The same, with the loops that are looked at.
class Inside : public Unwatched {
 public:
  Audit* operator->() const { return audit_; }
  Audit& operator*() const { return *audit_; }
  explicit operator bool() const { return audit_; }
  void be(Audit* audit) { audit_ = audit; }
};

/// What the host does while devices have something.
void judgeHost(std::optional<Finding> (OnDevices::*judge)(std::uintptr_t, std::size_t, Code) const, const void* place,
               std::size_t bytes, const void* caller) {
  if (who != Who::Program) return;
  const Unwatched unwatched;
  if (const auto found = (host->*judge)(addressOf(place), bytes, codeOf(caller))) audit().find(*found);
}

// Nearly all accesses are old, or settled with a few instructions that call nothing.

[[gnu::noinline]] void lookAtRead(const void* place, std::size_t bytes, const void* caller) {
  if (!active) return host ? judgeHost(&OnDevices::read, place, bytes, caller) : void();
  const Inside audit;
  audit->read(addressOf(place), bytes, codeOf(caller));
}
[[gnu::noinline]] void lookAtWrite(const void* place, std::size_t bytes, const void* caller) {
  if (!active) return host ? judgeHost(&OnDevices::written, place, bytes, caller) : void();
  const Inside audit;
  audit->write(addressOf(place), bytes, codeOf(caller));
}

[[gnu::always_inline]] inline void read(const void* place, std::size_t bytes, const void* caller) {
  if (who != Who::Ours) recent.add(addressOf(place), bytes);
  if (active ? !active->settle<false>(addressOf(place), bytes, codeOf(caller)) : host != nullptr)
    lookAtRead(place, bytes, caller);
}
[[gnu::always_inline]] inline void write(const void* place, std::size_t bytes, const void* caller) {
  if (active ? !active->settle<true>(addressOf(place), bytes, codeOf(caller)) : host != nullptr)
    lookAtWrite(place, bytes, caller);
}

inline void copy(void* to, const void* from, std::size_t bytes, const void* caller) {
  if (!active) {
    read(from, bytes, caller);
    return write(to, bytes, caller);
  }
  if (who != Who::Ours) recent.add(addressOf(from), bytes);
  const Inside audit;
  audit->copy(addressOf(to), addressOf(from), bytes, codeOf(caller));
}

/// Where somebody hears more than errors.
void tellProgress(const std::string& line) {
  runtime::Log& log = runtime::currentContext().log;
  if (log.shows(runtime::LogLevel::Warn)) log.print(line);
}

/// Of this thread; 0 where nobody knows.
std::uintptr_t lowestOfStack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* stack = nullptr;
  std::size_t bytes = 0;
  const bool isKnown = pthread_attr_getstack(&attributes, &stack, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  return isKnown ? addressOf(stack) : 0;
}

Object object(const char* name, const void* begin, std::size_t bytes, std::size_t element) {
  return {name, addressOf(begin), bytes, element};
}

}  // namespace

Unwatched::Unwatched() : audit_(active), who_(who) {
  active = nullptr;
  who = Who::Ours;
}
Unwatched::~Unwatched() {
  active = audit_;
  who = who_;
}

RecentReads recentReads() { return recent; }

bool isReadBy(const std::function<void()>& program, std::uintptr_t begin, std::size_t bytes) {
  const Unwatched unwatched;
  who = Who::Asked;
  const std::size_t before = recent.count();
  program();
  return recent.holdsSince(before, begin, bytes);
}

void notSeen(const char* loop, const char* why) {
  const Unwatched unwatched;
  const std::lock_guard lock(beginning);
  isUsed = true;
  audit().notSeen(loop, why);
}

void isAt(const char* loop, const Site& site) {
  const Unwatched unwatched;
  const std::lock_guard lock(beginning);
  LoopRecord& record = audit().record(loop);
  if (!record.file.empty()) return;
  record.function = site.function;
  record.file = site.file;
  record.line = site.line;
  record.column = site.column;
}

bool looksPastGuards() {
  const Unwatched unwatched;
  static const bool wanted = readsGuards();
  return wanted;
}

void skipped(const char* loop) {
  const Unwatched unwatched;
  const std::lock_guard lock(beginning);
  isUsed = true;
  ++audit().record(loop).skipped;
}

void heardGuards(const char* loop, const std::vector<runtime::GuardResult>& guards, const Findings* found) {
  const Unwatched unwatched;
  const std::lock_guard lock(beginning);
  isUsed = true;
  addLaunch(audit().record(loop).guards, guards, found);
}

AuditedLoop* beginLoop(const char* site, Frame frame, Claims* claims, Findings* apart) {
  Inside audit_;
  if (!audit_) {
    const std::lock_guard lock(beginning);
    if (isTaken) return nullptr;
    isTaken = isUsed = true;
    audit_.be(&audit());
  }
  return &audit_->begin(site, frame, claims, apart);
}

bool endLoop() {
  Inside audit;
  const std::lock_guard lock(beginning);
  audit->end();
  if (!audit->isIdle()) return false;
  isTaken = false;
  audit.be(nullptr);
  return true;
}

void leaveOnDevices(OnDevices::Left left) {
  const Unwatched unwatched;
  if (!host) {
    static OnDevices& only = *new OnDevices;
    if (!only.empty()) return;  // another thread's
    host = &only;
    ++runtime::copiesOnDevices;
  }
  hearOfHost([&](OnDevices& there) { there.add(std::move(left)); });
}

void hearOfHost(const std::function<void(OnDevices&)>& change) {
  if (!host) return;
  const Unwatched unwatched;
  change(*host);
  if (!host->empty()) return;
  host = nullptr;
  --runtime::copiesOnDevices;
}

void beginBody(AuditedLoop& loop) {
  const Inside audit;
  loop.beginBody();
  static Progress soFar(runtime::now);
  if (soFar.isDue()) tellProgress(progress(*audit, loop, soFar.seconds()));
}
void endBody(AuditedLoop& loop) {
  const Inside audit;
  loop.endBody();
}
void isPrivate(AuditedLoop& loop, const char* name, const void* begin, std::size_t bytes, std::size_t element) {
  const Inside audit;
  loop.isPrivate(object(name, begin, bytes, element));
}
void isCombined(AuditedLoop& loop, const char* name, const void* begin, std::size_t bytes, std::size_t element) {
  const Inside audit;
  loop.isCombined(object(name, begin, bytes, element));
}
void isNamed(AuditedLoop& loop, const char* name, const void* begin, std::size_t bytes, std::size_t element) {
  const Inside audit;
  loop.isNamed(object(name, begin, bytes, element));
}

void* allocated(void* block) {
  if (!active || !block) return block;
  const Inside audit;
  audit->born(addressOf(block), malloc_usable_size(block));
  return block;
}
void freed(void* block) {
  if (!block) return;
  if (active) {
    const Inside audit;
    audit->freed(addressOf(block), malloc_usable_size(block));
  } else if (host && who == Who::Program) {
    const Unwatched unwatched;
    if (const auto found = host->freed(addressOf(block), malloc_usable_size(block))) audit().find(*found);
  }
}

void writtenByLibrary(const void* begin, std::size_t bytes, const void* caller) { write(begin, bytes, caller); }

Frame frameBetween(const void* top, const void* low) {
  thread_local const std::uintptr_t limit = lowestOfStack();
  return {addressOf(top), addressOf(low), limit};
}

}  // namespace clustrix::audit

// The names are Clang's: NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

using clustrix::audit::copy;
using clustrix::audit::read;
using clustrix::audit::write;

void __sanitizer_cov_load1(const void* place) { read(place, 1, __builtin_return_address(0)); }
void __sanitizer_cov_load2(const void* place) { read(place, 2, __builtin_return_address(0)); }
void __sanitizer_cov_load4(const void* place) { read(place, 4, __builtin_return_address(0)); }
void __sanitizer_cov_load8(const void* place) { read(place, 8, __builtin_return_address(0)); }
void __sanitizer_cov_load16(const void* place) { read(place, 16, __builtin_return_address(0)); }
void __sanitizer_cov_store1(const void* place) { write(place, 1, __builtin_return_address(0)); }
void __sanitizer_cov_store2(const void* place) { write(place, 2, __builtin_return_address(0)); }
void __sanitizer_cov_store4(const void* place) { write(place, 4, __builtin_return_address(0)); }
void __sanitizer_cov_store8(const void* place) { write(place, 8, __builtin_return_address(0)); }
void __sanitizer_cov_store16(const void* place) { write(place, 16, __builtin_return_address(0)); }

// Copies and fills of memory have hooks in ThreadSanitizer's instrumentation alone, of which nothing else is used.
void __tsan_init() {}
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, __builtin_return_address(0));
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  write(to, bytes, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
