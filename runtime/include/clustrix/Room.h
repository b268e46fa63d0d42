// Room: for the elements that a loop adds at the end of a container, before they are written.
//
//     for (...) out.push_back(f(i));       clustrix::Room room(out, iterations, 1);
//                                          ... the kernel writes room.data()[room.size() before + k] ...
//                                          room.keep();         or room.drop() and the original loop
//
// A loop that reads old elements through a pointer finds them where they were as long as it runs: a container whose
// memory has to move is built anew beside the old one, which keep() replaces. Both are host code: what devices have of
// the container comes home before its elements are copied, and before its old memory goes.
#pragma once

#include <exception>
#include <type_traits>
#include <utility>

#include "clustrix/Index.h"
#include "clustrix/Residency.h"

namespace clustrix {

template <class Container>
class Room {
 public:
  using Element = typename Container::value_type;
  static_assert(std::is_trivially_copyable_v<Element>, "elements are written by devices, as bytes");

  /// Room for `step` elements in each iteration; made() tells whether there is so much.
  Room(Container& container, Index iterations, Index step) : container_(container), before_(container.size()) {
    home();
    const auto wanted = static_cast<__int128>(iterations) * step + static_cast<__int128>(before_);
    made_ =
        step >= 0 && wanted <= static_cast<__int128>(container.max_size()) && grow(static_cast<std::size_t>(wanted));
  }
  ~Room() {
    if (moves_) home();
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  bool made() const { return made_; }
  Element* data() { return moves_ ? moved_.data() : container_.data(); }
  Index size() const { return static_cast<Index>(moves_ ? moved_.size() : container_.size()); }

  /// The elements are written: they belong to the container now.
  void keep() {
    if (moves_) container_.swap(moved_);
  }
  /// The container as it was.
  void drop() {
    if (!moves_) container_.resize(before_);
  }

 private:
  static void home() {
    if (!runtime::nothingOnDevices()) runtime::bringAllHome();
  }
  bool grow(std::size_t size) {
#if defined(__cpp_exceptions)
    // Where memory runs out the original loop shall say so, at the element that has no place.
    try {
      growNow(size);
    } catch (const std::exception&) {
      if (moves_) Container().swap(moved_);
      moves_ = false;
      return false;
    }
#else
    growNow(size);
#endif
    return true;
  }
  void growNow(std::size_t size) {
    moves_ = size > container_.capacity();
    if (!moves_) return container_.resize(size);
    // As push_back grows: twice what there is, so that many short loops stay linear.
    const std::size_t twice = container_.capacity() * 2;
    moved_.reserve(twice > size ? twice : size);
    moved_.assign(container_.begin(), container_.end());
    moved_.resize(size);
  }

  Container& container_;
  Container moved_;
  std::size_t before_ = 0;
  bool moves_ = false, made_ = false;
};

}  // namespace clustrix
