#include "Emit/Declared.h"

#include "Emit/Names.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

namespace clustrix::compiler {
namespace {

/// What stands in front of a name: the words of a type, last one first, and what is in front of those.
struct Front {
  std::vector<std::string> words;
  char before = 0;
};

Front frontOf(std::string_view cpp, std::size_t at) {
  Front front;
  for (;;) {
    while (at > 0 && std::isspace(static_cast<unsigned char>(cpp[at - 1]))) --at;
    std::size_t begin = at;
    while (begin > 0 && isWord(cpp[begin - 1])) --begin;
    if (begin < at) {
      front.words.emplace_back(cpp.substr(begin, at - begin));
      at = begin;
    } else if (at > 1 && cpp.substr(at - 2, 2) == "::") {
      at -= 2;
    } else {
      front.before = at > 0 ? cpp[at - 1] : 0;
      return front;
    }
  }
}

bool isType(const Front& front) {
  static const std::set<std::string> others{"return", "case", "else", "goto", "throw", "new",   "delete",
                                            "sizeof", "and",  "or",   "not",  "do",    "using", "typename"};
  return !front.words.empty() &&
         std::none_of(front.words.begin(), front.words.end(), [](const auto& word) { return others.count(word) > 0; });
}

bool isConstant(const Front& front) {
  return std::any_of(front.words.begin(), front.words.end(),
                     [](const auto& word) { return word == "const" || word == "constexpr"; });
}

bool declaresAt(std::string_view cpp, std::size_t at, std::size_t end) {
  const Front front = frontOf(cpp, at);
  const std::size_t next = cpp.find_first_not_of(" \t\r\n", end);
  if (!isType(front) || next == std::string_view::npos) return false;
  const bool begins = front.before == '(' || front.before == ',', ends = cpp[next] == ',' || cpp[next] == ')';
  if (begins && ends) return true;  // a parameter, whose value no compiler knows
  return !isConstant(front) && (cpp[next] == '=' || cpp[next] == ';');
}

}  // namespace

bool declaresVariable(std::string_view cpp, const std::string& name) {
  for (std::size_t at = cpp.find(name); at != std::string_view::npos; at = cpp.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool whole = (at == 0 || !isWord(cpp[at - 1])) && (end == cpp.size() || !isWord(cpp[end]));
    if (whole && declaresAt(cpp, at, end)) return true;
  }
  return false;
}

}  // namespace clustrix::compiler
