#include "Source/Spellings.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/LiteralSupport.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

clang::LangOptions plainOptions() {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = options.CPlusPlus20 = true;
  options.LineComment = options.Digraphs = options.DollarIdents = true;
  return options;
}

/// What a token that may be a digraph is called otherwise; "" for others.
std::string withoutDigraph(clang::tok::TokenKind kind) {
  switch (kind) {
    case clang::tok::l_square:
    case clang::tok::r_square:
    case clang::tok::l_brace:
    case clang::tok::r_brace:
    case clang::tok::hash:
    case clang::tok::hashhash:
      return clang::tok::getPunctuatorSpelling(kind);
    default:
      return "";
  }
}

bool mayHaveOthers(const std::string& text) {
  const auto has = [&](const char* what) { return text.find(what) != std::string::npos; };
  return has("clustrix") && (has("<:") || has(":>") || has("<%") || has("%>") || has("%:") || has("\\"));
}

/// The token without line splices, which are put behind it, and with the characters that numbers in it stand for.
std::string plainIdentifier(llvm::StringRef spelled) {
  std::string joined, splices;
  for (std::size_t at = 0; at < spelled.size(); ++at) {
    std::size_t end = at + 1;
    while (spelled[at] == '\\' && end < spelled.size() && (spelled[end] == ' ' || spelled[end] == '\r')) ++end;
    if (spelled[at] == '\\' && end < spelled.size() && spelled[end] == '\n') {
      splices += spelled.slice(at, end + 1);
      at = end;
    } else {
      joined += spelled[at];
    }
  }
  llvm::SmallString<32> plain;
  clang::expandUCNs(plain, joined);
  return std::string(plain) + splices;
}

}  // namespace

std::vector<TextChange> plainSpellings(const std::string& text) {
  if (!mayHaveOthers(text)) return {};
  std::vector<TextChange> changes;
  const clang::LangOptions options = plainOptions();
  clang::Lexer lexer(clang::SourceLocation(), options, text.data(), text.data(), text.data() + text.size());
  clang::Token token;
  for (bool last = false; !last;) {
    last = lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) break;
    const auto end = static_cast<std::size_t>(lexer.getBufferLocation() - text.data());
    const std::size_t begin = end - token.getLength();
    const llvm::StringRef spelled = llvm::StringRef(text).slice(begin, end);
    std::string plain = withoutDigraph(token.getKind());
    if (token.is(clang::tok::raw_identifier) && spelled.contains('\\')) plain = plainIdentifier(spelled);
    const bool sameLines = spelled.count('\n') == llvm::StringRef(plain).count('\n');
    if (!plain.empty() && plain != spelled && sameLines) changes.push_back({begin, end, std::move(plain)});
  }
  return changes;
}

}  // namespace clustrix::compiler
