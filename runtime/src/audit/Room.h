// Room: the memory that the shadows of an audit may take together. Where it is used up, all of them forget what they
// know and go on, so that what lies far apart is not compared, and what lies close together is.
//
//     iterations 0 ... 83 | 83 ... 170 | 170 ... 199      each is compared with the others of its stretch
//
// All at once: a loop inside another fills its shadow as the outer one does, and neither is left without.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustrix::audit {

class Shadow;

class Room {
 public:
  Room(std::size_t bytes) : left_(bytes), all_(bytes) {}
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  /// Whoever is asked to forget, as long as it lives.
  void add(Shadow& shadow) { shadows_.push_back(&shadow); }
  void remove(const Shadow& shadow);

  bool has(std::size_t bytes) const { return bytes <= left_; }
  void take(std::size_t bytes) { left_ -= bytes; }
  void give(std::size_t bytes) { left_ += bytes; }
  std::size_t left() const { return left_; }

  /// All shadows forget what they know. False where less than half is taken: whoever wants more than that gets nothing.
  bool clear();
  /// How often they have.
  std::uint64_t cleared() const { return cleared_; }

 private:
  std::size_t left_, all_;
  std::uint64_t cleared_ = 0;
  std::vector<Shadow*> shadows_;
};

}  // namespace clustrix::audit
