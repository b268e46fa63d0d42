#include "KernelText/InnerLoops.h"

#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Lower/Inlining.h"
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

/// What a loop's body does to variables by compound assignments of its own, not those of loops and lambdas inside.
class SumFinder {
 public:
  explicit SumFinder(clang::ASTContext& context) : context_(context) {}

  void look(const clang::Stmt* statement, bool inside = false) {
    if (!statement) return;
    if (llvm::isa<clang::ContinueStmt>(statement) && !inside) continues = true;
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) ++named_[name->getDecl()];
    if (const auto* assignment = llvm::dyn_cast<clang::CompoundAssignOperator>(statement); assignment && !inside)
      note(*assignment);
    const bool hides = inside || isLoop(statement) || llvm::isa<clang::LambdaExpr>(statement);
    for (const clang::Stmt* child : statement->children()) look(child, hides);
  }

  /// Of variables of the iteration's: `locals`, that are declared in front of `loop`.
  std::vector<InnerLoop::Sum> sums(const std::set<const clang::VarDecl*>& locals, clang::SourceLocation loop) const {
    std::vector<InnerLoop::Sum> all;
    for (const auto& [variable, multiplies] : assigned_)
      if (named_.at(variable) == 1 && locals.contains(variable) &&
          context_.getSourceManager().isBeforeInTranslationUnit(variable->getLocation(), loop))
        all.push_back({variable->getNameAsString(), multiplies});
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
  }
  bool continues = false;

 private:
  void note(const clang::CompoundAssignOperator& assignment) {
    const auto* target = llvm::dyn_cast<clang::DeclRefExpr>(assignment.getLHS()->IgnoreParens());
    const auto* variable = target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
    if (!variable) return;
    const clang::QualType type = variable->getType();
    const auto opcode = assignment.getOpcode();
    const bool sums = opcode == clang::BO_AddAssign || opcode == clang::BO_SubAssign;
    const bool isNumber = (type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType()) ||
                          type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
                          type->isSpecificBuiltinType(clang::BuiltinType::Double);
    const bool isNarrowed = !context_.hasSameUnqualifiedType(assignment.getComputationLHSType(), type) ||
                            !context_.hasSameUnqualifiedType(assignment.getComputationResultType(), type);
    if (!isNumber || isNarrowed || type.isVolatileQualified() || context_.getTypeSize(type) > 64) return;
    if (sums || opcode == clang::BO_MulAssign) assigned_.emplace(variable, !sums);
  }

  clang::ASTContext& context_;
  std::map<const clang::ValueDecl*, int> named_;
  std::map<const clang::VarDecl*, bool> assigned_;
};

/// Whether the statement only reads variables of the iteration's: each by itself, as a value.
bool leavesLocals(const Walk& walk, const clang::Stmt* statement, bool isRead = false) {
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    return isRead || !variable || !walk.locals.contains(variable);
  }
  if (llvm::isa<clang::LambdaExpr, clang::StmtExpr>(statement)) return false;
  const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement);
  const bool reads = cast && cast->getCastKind() == clang::CK_LValueToRValue;
  const bool passes = isRead && llvm::isa<clang::ParenExpr>(statement);
  return std::all_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return !child || leavesLocals(walk, child, reads || passes); });
}

bool isOwnText(const Walk& walk, clang::SourceRange range) {
  return walk.silent == 0 && (walk.frames.empty() || walk.inlining.inKernel(range));
}

/// Behind the statement and the semicolon that ends it.
std::optional<std::size_t> endOf(const Walk& walk, const clang::Stmt& statement, bool lacksSemicolon) {
  const auto where = walk.text.offsets(statement.getSourceRange());
  if (!where || !lacksSemicolon) return where ? std::optional(where->second) : std::nullopt;
  const auto& manager = walk.context.getSourceManager();
  const auto behind = clang::Lexer::findLocationAfterToken(statement.getEndLoc(), clang::tok::semi, manager,
                                                           walk.context.getLangOpts(), false);
  if (behind.isInvalid() || !behind.isFileID()) return std::nullopt;
  return manager.getFileOffset(behind);
}

void insert(Walk& walk, std::size_t at, BodyPiece::Kind kind, int index) {
  walk.edits.push_back({at, at, {kind, "", index}});
}

bool isMarked(const Walk& walk, std::size_t at, BodyPiece::Kind kind) {
  return std::any_of(walk.edits.begin(), walk.edits.end(),
                     [&](const TextEdit& edit) { return edit.piece.kind == kind && edit.begin == at; });
}

}  // namespace

std::optional<int> markHead(Walk& walk, const clang::ForStmt& loop, int index, bool inBlock) {
  const NestedLoop& nested = walk.model.loops[static_cast<std::size_t>(index)];
  if (!nested.trip || !nested.value || !isOwnText(walk, loop.getSourceRange())) return std::nullopt;
  const clang::VarDecl* variable = onlyVariable(loop, nested);
  const auto head = walk.text.offsets({loop.getBeginLoc(), loop.getRParenLoc()});
  if (!variable || !head || isMarked(walk, head->first, BodyPiece::HeadBegin)) return std::nullopt;
  const clang::QualType type = variable->getType();
  SumFinder found(walk.context);
  found.look(loop.getBody());
  const int mark = static_cast<int>(walk.model.kernel.innerLoops.size());
  walk.model.kernel.innerLoops.push_back({index,
                                          {walk.host.typeText(type.getUnqualifiedType(), variable->getLocation()),
                                           variable->getNameAsString(), type.isConstQualified()},
                                          found.sums(walk.locals, loop.getBeginLoc()),
                                          inBlock,
                                          llvm::isa<clang::CompoundStmt>(loop.getBody()),
                                          found.continues});
  insert(walk, head->first, BodyPiece::HeadBegin, mark);
  insert(walk, head->second, BodyPiece::HeadEnd, mark);
  return mark;
}

void markEnd(Walk& walk, const clang::ForStmt& loop, int mark) {
  if (const auto end = endOf(walk, loop, endsWithoutSemicolon(&loop))) insert(walk, *end, BodyPiece::LoopEnd, mark);
}

void markOnce(Walk& walk, const clang::Expr& statement, std::size_t firstAccess) {
  if (walk.path.size() != 1 || !isOwnText(walk, statement.getSourceRange()) || !leavesLocals(walk, &statement)) return;
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
