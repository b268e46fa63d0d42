#include "FilePlaces.h"

#include "BodyText.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Where the line in front of the one that begins at `line` begins, lines that a backslash continues taken together.
std::size_t lineAbove(llvm::StringRef text, std::size_t line) {
  std::size_t above = line;
  do {
    const std::size_t newline = above < 2 ? llvm::StringRef::npos : text.rfind('\n', above - 1);
    above = newline == llvm::StringRef::npos ? 0 : newline + 1;
  } while (above > 0 && text.substr(0, above - 1).rtrim('\r').ends_with("\\"));
  return above;
}

enum class Line { Text, Nothing, Pragma, Directive };

Line kindOf(llvm::StringRef line) {
  line = line.ltrim();
  if (line.empty() || line.starts_with("//")) return Line::Nothing;
  if (!line.consume_front("#")) return Line::Text;
  return line.ltrim(" \t").starts_with("pragma") ? Line::Pragma : Line::Directive;
}

}  // namespace

std::size_t FilePlaces::offset(clang::SourceLocation location) const {
  return manager_.getFileOffset(manager_.getExpansionLoc(location));
}

SourcePoint FilePlaces::point(clang::SourceLocation location) const {
  const auto where = manager_.getPresumedLoc(manager_.getExpansionLoc(location), false);
  return {where.getFilename(), static_cast<int>(where.getLine()), static_cast<int>(where.getColumn())};
}

std::size_t FilePlaces::endOf(const clang::Stmt* statement) const {
  const auto last = manager_.getExpansionRange(statement->getEndLoc()).getEnd();
  std::size_t end =
      manager_.getFileOffset(clang::Lexer::getLocForEndOfToken(last, 0, manager_, context_.getLangOpts()));
  if (!endsWithoutSemicolon(statement)) return end;
  const auto next = clang::Lexer::findNextToken(last, manager_, context_.getLangOpts());
  return next && next->is(clang::tok::semi) ? offset(next->getLocation()) + 1 : end;
}

std::size_t FilePlaces::beforeAttributes(std::size_t begin) const {
  for (;;) {
    const llvm::StringRef before = text().substr(0, begin).rtrim();
    if (!before.ends_with("]]")) return begin;
    const std::size_t open = before.rfind("[[");
    if (open == llvm::StringRef::npos) return begin;
    // The last line of a comment may end like an attribute.
    const std::size_t newline = before.rfind('\n', open);
    if (before.slice(newline == llvm::StringRef::npos ? 0 : newline, open).contains("//")) return begin;
    begin = open;
  }
}

std::optional<std::size_t> FilePlaces::beforePragmas(std::size_t begin) const {
  const std::size_t newline = begin == 0 ? llvm::StringRef::npos : text().rfind('\n', begin - 1);
  const std::size_t lineBegin = newline == llvm::StringRef::npos ? 0 : newline + 1;
  const std::size_t end = text().substr(0, begin).find_last_of(";{}");
  if (text().slice(end == llvm::StringRef::npos ? 0 : end, begin).contains("_Pragma")) return std::nullopt;
  if (!text().slice(lineBegin, begin).trim().empty()) return begin;
  std::size_t result = begin;
  bool directives = false;
  for (std::size_t line = lineBegin; line > 0;) {
    const std::size_t above = lineAbove(text(), line);
    const Line kind = kindOf(text().slice(above, line));
    if (kind == Line::Text) break;
    directives = directives || kind == Line::Directive;
    if (kind == Line::Pragma) {
      if (directives) return std::nullopt;
      result = above;
    }
    line = above;
  }
  return result;
}

std::size_t FilePlaces::kernelPlace(const clang::FunctionDecl* function, const clang::AnnotateAttr* attribute) const {
  const clang::Decl* outermost = function;
  std::size_t begin = beginOf(function);
  if (attribute && !attribute->isInherited() && attribute->getLocation().isValid() &&
      manager_.isInMainFile(manager_.getExpansionLoc(attribute->getLocation())))
    begin = std::min(begin, openingOf(offset(attribute->getLocation())));
  for (const clang::DeclContext* scope = function->getLexicalDeclContext(); scope && !scope->isTranslationUnit();
       scope = scope->getLexicalParent()) {
    const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(scope);
    if (scope->isNamespace() || (linkage && linkage->hasBraces())) continue;
    outermost = llvm::cast<clang::Decl>(scope);
    begin = std::min(begin, beginOf(outermost));
  }
  return beforeAttributes(begin);
}

std::size_t FilePlaces::beginOf(const clang::Decl* declaration) const {
  std::size_t begin = offset(declaration->getBeginLoc());
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  if (function && function->getDescribedFunctionTemplate())
    begin = std::min(begin, offset(function->getDescribedFunctionTemplate()->getBeginLoc()));
  if (function)
    for (unsigned i = 0; i < function->getNumTemplateParameterLists(); ++i)
      begin = std::min(begin, offset(function->getTemplateParameterList(i)->getTemplateLoc()));
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
  if (record && record->getDescribedClassTemplate())
    begin = std::min(begin, offset(record->getDescribedClassTemplate()->getBeginLoc()));
  return begin;
}

/// The `[[` in front of an attribute's name, when it stands in the text and not in a macro.
std::size_t FilePlaces::openingOf(std::size_t name) const {
  const std::size_t open = text().substr(0, name).rfind("[[");
  return open != llvm::StringRef::npos && !text().substr(open, name - open).contains("]]") ? open : name;
}

}  // namespace clustrix::compiler
