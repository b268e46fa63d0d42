// Touches: a look at all elements that the iterations of a loop touch in one array, before the loop runs.
//
//     const clustrix::TouchedBy y_elements = loop.touched(y_, {list_inspected}, {}, [&](clustrix::AllTouches& elements)
//     {
//       const auto list_numbers = list_inspected.numbers(list_);
//       elements.each([&](clustrix::Chunk chunk, auto& touched) {
//         for (clustrix::Index k0 = chunk.begin; k0 < chunk.end; ++k0)
//           touched.write(k0, touched.at(list_numbers, 2 * k0) + 1);             y[list[2 * k0] + 1] = ...
//       });
//     });
//     loop.apart(y_elements);                                a guard: no two iterations touch the same element
//     const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
//       const clustrix::ListedValues y_values = y_elements.in(chunk);
//       touched.mayWrite(y_).given(y_values).between(0, {1, y_values.least, y_values.greatest});
//     };
//
// Each element has a stamp. First each iteration stamps what it writes; then each looks whether all that it touches has
// its own stamp, or none where it only reads. Of two iterations that write one element the later stamp stays, in
// whatever order threads get there, and the other one finds it.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>

#include "clustrix/Index.h"

namespace clustrix {

namespace runtime {
/// Where numbers stand that are known at the positions from `from` to `to`, both inclusive.
struct KnownNumbers {
  const char* base = nullptr;  // of number 0
  Index from = 0;
  Index to = -1;
  Index run = 1;     // so many lie together,
  Index stride = 0;  // and so many bytes are between the begins of two runs
};
}  // namespace runtime

/// The same with their type: see Inspected::numbers.
template <class T>
struct ListNumbers : runtime::KnownNumbers {
  Index operator[](Index position) const {
    const Index before = run == 1 ? position : quotientDown(position, run);
    T number;
    std::memcpy(&number, base + before * stride + (position - before * run) * Index{sizeof(T)}, sizeof number);
    return static_cast<Index>(number);
  }
};

/// In place of an iteration: what each of them reads, and the loop's condition once more.
constexpr Index allIterations = -1;

namespace runtime {

/// What one thread finds in some iterations.
class KnownTouches {
 public:
  /// The number at a position of a list. One that is not known may be any.
  template <class T>
  Index at(const ListNumbers<T>& list, Index position) {
    if (position >= list.from && position <= list.to) {
      const Index number = list[position];
      if (number >= -mostNumber && number <= mostNumber) return number;
    }
    known_ = false;
    return 0;
  }
  /// Whether all numbers of lists were.
  bool known() const { return known_; }
  /// How often elements were touched.
  Index count() const { return count_; }

 protected:
  void touch() { ++count_; }

 private:
  static constexpr Index mostNumber = Index{1} << 47;  // no element is further away

  bool known_ = true;
  Index count_ = 0;
};

/// Between which elements all lie that are touched.
class RangeTouches : public KnownTouches {
 public:
  void write(Index, Index element) { touch(element); }
  void read(Index, Index element) { touch(element); }
  Index least() const { return least_; }
  Index greatest() const { return greatest_; }

 private:
  void touch(Index element) {
    KnownTouches::touch();
    if (element < least_) least_ = element;
    if (element > greatest_) greatest_ = element;
  }

  Index least_ = std::numeric_limits<Index>::max();
  Index greatest_ = std::numeric_limits<Index>::min();
};

/// A stamp for each element from `from` to `to`, both inclusive. None is above `before` at first.
struct Stamps {
  std::atomic<std::uint32_t>* of = nullptr;
  Index from = 0;
  Index to = -1;
  std::uint32_t before = 0;
};

/// An element that two iterations touch, either of them perhaps allIterations.
struct SharedElement {
  Index element, first, second;
};

/// Whether two iterations touch an element, as far as one pass over them can tell.
class StampedTouches : public KnownTouches {
 public:
  explicit StampedTouches(const Stamps& stamps) : stamps_(stamps) {}
  bool meet() const { return meet_; }
  /// One of those, or null where an element has no stamp.
  const SharedElement* shared() const { return found_.element < stamps_.from ? nullptr : &found_; }

 protected:
  /// Null, and an answer, where it has none.
  std::atomic<std::uint32_t>* stampOf(Index element) {
    KnownTouches::touch();
    if (element >= stamps_.from && element <= stamps_.to) return stamps_.of + (element - stamps_.from);
    meet_ = true;
    return nullptr;
  }
  /// allIterations has that of none.
  std::uint32_t own(Index iteration) const { return stamps_.before + static_cast<std::uint32_t>(iteration + 1); }
  bool isStamped(std::uint32_t stamp) const { return stamp > stamps_.before; }
  void compare(std::uint32_t stamp, Index iteration, Index element) {
    if (!isStamped(stamp) || stamp == own(iteration)) return;
    meet_ = true;
    found_ = {element, Index{stamp - stamps_.before} - 1, iteration};
  }

 private:
  Stamps stamps_;
  bool meet_ = false;
  SharedElement found_{std::numeric_limits<Index>::min(), 0, 0};
};

/// The pass in which iterations stamp what they write.
class StampTouches : public StampedTouches {
 public:
  using StampedTouches::StampedTouches;
  void write(Index iteration, Index element) {
    std::atomic<std::uint32_t>* const place = stampOf(element);
    if (place == nullptr) return;
    const std::uint32_t stamp = place->load(std::memory_order_relaxed);
    compare(stamp, iteration, element);
    if (!isStamped(stamp)) place->store(own(iteration), std::memory_order_relaxed);
  }
  void read(Index, Index) {}
};

/// The pass in which they look whether what they touch has their own stamp.
class CompareTouches : public StampedTouches {
 public:
  using StampedTouches::StampedTouches;
  void write(Index iteration, Index element) { read(iteration, element); }
  void read(Index iteration, Index element) {
    if (const std::atomic<std::uint32_t>* const place = stampOf(element))
      compare(place->load(std::memory_order_relaxed), iteration, element);
  }
};

/// Goes through a chunk of iterations, in each way.
struct TouchPasses {
  std::function<void(Chunk, RangeTouches&)> range;
  std::function<void(Chunk, StampTouches&)> stamp;
  std::function<void(Chunk, CompareTouches&)> compare;
};

class TouchedElements;
}  // namespace runtime

/// All elements that a loop touches in an array, while they are told.
class AllTouches {
 public:
  explicit AllTouches(runtime::TouchedElements& touched) : touched_(touched) {}

  /// `touch(chunk, touches)` says which ones a chunk of iterations touches: `touches.write(iteration, element)`,
  /// `touches.read(...)`, an iteration below 2^32 - 1, or allIterations where it only reads. It is called on several
  /// threads, for each pass.
  template <class Touch>
  void each(const Touch& touch) {
    go({pass<runtime::RangeTouches>(touch), pass<runtime::StampTouches>(touch), pass<runtime::CompareTouches>(touch)});
  }

 private:
  /// What the compiler may keep in registers.
  template <class Touches, class Touch>
  static auto pass(const Touch& touch) {
    return [&touch](Chunk chunk, Touches& touches) {
      Touches own = touches;
      touch(chunk, own);
      touches = own;
    };
  }
  void go(const runtime::TouchPasses& passes);

  runtime::TouchedElements& touched_;
};

}  // namespace clustrix
