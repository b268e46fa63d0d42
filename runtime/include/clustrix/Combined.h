// Combined: arrays that iterations combine into, such as the bins of a histogram or the sums of columns.
//
//     block 0 of iterations ──► copy 0 ┐
//     block 1 of iterations ──► copy 1 ┴─ tree ─► copy 0 ──► hist[b] += copy[b]
//
// A block folds its iterations in their order into copies of its own, which begin with the operator's identity. The
// copies meet in the tree of clustrix/Reduction.h, element by element, and last of all the arrays themselves. How many
// blocks there are depends on the numbers of iterations, operations and elements alone, so that a result has the same
// bits on any number of devices. What no iteration has touched is neither read nor written.
//
//     struct histogram_4 {
//       const int* key;
//       clustrix::Wrapping<int*> hist;
//       using Combined = clustrix::Combined<clustrix::combined::Sum<&histogram_4::hist>>;
//       ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>

#include "clustrix/Counting.h"
#include "clustrix/Reduction.h"
#include "clustrix/Span.h"
#include "clustrix/Wrapping.h"

namespace clustrix {

namespace combined {

/// The numbers behind a member: a pointer, a pointer to rows, a span.
template <class Member>
struct MemberOf;
template <class Kernel, class T>
struct MemberOf<T * Kernel::*> {
  using Number = runtime::NumberOf<std::remove_all_extents_t<T>>;
  using Element = typename Number::Type;
  CLUSTRIX_HD static Element* elements(T* member) { return reinterpret_cast<Element*>(member); }
  template <class Pointer>
  CLUSTRIX_HD static void set(Pointer& member, std::uintptr_t elementZero) {
    member = reinterpret_cast<T*>(elementZero);
  }
};
/// In a kernel for a template, the pointer is as its parameter declares it.
template <class Kernel, class T>
struct MemberOf<T* __restrict__ Kernel::*> : MemberOf<T * Kernel::*> {};
template <class Kernel, class T>
struct MemberOf<Span<T> Kernel::*> {
  using Number = runtime::NumberOf<std::remove_all_extents_t<T>>;
  using Element = typename Number::Type;
  CLUSTRIX_HD static Element* elements(Span<T> member) { return reinterpret_cast<Element*>(member.data()); }
  CLUSTRIX_HD static void set(Span<T>& member, std::uintptr_t elementZero) {
    member = Span<T>(reinterpret_cast<T*>(elementZero), member.size());
  }
};

template <auto Member>
struct Array {
  using Access = MemberOf<std::remove_const_t<decltype(Member)>>;
  using Element = typename Access::Element;
  static constexpr auto member = Member;
  static constexpr bool isCounted = Access::Number::isCounted;
};

template <auto Member>
struct Sum : Array<Member> {
  using Element = typename Array<Member>::Element;
  // Adding 0.0 would turn -0.0 into 0.0.
  CLUSTRIX_HD static Element identity() { return static_cast<Element>(std::is_floating_point_v<Element> ? -0.0 : 0.0); }
  CLUSTRIX_HD static void combine(Element& left, Element right) { left = static_cast<Element>(left + right); }
};

template <auto Member>
struct Product : Array<Member> {
  using Element = typename Array<Member>::Element;
  CLUSTRIX_HD static Element identity() { return static_cast<Element>(1); }
  CLUSTRIX_HD static void combine(Element& left, Element right) { left = static_cast<Element>(left * right); }
};

/// `ties`: an equal value of a later iteration replaces the earlier one.
template <auto Member, bool ties = false>
struct Minimum : Array<Member> {
  using Element = typename Array<Member>::Element;
  CLUSTRIX_HD static Element identity() {
    using Limits = std::numeric_limits<Element>;
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  }
  CLUSTRIX_HD static void combine(Element& left, Element right) {
    if (ties ? right <= left : right < left) left = right;
  }
};

template <auto Member, bool ties = false>
struct Maximum : Array<Member> {
  using Element = typename Array<Member>::Element;
  CLUSTRIX_HD static Element identity() {
    using Limits = std::numeric_limits<Element>;
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  }
  CLUSTRIX_HD static void combine(Element& left, Element right) {
    if (ties ? right >= left : right > left) left = right;
  }
};

template <auto Member>
struct BitAnd : Array<Member> {
  using Element = typename Array<Member>::Element;
  CLUSTRIX_HD static Element identity() { return static_cast<Element>(-1); }
  CLUSTRIX_HD static void combine(Element& left, Element right) { left = static_cast<Element>(left & right); }
};

template <auto Member>
struct BitOr : Array<Member> {
  using Element = typename Array<Member>::Element;
  CLUSTRIX_HD static Element identity() { return static_cast<Element>(0); }
  CLUSTRIX_HD static void combine(Element& left, Element right) { left = static_cast<Element>(left | right); }
};

template <auto Member>
struct BitXor : Array<Member> {
  using Element = typename Array<Member>::Element;
  CLUSTRIX_HD static Element identity() { return static_cast<Element>(0); }
  CLUSTRIX_HD static void combine(Element& left, Element right) { left = static_cast<Element>(left ^ right); }
};

}  // namespace combined

/// The arrays of a kernel, in the order in which the launch names them with Loop::combined.
template <class... Arrays>
struct Combined {};

namespace runtime {

/// Elements [begin, begin + size) of one array, `offset` bytes behind the start of a block's result.
struct CopyRegion {
  Index begin = 0, size = 0, offset = 0;
};
/// A block's result: its Partial, when the kernel has one, and behind it a copy of each region.
struct CopyLayout {
  static constexpr int mostArrays = 8;
  Index stride = 0;  // bytes of one block's result
  CopyRegion regions[mostArrays];
};

template <class K, class = void>
struct PartialOf {
  using Type = void;
};
template <class K>
struct PartialOf<K, std::void_t<typename K::Partial>> {
  using Type = typename K::Partial;
};

template <class K, class = void>
struct CombinedOf {
  using Type = void;
};
template <class K>
struct CombinedOf<K, std::void_t<typename K::Combined>> {
  using Type = typename K::Combined;
};

/// Whether threads may combine into one copy of each array at once.
template <class... Arrays>
constexpr bool allCounted(Combined<Arrays...>) {
  return (Arrays::isCounted && ...);
}
template <class K>
constexpr bool sharesCopies() {
  if constexpr (std::is_void_v<typename PartialOf<K>::Type> && !std::is_void_v<typename CombinedOf<K>::Type>)
    return allCounted(typename K::Combined{});
  else
    return false;
}

/// Calls `visit(array, region)` for each array, in order.
template <class Visit, class... Arrays>
CLUSTRIX_HD void forEachCopy(Combined<Arrays...>, const CopyLayout& layout, const Visit& visit) {
  static_assert(sizeof...(Arrays) <= CopyLayout::mostArrays, "the launch's layout has no place for more arrays");
  int next = 0;
  (visit(Arrays{}, layout.regions[next++]), ...);
}

/// Fills the region of a block's result with the identity, and lets the kernel's member lead there. One of `threads`
/// that do so together fills each so manieth element.
template <class K>
struct StartCopy {
  K& kernel;
  unsigned char* result;
  Index thread = 0, threads = 1;

