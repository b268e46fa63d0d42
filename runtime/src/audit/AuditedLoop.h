// AuditedLoop: a loop that runs as written, one iteration after the other, and is looked at.
//
//     AuditedLoop loop(level, site, frame, findings);
//     loop.isPrivate({"t", &t, sizeof t});
//     for (...) {            head: test and step belong to the coming iteration
//       loop.beginBody();
//       ...                  read and write, by the compiler's hooks
//       loop.endBody();
//     }
//
// What is found in a head is kept back until the body behind it begins: the head that ends the loop belongs to no
// iteration. So is what is found in a body, where the iteration that ends the loop may do anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "audit/Claims.h"
#include "audit/Findings.h"
#include "audit/Object.h"
#include "audit/Origins.h"
#include "audit/Shadow.h"
#include "audit/Stretches.h"

namespace clustrix::audit {

/// Loops that are as deep inside others share their shadow, one after the other.
struct Level {
  explicit Level(Room& room) : shadow(room) {}

  Shadow shadow;
  Tick tick = 0;
};

/// Where the stack is when the loop begins: it grows from `top`, where its function has begun, down to `low`.
struct Frame {
  std::uintptr_t top = 0, low = 0, limit = 0;
};

class AuditedLoop {
 public:
  /// `claims`: null where the plan says nothing of single iterations. All outlive it.
  AuditedLoop(Level& level, std::string site, Frame frame, Findings& findings, Claims* claims = nullptr);

  /// Each iteration has its own: it is read after the iteration itself has set it.
  void isPrivate(Object object) { privates_.push_back(std::move(object)); }
  /// The iterations' updates combine.
  void isCombined(Object object) { combined_.push_back(std::move(object)); }
  /// Iterations add elements, which may move for that. `elements`: where they are, and where more have room.
  void grows(std::function<Piece()> elements) { growing_.push_back({std::move(elements), {}}); }
  /// For reports: `a[17]`.
  void isNamed(Object object) { named_.push_back(std::move(object)); }

  /// Arrays are called as another loop calls them.
  void callElementsAs(const AuditedLoop& other);

  /// Objects may lie in each other, since a guard has said no: what does is neither private nor combined.
  void mayOverlap() { mayOverlap_ = true; }
  /// There were so many launches of it before this one.
  void isLaunch(std::uint64_t before) { launch_ = before; }
  /// An iteration may end the loop, and then do what it likes.
  void mayBeLeft() { mayBeLeft_ = true; }

  void beginBody();
  void endBody();
  /// The iterations come once more, from the first one on.
  void beginRound() { level_.tick = first_; }
  /// Behind the last iteration.
  void end();

  /// Looks at an access where nothing can come of it, as of nearly all; otherwise it is left to `read` and `write`.
  template <bool isWrite>
  [[gnu::always_inline]] bool settle(std::uintptr_t address, std::size_t bytes, Code code) {
    if (!origins_.empty()) return false;
    if (isOfCallee(address)) return true;
    const auto may = [&] { return isClaimedAsBefore<isWrite>(address, bytes, code); };
    return level_.shadow.settle<isWrite>(address, bytes, {level_.tick, code}, first_, may);
  }
  void read(std::uintptr_t address, std::size_t bytes, Code code) {
    if (!origins_.empty() && isOwn(address))
      origins_.forEachPart(address, bytes, [&](std::uintptr_t source, std::uintptr_t, std::size_t count) {
        touch<false>(source, count, code);
      });
    touch<false>(address, bytes, code);
  }
  void write(std::uintptr_t address, std::size_t bytes, Code code) {
    if (!origins_.empty() && isOwn(address)) origins_.written(address, bytes);
    touch<true>(address, bytes, code);
  }
  /// Into a variable of the iteration's own, elements are read where that is.
  void copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes, Code code) {
    const bool isLater = isOwn(to);
    if (!isLater) read(from, bytes, code);
    write(to, bytes, code);
    if (isLater) origins_.copied(to, from, bytes);
  }

  /// Memory that the iteration has got for itself: the plan knows nothing of it.
  void born(std::uintptr_t begin, std::size_t bytes) {
    if (claims_) born_.push_back({"", begin, bytes});
  }
  /// Memory that is the program's no longer.
  void freed(std::uintptr_t begin, std::size_t bytes) { level_.shadow.forget(begin, begin + bytes); }

  /// Whether loops in the iteration at hand are worth a look of their own: they are in the first iterations and in some
  /// of the others, of the first launches and of some of the others.
  bool looksInside() const { return isSample(launch_) && isSample(iterations_ - 1); }

  const std::string& site() const { return site_; }
  /// Those whose body has begun.
  std::uint64_t iterations() const { return iterations_; }
  Stretches stretches() const { return stretches_.ended(iterations_); }

 private:
  static bool isSample(std::uint64_t number) { return number < 16 || number % 16 == 0; }
  template <bool isWrite>
  void touch(std::uintptr_t address, std::size_t bytes, Code code) {
    if (isOfCallee(address)) return;
    const auto found = [&](std::uintptr_t begin, std::size_t count, const Conflict* conflict, bool isOwn) {
      if (conflict || !isClaimedAsBefore<isWrite>(begin, count, code))
        judge({isWrite, begin, count, code, isOwn}, conflict);
    };
    if constexpr (isWrite)
      level_.shadow.write(address, bytes, {level_.tick, code}, first_, found);
    else
      level_.shadow.read(address, bytes, {level_.tick, code}, first_, found);
  }
  template <bool isWrite>
  bool isClaimedAsBefore(std::uintptr_t begin, std::size_t bytes, Code code) const {
    return !claims_ || claims_->isKnown<isWrite>(level_.tick - first_, code, begin, bytes);
  }
  struct Access {
    bool isWrite;
    std::uintptr_t begin;
    std::size_t bytes;
    Code code;
    bool isOwn;  // the iteration has written there
  };
  void judge(const Access& access, const Conflict* conflict);
  bool isClaimed(const Access& access);
  /// Of a function that the iteration calls.
  bool isOfCallee(std::uintptr_t address) const { return address >= frame_.limit && address < frame_.low; }
  bool isOnFrame(std::uintptr_t address) const { return address >= frame_.low && address < frame_.top; }
  bool isOwn(std::uintptr_t address) const {
    return address >= frame_.limit && address < frame_.top &&
           (address < frame_.low || holding(privates_, address) || !holding(named_, address));
  }
  void find(Fault fault, std::uintptr_t at, Code code, const Touch* before);
  std::string nameOf(std::uintptr_t address) const;
  bool isGrowing(std::uintptr_t address) const;
  bool isExempt(const std::vector<Object>& objects, std::uintptr_t address) const;

  /// A container, and where its elements were when the iteration began.
  struct Growing {
    std::function<Piece()> elements;
    Object now;
  };

  Level& level_;
  std::string site_;
  Frame frame_;
  Findings& findings_;
  Claims* claims_;
  Tick first_;
  std::uint64_t launch_ = 0, iterations_ = 0;
  StretchesOfLaunch stretches_;
  bool inBody_ = false, mayBeLeft_ = false, mayOverlap_ = false;
  bool endsInBody_ = true;  // a last body may begin to see that the loop has ended, and has done nothing else
  std::vector<Object> privates_, combined_, named_, born_;
  std::vector<Growing> growing_;
  std::vector<Finding> keptBack_;
  Origins origins_;
};

}  // namespace clustrix::audit
