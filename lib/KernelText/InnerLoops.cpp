#include "KernelText/InnerLoops.h"

#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Lower/Inlining.h"
#include "Support/Identifiers.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Nesting.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <map>

namespace clustrix::compiler {
namespace {

/// The variable that the head alone begins and steps; null for heads that do more.
const clang::VarDecl* onlyVariable(const clang::ForStmt& loop, const NestedLoop& nested) {
  const Beginning beginning = beginningOf(&loop);
  if (beginning.other || beginning.parts.size() != 1 || loop.getConditionVariable()) return nullptr;
  const clang::VarDecl* variable = beginning.parts[0].variable;
  const auto* step = loop.getInc() ? discarded(loop.getInc()) : nullptr;
  const auto* binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(step);
  if (!variable || !step || (binary && binary->getOpcode() == clang::BO_Comma)) return nullptr;
  return variable->getType()->isIntegerType() && variable->getNameAsString() == nested.variable ? variable : nullptr;
}

/// Whether a variable from in front of loops is named by anything but loops that begin it.
bool isNamedBesides(const clang::Stmt* statement, const clang::VarDecl& variable) {
  if (!statement) return false;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) return name->getDecl() == &variable;
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
    const Beginning beginning = beginningOf(loop);
    if (!beginning.other && beginning.parts.size() == 1 && beginning.parts[0].variable == &variable) return false;
  }
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return isNamedBesides(child, variable); });
}

/// What a loop's body does to variables by compound assignments of its own, not those of loops and lambdas inside.
class SumFinder {
 public:
  explicit SumFinder(clang::ASTContext& context) : context_(context) {}

  void look(const clang::Stmt* statement, bool inside = false) {
    if (!statement) return;
    if (llvm::isa<clang::ContinueStmt>(statement) && !inside) continues = true;
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) ++named_[name->getDecl()];
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
      for (const clang::Decl* one : declaration->decls())
        if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(one)) declared_.insert(named->getNameAsString());
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement); expression && !inside) note(*expression);
    const bool hides = inside || isLoop(statement) || llvm::isa<clang::LambdaExpr>(statement);
    for (const clang::Stmt* child : statement->children()) look(child, hides);
  }

  /// Of variables that are declared in front of `loop`, or of elements of such.
  std::vector<InnerLoop::Sum> sums(clang::SourceLocation loop, bool ofElements) const {
    std::vector<InnerLoop::Sum> all;
    for (const auto& [variable, multiplies] : ofElements ? elements_ : assigned_)
      if (named_.at(variable) == 1 && !declared_.contains(variable->getNameAsString()) &&
          context_.getSourceManager().isBeforeInTranslationUnit(variable->getLocation(), loop))
        all.push_back({variable->getNameAsString(), multiplies});
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
  }
  void forgetSums() {
    assigned_.clear();
    elements_.clear();
  }
  /// The variables that are named and are, or are not, of the iteration's: `locals`.
  std::set<std::string> names(const std::set<const clang::VarDecl*>& locals, bool wanted) const {
    std::set<std::string> all;
    for (const auto& [named, times] : named_)
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(named); variable && locals.contains(variable) == wanted)
        all.insert(variable->getNameAsString());
    return all;
  }
  bool continues = false;

 private:
  void note(const clang::Expr& statement) {
    if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(&statement); step && step->isIncrementDecrementOp())
      return note(*step->getSubExpr(), false);
    const auto* assignment = llvm::dyn_cast<clang::CompoundAssignOperator>(&statement);
    if (!assignment) return;
    const clang::QualType type = assignment->getLHS()->getType();
    const auto opcode = assignment->getOpcode();
    const bool sums = opcode == clang::BO_AddAssign || opcode == clang::BO_SubAssign;
    const bool isNarrowed = !context_.hasSameUnqualifiedType(assignment->getComputationLHSType(), type) ||
                            !context_.hasSameUnqualifiedType(assignment->getComputationResultType(), type);
    if (!isNarrowed && (sums || opcode == clang::BO_MulAssign)) note(*assignment->getLHS(), !sums);
  }
  void note(const clang::Expr& written, bool multiplies) {
    const clang::Expr* target = written.IgnoreParens();
    const clang::Expr* whole = subscripted(target);
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(whole ? whole : target);
    const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
    const clang::QualType type = target->getType();
    const bool isNumber = (type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType()) ||
                          type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
                          type->isSpecificBuiltinType(clang::BuiltinType::Double);
    if (!variable || !isNumber || type.isVolatileQualified() || context_.getTypeSize(type) > 64) return;
    if (whole)
      elements_.emplace(variable, multiplies);
    else if (!variable->getType()->isReferenceType())
      assigned_.emplace(variable, multiplies);
  }

  /// `y` of `y[j]`; null for what is no subscript.
  static const clang::Expr* subscripted(const clang::Expr* element) {
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(element))
      return subscript->getBase() == subscript->getLHS() ? subscript->getBase()->IgnoreParenImpCasts() : nullptr;
    const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(element);
    return call && call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2
               ? call->getArg(0)->IgnoreParenImpCasts()
               : nullptr;
  }

  clang::ASTContext& context_;
  std::map<const clang::ValueDecl*, int> named_;
  std::map<const clang::VarDecl*, bool> assigned_, elements_;
  std::set<std::string> declared_;
};

