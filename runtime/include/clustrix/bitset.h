// std::bitset for GPUs: in the device's pass of nvcc, and only there, this takes the place of libstdc++'s <bitset>.
//
//     host's pass     #include <bitset>  ─►  libstdc++
//     device's pass   #include <bitset>  ─►  nothing is left to say: std::bitset is the one below
//
// Before C++23 most members of libstdc++'s are not constexpr, and nvcc takes none of those into kernels. The class here
// has the same layout and the same members; those that complain of a position or of a number that is too long do not:
// what kernels call has been proven to have no reason for it, and the host's code is not made of this.
//
// clustrix/runtime.h includes this before all that may come to <bitset>.
#pragma once

#if defined(__CUDA_ARCH__) && !defined(_GLIBCXX_DEBUG)

#include <cstddef>

#ifdef __GLIBCXX__
#ifdef _GLIBCXX_BITSET
#error "<bitset> stands in front of <clustrix/bitset.h>, and has no members for GPUs: include this first"
#endif
// What keeps libstdc++'s own from being read.
#define _GLIBCXX_BITSET 1
#include <iosfwd>
#include <string>

#include "clustrix/Bits.h"

#define CLUSTRIX_BITSET CLUSTRIX_HD constexpr

namespace std {

template <size_t size_>
class bitset : private clustrix::bits::Bits<size_> {
  using Bits = clustrix::bits::Bits<size_>;

 public:
  /// A bit of a bitset that may be changed.
  class reference {
   public:
    constexpr reference(const reference&) = default;
    CLUSTRIX_BITSET reference(bitset& of, size_t at) noexcept : of_(&of), at_(at) {}
    CLUSTRIX_BITSET reference& operator=(bool value) noexcept {
      of_->put(at_, value);
      return *this;
    }
    CLUSTRIX_BITSET reference& operator=(const reference& other) noexcept { return *this = bool(other); }
    CLUSTRIX_BITSET bool operator~() const noexcept { return !*this; }
    CLUSTRIX_BITSET operator bool() const noexcept { return of_->Bits::test(at_); }
    CLUSTRIX_BITSET reference& flip() noexcept {
      of_->Bits::flip(at_);
      return *this;
    }

   private:
    bitset* of_;
    size_t at_;
  };

  CLUSTRIX_BITSET bitset() noexcept {}
  CLUSTRIX_BITSET bitset(unsigned long long value) noexcept : Bits(value) {}
  template <class C, class T, class A>
  constexpr explicit bitset(const basic_string<C, T, A>& text, size_t from = 0,
                            size_t length = basic_string<C, T, A>::npos, C = C('0'), C one = C('1')) {
    read<T>(text.data() + from, std::min(length, text.size() - from), one);
  }
  template <class C>
  constexpr explicit bitset(const C* text, size_t length = basic_string<C>::npos, C = C('0'), C one = C('1')) {
    read<char_traits<C>>(text, length == basic_string<C>::npos ? char_traits<C>::length(text) : length, one);
  }

  CLUSTRIX_BITSET bitset& operator&=(const bitset& other) noexcept {
    this->bitAnd(other);
    return *this;
  }
  CLUSTRIX_BITSET bitset& operator|=(const bitset& other) noexcept {
    this->bitOr(other);
    return *this;
  }
  CLUSTRIX_BITSET bitset& operator^=(const bitset& other) noexcept {
    this->bitXor(other);
    return *this;
  }
  CLUSTRIX_BITSET bitset& operator<<=(size_t by) noexcept {
    this->shiftUp(by);
    return *this;
  }
  CLUSTRIX_BITSET bitset& operator>>=(size_t by) noexcept {
    this->shiftDown(by);
    return *this;
  }
  CLUSTRIX_BITSET bitset operator<<(size_t by) const noexcept { return bitset(*this) <<= by; }
  CLUSTRIX_BITSET bitset operator>>(size_t by) const noexcept { return bitset(*this) >>= by; }
  CLUSTRIX_BITSET bitset operator~() const noexcept { return bitset(*this).flip(); }
  CLUSTRIX_BITSET bool operator==(const bitset& other) const noexcept { return this->isEqual(other); }
#if __cplusplus < 202002L
  CLUSTRIX_BITSET bool operator!=(const bitset& other) const noexcept { return !this->isEqual(other); }
#endif

