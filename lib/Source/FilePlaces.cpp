#include "Source/FilePlaces.h"

#include "Syntax/LoopParts.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>

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

/// Pragmas that stand for themselves: nothing has to follow them.
bool standsAlone(llvm::StringRef pragma) {
  static constexpr std::array<llvm::StringLiteral, 31> known = {"omp barrier",
                                                                "omp taskwait",
                                                                "omp taskyield",
                                                                "omp flush",
                                                                "omp cancel",
                                                                "omp cancellation",
                                                                "omp threadprivate",
                                                                "omp declare",
                                                                "omp begin",
                                                                "omp end",
                                                                "omp requires",
                                                                "omp target update",
                                                                "omp target enter",
                                                                "omp target exit",
                                                                "omp interop",
                                                                "omp error",
                                                                "omp nothing",
                                                                "omp assumes",
                                                                "omp allocate",
                                                                "omp depobj",
                                                                "acc enter",
                                                                "acc exit",
                                                                "acc update",
                                                                "acc wait",
                                                                "STDC",
                                                                "pack",
                                                                "once",
                                                                "message",
                                                                "region",
                                                                "endregion",
                                                                "weak"};
  static constexpr std::array<llvm::StringLiteral, 4> ofGcc = {"GCC ivdep", "GCC unroll", "GCC novector",
                                                               "GCC nounroll"};
  static constexpr std::array<llvm::StringLiteral, 3> ofClang = {"clang loop", "clang fp", "clang attribute"};
  const auto begins = [&](llvm::StringRef one) {
    return pragma.starts_with(one) && (pragma.size() == one.size() || !llvm::isAlnum(pragma[one.size()]));
  };
  if (begins("GCC")) return llvm::none_of(ofGcc, begins);
  if (begins("clang")) return llvm::none_of(ofClang, begins);
  return pragma.empty() || llvm::any_of(known, begins) || pragma.starts_with("push_") || pragma.starts_with("pop_") ||
         begins("nv_diagnostic") || begins("nv_diag_suppress") || begins("nv_diag_default");
}

/// Those that a function's declaration has to follow.
bool isOfFunction(llvm::StringRef pragma) {
  return pragma.starts_with("omp declare simd") || pragma.starts_with("omp declare variant") ||
         pragma.starts_with("nv_exec_check_disable") || pragma.starts_with("hd_warning_disable") ||
         pragma.starts_with("acc routine");
}

/// What a directive says behind `pragma`; nothing for others.
std::optional<llvm::StringRef> pragmaOf(const FileDirective& directive) {
  llvm::StringRef words = directive.words;
  if (!words.consume_front("pragma")) return std::nullopt;
  return words.ltrim();
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

const FileTokens& FilePlaces::tokens() const {
  if (!tokens_) tokens_ = fileTokens(text());
  return *tokens_;
}

const std::vector<FileToken>& FilePlaces::active() const {
  if (!silent_) return tokens().tokens;
  if (!active_) active_ = outsideOf(silent_->skipped, tokens().tokens);
  return *active_;
}

const SilentText::Macro* FilePlaces::macroBefore(std::size_t end) const {
  if (!silent_) return nullptr;
  if (!macros_) {
    macros_.emplace();
    // Of those that end together, the outer one comes first.
    for (const SilentText::Macro& macro : silent_->macros) macros_->emplace(macro.end, &macro);
  }
  const auto found = macros_->find(end);
  return found == macros_->end() ? nullptr : found->second;
}

/// The token with which the attribute, `_Pragma` or macro begins that ends in front of token `at`; `at` where none
/// does.
std::size_t FilePlaces::beginOfSilent(std::size_t at) const {
  const std::vector<FileToken>& all = active();
  const FileToken& last = all[at - 1];
  if (const SilentText::Macro* macro = macroBefore(last.end); macro && !macro->saysMore) {
    const auto begins = [](const FileToken& token, std::size_t offset) { return token.begin < offset; };
    return static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), macro->begin, begins) - all.begin());
  }
  if (last.kind == clang::tok::r_square && at > 1 && all[at - 2].kind == last.kind) {
    const std::size_t open = openingBracket(all, at - 1, clang::tok::l_square);
    if (open < at && all[open + 1].kind == clang::tok::l_square) return open;
  }
  if (last.kind == clang::tok::r_paren) {
    const std::size_t open = openingBracket(all, at - 1, clang::tok::l_paren);
    if (open < at && open > 0 && text().slice(all[open - 1].begin, all[open - 1].end) == "_Pragma") return open - 1;
  }
  return at;
}

llvm::ArrayRef<FileDirective> FilePlaces::directivesIn(std::size_t begin, std::size_t end) const {
  const std::vector<FileDirective>& all = tokens().directives;
  const auto begins = [](const FileDirective& one, std::size_t offset) { return one.begin < offset; };
  const auto first = std::lower_bound(all.begin(), all.end(), begin, begins);
  const auto behind = std::lower_bound(first, all.end(), end, begins);
  return llvm::ArrayRef(all).slice(static_cast<std::size_t>(first - all.begin()),
                                   static_cast<std::size_t>(behind - first));
}

FilePlaces::Front FilePlaces::frontOf(std::size_t first) const {
  const std::vector<FileToken>& all = active();
  const auto begins = [](const FileToken& token, std::size_t offset) { return token.begin < offset; };
  std::size_t at = static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), first, begins) - all.begin());
  Front front;
  while (at > 0) {
    const std::size_t end = all[at - 1].end, open = beginOfSilent(at);
    if (open == at) break;
    const SilentText::Macro* macro = macroBefore(end);
    front.pragmas.push_back(macro ? macro->words : text().slice(all[open].begin, end).str());
    at = open;
  }
  front.begin = at < all.size() ? std::min(first, all[at].begin) : first;
  front.behind = at == 0 ? 0 : all[at - 1].end;
  front.unclear = macroBefore(front.behind) != nullptr;
  for (const FileDirective& one : llvm::reverse(directivesIn(front.behind, first))) {
    const auto pragma = pragmaOf(one);
    if (!pragma) continue;
    if (standsAlone(*pragma)) break;
    front.begin = std::min(front.begin, one.begin);
    front.pragmas.push_back(pragma->str());
  }
  return front;
}

