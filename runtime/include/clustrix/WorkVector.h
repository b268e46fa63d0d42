// WorkVector: what a launch has in place of a vector that each iteration makes for itself: its size, and no memory. The
// threads that run iterations have workspaces for it.
//
//     for (i) { std::vector<double> w(m); ... }      clustrix::WorkVector<double> w(m);
//                                                    const auto w_ = loop.array("w", w.data(), w.size());
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace clustrix {

/// Where there is no memory; `exists`: whether there could be a vector of that size.
template <class T>
struct NoMemory {
  bool exists = true;
};

template <class T>
class WorkVector {
 public:
  /// A negative number is what the vector would take it for: more than there can be.
  template <class Size>
  explicit WorkVector(Size size) : size_(static_cast<std::size_t>(size)) {
    static_assert(std::is_integral_v<Size> || std::is_enum_v<Size>, "a size is an integer");
  }

  NoMemory<T> data() const { return {size_ <= static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T)}; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
};

}  // namespace clustrix
