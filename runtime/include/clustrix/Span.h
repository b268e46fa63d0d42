// Span: the elements of a std::vector, std::array, std::span, std::string or std::string_view as a kernel sees them, on
// host and device.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

#include "clustrix/Attributes.h"

namespace clustrix {

/// Pointer and size, trivially copyable; constness of the span says nothing about its elements, as in std::span.
template <class T>
class Span {
 public:
  constexpr Span() = default;
  CLUSTRIX_HD constexpr Span(T* data, std::size_t size) : data_(data), size_(size) {}

  CLUSTRIX_HD constexpr T* data() const { return data_; }
  CLUSTRIX_HD constexpr std::size_t size() const { return size_; }
  CLUSTRIX_HD constexpr std::size_t length() const { return size_; }
  CLUSTRIX_HD constexpr bool empty() const { return size_ == 0; }
  CLUSTRIX_HD constexpr T& operator[](std::size_t position) const { return data_[position]; }
  CLUSTRIX_HD constexpr T* begin() const { return data_; }
  CLUSTRIX_HD constexpr T* end() const { return data_ + size_; }
  CLUSTRIX_HD constexpr const T* cbegin() const { return data_; }
  CLUSTRIX_HD constexpr const T* cend() const { return data_ + size_; }
  CLUSTRIX_HD constexpr T& front() const { return data_[0]; }
  CLUSTRIX_HD constexpr T& back() const { return data_[size_ - 1]; }

  CLUSTRIX_HD constexpr Span first(std::size_t count) const { return {data_, count}; }
  CLUSTRIX_HD constexpr Span last(std::size_t count) const { return {data_ + (size_ - count), count}; }
  CLUSTRIX_HD constexpr Span subspan(std::size_t from) const { return {data_ + from, size_ - from}; }
  CLUSTRIX_HD constexpr Span subspan(std::size_t from, std::size_t count) const { return {data_ + from, count}; }

  /// Of characters: as a string converts.
  template <class View, std::enable_if_t<std::is_same_v<View, std::basic_string_view<std::remove_const_t<T>>>, int> = 0>
  CLUSTRIX_HD constexpr operator View() const {
    return View(data_, size_);
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace clustrix
