#include "Emit/Names.h"

#include <algorithm>
#include <cctype>

namespace clustrix::compiler {
namespace {

/// A reader of tokens as far as identifiers need it: what a comment, a literal or a number hides is skipped.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// The next word; nothing at the end.
  std::string_view word() {
    std::string_view found;
    while (found.empty() && at_ < text_.size()) found = next();
    return found;
  }

 private:
  bool startsWith(std::string_view what) const { return text_.substr(at_, what.size()) == what; }

  void skipPast(std::string_view end) {
    const auto place = text_.find(end, at_);
    at_ = place == std::string_view::npos ? text_.size() : place + end.size();
  }

  void skipLiteral(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    at_ = std::min(at_ + 1, text_.size());
  }

  void skipRawString() {
    const auto open = text_.find('(', at_);
    if (open == std::string_view::npos) {
      at_ = text_.size();
      return;
    }
    const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    skipPast(end);
  }

  /// `1'000.5e+3`: the digit separator starts no character literal.
  void skipNumber() {
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\'' && at_ + 1 < text_.size() && isWord(text_[at_ + 1])) continue;
      if (!isWord(c) && c != '.') return;
    }
  }

  std::string_view next() {
    const char c = text_[at_];
    if (startsWith("//")) {
      skipPast("\n");
    } else if (startsWith("/*")) {
      at_ += 2;
      skipPast("*/");
    } else if (c == '"' || c == '\'') {
      skipLiteral(c);
    } else if (isDigit(c) || (c == '.' && at_ + 1 < text_.size() && isDigit(text_[at_ + 1]))) {
      skipNumber();
    } else if (isWordStart(c)) {
      return identifier();
    } else {
      ++at_;
    }
    return {};
  }

  std::string_view identifier() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && isWord(text_[at_])) ++at_;
    const std::string_view found = text_.substr(begin, at_ - begin);
    if (at_ < text_.size() && text_[at_] == '"') {
      if (found.back() == 'R') skipRawString();  // the prefix of a raw string is no identifier
      return {};
    }
    return found;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string withoutSplices(std::string_view cpp) {
  std::string text;
  for (std::size_t i = 0; i < cpp.size(); ++i) {
    if (cpp[i] != '\\') {
      text += cpp[i];
      continue;
    }
    if (cpp.substr(i, 2) == "\\\n")
      i += 1;
    else if (cpp.substr(i, 3) == "\\\r\n")
      i += 2;
    else
      text += cpp[i];
  }
  return text;
}

/// visit(word) for each identifier and keyword, as often as it stands there.
template <class Visit>
void forEachWord(std::string_view cpp, const Visit& visit) {
  // A line may be continued in the middle of an identifier.
  const std::string text = cpp.find('\\') == cpp.npos ? "" : withoutSplices(cpp);
  Scanner scanner(text.empty() ? cpp : text);
  for (std::string_view word = scanner.word(); !word.empty(); word = scanner.word()) visit(word);
}

/// Where `type` says `what` outside of template arguments: `Wrapping<int (*)[8]>` is no pointer to an array itself.
std::size_t outsideArguments(std::string_view type, std::string_view what) {
  int depth = 0;
  for (std::size_t i = 0; i < type.size(); ++i) {
    depth += (type[i] == '<') - (type[i] == '>');
    if (depth == 0 && type.substr(i).starts_with(what)) return i;
  }
  return std::string_view::npos;
}

}  // namespace

std::vector<std::string> identifiers(std::string_view cpp) {
  std::set<std::string, std::less<>> words;
  forEachWord(cpp, [&](std::string_view word) {
    if (!words.contains(word)) words.emplace(word);
  });
  return {words.begin(), words.end()};
}

bool mentions(std::string_view cpp, std::string_view word) {
  const bool spliced = cpp.find('\\') != cpp.npos;
  if (!spliced && cpp.find(word) == cpp.npos) return false;
  const std::string text = spliced ? withoutSplices(cpp) : "";
  Scanner scanner(spliced ? text : cpp);
  for (std::string_view found = scanner.word(); !found.empty(); found = scanner.word())
    if (found == word) return true;
  return false;
}

std::string sanitised(std::string_view name) {
  if (name.substr(0, 6) == "this->") name.remove_prefix(6);
  std::string result;
  for (const char c : inAscii(name)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    // Two underscores in a row, or one in front of a capital, are reserved.
    if (plain)
      result += c;
    else if (!result.empty() && result.back() != '_')
      result += '_';
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  if (result.empty() || isDigit(result[0])) return "value" + result;
  return result;
}

std::string unqualified(std::string_view name) {
  const auto scope = name.rfind("::");
  return sanitised(scope == std::string_view::npos ? name : name.substr(scope + 2));
}

std::string scopeOf(std::string_view name) { return std::string(name.substr(0, name.rfind("::"))); }

std::string declaration(const std::string& type, const std::string& name) {
  for (const char* const toArray : {"(*)", "(&)"})
    if (const auto at = outsideArguments(type, toArray); at != std::string::npos)
      return type.substr(0, at + 2) + name + type.substr(at + 2);
  if (const auto extents = outsideArguments(type, "["); extents != std::string::npos && type.back() == ']')
    return type.substr(0, extents) + " " + name + type.substr(extents);
  if (const auto width = outsideArguments(type, " : "); width != std::string::npos)
    return declaration(type.substr(0, width), name) + type.substr(width);
  std::string text = type;
  for (auto star = text.find(" *"); star != std::string::npos; star = text.find(" *")) text.erase(star, 1);
  return text + " " + name;
}

std::string filled(const std::string& pattern, const std::map<char, std::string>& texts) {
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const auto found = pattern[i] == '%' && i + 1 < pattern.size() ? texts.find(pattern[i + 1]) : texts.end();
    if (found != texts.end()) ++i;
    text += found != texts.end() ? found->second : std::string(1, pattern[i]);
  }
  return text;
}

std::string renamed(std::string_view cpp, const std::map<std::string, std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < cpp.size();) {
    std::size_t end = i;
    while (end < cpp.size() && isWord(cpp[end])) ++end;
    if (end == i) {
      text += cpp[i++];
      continue;
    }
    const std::string word(cpp.substr(i, end - i));
    const auto known = names.find(word);
    text += known == names.end() ? word : known->second;
    i = end;
  }
  return text;
}

void Names::reserve(std::string_view cpp) {
  forEachWord(cpp, [&](std::string_view word) {
    if (!taken_.contains(word)) taken_.emplace(word);
  });
}

std::string Names::pick(const std::string& wish) {
  if (taken_.insert(wish).second) return wish;
  if (wish.back() != '_' && taken_.insert(wish + "_").second) return wish + "_";
  for (int number = 2;; ++number) {
    const std::string candidate = wish + std::to_string(number);
    if (taken_.insert(candidate).second) return candidate;
  }
}

std::pair<std::string, std::string> namespaceBraces(const std::vector<std::string>& scope) {
  std::string open, close;
  for (const std::string& name : scope) {
    const bool isInline = name.rfind("inline ", 0) == 0;
    const std::string space =
        isInline ? "inline namespace " + name.substr(7) : std::string("namespace") + (name.empty() ? "" : " " + name);
    open += space + " {\n";
    close = "}" + (name.empty() ? std::string("  // namespace") : "  // " + space) + "\n" + close;
  }
  return {open, close};
}

}  // namespace clustrix::compiler
