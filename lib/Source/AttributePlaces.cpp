#include "Source/AttributePlaces.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace clustrix::compiler {

namespace {

struct Token {
  clang::tok::TokenKind kind;
  std::size_t begin = 0, end = 0;
};

std::vector<Token> tokensOf(const std::string& text) {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = options.CPlusPlus20 = true;
  options.LineComment = true;
  clang::Lexer lexer(clang::SourceLocation(), options, text.data(), text.data(), text.data() + text.size());
  std::vector<Token> tokens;
  clang::Token token;
  for (;;) {
    const bool last = lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) break;
    const std::size_t end = static_cast<std::size_t>(lexer.getBufferLocation() - text.data());
    tokens.push_back({token.getKind(), end - token.getLength(), end});
    if (last) break;
  }
  return tokens;
}

std::string_view spelling(const std::string& text, const Token& token) {
  return std::string_view(text).substr(token.begin, token.end - token.begin);
}

/// The index of the bracket that `close` closes, or nothing.
std::optional<std::size_t> openingOf(const std::vector<Token>& tokens, std::size_t close,
                                     clang::tok::TokenKind opening) {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (tokens[i].kind == tokens[close].kind) ++depth;
    if (tokens[i].kind == opening && --depth == 0) return i;
  }
  return std::nullopt;
}

/// Behind `]` of the introducer whose lambda has the attribute that begins at token `at`.
std::optional<std::size_t> introducerEnd(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  static constexpr std::array<std::string_view, 3> specifiers = {"mutable", "noexcept", "constexpr"};
  while (at > 0 && std::count(specifiers.begin(), specifiers.end(), spelling(text, tokens[at - 1])) != 0) --at;
  if (at == 0 || tokens[at - 1].kind != clang::tok::r_paren) return std::nullopt;
  const auto open = openingOf(tokens, at - 1, clang::tok::l_paren);
  if (!open || *open == 0 || tokens[*open - 1].kind != clang::tok::r_square) return std::nullopt;
  return tokens[*open - 1].end;
}

/// Names that the file defines as `__attribute__((...))`.
std::set<std::string_view> attributeMacros(const std::string& text, const std::vector<Token>& tokens) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i + 3 < tokens.size(); ++i)
    if (tokens[i].kind == clang::tok::hash && spelling(text, tokens[i + 1]) == "define" &&
        spelling(text, tokens[i + 3]) == "__attribute__")
      names.insert(spelling(text, tokens[i + 2]));
  return names;
}

/// In front of the GNU attributes that stand right in front of token `at`, behind which Clang takes no others.
std::optional<std::size_t> beforeGnuAttributes(const std::string& text, const std::vector<Token>& tokens,
                                               const std::set<std::string_view>& macros, std::size_t at) {
  std::size_t first = at;
  while (first > 0) {
    if (macros.contains(spelling(text, tokens[first - 1])) &&
        (first < 2 || spelling(text, tokens[first - 2]) != "define")) {
      --first;
      continue;
    }
    const bool closes = tokens[first - 1].kind == clang::tok::r_paren;
    const auto open = closes ? openingOf(tokens, first - 1, clang::tok::l_paren) : std::nullopt;
    if (!open || *open == 0 || !spelling(text, tokens[*open - 1]).starts_with("__attribute")) break;
    const std::size_t begin = *open - 1;
    if (begin >= 2 && spelling(text, tokens[begin - 2]) == "define") break;
    first = begin;
  }
  return first == at ? std::nullopt : std::optional(tokens[first].begin);
}

/// Whether a cluster attribute begins at token `at`.
bool beginsCluster(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  return tokens[at].kind == clang::tok::l_square && tokens[at + 1].kind == clang::tok::l_square &&
         spelling(text, tokens[at + 2]) == "clustrix" && spelling(text, tokens[at + 4]) == "cluster";
}

/// The index behind the last token of the attribute that begins at token `at`.
std::size_t behindAttribute(const std::vector<Token>& tokens, std::size_t at) {
  std::size_t close = at + 5;
  for (int depth = 2; close < tokens.size() && depth > 0; ++close) {
    if (tokens[close].kind == clang::tok::l_square) ++depth;
    if (tokens[close].kind == clang::tok::r_square) --depth;
  }
  return close;
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> introducerAttributes(const std::string& text) {
  if (text.find("clustrix") == std::string::npos) return {};
  std::vector<std::pair<std::size_t, std::size_t>> found;
  const std::vector<Token> tokens = tokensOf(text);
  for (std::size_t i = 1; i + 4 < tokens.size(); ++i)
    if (tokens[i - 1].kind == clang::tok::r_square && beginsCluster(text, tokens, i))
      found.emplace_back(tokens[i].begin, tokens[behindAttribute(tokens, i) - 1].end);
  return found;
}

std::vector<TextChange> movedAttributes(const std::string& text) {
  if (text.find("clustrix") == std::string::npos) return {};
  std::vector<TextChange> changes;
  const std::vector<Token> tokens = tokensOf(text);
  const std::set<std::string_view> macros = attributeMacros(text, tokens);
  for (std::size_t i = 0; i + 4 < tokens.size(); ++i) {
    const bool begins = beginsCluster(text, tokens, i);
    auto to = begins ? introducerEnd(text, tokens, i) : std::nullopt;
    const bool ofLambda = to.has_value();
    if (begins && !to) to = beforeGnuAttributes(text, tokens, macros, i);
    if (!to) continue;
    const std::size_t begin = tokens[i].begin, end = tokens[behindAttribute(tokens, i) - 1].end;
    std::string attribute = text.substr(begin, end - begin);
    const auto lines = static_cast<std::size_t>(std::count(attribute.begin(), attribute.end(), '\n'));
    std::replace(attribute.begin(), attribute.end(), '\n', ' ');
    changes.push_back({*to, *to, ofLambda ? " " + attribute : attribute + " "});
    changes.push_back({begin, end, std::string(lines, '\n')});
  }
  return changes;
}

}  // namespace clustrix::compiler
