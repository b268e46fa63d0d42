#include "Source/FileTokens.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Of a directive from its first word on.
std::string words(llvm::StringRef text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\\';
    if (!blank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

/// The line's begin where nothing but white space stands in front of `at`.
std::size_t lineOf(llvm::StringRef text, std::size_t at) {
  const std::size_t line = text.substr(0, at).rfind('\n') + 1;
  return text.slice(line, at).trim(" \t").empty() ? line : at;
}

}  // namespace

FileTokens fileTokens(llvm::StringRef text) {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = options.CPlusPlus20 = true;
  options.LineComment = options.Digraphs = true;
  const std::string copy = text.str();  // which ends in a zero, as the lexer wants it
  clang::Lexer lexer(clang::SourceLocation(), options, copy.data(), copy.data(), copy.data() + copy.size());
  FileTokens result;
  std::size_t sign = 0, last = 0;  // of the directive at hand: its `#`, and the end of its last token
  bool inDirective = false;
  const auto finish = [&] {
    if (inDirective) result.directives.push_back({lineOf(text, sign), last, words(text.slice(sign + 1, last).ltrim())});
    inDirective = false;
  };
  for (bool more = true; more;) {
    clang::Token token;
    more = !lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) break;
    const std::size_t end = static_cast<std::size_t>(lexer.getBufferLocation() - copy.data());
    const std::size_t begin = end - token.getLength();
    if (token.isAtStartOfLine()) finish();
    if (token.is(clang::tok::hash) && token.isAtStartOfLine()) {
      inDirective = true;
      sign = begin;
    }
    last = end;
    if (!inDirective) result.tokens.push_back({token.getKind(), begin, end});
  }
  finish();
  return result;
}

std::vector<FileToken> outsideOf(const std::vector<std::pair<std::size_t, std::size_t>>& ranges,
                                 const std::vector<FileToken>& tokens) {
  std::vector<FileToken> result;
  auto range = ranges.begin();
  for (const FileToken& token : tokens) {
    while (range != ranges.end() && range->second <= token.begin) ++range;
    if (range == ranges.end() || token.begin < range->first) result.push_back(token);
  }
  return result;
}

std::size_t openingBracket(const std::vector<FileToken>& tokens, std::size_t close, clang::tok::TokenKind opening) {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (tokens[i].kind == tokens[close].kind) ++depth;
    if (tokens[i].kind == opening && --depth == 0) return i;
  }
  return static_cast<std::size_t>(-1);
}

}  // namespace clustrix::compiler
