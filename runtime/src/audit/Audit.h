// Audit: the loops under way in one thread, each of which looks at every access, and what was found in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "audit/AuditedLoop.h"
#include "audit/Findings.h"
#include "audit/LoopRecord.h"

namespace clustrix::audit {

class Audit {
 public:
  /// `room`: the most bytes that its shadow memory may take at a time.
  explicit Audit(std::size_t room) : room_(room) {}

  /// A loop begins inside those under way. It is the caller's until it is ended. What is found in it is added to
  /// `apart` where that is not null, and is no fault of the program's.
  AuditedLoop& begin(std::string site, Frame frame, Claims* claims = nullptr, Findings* apart = nullptr);
  /// The innermost one ends.
  void end();

  /// See AuditedLoop: whether it is settled for all of them.
  template <bool isWrite>
  [[gnu::always_inline]] bool settle(std::uintptr_t address, std::size_t bytes, Code code) {
    for (const auto& loop : underWay_)
      if (!loop->settle<isWrite>(address, bytes, code)) return false;
    return true;
  }
  void read(std::uintptr_t address, std::size_t bytes, Code code) {
    for (const auto& loop : underWay_) loop->read(address, bytes, code);
  }
  void write(std::uintptr_t address, std::size_t bytes, Code code) {
    for (const auto& loop : underWay_) loop->write(address, bytes, code);
  }
  void copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes, Code code) {
    for (const auto& loop : underWay_) loop->copy(to, from, bytes, code);
  }
  void born(std::uintptr_t begin, std::size_t bytes) {
    for (const auto& loop : underWay_) loop->born(begin, bytes);
  }
  void freed(std::uintptr_t begin, std::size_t bytes) {
    for (const auto& loop : underWay_) loop->freed(begin, bytes);
  }

  /// A loop at which nobody can look.
  void notSeen(const std::string& loop, const std::string& why) { notSeen_.emplace(loop, why); }
  const std::map<std::string, std::string>& notSeen() const { return notSeen_; }

  /// Of a loop, by its name: there from now on.
  LoopRecord& record(const std::string& loop) { return records_[loop]; }
  const LoopRecords& records() const { return records_; }

  /// What was found beside loops.
  void find(const Finding& found) { findings_.add(found); }
  bool isIdle() const { return underWay_.empty(); }
  const Findings& findings() const { return findings_; }
  /// Loops that have ended, and their iterations.
  std::uint64_t loops() const { return loops_; }
  std::uint64_t iterations() const { return iterations_; }
  /// With those of loops under way.
  std::uint64_t iterationsSoFar() const;
  /// Accesses for which there was no room.
  std::uint64_t unchecked() const;

 private:
  Room room_;
  std::deque<Level> levels_;  // by depth
  std::vector<std::unique_ptr<AuditedLoop>> underWay_;
  Findings findings_;
  std::map<std::string, std::string> notSeen_;
  LoopRecords records_;
  std::uint64_t loops_ = 0, iterations_ = 0;
};

}  // namespace clustrix::audit
