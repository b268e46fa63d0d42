// Fold: results of blocks meet where they lie, as far as that leaves the tree of clustrix/Reduction.h as it is.
//
//     blocks of the loop    0   1   2   3 │ 4   5   6 │ 7       three devices
//                           └─┬─┘   └─┬─┘ │ └─┬─┘   │ │ │
//                             └───┬───┘   │   │     │ │ │       left to meet elsewhere: [0,4) │ [4,6) [6,7) │ [7,8)
//
// A device may combine two neighbours of the tree when it has all of what they make: whole subtrees. What is left of a
// range of blocks is at most two results for each doubling of their number, so that hardly anything leaves the device.
//
// Operations on integers are associative to the bit: a range of their results may meet whole, in its order.
#pragma once

#include "clustrix/Combined.h"

namespace clustrix {

namespace combined {

/// Integers wrap in sums and products, and have no -0 or NaN: any grouping of the operands gives the same bits.
template <class Array>
constexpr bool isAssociative = std::is_integral_v<typename Array::Element>;

/// What libraries for collective operations know: the type of an element and the operation.
enum class Number : unsigned char { None, Int8, UnsignedInt8, Int32, UnsignedInt32, Int64, UnsignedInt64 };
enum class Operation : unsigned char { None, Sum, Product, Minimum, Maximum };
struct Kind {
  Number number = Number::None;
  Operation operation = Operation::None;
};

template <class Element>
constexpr Number numberOf() {
  constexpr bool isSigned = std::is_signed_v<Element>;
  if (!std::is_integral_v<Element> || std::is_same_v<Element, bool>) return Number::None;
  if (sizeof(Element) == 1) return isSigned ? Number::Int8 : Number::UnsignedInt8;
  if (sizeof(Element) == 4) return isSigned ? Number::Int32 : Number::UnsignedInt32;
  if (sizeof(Element) == 8) return isSigned ? Number::Int64 : Number::UnsignedInt64;
  return Number::None;
}

template <class Array>
struct OperationOf {
  static constexpr Operation value = Operation::None;
};
template <auto Member>
struct OperationOf<Sum<Member>> {
  static constexpr Operation value = Operation::Sum;
};
template <auto Member>
struct OperationOf<Product<Member>> {
  static constexpr Operation value = Operation::Product;
};
template <auto Member, bool ties>
struct OperationOf<Minimum<Member, ties>> {
  static constexpr Operation value = Operation::Minimum;
};
template <auto Member, bool ties>
struct OperationOf<Maximum<Member, ties>> {
  static constexpr Operation value = Operation::Maximum;
};

}  // namespace combined

namespace reduction {

/// `left`, a multiple of 2 * step. Whether who has the results of `blocks`, of `count` that the loop has, may combine
/// that of `left` with the one `step` blocks on, each being the subtree that begins there.
CLUSTRIX_HD constexpr bool joins(Chunk blocks, Index count, Index left, Index step) {
  return left >= blocks.begin && left + step < blocks.end && (left + 2 * step <= blocks.end || blocks.end == count);
}

}  // namespace reduction

namespace runtime {

/// Results of blocks in one memory. For two that lie anywhere: blocks {0, 2} of 2, and their distance as the stride.
struct ResultFold {
  void* results = nullptr;  // that of blocks.begin
  Index stride = 0;         // bytes from one block's result to the next one's; may be negative
  Chunk blocks;
  Index count = 0;                     // blocks of the loop; as many as `blocks` where any grouping will do
  const CopyLayout* copies = nullptr;  // of a result; never null

  CLUSTRIX_HD unsigned char* at(Index block) const {
    return static_cast<unsigned char*>(results) + (block - blocks.begin) * stride;
  }
};

struct CountElements {
  Index& count;
  template <class Array>
  CLUSTRIX_HD void operator()(Array, const CopyRegion& region) const {
    count += region.size;
  }
};

/// What of a result is combined without the rest: each element of the copies, and the Partial where there is one.
template <class K>
CLUSTRIX_HD Index partsOf(const CopyLayout& layout) {
  Index parts = std::is_void_v<typename PartialOf<K>::Type> ? 0 : 1;
  if constexpr (!std::is_void_v<typename CombinedOf<K>::Type>)
    forEachCopy(typename K::Combined{}, layout, CountElements{parts});
  return parts;
}

/// Combines one element where it lies in the region that is visited; `part` counts on from region to region.
struct CombineElement {
  unsigned char* left;
  const unsigned char* right;
  Index& part;

  template <class Array>
  CLUSTRIX_HD void operator()(Array, const CopyRegion& region) const {
    using Element = typename Array::Element;
    if (part >= 0 && part < region.size)
      Array::combine(reinterpret_cast<Element*>(left + region.offset)[part],
                     reinterpret_cast<const Element*>(right + region.offset)[part]);
    part -= region.size;
  }
};

/// Part number `part` of `right` into that of `left`.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable  // kernels that only the host compiles are never launched on a GPU
#endif
template <class K>
CLUSTRIX_HD void combinePart(unsigned char* left, const unsigned char* right, Index part, const CopyLayout& layout) {
  using Partial = typename PartialOf<K>::Type;
  if constexpr (!std::is_void_v<Partial>) {
    if (part == 0) K::combine(*reinterpret_cast<Partial*>(left), *reinterpret_cast<const Partial*>(right));
    --part;
  }
  if constexpr (!std::is_void_v<typename CombinedOf<K>::Type>)
    forEachCopy(typename K::Combined{}, layout, CombineElement{left, right, part});
}

/// All pairs that may be combined, each into its left result.
template <class K>
void foldHost(const ResultFold& fold) {
  for (Index step = 1; step < fold.blocks.size(); step *= 2)
    for (Index left = fold.blocks.begin / (2 * step) * (2 * step); left + step < fold.blocks.end; left += 2 * step) {
      if (!reduction::joins(fold.blocks, fold.count, left, step)) continue;
      unsigned char* const to = fold.at(left);
      unsigned char* const from = fold.at(left + step);
      if constexpr (!std::is_void_v<typename PartialOf<K>::Type>)
        K::combine(*reinterpret_cast<typename K::Partial*>(to), *reinterpret_cast<typename K::Partial*>(from));
      if constexpr (!std::is_void_v<typename CombinedOf<K>::Type>)
        forEachCopy(typename K::Combined{}, *fold.copies, CombineCopy{to, from});
    }
}

/// The same, shared out among threads: one of `threads` combines parts of each `foldWidth * unit` neighbours, of which
/// each `unit` have met already.
constexpr Index foldWidth = 32;

/// What of each result is combined without the rest: `count` of them, `unit` blocks apart from `begin` on, as the tree
/// would, but with all of it loaded before any of it is combined.
struct FoldTogether {
  const ResultFold& fold;
  Index begin, unit, count;

