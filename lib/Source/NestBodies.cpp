#include "Source/NestBodies.h"

#include "Source/FileTokens.h"

#include <algorithm>
#include <optional>
#include <span>

namespace clustrix::compiler {
namespace {

using Tokens = std::span<const FileToken>;

Tokens within(Tokens tokens, std::size_t begin, std::size_t end) {
  const auto before = [](const FileToken& token, std::size_t at) { return token.begin < at; };
  const auto first = std::lower_bound(tokens.begin(), tokens.end(), begin, before);
  return {first, std::lower_bound(first, tokens.end(), end, before)};
}

/// The index behind the bracket that closes the one at `open`; the number of tokens where none does.
std::size_t behindBrackets(Tokens tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t t = open; t < tokens.size(); ++t) {
    const auto kind = tokens[t].kind;
    if (kind == clang::tok::l_paren || kind == clang::tok::l_square || kind == clang::tok::l_brace) ++depth;
    if (kind == clang::tok::r_paren || kind == clang::tok::r_square || kind == clang::tok::r_brace) --depth;
    if (depth == 0) return t + 1;
  }
  return tokens.size();
}

/// How many tokens there are, all of them `brace`.
std::optional<std::size_t> bracesOnly(Tokens tokens, clang::tok::TokenKind brace) {
  const auto is = [brace](const FileToken& token) { return token.kind == brace; };
  return std::all_of(tokens.begin(), tokens.end(), is) ? std::optional(tokens.size()) : std::nullopt;
}

class Nests {
 public:
  explicit Nests(const std::string& text) : text_(text), file_(fileTokens(text)) {}

  bool isAllOfBody(const LoopSite& outer, const LoopSite& inner) const {
    if (outer.end > text_.size() || inner.begin <= outer.begin || inner.end > outer.end || inner.begin >= inner.end)
      return false;
    const auto head = endOfHead(outer);
    if (!head || *head > inner.begin || !endOfHead(inner)) return false;
    if (hasDirective(outer.begin, inner.begin) || hasDirective(inner.end, outer.end)) return false;
    const auto opened = bracesOnly(within(file_.tokens, *head, inner.begin), clang::tok::l_brace);
    const auto closed = bracesOnly(within(file_.tokens, inner.end, outer.end), clang::tok::r_brace);
    return opened && closed && *opened == *closed;
  }

 private:
  /// Behind the head of a `for` loop, in front of which there may be attributes.
  std::optional<std::size_t> endOfHead(const LoopSite& site) const {
    const Tokens tokens = within(file_.tokens, site.begin, site.end);
    std::size_t word = 0;
    while (word + 1 < tokens.size() && tokens[word].kind == clang::tok::l_square &&
           tokens[word + 1].kind == clang::tok::l_square)
      word = behindBrackets(tokens, word);
    if (word + 1 >= tokens.size() || tokens[word + 1].kind != clang::tok::l_paren ||
        text_.compare(tokens[word].begin, tokens[word].end - tokens[word].begin, "for") != 0)
      return std::nullopt;
    return tokens[behindBrackets(tokens, word + 1) - 1].end;
  }

  bool hasDirective(std::size_t begin, std::size_t end) const {
    return std::any_of(file_.directives.begin(), file_.directives.end(),
                       [&](const FileDirective& directive) { return directive.begin < end && directive.end > begin; });
  }

  const std::string& text_;
  const FileTokens file_;
};

}  // namespace

void noteNestBodies(SourceUnit& unit) {
  std::optional<Nests> nests;
  for (AnnotatedFunction& function : unit.functions)
    for (LoopSite& site : function.loops) {
      if (site.parent < 0) continue;
      if (!nests) nests.emplace(unit.text);
      site.fillsParent = nests->isAllOfBody(function.loops[static_cast<std::size_t>(site.parent)], site);
    }
}

}  // namespace clustrix::compiler
