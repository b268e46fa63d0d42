// Audit: what the text of an audited program says of its loops, each of which runs as it is written.
//
//     clustrix::Loop loop(site, n); ... if (!loop.run(footprint, kernel)) {          false in such a program
//       clustrix::audit::Loop audit(loop);
//       audit.combines("s", s);
//       const clustrix::audit::Watched watched(audit);
//       for (...) { const clustrix::audit::Iteration iteration(watched); s += a[i]; }
//     }
//
// Where a guard fails nobody looks, unless it is asked whether the guard was needed: the loop would have run as written
// in any case. Programs link libclustrix_audit beside the runtime, and have Clang's hooks in their code.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include "clustrix/Loop.h"
#include "clustrix/Options.h"

namespace clustrix {
namespace audit {

class AuditedLoop;

/// In which launches a loop is looked at: where its guards hold, so that it would have run in parallel, or always. Then
/// what is found where one does not hold is no fault, and tells that it was needed. So it is with
/// CLUSTRIX_AUDIT=guards.
enum class Where { GuardsHold, Always };

class Loop {
 public:
  /// `told`: what the runtime was told of the loop; it outlives this. `frame`: of the function that has the loop.
  explicit Loop(const clustrix::Loop& told, Where where = Where::GuardsHold,
                const void* frame = __builtin_frame_address(0));
  /// The same where nothing may have been told, since there is no iteration.
  explicit Loop(const std::optional<clustrix::Loop>& told, Where where = Where::GuardsHold,
                const void* frame = __builtin_frame_address(0));
  /// A loop in an iteration of `around` that threads of a device share there, if `isShared`. It is looked at in some of
  /// the iterations.
  Loop(const Loop& around, const Site& site, bool isShared, const void* frame = __builtin_frame_address(0));
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // What is said first of a place counts.

  /// Each iteration has its own.
  template <class... Place>
  void isPrivate(const char* name, const Place&... place) {
    say(Private, name, place...);
  }
  /// Iterations combine into it.
  template <class... Place>
  void combines(const char* name, const Place&... place) {
    say(Combined, name, place...);
  }
  // The same of an array by the name that the runtime was told.
  void isPrivateArray(const char* name) { placeArrays(Private, name); }
  void combinesArray(const char* name) { placeArrays(Combined, name); }
  /// It moves evenly from iteration to iteration.
  template <class... Place>
  void steps(const char* name, const Place&... place) {
    say(Combined, name, place...);
  }
  /// Iterations read the element that has been the best so far, of an earlier one or from before the loop: what `best`
  /// reads to return its value. It outlives the loop, and is asked in the middle of iterations.
  template <class Best>
  void looksBack(const Best& best) {
    lookedBackBy(&best, [](const void* asked) {
      [[maybe_unused]] const volatile auto value = (*static_cast<const Best*>(asked))();
    });
  }
  /// Iterations add to it.
  template <class Container>
  void grows(const char* name, const Container& container) {
    say(Combined, name, container);
    growing(&container, [](const void* asked) -> ObjectBytes {
      const auto& now = *static_cast<const Container*>(asked);
      return {now.data(), now.capacity() * sizeof(typename Container::value_type)};
    });
  }
  /// What reports call it. From here on the compiler keeps it in memory, where accesses are seen.
  template <class... Place>
  void names(const char* name, const Place&... place) {
    say(Named, name, place...);
  }

 private:
  friend class Watched;
  enum Kind { Private, Combined, Named };

  template <class T>
  void say(Kind kind, const char* name, const T& object) {
    // As C writes it: of a pointer that is `restrict`, nothing else takes that away.
    place(kind, name, (const volatile void*)__builtin_addressof(object), sizeof object,
          std::is_array<T>::value ? sizeof(std::remove_all_extents_t<T>) : 0);
  }
  template <class T>
  void say(Kind kind, const char* name, const Array<T>& array) {
    placeArray(kind, name, array.id);
  }
  template <class T, class Count>
  void say(Kind kind, const char* name, T* first, Count count) {
    place(kind, name, first, static_cast<std::size_t>(count) * sizeof(T), sizeof(T));
  }
  void place(Kind kind, const char* name, const volatile void* begin, std::size_t bytes, std::size_t element);
  void placeArray(Kind kind, const char* name, int array);
  void placeArrays(Kind kind, const char* name);
  void begin(const clustrix::Loop& told, Where where, const void* frame, const void* low);
  void growing(const void* container, ObjectBytes (*elementsOf)(const void* container));
  void ignoreOurOwn();
  void lookedBackBy(const void* best, void (*evaluate)(const void* best));
  /// Of claims, only what all iterations do together.
  void askTogether();

  AuditedLoop* loop_ = nullptr;  // null: nobody looks
  const runtime::LoopState* told_ = nullptr;
  bool hearsGuards_ = false;
};

/// A loop of which all has been said: its iterations come. In a register, where it costs nobody an access of memory.
class Watched {
 public:
  explicit Watched(const Loop& loop) : loop_(loop.loop_) {}

 private:
  friend class Iteration;
  friend class Round;
  AuditedLoop* loop_;  // null: nobody looks
};

/// One iteration, from the beginning of its body. What the loop's head does behind it belongs to the next one.
class Iteration {
 public:
  explicit Iteration(Watched watched) : loop_(watched.loop_) {
    if (loop_ != nullptr) begin(*loop_);
  }
  ~Iteration() {
    if (loop_ != nullptr) end(*loop_);
  }
  Iteration(const Iteration&) = delete;
  Iteration& operator=(const Iteration&) = delete;

 private:
  static void begin(AuditedLoop& loop);
  static void end(AuditedLoop& loop);

  AuditedLoop* loop_;
};

/// Of a nest whose loops change places: an iteration of the outer loop, in which the inner one begins anew.
class Round {
 public:
  explicit Round(Watched watched) {
    if (watched.loop_ != nullptr) begin(*watched.loop_);
  }

 private:
  static void begin(AuditedLoop& loop);
};

/// A loop at which nobody can look, and why; said once in the report.
class NotSeen {
 public:
  NotSeen(const Site& site, const char* why);
};

}  // namespace audit
}  // namespace clustrix