  template <class Array>
  CLUSTRIX_HD void operator()(Array, const CopyRegion& region) const {
    using Element = typename Array::Element;
    Element* const copy = reinterpret_cast<Element*>(result + region.offset);
    for (Index e = thread; e < region.size; e += threads) copy[e] = Array::identity();
    // Modulo 2^64: the address of element 0 may lie before the copy.
    Array::Access::set(kernel.*Array::member,
                       reinterpret_cast<std::uintptr_t>(copy) -
                           static_cast<std::uintptr_t>(region.begin) * static_cast<std::uintptr_t>(sizeof(Element)));
  }
};

/// One block: iterations [begin, end) in their order.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable  // kernels that only the host compiles are never launched on a GPU
#endif
template <class K>
CLUSTRIX_HD void foldIntoCopies(const K& kernel, Index begin, Index end, const CopyLayout& layout,
                                unsigned char* result) {
  using Partial = typename PartialOf<K>::Type;
  K body = kernel;
  forEachCopy(typename K::Combined{}, layout, StartCopy<K>{body, result});
  if constexpr (std::is_void_v<Partial>) {
    for (Index k = begin; k < end; ++k) body(k);
  } else {
    Partial partial = K::identity();
    for (Index k = begin; k < end; ++k) body(k, partial);
    new (result) Partial(partial);
  }
}

template <class K>
void foldIntoCopiesHost(const void* kernel, Chunk chunk, Index block, const CopyLayout& layout, void* results) {
  unsigned char* result = static_cast<unsigned char*>(results);
  for (Index begin = chunk.begin; begin < chunk.end; begin += block, result += layout.stride)
    foldIntoCopies(*static_cast<const K*>(kernel), begin, begin + block < chunk.end ? begin + block : chunk.end, layout,
                   result);
}

struct CombineCopy {
  unsigned char* left;
  unsigned char* right;

