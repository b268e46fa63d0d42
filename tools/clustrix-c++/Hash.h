// FNV-1a: the same on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace clustrix::tools {

class Hash {
 public:
  void add(const std::string& text) {
    for (const char c : text) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }

  /// 16 hexadecimal digits.
  std::string text() const {
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(value_ >> shift) & 15];
    return digits;
  }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace clustrix::tools
