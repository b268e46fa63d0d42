// JsonText: a string as JSON writes it.
#pragma once

#include <string>

namespace clustrix::runtime {

/// In quotes. Bytes that are no UTF-8 become U+FFFD, so that what is written can be read.
std::string jsonText(const std::string& text);

}  // namespace clustrix::runtime
