#include "execution/FailedGuard.h"

#include <algorithm>

#include "support/ByteSize.h"

namespace clustrix::runtime {
namespace {

std::string decimal(WideIndex value) {
  auto left = value < 0 ? -static_cast<UnsignedWideIndex>(value) : static_cast<UnsignedWideIndex>(value);
  std::string digits;
  do digits += static_cast<char>('0' + static_cast<int>(left % 10));
  while ((left /= 10) > 0);
  if (value < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string rangeInWords(const Interval& value) {
  constexpr WideIndex most = WideIndex{1} << 120;
  if (!value.within({-most, most})) return "any number";
  return value.least() == value.most() ? decimal(value.least())
                                       : decimal(value.least()) + " .. " + decimal(value.most());
}

}  // namespace

std::string inMessage(const std::function<std::string()>& values) {
  const std::string seen = values ? values() : "";
  return seen.empty() ? "" : ": " + seen;
}

std::string numbersInWords(std::initializer_list<NamedNumber> numbers, const Interval* value) {
  std::string text;
  for (const NamedNumber& number : numbers)
    text += (text.empty() ? "" : ", ") + std::string(number.name) + " = " + rangeInWords(number.value);
  if (value == nullptr) return text;
  return rangeInWords(*value) + (text.empty() ? "" : " with " + text);
}

std::string elementAt(const ArrayFacts& array, Index address) {
  const Index base = static_cast<Index>(reinterpret_cast<std::uintptr_t>(array.base));
  const Index element = quotientDown(address - base, static_cast<Index>(array.elementSize));
  return std::string(array.name) + "[" + std::to_string(element) + "]";
}

std::string sharedInWords(const ArrayFacts& a, const ArrayFacts& b, Bounds bytes) {
  return elementAt(a, bytes.begin) + " shares memory with " + elementAt(b, bytes.begin) + ", " +
         printByteSize(static_cast<std::size_t>(bytes.end - bytes.begin)) + " in all";
}

}  // namespace clustrix::runtime
