#include "Driver/LibraryRanges.h"

#include "Support/Identifiers.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace clustrix::compiler {
namespace {

constexpr int mostParameters = 256;
constexpr int deepest = 256;           // brackets and signs in each other, as in Clang
constexpr std::size_t mostRanges = 4;  // in a pair of brackets: each is a loop for the analysis

/// Recursive descent; the first mistake stays, and every part that fails returns nothing.
class Parser {
 public:
  Parser(const std::string& text, const std::vector<std::string>& parameters) : text_(text), parameters_(parameters) {}

  std::vector<LibraryAccess> list() {
    std::vector<LibraryAccess> accesses;
    do {
      const auto one = access();
      if (!one) return {};
      accesses.push_back(*one);
    } while (take(','));
    if (at_ < text_.size()) fail("expected ',' or the end");
    return accesses;
  }
  std::optional<RangeMistake> mistake;

 private:
  std::optional<LibraryAccess> access() {
    const auto parameter = this->parameter();
    if (!parameter) return std::nullopt;
    LibraryAccess result{*parameter};
    if (!take('[')) return result;
    result.elements.emplace();
    do {
      const auto range = this->range();
      if (!range) return std::nullopt;
      if (result.elements->size() == mostRanges) return fail<LibraryAccess>("no more than 4 ranges");
      result.elements->push_back(*range);
    } while (take(','));
    if (!take(']')) return fail<LibraryAccess>("expected ',' or ']'");
    return result;
  }

  std::optional<LibraryRange> range() {
    const auto begin = sum();
    const bool isRange = begin && take(':');
    const auto end = isRange ? sum() : begin ? add(*begin, Polynomial(1)) : std::nullopt;
    if (!end) return fail<LibraryRange>("this bound is too large");
    const char behind = next();
    if (behind == ',' || behind == ']') return LibraryRange{*begin, *end};
    if (!isRange) return fail<LibraryRange>("expected ':', ',' or ']'");
    const std::size_t by = at_;
    if (word() != "by") {
      at_ = by;
      return fail<LibraryRange>("expected 'by', ',' or ']'");
    }
    const auto stride = sum();
    if (!stride) return fail<LibraryRange>("this stride is too large");
    return LibraryRange{*begin, *end, *stride};
  }

  std::optional<int> parameter() {
    skipSpace();
    const std::size_t begin = at_;
    if (const auto named = word(); !named.empty()) return lookUp(named, begin);
    const auto number = whole();
    if (!number) return fail<int>("expected a parameter: its name, or its number from 0");
    if (*number < mostParameters) return static_cast<int>(*number);
    at_ = begin;
    return fail<int>("no function has so many parameters");
  }

  std::optional<int> lookUp(const std::string& name, std::size_t begin) {
    const auto found = std::find(parameters_.begin(), parameters_.end(), name);
    if (found != parameters_.end()) return static_cast<int>(found - parameters_.begin());
    at_ = begin;
    return fail<int>(parameters_.empty() ? "names need 'parameters: [...]', which lists all of them in order"
                                         : "'" + name + "' is none of the parameters");
  }

  std::optional<Polynomial> sum() {
    auto result = product();
    for (char sign = next(); result && (sign == '+' || sign == '-'); sign = next()) {
      ++at_;
      const auto other = product();
      result = !other ? std::nullopt : sign == '+' ? add(*result, *other) : subtract(*result, *other);
    }
    return result;
  }
  std::optional<Polynomial> product() {
    auto result = factor();
    while (result && take('*')) {
      const auto other = factor();
      result = other ? multiply(*result, *other) : std::nullopt;
    }
    return result;
  }
  std::optional<Polynomial> factor() {
    const bool negative = take('-');
    if (negative || take('(')) {
      if (++depth_ > deepest) return fail<Polynomial>("brackets and signs nest too deep");
      const auto value = negative ? factor() : sum();
      --depth_;
      if (negative) return value ? multiply(*value, Polynomial(-1)) : std::nullopt;
      return !value || take(')') ? value : fail<Polynomial>("expected ')'");
    }
    skipSpace();
    const std::size_t begin = at_;
    if (const auto named = word(); !named.empty()) {
      const auto index = lookUp(named, begin);
      return index ? std::optional(Polynomial::symbol(SymbolId{*index})) : std::nullopt;
    }
    const auto number = whole();
    return number ? std::optional(Polynomial(*number))
                  : fail<Polynomial>("expected a parameter's name, a whole number or '('");
  }

  std::string word() {
    std::string name;
    if (at_ < text_.size() && isWordStart(text_[at_]))
      while (at_ < text_.size() && isWord(text_[at_])) name += text_[at_++];
    return name;
  }
  std::optional<std::int64_t> whole() {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
    if (error != std::errc() || number < 0) return std::nullopt;
    at_ = static_cast<std::size_t>(end - text_.data());
    return number;
  }
  void skipSpace() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  char next() {
    skipSpace();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char wanted) {
    const bool found = next() == wanted;
    at_ += found;
    return found;
  }
  template <class T = int>
  std::optional<T> fail(const std::string& message) {
    if (!mistake) mistake = RangeMistake{at_, message};
    return std::nullopt;
  }

  const std::string& text_;
  const std::vector<std::string>& parameters_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::variant<std::vector<LibraryAccess>, RangeMistake> parseRanges(const std::string& text,
                                                                   const std::vector<std::string>& parameters) {
  Parser parser(text, parameters);
  std::vector<LibraryAccess> accesses = parser.list();
  if (parser.mistake) return *parser.mistake;
  return accesses;
}

}  // namespace clustrix::compiler
