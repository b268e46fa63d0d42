// Room: for the elements that a loop adds at the end of a container, before they are written.
//
//     for (...) out.push_back(f(i));       clustrix::Room room(out, iterations, 1);
//                                          ... the kernel writes room.data()[room.size() before + k] ...
//                                          room.keep();         or room.drop() and the original loop
//     for (...) if (c) out.push_back(f(i));  clustrix::Room room(out);   how many there will be is not known yet
//                                          ... the first pass of a scan counts ... room.make(count) ... the second ...
//
// A loop that uses old elements through a pointer finds them where they were as long as it runs: a container whose
// memory has to move is built anew beside the old one, and keep() copies them, as the loop has left them. All of this
// is host code: what devices have of the container comes home before its elements are copied, and before its old memory
// goes.
#pragma once

#include <exception>
#include <type_traits>
#include <utility>

#include "clustrix/Array.h"
#include "clustrix/Index.h"
#include "clustrix/Residency.h"

namespace clustrix {

template <class Container>
class Room {
 public:
  using Element = typename Container::value_type;
  static_assert(std::is_trivially_copy_constructible_v<Element> && std::is_trivially_destructible_v<Element>,
                "elements are written by devices, as bytes");

  /// Room for `step` elements in each iteration; made() tells whether there is so much.
  Room(Container& container, Index iterations, Index step) : Room(container) { make(iterations, step); }
  /// None so far: make() says for how many.
  explicit Room(Container& container) : container_(container), before_(container.size()) {}
  ~Room() {
    if (moves_) home();
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  bool made() const { return made_; }
  /// Room for `count` elements, called at most once; false: there is no memory for so many, and nothing has changed.
  bool make(Index count) { return make(count, 1); }
  /// The same for `step` elements in each iteration.
  bool make(Index iterations, Index step) {
    return made_ = step >= 0 && makeRoom(static_cast<__int128>(iterations) * step);
  }
  /// Of the elements that were there before, the container itself has the values.
  Element* data() { return moves_ ? moved_.data() : container_.data(); }
  Index size() const { return static_cast<Index>(moves_ ? moved_.size() : container_.size()); }
  /// The elements that the container itself has now.
  ObjectBytes inContainer() const { return {container_.data(), container_.size() * sizeof(Element)}; }

  /// The elements are written: they belong to the container now.
  void keep() {
    if (!moves_) return;
    home();
    for (std::size_t i = 0; i < before_; ++i) moved_[i] = container_[i];
    container_.swap(moved_);
  }
  /// The container as it was.
  void drop() {
    if (!moves_) container_.resize(before_);
  }

 private:
  static void home() {
    if (!runtime::nothingOnDevices()) runtime::bringAllHome();
  }
  bool makeRoom(__int128 count) {
    home();
    const __int128 wanted = count + static_cast<__int128>(before_);
    return count >= 0 && wanted <= static_cast<__int128>(container_.max_size()) &&
           grow(static_cast<std::size_t>(wanted));
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
    moved_.reserve(grown(size));
    moved_.resize(size);
  }
  /// The capacity behind one push_back after the other, which the program may ask for: doubled whenever it is full.
  std::size_t grown(std::size_t size) const {
    const std::size_t most = container_.max_size();
    std::size_t capacity = container_.capacity();
    while (capacity < size) {
      if (capacity > most / 2) return most;
      capacity = capacity == 0 ? 1 : 2 * capacity;
    }
    return capacity;
  }

  Container& container_;
  Container moved_;
  std::size_t before_ = 0;
  bool moves_ = false, made_ = false;
};

}  // namespace clustrix