  template <class Array>
  CLUSTRIX_HD void operator()(Array, const CopyRegion& region) const {
    using Element = typename Array::Element;
    Element* const to = reinterpret_cast<Element*>(left + region.offset);
    const Element* const from = reinterpret_cast<const Element*>(right + region.offset);
    for (Index e = 0; e < region.size; ++e) Array::combine(to[e], from[e]);
  }
};

/// The results of `count` blocks into the first: the tree of clustrix/Reduction.h.
template <class K>
void combineCopies(void* results, Index count, const CopyLayout& layout) {
  unsigned char* const first = static_cast<unsigned char*>(results);
  for (Index step = 1; step < count; step *= 2)
    for (Index b = 0; b + step < count; b += 2 * step) {
      unsigned char* const left = first + b * layout.stride;
      unsigned char* const right = first + (b + step) * layout.stride;
      if constexpr (!std::is_void_v<typename PartialOf<K>::Type>)
        K::combine(*reinterpret_cast<typename K::Partial*>(left), *reinterpret_cast<typename K::Partial*>(right));
      forEachCopy(typename K::Combined{}, layout, CombineCopy{left, right});
    }
}

template <class T>
CLUSTRIX_HD bool sameBytes(const T& left, const T& right) {
  const unsigned char* const a = reinterpret_cast<const unsigned char*>(&left);
  const unsigned char* const b = reinterpret_cast<const unsigned char*>(&right);
  for (std::size_t i = 0; i < sizeof(T); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

/// What holds the identity was not touched, or touched to no effect: other threads may use those elements.
template <class K>
struct MergeCopy {
  const K& kernel;
  const unsigned char* result;

  template <class Array>
  CLUSTRIX_HD void operator()(Array, const CopyRegion& region) const {
    using Element = typename Array::Element;
    const Element* const copy = reinterpret_cast<const Element*>(result + region.offset);
    Element* const elements = Array::Access::elements(kernel.*Array::member);
    const Element identity = Array::identity();
    for (Index e = 0; e < region.size; ++e)
      if (!sameBytes(copy[e], identity)) Array::combine(elements[region.begin + e], copy[e]);
  }
};

/// The copies of one block's result into the arrays; `kernel` was made with the host's addresses.
template <class K>
void mergeCopies(const void* kernel, const void* result, const CopyLayout& layout) {
  forEachCopy(typename K::Combined{}, layout,
              MergeCopy<K>{*static_cast<const K*>(kernel), static_cast<const unsigned char*>(result)});
}

}  // namespace runtime
}  // namespace clustrix
