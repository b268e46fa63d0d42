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

/// Where the line of `at` begins, with those that backslashes make part of it.
std::size_t logicalLine(llvm::StringRef text, std::size_t at) {
  const std::size_t newline = text.substr(0, at).rfind('\n');
  if (newline == llvm::StringRef::npos) return 0;
  return text.substr(0, newline).rtrim('\r').ends_with("\\") ? lineAbove(text, newline + 1) : newline + 1;
}

/// Whether there is nothing but white space, comments and directives in `text`, which begins behind a token.
bool saysNothing(llvm::StringRef text) {
  for (bool first = false;;) {  // on its line
    const std::size_t blank = text.find_first_not_of(" \t\r\n\\");
    first = first || text.substr(0, blank).contains('\n');
    if (blank == llvm::StringRef::npos) return true;
    text = text.substr(blank);
    std::size_t end = 0;
    if (text.starts_with("/*")) {
      end = text.find("*/", 2);
      if (end == llvm::StringRef::npos) return false;
      end += 2;
    } else if (text.starts_with("//") || (first && text.starts_with("#"))) {
      end = text.find('\n');
      while (end != llvm::StringRef::npos && text.substr(0, end).rtrim('\r').ends_with("\\"))
        end = text.find('\n', end + 1);
      if (end == llvm::StringRef::npos) return false;
      first = false;
    } else {
      return false;
    }
    text = text.substr(end);
  }
}

/// How a line moves between the branches of `#if`: 1 where it opens them, -1 where it closes them; nothing for others.
std::optional<int> nesting(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("#")) return std::nullopt;
  line = line.ltrim();
  if (line.starts_with("if")) return 1;
  if (line.starts_with("endif")) return -1;
  return line.starts_with("el") ? std::optional(0) : std::nullopt;
}

/// `open`, or in front of the outermost `#if` around it that does not stand around `end` in the same branch.
std::size_t outsideOfConditions(llvm::StringRef text, std::size_t open, std::size_t end) {
  int depth = 0, left = 0;  // how many of those around `open` end before `end`
  for (llvm::StringRef rest = text.slice(open, end); !rest.empty();) {
    const auto [line, below] = rest.split('\n');
    if (const auto change = nesting(line)) {
      left = std::max(left, *change == 0 ? 1 - depth : -(depth + *change));
      depth += *change;
    }
    rest = below;
  }
  for (std::size_t line = text.substr(0, open).rfind('\n') + 1, inner = 0; left > 0; line = lineAbove(text, line)) {
    const auto change = nesting(text.substr(line, open - line).split('\n').first);
    inner += change == -1;
    if (change == 1 && inner == 0)
      --left;
    else if (change == 1)
      --inner;
    if (left == 0) return line;
    if (line == 0) break;
  }
  return open;
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
  for (std::size_t searched = begin;;) {
    const std::size_t close = text().substr(0, searched).rfind("]]");
    if (close == llvm::StringRef::npos || !saysNothing(text().slice(close + 2, searched))) return begin;
    const std::size_t line = logicalLine(text(), close);
    const std::size_t open = text().substr(0, close).rfind("[[");
    // What ends like an attribute may be a macro's definition, or a comment.
    const bool isDirective = text().substr(line).ltrim(" \t").starts_with("#");
    const std::size_t comment = text().slice(line, close).find("//");
    if (isDirective || comment != llvm::StringRef::npos) {
      searched = isDirective ? line : line + comment;
      continue;
    }
    if (open == llvm::StringRef::npos) return begin;
    begin = searched = outsideOfConditions(text(), open, begin);
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
  // Others may stand in front of it, in macros that the text does not show.
  for (const clang::Attr* one : function->attrs())
    if (one->isCXX11Attribute() && !one->isImplicit() && !one->isInherited() && one->getLocation().isValid() &&
        manager_.isInMainFile(manager_.getExpansionLoc(one->getLocation())))
      begin = std::min(begin, openingOf(offset(one->getLocation())));
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