/// Whether the loop's text has a `decltype`.
bool asksForTypes(const Walk& walk, const clang::ForStmt& loop) {
  const auto range = clang::CharSourceRange::getTokenRange(loop.getSourceRange());
  const llvm::StringRef text =
      clang::Lexer::getSourceText(range, walk.context.getSourceManager(), walk.context.getLangOpts());
  return hasWord(text, "decltype") || hasWord(text, "typeof") || hasWord(text, "__typeof__");
}

bool changesSomething(const clang::Stmt* statement) {
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
  return (binary && binary->isAssignmentOp()) || (unary && unary->isIncrementDecrementOp());
}

/// Whether the statement reads variables alone: each number by itself, as a value, and no object of the iteration's.
bool leavesVariables(const Walk& walk, const clang::Stmt* statement, bool isRead = false) {
  if (llvm::isa<clang::LambdaExpr, clang::StmtExpr>(statement) || changesSomething(statement)) return false;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    const bool isObject = variable ? !walk.locals.contains(variable) && !name->getType()->isScalarType()
                                   : !llvm::isa<clang::BindingDecl>(name->getDecl());
    return isRead || isObject;
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement);
      member && !isRead && member->getType()->isScalarType())
    return false;
  const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement);
  const bool reads = cast && cast->getCastKind() == clang::CK_LValueToRValue;
  const bool passes = isRead && llvm::isa<clang::ParenExpr>(statement);
  return std::all_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return !child || leavesVariables(walk, child, reads || passes); });
}

/// Whether a statement changes memory in one place, and no variable.
bool writesMemoryAlone(const Walk& walk, const clang::Expr& statement) {
  const clang::Expr* whole = statement.IgnoreParenImpCasts();
  if (!changesSomething(whole)) return leavesVariables(walk, whole);
  // Of what is changed, the place is read.
  const clang::Stmt* target = *whole->child_begin();
  if (llvm::isa<clang::DeclRefExpr>(llvm::cast<clang::Expr>(target)->IgnoreParens())) return false;
  const auto leaves = [&](const clang::Stmt* part) { return leavesVariables(walk, part); };
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(llvm::cast<clang::Expr>(target)->IgnoreParens());
  return (member ? leaves(member->getBase()) : leaves(target)) &&
         std::all_of(std::next(whole->child_begin()), whole->child_end(), leaves);
}

bool isOwnText(const Walk& walk, clang::SourceRange range) {
  return walk.silent == 0 && (walk.frames.empty() || walk.inlining.inKernel(range));
}

