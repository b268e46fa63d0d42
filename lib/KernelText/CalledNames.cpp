#include "KernelText/CalledNames.h"

#include "Source/FileTokens.h"

namespace clustrix::compiler {
namespace {

bool leadsOn(const FileToken& before) {
  return before.kind == clang::tok::period || before.kind == clang::tok::arrow ||
         before.kind == clang::tok::coloncolon || before.kind == clang::tok::greater;
}

/// What stands behind the name of a function, a template, a type or a namespace.
bool isUse(const FileToken& behind) {
  switch (behind.kind) {
    case clang::tok::raw_identifier:
    case clang::tok::numeric_constant:
    case clang::tok::l_paren:
    case clang::tok::l_brace:
    case clang::tok::less:
    case clang::tok::lessless:
    case clang::tok::lessequal:
    case clang::tok::lesslessequal:
    case clang::tok::spaceship:
    case clang::tok::colon:
    case clang::tok::coloncolon:
      return true;
    default:
      return false;
  }
}

void add(const std::vector<BodyPiece>& pieces, std::set<std::string>& names) {
  for (const BodyPiece& piece : pieces) {
    if (piece.kind != BodyPiece::Text) continue;
    const std::vector<FileToken> tokens = fileTokens(piece.text).tokens;
    for (std::size_t t = 0; t + 1 < tokens.size(); ++t)
      if (tokens[t].kind == clang::tok::raw_identifier && isUse(tokens[t + 1]) && (t == 0 || !leadsOn(tokens[t - 1])))
        names.insert(piece.text.substr(tokens[t].begin, tokens[t].end - tokens[t].begin));
  }
}

}  // namespace

std::set<std::string> calledNames(const KernelText& kernel) {
  std::set<std::string> names;
  add(kernel.body, names);
  for (const LocalDefinition& definition : kernel.definitions) add(definition.text, names);
  for (const KernelFunction& function : kernel.functions) add(function.body, names);
  return names;
}

}  // namespace clustrix::compiler
