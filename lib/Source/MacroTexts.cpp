#include "Source/MacroTexts.h"

#include "Source/Attributes.h"
#include "Syntax/GuardedAssignments.h"
#include "Syntax/Nesting.h"
#include "Syntax/StatementVisitor.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/TokenConcatenation.h"

#include <algorithm>
#include <set>

namespace clustrix::compiler {

namespace {

bool isLoopWord(const clang::Token& token) {
  return token.isOneOf(clang::tok::kw_for, clang::tok::kw_while, clang::tok::kw_do, clang::tok::kw_goto);
}

/// Whether the word would be replaced when it is read again. `stderr` is one that stands for itself.
bool isOtherMacro(const clang::Token& token, clang::Preprocessor& preprocessor) {
  const clang::IdentifierInfo* word = token.getIdentifierInfo();
  if (!word || !word->hasMacroDefinition()) return false;
  const clang::MacroInfo* macro = preprocessor.getMacroInfo(word);
  return !macro || !macro->isObjectLike() || macro->getNumTokens() != 1 ||
         macro->getReplacementToken(0).getIdentifierInfo() != word;
}

/// Whether the program itself defines the macro that stands at `name`.
bool isOfProgram(clang::SourceLocation name, clang::Preprocessor& preprocessor) {
  const auto& manager = preprocessor.getSourceManager();
  const llvm::StringRef word =
      clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(name), manager, preprocessor.getLangOpts());
  const auto* macro = preprocessor.getMacroDefinitionAtLoc(preprocessor.getIdentifierInfo(word), name).getMacroInfo();
  return macro && !macro->isBuiltinMacro() && !manager.isInSystemHeader(macro->getDefinitionLoc()) &&
         !manager.isWrittenInBuiltinFile(macro->getDefinitionLoc()) &&
         !manager.isWrittenInCommandLineFile(macro->getDefinitionLoc());
}

/// Assignments in macros to variables that are declared before the loop.
class Assignments : public TreeVisitor {
 public:
  Assignments(const clang::SourceManager& manager, clang::SourceRange loop, std::set<std::size_t>& found)
      : manager_(manager), loop_(manager.getExpansionRange(loop).getAsRange()), found_(found) {}
  bool VisitBinaryOperator(clang::BinaryOperator* op) override {
    return op->isAssignmentOp() ? note(op->getLHS()) : true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* op) override {
    return op->isIncrementDecrementOp() ? note(op->getSubExpr()) : true;
  }

 private:
  bool note(const clang::Expr* target) {
    target = target->IgnoreParens();
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target);
    if (!name && !llvm::isa<clang::MemberExpr>(target)) return true;
    const clang::SourceLocation at = target->getExprLoc();
    const bool isOwn = name && manager_.isPointWithin(manager_.getExpansionLoc(name->getDecl()->getLocation()),
                                                      loop_.getBegin(), loop_.getEnd());
    if (at.isMacroID() && !isOwn) found_.insert(manager_.getFileOffset(manager_.getExpansionLoc(at)));
    return true;
  }

  const clang::SourceManager& manager_;
  const clang::SourceRange loop_;
  std::set<std::size_t>& found_;
};

/// The outermost loops of annotated functions.
class Loops : public StatementVisitor {
 public:
  explicit Loops(const clang::SourceManager& manager) : manager_(manager) {}
  std::set<std::size_t> found;

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (clusterAttribute(function) && function->doesThisDeclarationHaveABody() && !function->isTemplateInstantiation())
      search(function->getBody());
    return true;
  }

 private:
  void search(const clang::Stmt* statement) {
    if (!statement) return;
    if (isLoop(statement)) {
      Assignments(manager_, statement->getSourceRange(), found).TraverseStmt(const_cast<clang::Stmt*>(statement));
      return;
    }
    for (const clang::Stmt* child : statement->children()) search(child);
  }

  const clang::SourceManager& manager_;
};

/// The changes that write them out, each once.
std::vector<TextChange> changesAt(const std::set<std::size_t>& offsets, const MacroTexts& macros) {
  std::map<std::size_t, TextChange> changes;
  for (const std::size_t offset : offsets)
    if (auto change = macros.writtenOut(offset)) changes.emplace(change->begin, std::move(*change));
  std::vector<TextChange> all;
  for (auto& [begin, change] : changes) all.push_back(std::move(change));
  return all;
}

}  // namespace

