#include "clustrix-c++/Dependencies.h"

namespace clustrix::tools {

// As GCC and Clang do: backslashes in front of a blank would be read as its escape, and are doubled.
std::string escapeForMake(const std::string& path) {
  std::string escaped;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char letter = path[i];
    const bool blank = letter == ' ' || letter == '\t';
    for (std::size_t j = i; blank && j > 0 && path[j - 1] == '\\'; --j) escaped += '\\';
    if (blank || letter == '#') escaped += '\\';
    if (letter == '$') escaped += '$';
    escaped += letter;
  }
  return escaped;
}

std::string nameOriginal(const std::string& rules, const std::string& rewritten, const std::string& source) {
  const std::string from = escapeForMake(rewritten);
  const std::string to = escapeForMake(source);
  std::string result;
  std::size_t at = 0;
  for (std::size_t found = rules.find(from); found != std::string::npos; found = rules.find(from, at)) {
    result += rules.substr(at, found - at) + to;
    at = found + from.size();
  }
  return result + rules.substr(at);
}

}  // namespace clustrix::tools