std::vector<std::string> FilePlaces::pragmasOf(std::size_t first) const { return frontOf(first).pragmas; }

std::optional<std::size_t> FilePlaces::beginOfStatement(std::size_t first) const {
  const Front front = frontOf(first);
  const std::size_t begin = outsideOfConditions(text(), front.begin, first);
  const auto begins = [](const FileToken& token, std::size_t offset) { return token.begin < offset; };
  const std::vector<FileToken>& all = tokens().tokens;
  const auto next = std::lower_bound(all.begin(), all.end(), begin, begins);
  const bool saysMore = next != all.end() && next->begin < front.begin;
  return saysMore || front.unclear ? std::nullopt : std::optional(begin);
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
  const clang::DeclContext* around = nullptr;
  for (const clang::DeclContext* scope = function->getLexicalDeclContext(); scope; scope = scope->getLexicalParent()) {
    const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(scope);
    if (scope->isTranslationUnit() || scope->isNamespace() || (linkage && linkage->hasBraces())) {
      if (!around) around = scope;
      continue;
    }
    outermost = llvm::cast<clang::Decl>(scope);
    around = nullptr;
    begin = std::min(begin, beginOf(outermost));
  }
  begin = outermostAt(around, begin);
  return beginOfDeclaration(begin, endOfLast(around, begin));
}

const FilePlaces::Declared& FilePlaces::declaredIn(const clang::DeclContext* scope) const {
  const auto [place, isNew] = declared_.try_emplace(scope);
  Declared& declared = place->second;
  if (!isNew) return declared;
  const auto noteEnd = [&](clang::SourceLocation at) {
    const clang::SourceLocation last = manager_.getExpansionRange(at).getEnd();
    if (at.isInvalid() || !manager_.isInMainFile(last)) return;
    declared.ends.push_back(offset(clang::Lexer::getLocForEndOfToken(last, 0, manager_, context_.getLangOpts())));
  };
  if (!scope->isTranslationUnit()) noteEnd(llvm::cast<clang::Decl>(scope)->getBeginLoc());
  for (const clang::Decl* one : scope->decls()) {
    if (one->isImplicit()) continue;
    noteEnd(one->getEndLoc());
    const clang::SourceRange range = one->getSourceRange();
    if (range.isValid() && manager_.isInMainFile(manager_.getExpansionLoc(range.getBegin())) &&
        manager_.isInMainFile(manager_.getExpansionLoc(range.getEnd())))
      declared.ranges.push_back(
          {offset(range.getBegin()), offset(manager_.getExpansionRange(range.getEnd()).getEnd())});
  }
  std::sort(declared.ends.begin(), declared.ends.end());
  const auto begins = [](const Declared::Range& a, const Declared::Range& b) { return a.begin < b.begin; };
  std::sort(declared.ranges.begin(), declared.ranges.end(), begins);
  std::size_t furthest = 0;
  for (Declared::Range& range : declared.ranges) range.furthest = furthest = std::max(furthest, range.last);
  return declared;
}

/// A variable may be declared around a class or a lambda.
std::size_t FilePlaces::outermostAt(const clang::DeclContext* scope, std::size_t begin) const {
  const std::vector<Declared::Range>& all = declaredIn(scope).ranges;
  // The first one that gets so far is the one that does so from furthest in front.
  const auto around = std::partition_point(all.begin(), all.end(),
                                           [&](const Declared::Range& range) { return range.furthest < begin; });
  return around == all.end() ? begin : std::min(begin, around->begin);
}

/// Behind the last declaration of `scope` that ends in front of `before`, or behind what opens `scope`.
std::size_t FilePlaces::endOfLast(const clang::DeclContext* scope, std::size_t before) const {
  const std::vector<std::size_t>& ends = declaredIn(scope).ends;
  const auto behind = std::upper_bound(ends.begin(), ends.end(), before);
  return behind == ends.begin() ? 0 : *std::prev(behind);
}

/// In front of all that belongs to the declaration that stands at `begin`, attributes of another compiler's included:
/// from behind the end of another one on.
std::size_t FilePlaces::beginOfDeclaration(std::size_t begin, std::size_t behind) const {
  const std::vector<FileToken>& all = tokens().tokens;
  const auto begins = [](const FileToken& token, std::size_t offset) { return token.begin < offset; };
  auto first = std::lower_bound(all.begin(), all.end(), begin, begins);
  std::size_t result = begin;
  const auto includesBetween = [&](std::size_t from, std::size_t to) {
    return llvm::any_of(directivesIn(from, to),
                        [](const FileDirective& one) { return llvm::StringRef(one.words).starts_with("include"); });
  };
  while (first != all.begin()) {
    const FileToken& last = *std::prev(first);
    if (last.begin < behind || last.kind == clang::tok::semi || last.kind == clang::tok::l_brace ||
        last.kind == clang::tok::r_brace || includesBetween(last.end, result))
      break;
    result = (--first)->begin;
  }
  const std::size_t front = first == all.begin() ? 0 : std::prev(first)->end;
  for (const FileDirective& one : llvm::reverse(directivesIn(front, result))) {
    const auto pragma = pragmaOf(one);
    if (pragma && isOfFunction(*pragma)) result = one.begin;
  }
  return outsideOfConditions(text(), result, begin);
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
