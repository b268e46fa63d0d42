// So many bits in words of 64, the first bit lowest in the first word: what std::bitset is in libstdc++, and what it
// does.
//
//     Bits<70>     63 ... 1 0 | 0 ... 0 69 ... 64        bits beyond the last one are zero
//
// Positions are those of bits that are there: whoever calls has asked.
#pragma once

#include <cstddef>

#include "clustrix/Attributes.h"

namespace clustrix::bits {

using Word = unsigned long;
inline constexpr std::size_t bitsOfWord = 64;
static_assert(sizeof(Word) * 8 == bitsOfWord);

/// None take no room.
template <std::size_t count>
struct Words {
  CLUSTRIX_HD constexpr Word& word(std::size_t which) { return words_[which]; }
  CLUSTRIX_HD constexpr const Word& word(std::size_t which) const { return words_[which]; }
  Word words_[count] = {};
};
template <>
struct Words<0> {
  // For the compiler: nobody has a place to ask for.
  CLUSTRIX_HD Word& word(std::size_t) { return *reinterpret_cast<Word*>(this); }
  CLUSTRIX_HD const Word& word(std::size_t) const { return *reinterpret_cast<const Word*>(this); }
};

template <std::size_t size>
class Bits : private Words<(size + bitsOfWord - 1) / bitsOfWord> {
 public:
  static constexpr std::size_t words = (size + bitsOfWord - 1) / bitsOfWord;

  constexpr Bits() = default;
  /// The number's lowest bits.
  CLUSTRIX_HD constexpr explicit Bits(unsigned long long value) {
    if constexpr (words > 0) {
      this->word(0) = static_cast<Word>(value);
      clearRest();
    }
  }

  CLUSTRIX_HD constexpr bool test(std::size_t at) const {
    return (this->word(at / bitsOfWord) >> at % bitsOfWord & 1) != 0;
  }
  CLUSTRIX_HD constexpr void put(std::size_t at, bool value) {
    const Word bit = Word{1} << at % bitsOfWord;
    Word& word = this->word(at / bitsOfWord);
    word = value ? word | bit : word & ~bit;
  }
  CLUSTRIX_HD constexpr void flip(std::size_t at) { this->word(at / bitsOfWord) ^= Word{1} << at % bitsOfWord; }

  CLUSTRIX_HD constexpr void putAll(bool value) {
    for (std::size_t w = 0; w < words; ++w) this->word(w) = value ? ~Word{0} : Word{0};
    clearRest();
  }
  CLUSTRIX_HD constexpr void flipAll() {
    for (std::size_t w = 0; w < words; ++w) this->word(w) = ~this->word(w);
    clearRest();
  }
  CLUSTRIX_HD constexpr void bitAnd(const Bits& other) {
    for (std::size_t w = 0; w < words; ++w) this->word(w) &= other.word(w);
  }
  CLUSTRIX_HD constexpr void bitOr(const Bits& other) {
    for (std::size_t w = 0; w < words; ++w) this->word(w) |= other.word(w);
  }
  CLUSTRIX_HD constexpr void bitXor(const Bits& other) {
    for (std::size_t w = 0; w < words; ++w) this->word(w) ^= other.word(w);
  }
  /// Towards the higher ones, by any number.
  CLUSTRIX_HD constexpr void shiftUp(std::size_t by) {
    const std::size_t whole = by / bitsOfWord, rest = by % bitsOfWord;
    for (std::size_t w = words; w-- > 0;) {
      Word moved = w >= whole ? this->word(w - whole) << rest : Word{0};
      if (rest != 0 && w > whole) moved |= this->word(w - whole - 1) >> (bitsOfWord - rest);
      this->word(w) = moved;
    }
    clearRest();
  }
  CLUSTRIX_HD constexpr void shiftDown(std::size_t by) {
    const std::size_t whole = by / bitsOfWord, rest = by % bitsOfWord;
    for (std::size_t w = 0; w < words; ++w) {
      Word moved = whole < words - w ? this->word(w + whole) >> rest : Word{0};
      if (rest != 0 && whole < words - w - 1) moved |= this->word(w + whole + 1) << (bitsOfWord - rest);
      this->word(w) = moved;
    }
  }

  CLUSTRIX_HD constexpr std::size_t count() const {
    std::size_t found = 0;
    for (std::size_t w = 0; w < words; ++w) found += static_cast<std::size_t>(__builtin_popcountll(this->word(w)));
    return found;
  }
  CLUSTRIX_HD constexpr bool any() const {
    for (std::size_t w = 0; w < words; ++w)
      if (this->word(w) != 0) return true;
    return false;
  }
  CLUSTRIX_HD constexpr bool isEqual(const Bits& other) const {
    for (std::size_t w = 0; w < words; ++w)
      if (this->word(w) != other.word(w)) return false;
    return true;
  }
  /// The place of the first one at or behind `from`; `size`: there is none.
  CLUSTRIX_HD constexpr std::size_t firstFrom(std::size_t from) const {
    for (std::size_t w = from / bitsOfWord; w < words; ++w) {
      const Word here =
          w == from / bitsOfWord ? this->word(w) >> from % bitsOfWord << from % bitsOfWord : this->word(w);
      if (here != 0) return w * bitsOfWord + static_cast<std::size_t>(__builtin_ctzll(here));
    }
    return size;
  }
  /// The first 64.
  CLUSTRIX_HD constexpr unsigned long long number() const {
    if constexpr (words > 0) return this->word(0);
    return 0;
  }

 private:
  CLUSTRIX_HD constexpr void clearRest() {
    if constexpr (size % bitsOfWord != 0) this->word(words - 1) &= (Word{1} << size % bitsOfWord) - 1;
  }
};

}  // namespace clustrix::bits
