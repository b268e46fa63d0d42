#include "SystemCalls.h"

#include <cstdio>
#include <cstring>

namespace ptx {
namespace {

template <class T>
T argument(Context& at, const Instruction& in, std::size_t number, int lane) {
  T value;
  std::memcpy(&value, at.frame->parametersOf(lane) + in.argumentOffsets.at(number), sizeof(T));
  return value;
}

const char* textArgument(Context& at, const Instruction& in, std::size_t number, int lane) {
  return reinterpret_cast<const char*>(argument<u64>(at, in, number, lane));
}

/// What printf's caller has packed: each value aligned to its size.
class Packed {
 public:
  explicit Packed(const char* bytes) : bytes_(bytes) {}

  template <class T>
  T next() {
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value;
    std::memcpy(&value, bytes_ + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

 private:
  const char* bytes_;
  std::size_t at_ = 0;
};

template <class T>
std::string formatted(const std::string& conversion, T value) {
  char text[512];
  std::snprintf(text, sizeof text, conversion.c_str(), value);
  return text;
}

/// "%-8.3lf" and its value.
std::string formattedNext(const std::string& conversion, Packed& values) {
  const bool isLong = conversion.find_first_of("ljzt") != std::string::npos;
  switch (conversion.back()) {
    case 'c':
    case 'd':
    case 'i':
      return isLong ? formatted(conversion, values.next<long long>()) : formatted(conversion, values.next<int>());
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return isLong ? formatted(conversion, values.next<unsigned long long>())
                    : formatted(conversion, values.next<unsigned>());
    case 's':
      return formatted(conversion, values.next<const char*>());
    case 'p':
      return formatted(conversion, values.next<void*>());
    default:
      return formatted(conversion, values.next<double>());
  }
}

std::string formattedAll(const std::string& format, Packed values) {
  std::string text;
  for (std::size_t at = 0; at < format.size();) {
    const std::size_t end = format[at] == '%' ? format.find_first_of("cdiouxXspfFeEgGaA%", at + 1) : std::string::npos;
    if (format[at] == '%' && end != std::string::npos) {
      const bool percent = format[end] == '%';
      text += percent ? "%" : formattedNext(format.substr(at, end - at + 1), values);
      at = end + 1;
    } else {
      text += format[at++];
    }
  }
  return text;
}

/// int vprintf(const char* format, const void* values)
void print(Context& at, const Instruction& in) {
  forEachLane(at.mask, [&](int l) {
    const std::string text = formattedAll(textArgument(at, in, 0, l), Packed(textArgument(at, in, 1, l)));
    std::fputs(text.c_str(), stdout);
    const int printed = static_cast<int>(text.size());
    if (in.resultOffset >= 0) std::memcpy(at.frame->parametersOf(l) + in.resultOffset, &printed, sizeof printed);
  });
}

/// void __assertfail(const char* message, const char* file, unsigned line, const char* function, size_t charSize)
[[noreturn]] void failAssertion(Context& at, const Instruction& in) {
  const int lane = __builtin_ctz(at.mask);
  fail(std::string(textArgument(at, in, 1, lane)) + ":" + std::to_string(argument<u32>(at, in, 2, lane)) + ": " +
       textArgument(at, in, 3, lane) + ": assertion '" + textArgument(at, in, 0, lane) + "' failed");
}

}  // namespace

bool callSystem(Context& at, const Instruction& in) {
  if (in.callee == "__assertfail") failAssertion(at, in);
  if (in.callee != "vprintf") return false;
  print(at, in);
  return true;
}

}  // namespace ptx
