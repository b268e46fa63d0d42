// Touches: a look at all elements that the iterations of a loop touch in one array, before the loop runs.
//
//     const auto y_elements = [&](clustrix::AllTouches& elements) {
//       const auto list_numbers = list_inspected.numbers(list_);
//       elements.each([&](clustrix::Chunk chunk, clustrix::Touches& touched) {
//         for (clustrix::Index k0 = chunk.begin; k0 < chunk.end; ++k0)
//           touched.write(k0, touched.at(list_numbers, 2 * k0) + 1);             y[list[2 * k0] + 1] = ...
//       });
//     };
//     loop.apart(y_, {list_inspected}, {}, y_elements);      a guard: no two iterations touch the same element
//
// Between the least and the greatest, each element has a stamp. First each iteration stamps what it writes; then each
// looks whether all that it touches has its own stamp, or none where it only reads. Of two iterations that write one
// element the later stamp stays, in whatever order threads get there, and the other one finds it.
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

/// What one thread finds in some iterations, in one of three passes.
class Touches {
 public:
  using Stamp = std::atomic<std::uint32_t>;
  enum class Pass { Range, Stamp, Compare };

  /// AllTouches from `from` to `to`, both inclusive, have a stamp each, which begins as 0.
  Touches(Pass pass, Stamp* stamps, Index from, Index to) : pass_(pass), stamps_(stamps), from_(from), to_(to) {}

  /// The number at a position of a list. One that is not known may be any.
  template <class T>
  Index at(const ListNumbers<T>& list, Index position) {
    if (position >= list.from && position <= list.to) {
      const Index number = list[position];
      if (number >= -mostNumber && number <= mostNumber) return number;
    }
    meet_ = true;
    return 0;
  }
  /// `iteration`: below 2^32 - 1, or allIterations where it only reads.
  void write(Index iteration, Index element) {
    touch(iteration, element, [this](Stamp& stamp, std::uint32_t own) {
      const std::uint32_t known = stamp.load(std::memory_order_relaxed);
      if (known != own && (known != 0 || pass_ == Pass::Compare)) meet_ = true;
      if (known == 0 && pass_ == Pass::Stamp) stamp.store(own, std::memory_order_relaxed);
    });
  }
  void read(Index iteration, Index element) {
    touch(iteration, element, [this](Stamp& stamp, std::uint32_t own) {
      const std::uint32_t known = stamp.load(std::memory_order_relaxed);
      if (pass_ == Pass::Compare && known != own && known != 0) meet_ = true;
    });
  }
  /// Whether an element may be touched by two iterations, and one of them writes it.
  bool meet() const { return meet_; }
  /// How often elements were touched, and which.
  Index count() const { return count_; }
  Index least() const { return least_; }
  Index greatest() const { return greatest_; }

 private:
  static constexpr Index mostNumber = Index{1} << 47;  // no element is further away

  template <class Do>
  void touch(Index iteration, Index element, const Do& todo) {
    ++count_;
    if (pass_ == Pass::Range) {
      if (element < least_) least_ = element;
      if (element > greatest_) greatest_ = element;
      return;
    }
    if (element < from_ || element > to_) {
      meet_ = true;
      return;
    }
    todo(stamps_[element - from_], static_cast<std::uint32_t>(iteration) + 1);
  }

  Pass pass_;
  Stamp* stamps_;
  Index from_, to_;
  bool meet_ = false;
  Index count_ = 0;
  Index least_ = std::numeric_limits<Index>::max();
  Index greatest_ = std::numeric_limits<Index>::min();
};

namespace runtime {
class TouchedElements;
}

/// What a guard asks for all elements that a loop touches in an array.
class AllTouches {
 public:
  explicit AllTouches(runtime::TouchedElements& touched) : touched_(touched) {}

  /// `touch(chunk, touches)` says which ones a chunk of iterations touches. It is called on several threads, for each
  /// pass.
  template <class Touch>
  void each(const Touch& touch) {
    go(touch);
  }
  /// Whether no two iterations touch the same one; false where nothing was said.
  bool areApart() const { return apart_; }

 private:
  void go(const std::function<void(Chunk, Touches&)>& touch);

  runtime::TouchedElements& touched_;
  bool apart_ = false;
};

}  // namespace clustrix