/// Behind the statement and the semicolon that ends it.
std::optional<std::size_t> endOf(const Walk& walk, const clang::Stmt& statement, bool lacksSemicolon) {
  const auto where = walk.text.offsets(statement.getSourceRange());
  if (where && lacksSemicolon) return walk.text.behindSemicolon(statement);
  return where ? std::optional(where->second) : std::nullopt;
}

void insert(Walk& walk, std::size_t at, BodyPiece::Kind kind, int index) {
  walk.edits.push_back({at, at, {kind, "", index}});
}

bool isMarked(const Walk& walk, std::size_t at, BodyPiece::Kind kind) {
  return std::any_of(walk.edits.begin(), walk.edits.end(),
                     [&](const TextEdit& edit) { return edit.piece.kind == kind && edit.begin == at; });
}

}  // namespace

std::optional<int> markHead(Walk& walk, const clang::ForStmt& loop, int index) {
  const NestedLoop& nested = walk.model.loops[static_cast<std::size_t>(index)];
  if (!nested.trip || !nested.value || !isOwnText(walk, loop.getSourceRange())) return std::nullopt;
  const clang::VarDecl* variable = onlyVariable(loop, nested);
  const auto head = walk.text.offsets({loop.getBeginLoc(), loop.getRParenLoc()});
  if (!variable || !head || isMarked(walk, head->first, BodyPiece::HeadBegin) ||
      (!beginningOf(&loop).parts[0].declared && isNamedBesides(walk.around.front(), *variable)))
    return std::nullopt;
  const clang::QualType type = variable->getType();
  SumFinder found(walk.context);
  found.look(loop.getBody());
  // In place of a sum stands a term, of another type.
  if (asksForTypes(walk, loop)) found.forgetSums();
  const int mark = static_cast<int>(walk.model.kernel.innerLoops.size());
  walk.model.kernel.innerLoops.push_back({index,
                                          {walk.host.typeText(type.getUnqualifiedType(), variable->getLocation()),
                                           variable->getNameAsString(), type.isConstQualified()},
                                          found.sums(loop.getBeginLoc(), false),
                                          llvm::isa<clang::CompoundStmt>(loop.getBody()),
                                          found.continues,
                                          found.names(walk.locals, true),
                                          found.names(walk.locals, false),
                                          found.sums(loop.getBeginLoc(), true)});
  insert(walk, head->first, BodyPiece::HeadBegin, mark);
  insert(walk, head->second, BodyPiece::HeadEnd, mark);
  return mark;
}

void markEnd(Walk& walk, const clang::ForStmt& loop, int mark) {
  if (const auto end = endOf(walk, loop, endsWithoutSemicolon(&loop))) insert(walk, *end, BodyPiece::LoopEnd, mark);
}

void markOnce(Walk& walk, const clang::Expr& statement, std::size_t firstAccess) {
  if (!isOwnText(walk, statement.getSourceRange()) || !writesMemoryAlone(walk, statement)) return;
  const auto& accesses = walk.model.accesses;
  const auto isWrite = [](const Access& access) { return access.kind == AccessKind::Write; };
  if (firstAccess >= accesses.size() ||
      std::none_of(accesses.begin() + static_cast<std::ptrdiff_t>(firstAccess), accesses.end(), isWrite))
    return;
  const auto where = walk.text.offsets(statement.getSourceRange());
  const auto end = endOf(walk, statement, true);
  if (!where || !end || isMarked(walk, where->first, BodyPiece::OnceBegin)) return;
  const int mark = static_cast<int>(walk.model.kernel.once.size());
  walk.model.kernel.once.push_back({firstAccess, accesses.size()});
  insert(walk, where->first, BodyPiece::OnceBegin, mark);
  insert(walk, *end, BodyPiece::OnceEnd, mark);
}

}  // namespace clustrix::compiler
