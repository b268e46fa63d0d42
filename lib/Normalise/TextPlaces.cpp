#include "Normalise/TextPlaces.h"

#include "Syntax/LoopParts.h"

#include "clang/Lex/Lexer.h"

namespace clustrix::compiler {

std::optional<std::size_t> TextPlaces::at(clang::SourceLocation location) const {
  if (!location.isValid() || !location.isFileID() || !manager_.isWrittenInMainFile(location)) return std::nullopt;
  return manager_.getFileOffset(location);
}

std::optional<std::size_t> TextPlaces::behind(clang::SourceLocation last) const {
  if (!last.isFileID()) return std::nullopt;
  return at(clang::Lexer::getLocForEndOfToken(last, 0, manager_, context_.getLangOpts()));
}

std::optional<std::size_t> TextPlaces::behindSemicolon(const clang::Stmt* statement) const {
  if (!statement->getEndLoc().isFileID()) return std::nullopt;
  const auto token = clang::Lexer::findNextToken(statement->getEndLoc(), manager_, context_.getLangOpts());
  return token && token->is(clang::tok::semi) ? behind(token->getLocation()) : std::nullopt;
}

std::optional<std::size_t> TextPlaces::behindLoop(const clang::Stmt* loop) const {
  return endsWithoutSemicolon(loop) ? behindSemicolon(loop) : behind(loop->getEndLoc());
}

std::string TextPlaces::fresh(const std::string& wish) const {
  std::string name = wish;
  for (int number = 2; text().contains(name); ++number) name = wish + std::to_string(number);
  return name;
}

}  // namespace clustrix::compiler
