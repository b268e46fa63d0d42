// Sort: std::sort in a kernel. The host has the library's.
//
//     double window[9]; ...; std::sort(window, window + 9);      ──►      clustrix::sort(window, window + 9);
//
// On a device equal elements end up in the order in which libstdc++ leaves them: an introspective sort takes the same
// steps here, since which of two equal elements comes first may show. After: Musser 1997.
#pragma once

#include "clustrix/Attributes.h"

#include <algorithm>

namespace clustrix {

namespace runtime {

struct Ascending {
  template <class T>
  CLUSTRIX_HD bool operator()(const T& left, const T& right) const {
    return left < right;
  }
};

/// As a device sorts; `less(a, b)` tells whether `a` comes before `b`.
template <class T, class Less>
class DeviceSort {
 public:
  CLUSTRIX_HD DeviceSort(T* values, const Less& less) : values_(values), less_(less) {}

  /// Elements from 0 to `count` - 1.
  CLUSTRIX_HD void run(long count) {
    if (count < 2) return;
    if (count >= 1L << mostParts) return heapSort(0, count);
    Part waiting[mostParts];
    int parts = 0;
    Part part{0, static_cast<int>(count), 2 * logarithm(count)};
    for (;;) {
      while (part.end - part.begin > few) {
        if (part.depth == 0) {
          heapSort(part.begin, part.end - part.begin);
          break;
        }
        --part.depth;
        const int cut = static_cast<int>(partition(part.begin, part.end));
        const Part low{part.begin, cut, part.depth}, high{cut, part.end, part.depth};
        const bool isLowLonger = cut - part.begin > part.end - cut;
        waiting[parts++] = isLowLonger ? low : high;
        part = isLowLonger ? high : low;
      }
      if (parts == 0) break;
      part = waiting[--parts];
    }
    insertionSort(count < few ? count : few);
    for (long i = few; i < count; ++i) insert(i);
  }

 private:
  static constexpr long few = 16;
  static constexpr int mostParts = 31;  // each is longer than all that come after it
  struct Part {
    int begin, end, depth;
  };

  CLUSTRIX_HD static int logarithm(long count) {
    int result = 0;
    while (count >>= 1) ++result;
    return result;
  }

  CLUSTRIX_HD void exchange(long a, long b) {
    const T moved = values_[a];
    values_[a] = values_[b];
    values_[b] = moved;
  }

  /// The middle one of three elements comes to `begin`.
  CLUSTRIX_HD void takeMedian(long begin, long a, long b, long c) {
    if (less_(values_[a], values_[b]))
      exchange(begin, less_(values_[b], values_[c]) ? b : less_(values_[a], values_[c]) ? c : a);
    else
      exchange(begin, less_(values_[a], values_[c]) ? a : less_(values_[b], values_[c]) ? c : b);
  }

  /// Where the elements begin that are not before the pivot.
  CLUSTRIX_HD long partition(long begin, long end) {
    takeMedian(begin, begin + 1, begin + (end - begin) / 2, end - 1);
    long low = begin + 1, high = end;
    for (;;) {
      while (less_(values_[low], values_[begin])) ++low;
      --high;
      while (less_(values_[begin], values_[high])) --high;
      if (low >= high) return low;
      exchange(low, high);
      ++low;
    }
  }

  /// To its place among those in front of it, one of which is not behind it.
  CLUSTRIX_HD void insert(long at) {
    const T moved = values_[at];
    for (; less_(moved, values_[at - 1]); --at) values_[at] = values_[at - 1];
    values_[at] = moved;
  }

  CLUSTRIX_HD void insertionSort(long count) {
    for (long i = 1; i < count; ++i) {
      if (!less_(values_[i], values_[0])) {
        insert(i);
        continue;
      }
      const T moved = values_[i];
      for (long k = i; k > 0; --k) values_[k] = values_[k - 1];
      values_[0] = moved;
    }
  }

  /// `moved` sinks from a hole to the leaves, then rises to its place below `top`.
  CLUSTRIX_HD void place(T* heap, long hole, long count, const T moved) {
    const long top = hole;
    long child = hole;
    while (child < (count - 1) / 2) {
      child = 2 * (child + 1);
      if (less_(heap[child], heap[child - 1])) --child;
      heap[hole] = heap[child];
      hole = child;
    }
    if (count % 2 == 0 && child == (count - 2) / 2) {
      heap[hole] = heap[2 * child + 1];
      hole = 2 * child + 1;
    }
    for (long parent = (hole - 1) / 2; hole > top && less_(heap[parent], moved); parent = (hole - 1) / 2) {
      heap[hole] = heap[parent];
      hole = parent;
    }
    heap[hole] = moved;
  }

  CLUSTRIX_HD void heapSort(long begin, long count) {
    T* const heap = values_ + begin;
    for (long parent = (count - 2) / 2; parent >= 0; --parent) place(heap, parent, count, heap[parent]);
    while (count > 1) {
      --count;
      const T moved = heap[count];
      heap[count] = heap[0];
      place(heap, 0, count, moved);
    }
  }

  T* values_;
  const Less& less_;
};

template <class T, class Less = Ascending>
CLUSTRIX_HD void sortInPlace(T* values, long count, const Less& less = Less()) {
  DeviceSort<T, Less>(values, less).run(count);
}

}  // namespace runtime

/// Between two pointers or iterators of contiguous elements, by `<`.
template <class Place>
CLUSTRIX_HD void sort(Place first, Place last) {
#if defined(__CUDA_ARCH__)
  if (first != last) runtime::sortInPlace(&*first, static_cast<long>(last - first));
#else
  std::sort(first, last);
#endif
}

/// By `less`, which looks at nothing but its two arguments.
template <class Place, class Less>
CLUSTRIX_HD void sort(Place first, Place last, const Less& less) {
#if defined(__CUDA_ARCH__)
  if (first != last) runtime::sortInPlace(&*first, static_cast<long>(last - first), less);
#else
  std::sort(first, last, less);
#endif
}

}  // namespace clustrix
