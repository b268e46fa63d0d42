// OwnArray: an array of the program's of which each iteration has its own, as it fills it before it reads it. What the
// last iteration leaves in its own is what the program's holds behind the loop.
//
//     double work[8];                                       clustrix::OwnArray<double[8]> work_own(work_, k == last,
//     false); for (k) { fill(work); use(work); }                    auto& work = work_own.elements;
//                                                           fill(work); use(work);
#pragma once

#include "clustrix/Attributes.h"

#include <type_traits>

namespace clustrix {

/// `Whole`: the array's type, of elements that are copied as they are.
template <class Whole>
class OwnArray {
  using Element = std::remove_all_extents_t<Whole>;
  static_assert(std::is_trivially_copyable_v<Element>);
  static constexpr unsigned count = sizeof(Whole) / sizeof(Element);

 public:
  /// `stays`: the iteration's own is the program's when the iteration ends. It begins as that where it stays, since the
  /// iteration may leave some elements alone, or where it is to.
  template <class Row>
  CLUSTRIX_HD OwnArray(Row* original, bool stays, bool begins)
      : original_(reinterpret_cast<Element*>(original)), stays_(stays) {
    if (stays || begins) copy(own(), original_);
  }
  CLUSTRIX_HD ~OwnArray() {
    if (stays_) copy(original_, own());
  }
  OwnArray(const OwnArray&) = delete;
  OwnArray& operator=(const OwnArray&) = delete;

  Whole elements;  // NOLINT: not set, as the program's is not before it is filled

 private:
  CLUSTRIX_HD Element* own() { return reinterpret_cast<Element*>(&elements); }
  CLUSTRIX_HD static void copy(Element* to, const Element* from) {
    for (unsigned i = 0; i < count; ++i) to[i] = from[i];
  }

  Element* original_;
  bool stays_;
};

}  // namespace clustrix