class MacroTexts::CounterWatch : public clang::PPCallbacks {
 public:
  CounterWatch(MacroTexts& texts, clang::Preprocessor& preprocessor)
      : texts_(texts),
        manager_(preprocessor.getSourceManager()),
        counter_(preprocessor.getIdentifierInfo("__COUNTER__")) {}
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (name.getIdentifierInfo() != counter_) return;
    texts_.counts_ = true;
    const clang::SourceLocation at = manager_.getExpansionLoc(name.getLocation());
    if (manager_.isWrittenInMainFile(at)) texts_.counters_.insert(manager_.getFileOffset(at));
  }

 private:
  MacroTexts& texts_;
  const clang::SourceManager& manager_;
  const clang::IdentifierInfo* counter_;
};

void MacroTexts::attachTo(clang::Preprocessor& preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<CounterWatch>(*this, preprocessor));
}

bool MacroTexts::countIn(std::size_t begin, std::size_t end) const {
  const auto first = counters_.lower_bound(begin);
  return first != counters_.end() && *first < end;
}

/// `do { ... } while (0)`, which begins where the macro stands: so it does when it is written out.
bool MacroTexts::Expansion::mayHave(const clang::Token& loopWord) {
  const bool opens = loopWord.is(clang::tok::kw_do) && text.empty();
  const bool closes = loopWord.is(clang::tok::kw_while) && block == Block::Open;
  block = opens ? Block::Open : closes ? Block::Closed : block;
  return opens || closes;
}

void MacroTexts::see(const clang::Token& token, clang::Preprocessor& preprocessor) {
  if (!token.getLocation().isMacroID() || token.isAnnotation()) return;
  const auto& manager = preprocessor.getSourceManager();
  const clang::CharSourceRange range = manager.getExpansionRange(token.getLocation());
  if (!manager.isWrittenInMainFile(range.getBegin()) || !manager.isWrittenInMainFile(range.getEnd())) return;
  const auto [known, isNew] = expansions_.try_emplace(manager.getFileOffset(range.getBegin()));
  Expansion& expansion = known->second;
  if (isNew) {
    const auto end = clang::Lexer::getLocForEndOfToken(range.getEnd(), 0, manager, preprocessor.getLangOpts());
    expansion.end = manager.getFileOffset(end);
    const llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
    expansion.lines = text.slice(known->first, expansion.end).count('\n');
    expansion.stays = !isOfProgram(range.getBegin(), preprocessor);
    expansion.last.startToken();
    expansion.beforeLast.startToken();
  }
  if (expansion.stays) return;
  expansion.stays = isOtherMacro(token, preprocessor) || (isLoopWord(token) && !expansion.mayHave(token));
  const bool isApart = token.hasLeadingSpace() || token.isAtStartOfLine() ||
                       clang::TokenConcatenation(preprocessor).AvoidConcat(expansion.beforeLast, expansion.last, token);
  if (!expansion.text.empty() && isApart) expansion.text += " ";
  expansion.text += preprocessor.getSpelling(token);
  expansion.beforeLast = expansion.last;
  expansion.last = token;
}

bool MacroTexts::standAnywhere() const {
  return std::any_of(expansions_.begin(), expansions_.end(), [](const auto& one) { return !one.second.stays; });
}

std::optional<TextChange> MacroTexts::writtenOut(std::size_t offset) const {
  auto around = expansions_.upper_bound(offset);
  if (around == expansions_.begin()) return std::nullopt;
  --around;
  const Expansion& expansion = around->second;
  if (expansion.end <= offset || expansion.stays || counts_) return std::nullopt;
  TextChange change;
  change.begin = around->first;
  change.end = expansion.end;
  change.replacement = expansion.text + std::string(expansion.lines, '\n');
  return change;
}

std::vector<TextChange> assigningMacros(clang::ASTContext& context, const MacroTexts& macros) {
  if (!macros.standAnywhere()) return {};
  const auto& manager = context.getSourceManager();
  Loops loops(manager);
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls())
    if (manager.isInMainFile(manager.getExpansionLoc(declaration->getLocation()))) loops.TraverseDecl(declaration);
  return changesAt(loops.found, macros);
}

std::vector<TextChange> macrosInTheWay(const SourceUnit& unit, const MacroTexts& macros) {
  std::set<std::size_t> offsets;
  const auto note = [&](const LoopModel& model) {
    for (const Effect& effect : model.effects)
      if (effect.code == "effect.macro" && effect.at.file == unit.path) offsets.insert(offsetOf(unit.text, effect.at));
  };
  for (const AnnotatedFunction& function : unit.functions)
    for (const LoopSite& site : function.loops) {
      note(site.model);
      for (const LoopModel& model : site.otherInstantiations) note(model);
    }
  return changesAt(offsets, macros);
}

}  // namespace clustrix::compiler