  template <class T>
  static constexpr bool fits =
      sizeof(T) <= 8 && std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>;

  template <class T, class Combine>
  CLUSTRIX_HD void operator()(Index offset, const Combine& combine) const {
    const auto at = [&](Index n) { return reinterpret_cast<T*>(fold.at(begin + n * unit) + offset); };
    T values[foldWidth];
    CLUSTRIX_UNROLL
    for (Index n = 0; n < foldWidth; ++n)
      if (n < count) values[n] = *at(n);
    CLUSTRIX_UNROLL
    for (Index step = 1; step < foldWidth; step *= 2) CLUSTRIX_UNROLL
    for (Index left = 0; left + step < foldWidth; left += 2 * step)
      if (left + step < count) combine(values[left], values[left + step]);
    *at(0) = values[0];
  }
};

/// The element that `part` says, in the region that is visited; `part` counts on from region to region. `done`: whether
/// it was combined.
struct FoldElements {
  const FoldTogether& together;
  Index& part;
  bool& done;

  template <class Array>
  CLUSTRIX_HD void operator()(Array, const CopyRegion& region) const {
    using Element = typename Array::Element;
    if constexpr (FoldTogether::fits<Element>)
      if (part >= 0 && part < region.size) {
        together.template operator()<Element>(region.offset + part * static_cast<Index>(sizeof(Element)),
                                              [](Element& left, const Element& right) { Array::combine(left, right); });
        done = true;
      }
    part -= region.size;
  }
};

/// False: it is too large for a thread's registers.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class K>
CLUSTRIX_HD bool foldTogether(const FoldTogether& together, Index part, const CopyLayout& layout) {
  using Partial = typename PartialOf<K>::Type;
  bool done = false;
  if constexpr (!std::is_void_v<Partial>) {
    if constexpr (FoldTogether::fits<Partial>)
      if (part == 0) {
        together.template operator()<Partial>(0, [](Partial& left, const Partial& right) { K::combine(left, right); });
        done = true;
      }
    --part;
  }
  if constexpr (!std::is_void_v<typename CombinedOf<K>::Type>)
    forEachCopy(typename K::Combined{}, layout, FoldElements{together, part, done});
  return done;
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class K>
CLUSTRIX_HD void foldThread(const ResultFold& fold, const CopyLayout& layout, Index unit, Index thread, Index threads) {
  const Index parts = partsOf<K>(layout), width = foldWidth * unit;
  const Index first = fold.blocks.begin / width;
  const Index groups = (fold.blocks.end + width - 1) / width - first;
  for (Index work = thread; work < groups * parts; work += threads) {
    const Index part = work % parts, begin = (first + work / parts) * width;
    const bool all = begin >= fold.blocks.begin && (begin + width <= fold.blocks.end || fold.blocks.end == fold.count);
    const Index there = (fold.blocks.end - begin + unit - 1) / unit;
    if (all && foldTogether<K>({fold, begin, unit, there < foldWidth ? there : foldWidth}, part, layout)) continue;
    for (Index step = unit; step < width; step *= 2)
      for (Index left = begin; left + step < begin + width; left += 2 * step)
        if (reduction::joins(fold.blocks, fold.count, left, step))
          combinePart<K>(fold.at(left), fold.at(left + step), part, layout);
  }
}
/// Threads that such a pass has work for.
template <class K>
Index foldWork(const ResultFold& fold, Index unit) {
  const Index width = foldWidth * unit;
  return ((fold.blocks.end + width - 1) / width - fold.blocks.begin / width) * partsOf<K>(*fold.copies);
}

/// Whether a kernel's results may meet in any grouping.
template <class... Arrays>
constexpr bool allAssociative(Combined<Arrays...>) {
  return (combined::isAssociative<Arrays> && ...);
}
template <class K>
constexpr bool mayGroupAnyhow() {
  if constexpr (!std::is_void_v<typename PartialOf<K>::Type> || std::is_void_v<typename CombinedOf<K>::Type>)
    return false;  // what a partial result is combined by may be anything
  else
    return allAssociative(typename K::Combined{});
}

/// What the arrays of a kernel hold and how they are combined, in their order.
struct CombinedKinds {
  combined::Kind of[CopyLayout::mostArrays] = {};
  int count = 0;
};
template <class... Arrays>
constexpr CombinedKinds kindsOf(Combined<Arrays...>) {
  CombinedKinds kinds;
  ((kinds.of[kinds.count++] = {combined::numberOf<typename Arrays::Element>(), combined::OperationOf<Arrays>::value}),
   ...);
  return kinds;
}

}  // namespace runtime
}  // namespace clustrix
