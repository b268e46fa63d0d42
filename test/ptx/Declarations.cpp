#include "Declarations.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "Text.h"
#include "Words.h"

namespace ptx {
namespace {

constexpr int variableAlignment = 256;

/// The product of "[3][4]"; 1 without brackets, 0 for "[]".
int countOf(const std::string& brackets) {
  int count = 1;
  for (std::size_t at = brackets.find('['); at != std::string::npos; at = brackets.find('[', at + 1))
    count *= std::max(0, std::atoi(brackets.c_str() + at + 1));
  return count;
}

bool isOfNoMatter(const std::string& word) {
  static const char* const words[] = {"ptr", "global", "attribute", "v2", "v4"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// "name", "name+8", "generic(name)+8".
u64 addressNamed(std::string text, const std::map<std::string, Variable>& variables) {
  if (startsWith(text, "generic(")) text = text.substr(8, text.find(')') - 8) + text.substr(text.find(')') + 1);
  const std::size_t plus = std::min(text.find('+'), text.size());
  const auto found = variables.find(trimmed(text.substr(0, plus)));
  if (found == variables.end() || found->second.memory == nullptr) return 0;
  const s64 offset = plus < text.size() ? std::strtoll(text.c_str() + plus + 1, nullptr, 0) : 0;
  return reinterpret_cast<u64>(found->second.memory) + static_cast<u64>(offset);
}

void initialise(Variable& variable, const Declaration& declaration, const std::map<std::string, Variable>& before) {
  const std::string& text = declaration.initial;
  const std::string list = text[0] == '{' ? text.substr(1, text.rfind('}') - 1) : text;
  const int size = sizeOf(declaration.type);
  int at = 0;
  for (const std::string& item : split(list, ',')) {
    const char first = item.empty() ? 'x' : item[0];
    const bool number = first == '-' || std::isdigit(static_cast<unsigned char>(first));
    const u64 value = number ? literalBits(item) : addressNamed(item, before);
    std::memcpy(variable.memory + at, &value, static_cast<std::size_t>(size));
    at += size;
  }
}

}  // namespace

Declaration parseDeclaration(const std::string& text) {
  Declaration found;
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos) found.initial = trimmed(text.substr(equals + 1));
  const std::string head = trimmed(text.substr(0, equals));
  std::size_t at = 0;
  const auto next = [&](std::size_t from) {
    return head.find_first_not_of(" \t\n", head.find_first_of(" \t\n", from));
  };
  while (at < head.size() && head[at] == '.') {
    const std::string word = head.substr(at + 1, head.find_first_of(" \t\n", at) - at - 1);
    at = next(at);
    if (word == "align") {
      found.align = std::atoi(head.c_str() + at);
      at = next(at);
    } else if (const auto type = typeNamed(word)) {
      found.type = *type;
    } else if (!isOfNoMatter(word)) {
      fail("declaration not supported: " + text);
    }
  }
  const std::size_t bracket = std::min(head.find('[', at), head.size());
  found.name = trimmed(head.substr(at, bracket - at));
  found.bytes = countOf(head.substr(bracket)) * sizeOf(found.type);
  found.align = std::max(found.align, sizeOf(found.type));
  return found;
}

std::vector<Parameter> parseParameters(const std::string& text, int& bytes) {
  std::vector<Parameter> list;
  for (const std::string& part : split(text, ',')) {
    if (part.empty()) continue;
    const Declaration found = parseDeclaration(part.substr(part.find(".param") + 6));
    bytes = alignedUp(bytes, found.align);
    list.push_back({found.name, bytes, found.bytes});
    bytes += found.bytes;
  }
  return list;
}

Variable makeVariable(const Declaration& declaration, bool shared, const std::map<std::string, Variable>& before) {
  Variable made;
  made.name = declaration.name;
  made.space = shared ? Space::shared : Space::global;
  made.bytes = declaration.bytes;
  made.align = declaration.align;
  if (shared) return made;
  made.holder = std::make_unique<u8[]>(static_cast<std::size_t>(declaration.bytes) + 2 * variableAlignment);
  const u64 address = reinterpret_cast<u64>(made.holder.get()) + variableAlignment - 1;
  made.memory = reinterpret_cast<u8*>(address & ~u64{variableAlignment - 1});
  if (!declaration.initial.empty()) initialise(made, declaration, before);
  return made;
}

}  // namespace ptx
