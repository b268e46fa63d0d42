#include "Source/OwnAllocation.h"

#include "Source/FileTokens.h"

#include <algorithm>
#include <string_view>

namespace clustrix::compiler {

std::vector<std::size_t> ownAllocationFunctions(const std::string& text) {
  constexpr std::size_t nowhere = std::string::npos;
  std::vector<std::size_t> found;
  if (text.find("operator") == nowhere) return found;
  int depth = 0;
  bool allocates = false, follows = false;  // `follows`: the last word was `operator`
  std::size_t begin = nowhere;              // of the declaration at hand
  for (const FileToken& token : fileTokens(text).tokens) {
    const std::string_view word = std::string_view(text).substr(token.begin, token.end - token.begin);
    if (depth == 0 && begin == nowhere) begin = token.begin;
    allocates = allocates || (depth == 0 && follows && (word == "new" || word == "delete"));
    follows = word == "operator";
    if (word == "{") {
      if (depth++ == 0 && allocates) found.push_back(begin);
      allocates = false;
    }
    if (word == "}") depth = std::max(depth - 1, 0);
    if (depth == 0 && (word == "}" || word == ";")) {
      begin = nowhere;
      allocates = false;
    }
  }
  return found;
}

}  // namespace clustrix::compiler
