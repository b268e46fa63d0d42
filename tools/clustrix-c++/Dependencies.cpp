#include "clustrix-c++/Dependencies.h"

namespace clustrix::tools {

std::string escapeForMake(const std::string& path) {
  std::string escaped;
  for (const char letter : path) {
    if (letter == ' ' || letter == '#') escaped += '\\';
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