  CLUSTRIX_BITSET bitset& set() noexcept {
    this->putAll(true);
    return *this;
  }
  CLUSTRIX_BITSET bitset& set(size_t at, bool value = true) {
    this->put(at, value);
    return *this;
  }
  CLUSTRIX_BITSET bitset& reset() noexcept {
    this->putAll(false);
    return *this;
  }
  CLUSTRIX_BITSET bitset& reset(size_t at) {
    this->put(at, false);
    return *this;
  }
  CLUSTRIX_BITSET bitset& flip() noexcept {
    this->flipAll();
    return *this;
  }
  CLUSTRIX_BITSET bitset& flip(size_t at) {
    Bits::flip(at);
    return *this;
  }

  CLUSTRIX_BITSET reference operator[](size_t at) { return reference(*this, at); }
  CLUSTRIX_BITSET bool operator[](size_t at) const { return Bits::test(at); }
  CLUSTRIX_BITSET bool test(size_t at) const { return Bits::test(at); }
  CLUSTRIX_BITSET size_t count() const noexcept { return Bits::count(); }
  CLUSTRIX_BITSET size_t size() const noexcept { return size_; }
  CLUSTRIX_BITSET bool any() const noexcept { return Bits::any(); }
  CLUSTRIX_BITSET bool none() const noexcept { return !Bits::any(); }
  CLUSTRIX_BITSET bool all() const noexcept { return Bits::count() == size_; }
  CLUSTRIX_BITSET unsigned long to_ulong() const { return this->number(); }
  CLUSTRIX_BITSET unsigned long long to_ullong() const { return this->number(); }
  template <class C = char, class T = char_traits<C>, class A = allocator<C>>
  constexpr basic_string<C, T, A> to_string(C zero = C('0'), C one = C('1')) const {
    basic_string<C, T, A> text(size_, zero);
    for (size_t at = 0; at < size_; ++at)
      if (Bits::test(at)) text[size_ - 1 - at] = one;
    return text;
  }

  // Of libstdc++ alone.
  CLUSTRIX_BITSET size_t _Find_first() const noexcept { return this->firstFrom(0); }
  CLUSTRIX_BITSET size_t _Find_next(size_t before) const noexcept { return this->firstFrom(before + 1); }
  CLUSTRIX_BITSET bool _Unchecked_test(size_t at) const noexcept { return Bits::test(at); }
  CLUSTRIX_BITSET bitset& _Unchecked_set(size_t at) noexcept { return set(at); }
  CLUSTRIX_BITSET bitset& _Unchecked_set(size_t at, int value) noexcept { return set(at, value != 0); }
  CLUSTRIX_BITSET bitset& _Unchecked_reset(size_t at) noexcept { return reset(at); }
  CLUSTRIX_BITSET bitset& _Unchecked_flip(size_t at) noexcept { return flip(at); }

 private:
  /// The last character is the first bit.
  template <class T, class C>
  constexpr void read(const C* text, size_t length, C one) {
    const size_t used = length < size_ ? length : size_;
    for (size_t i = 0; i < used; ++i) this->put(used - 1 - i, T::eq(text[i], one));
  }
};

template <size_t size_>
CLUSTRIX_BITSET bitset<size_> operator&(const bitset<size_>& x, const bitset<size_>& y) noexcept {
  return bitset<size_>(x) &= y;
}
template <size_t size_>
CLUSTRIX_BITSET bitset<size_> operator|(const bitset<size_>& x, const bitset<size_>& y) noexcept {
  return bitset<size_>(x) |= y;
}
template <size_t size_>
CLUSTRIX_BITSET bitset<size_> operator^(const bitset<size_>& x, const bitset<size_>& y) noexcept {
  return bitset<size_>(x) ^= y;
}

// The host's alone: nothing here has a body.
template <class C, class T, size_t size_>
basic_istream<C, T>& operator>>(basic_istream<C, T>& in, bitset<size_>& bits);
template <class C, class T, size_t size_>
basic_ostream<C, T>& operator<<(basic_ostream<C, T>& out, const bitset<size_>& bits);
template <size_t size_>
struct hash<bitset<size_>> {
  size_t operator()(const bitset<size_>& bits) const noexcept;
};

static_assert(sizeof(bitset<0>) == 1 && sizeof(bitset<1>) == 8 && sizeof(bitset<65>) == 16 && alignof(bitset<65>) == 8,
              "the layout of libstdc++'s");

}  // namespace std
#endif

#endif
