// AuditedProcess: the audit of the whole process, and the compiler's hooks that lead to it.
//
//     clang++ -O1 -g1 -fsanitize-coverage=func,trace-loads,trace-stores ...
//
//     a[i] = b[i];      ──►      __sanitizer_cov_load8(&b[i]); __sanitizer_cov_store8(&a[i]); a[i] = b[i];
//
// One thread is looked at: that in which a loop begins while no other does. What was found is written to standard error
// when the process ends, with the exit status 66 where something was.
#pragma once

#include <cstddef>
#include <functional>

#include "audit/Audit.h"
#include "audit/OnDevices.h"
#include "audit/RecentReads.h"
#include "clustrix/Options.h"

namespace clustrix::audit {

constexpr int faultStatus = 66;

/// Whose code a thread runs: the program's, that which the program has given us to ask it something, or ours.
enum class Who : char { Program, Asked, Ours };

// What the program itself calls. Neither the audit nor what it calls of the standard library is looked at meanwhile:
// the linker may have taken the latter from the program, with hooks.

/// While there is one, this thread is not looked at.
class Unwatched {
 public:
  Unwatched();
  ~Unwatched();
  Unwatched(const Unwatched&) = delete;
  Unwatched& operator=(const Unwatched&) = delete;

 protected:
  Audit* audit_;  // of the loops under way, or null

 private:
  Who who_;
};

/// Of this thread.
RecentReads recentReads();
/// Whether `program` reads all of this at once.
bool isReadBy(const std::function<void()>& program, std::uintptr_t begin, std::size_t bytes);
/// A loop at which nobody can look.
void notSeen(const char* loop, const char* why);
/// Where the loop of that name is.
void isAt(const char* loop, const Site& site);
/// Whether the environment wants loops looked at where guards say no, too.
bool looksPastGuards();
/// A launch at which nobody looks, since a guard says no.
void skipped(const char* loop);
/// What the guards of a launch have said, and what was found in its iterations; null where nobody looked.
void heardGuards(const char* loop, const std::vector<runtime::GuardResult>& guards, const Findings* found);
/// A loop begins in this thread; null where another thread has one under way. `apart`: see Audit::begin.
AuditedLoop* beginLoop(const char* site, Frame frame, Claims* claims = nullptr, Findings* apart = nullptr);
/// The innermost one ends, which has begun. Whether it was the outermost.
bool endLoop();
/// What a loop would leave on devices; from now on this thread is looked at as the host.
void leaveOnDevices(OnDevices::Left left);
/// The text says something of the host: `change(onDevices)`, where something is there.
void hearOfHost(const std::function<void(OnDevices&)>& change);
void beginBody(AuditedLoop& loop);
void endBody(AuditedLoop& loop);
/// What iterations may do with an object; `element`: the bytes of each of its elements, 0 where it is one.
void isPrivate(AuditedLoop& loop, const char* name, const void* begin, std::size_t bytes, std::size_t element);
void isCombined(AuditedLoop& loop, const char* name, const void* begin, std::size_t bytes, std::size_t element);
void isNamed(AuditedLoop& loop, const char* name, const void* begin, std::size_t bytes, std::size_t element);

/// A block of the heap that somebody gets, or nothing; the same. Whoever has loops under way has it for the iteration.
void* allocated(void* block);
/// A block that somebody gives back, or nothing.
void freed(void* block);

/// What a function writes that has no hooks, for who called it from `caller`.
void writtenByLibrary(const void* begin, std::size_t bytes, const void* caller);

/// The stack of this thread: from its caller's frame at `top`, down to `low`.
Frame frameBetween(const void* top, const void* low);

}  // namespace clustrix::audit
