#include "Normalise/Fixes.h"

#include "Library/LibraryFunctions.h"
#include "Support/Identifiers.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Mentions.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/ParentMap.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// What a thread can be asked to have on its stack.
constexpr std::int64_t mostBytes = 8192;

/// All that speaks of one variable.
class MentionsOf : public TreeVisitor {
 public:
  explicit MentionsOf(const clang::VarDecl& variable) : variable_(variable) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    if (reference->getDecl() == &variable_) uses.push_back(reference);
    return true;
  }
  bool VisitDeclStmt(clang::DeclStmt* statement) override {
    if (statement->isSingleDecl() && statement->getSingleDecl() == &variable_) declaration = statement;
    return true;
  }
  std::vector<const clang::DeclRefExpr*> uses;
  const clang::DeclStmt* declaration = nullptr;

 private:
  const clang::VarDecl& variable_;
};

/// What a scope holds that makes its text too hard to change.
class Obstructions : public TreeVisitor {
 public:
  bool VisitLambdaExpr(clang::LambdaExpr*) override { return note(lambda); }
  bool VisitDecltypeTypeLoc(clang::DecltypeTypeLoc) override { return note(lambda); }
  bool VisitLabelStmt(clang::LabelStmt*) override { return note(jump); }
  bool VisitSwitchCase(clang::SwitchCase*) override { return note(jump); }
  bool VisitCallExpr(clang::CallExpr* one) override {
    return isPureFunction(one->getDirectCallee()) ? true : note(call);
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr*) override { return note(call); }
  bool VisitNamedDecl(clang::NamedDecl* declaration) override {
    names.insert(declaration->getNameAsString());
    return true;
  }
  bool lambda = false, jump = false, call = false;
  std::set<std::string> names;  // declared in it

 private:
  static bool note(bool& what) { return what = true; }
};

/// The text of the main file, where it may be changed.
class Text {
 public:
  explicit Text(const clang::ASTContext& context) : manager_(context.getSourceManager()), context_(context) {}

  std::optional<std::pair<std::size_t, std::size_t>> offsets(clang::SourceRange range) const {
    if (!range.getBegin().isFileID() || !range.getEnd().isFileID()) return std::nullopt;
    const auto end = clang::Lexer::getLocForEndOfToken(range.getEnd(), 0, manager_, context_.getLangOpts());
    if (end.isInvalid() || !manager_.isWrittenInMainFile(range.getBegin()) || !manager_.isWrittenInMainFile(end))
      return std::nullopt;
    return std::pair<std::size_t, std::size_t>(manager_.getFileOffset(range.getBegin()), manager_.getFileOffset(end));
  }
  std::string of(clang::SourceRange range) const {
    const auto where = offsets(range);
    return where ? all().substr(where->first, where->second - where->first).str() : "";
  }
  /// Replaces `range`; false where it cannot.
  bool replace(std::vector<Edit>& edits, clang::SourceRange range, const std::string& by) const {
    const auto where = offsets(range);
    if (where) edits.push_back({where->first, where->second, by});
    return where.has_value();
  }
  /// Leaves out a statement with its semicolon, and its line where nothing else stands there.
  bool remove(std::vector<Edit>& edits, const clang::Stmt* statement) const {
    auto where = offsets(statement->getSourceRange());
    if (!where) return false;
    auto& [begin, end] = *where;
    if (all()[end - 1] != ';') end = all().find_first_not_of(" \t\n", end);
    if (end >= all().size() || (all()[end] != ';' && all()[end - 1] != ';')) return false;
    if (all()[end - 1] != ';') ++end;
    const std::size_t line = all().rfind('\n', begin) + 1;  // npos + 1 is the file's start
    const std::size_t rest = all().find_first_not_of(" \t", end);
    const bool alone = all().find_first_not_of(" \t", line) == begin;
    if (alone && rest < all().size() && all()[rest] == '\n') {
      begin = line;
      end = rest + 1;
    } else if (rest < all().size() && all()[rest] != '\n') {
      end = rest;
    }
    edits.push_back({begin, end, ""});
    return true;
  }
  llvm::StringRef all() const { return manager_.getBufferData(manager_.getMainFileID()); }

 private:
  const clang::SourceManager& manager_;
  const clang::ASTContext& context_;
};

/// A local variable with a declaration of its own in a block, and the block.
struct Local {
  Local(clang::ASTContext& context, const clang::VarDecl& variable) : text(context), mentions(variable) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable.getDeclContext());
    if (!function || !function->hasBody() || function->isTemplateInstantiation() || variable.isImplicit()) return;
    mentions.TraverseStmt(function->getBody());
    parents.emplace(function->getBody());
    if (!mentions.declaration) return;
    const auto* around = parents->getParent(mentions.declaration);
    block = llvm::dyn_cast_or_null<clang::CompoundStmt>(around);
    if (block) obstructions.TraverseStmt(const_cast<clang::CompoundStmt*>(block));
    if (obstructions.lambda) block = nullptr;
  }
  const clang::Stmt* parentOf(const clang::Stmt* statement) const {
    return parents->getParentIgnoreParens(const_cast<clang::Stmt*>(statement));
  }
  Text text;
  MentionsOf mentions;
  std::optional<clang::ParentMap> parents;
  const clang::CompoundStmt* block = nullptr;  // null: nothing can be done
  Obstructions obstructions;
};

bool isPlainElement(clang::QualType type) { return type->isArithmeticType() && !type->isBooleanType(); }

std::optional<std::int64_t> elementsIn(clang::ASTContext& context, const clang::Expr* count, clang::QualType element) {
  const auto value = count->IgnoreParenImpCasts()->getIntegerConstantExpr(context);
  if (!value || value->isNegative() || value->getSignificantBits() > 32) return std::nullopt;
  const std::int64_t elements = value->getExtValue();
  if (elements == 0 || elements * context.getTypeSizeInChars(element).getQuantity() > mostBytes) return std::nullopt;
  return elements;
}

std::string declarationOf(clang::ASTContext& context, clang::QualType element, const clang::VarDecl& variable,
                          const std::string& count) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.adjustForCPlusPlus();
  return element.getCanonicalType().getUnqualifiedType().getAsString(policy) + " " + variable.getNameAsString() + "[" +
         count + "]";
}

const clang::Expr* withoutCleanups(const clang::Expr* expression) {
  while (const auto* full = llvm::dyn_cast_or_null<clang::FullExpr>(expression)) expression = full->getSubExpr();
  return expression;
}

/// The array's declaration in place of `T* t = new T[N]` and `new T[N]()`; "" where it is another.
std::string arrayForNew(clang::ASTContext& context, const Local& local, const clang::VarDecl& variable) {
  const auto* made = llvm::dyn_cast_or_null<clang::CXXNewExpr>(withoutCleanups(initialValueOf(variable)));
  if (!made || !made->isArray() || made->getNumPlacementArgs() != 0 || !made->getArraySize()) return "";
  const clang::QualType element = made->getAllocatedType();
  if (!isPlainElement(element) || !elementsIn(context, *made->getArraySize(), element)) return "";
  const clang::QualType pointee = variable.getType()->isPointerType() ? variable.getType()->getPointeeType() : element;
  if (!context.hasSameType(pointee, element)) return "";
  const clang::Expr* initialiser = made->getInitializer();
  const bool zero = initialiser && llvm::isa<clang::ImplicitValueInitExpr>(initialiser);
  if (initialiser && !zero) return "";
  const std::string count = local.text.of((*made->getArraySize())->getSourceRange());
  return count.empty() ? "" : declarationOf(context, element, variable, count) + (zero ? " = {};" : ";");
}

bool isDirectlyIn(const clang::CompoundStmt* block, const clang::Stmt* statement) {
  return std::find(block->body_begin(), block->body_end(), statement) != block->body_end();
}

/// `t[i]`, and `delete[] t;` in the same block, which is left out.
bool isUseOfNew(const Local& local, const clang::DeclRefExpr* use, std::vector<Edit>& edits) {
  const auto* read = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(local.parentOf(use));
  if (!read || read->getCastKind() != clang::CK_LValueToRValue) return false;
  const clang::Stmt* parent = local.parentOf(read);
  if (const auto* element = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(parent))
    return element->getBase()->IgnoreParenImpCasts() == use;
  const auto* freed = llvm::dyn_cast_or_null<clang::CXXDeleteExpr>(parent);
  return freed && freed->isArrayForm() && isDirectlyIn(local.block, freed) && local.text.remove(edits, freed);
}

/// What names the same object as long as its block runs: a variable, or a member of one.
bool isLastingName(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return llvm::isa<clang::VarDecl>(reference->getDecl());
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression);
  if (!member || !llvm::isa<clang::FieldDecl>(member->getMemberDecl())) return false;
  const clang::Expr* object = member->getBase()->IgnoreParenImpCasts();
  return llvm::isa<clang::CXXThisExpr>(object) || (!member->isArrow() && isLastingName(object));
}

/// The first identifier of `this->a`, `object.a`, `a`: what another declaration could hide.
std::string firstNameOf(const std::string& text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) { return !isWord(c); });
  return {text.begin(), end};
}

/// A read of the whole value, or an assignment of it: no pointer or reference to it remains.
bool isPlainUse(const Local& local, const clang::DeclRefExpr* use) {
  const clang::Stmt* parent = local.parentOf(use);
  if (const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent))
    return cast->getCastKind() == clang::CK_LValueToRValue;
  if (const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent))
    return op->isAssignmentOp() && op->getLHS()->IgnoreParens() == use && isDirectlyIn(local.block, op);
  return false;
}

}  // namespace

std::vector<Edit> arrayInstead(clang::ASTContext& context, const clang::VarDecl& variable) {
  const Local local(context, variable);
  if (!local.block || !variable.isLocalVarDecl() || variable.isStaticLocal()) return {};
  const std::string array = arrayForNew(context, local, variable);
  std::vector<Edit> edits;
  if (array.empty() || !local.text.replace(edits, local.mentions.declaration->getSourceRange(), array)) return {};
  for (const clang::DeclRefExpr* use : local.mentions.uses)
    if (!isUseOfNew(local, use, edits)) return {};
  return edits;
}

std::vector<Edit> objectInstead(clang::ASTContext& context, const clang::VarDecl& variable) {
  const Local local(context, variable);
  const clang::Expr* object = withoutCleanups(initialValueOf(variable));
  if (!local.block || !variable.getType()->isReferenceType() || variable.isStaticLocal() || !object) return {};
  object = object->IgnoreParens();
  // A `const` that the reference adds matters to no number; of a class it may choose another function.
  const clang::QualType referred = variable.getType()->getPointeeType();
  const clang::Expr* bare = object->IgnoreParenImpCasts();
  const bool same = context.hasSameType(referred, bare->getType()) ||
                    (referred->isArithmeticType() && context.hasSameUnqualifiedType(referred, bare->getType()));
  const std::string name = local.text.of(bare->getSourceRange());
  if (!same || !isLastingName(bare) || name.empty()) return {};
  // A parameter of the same name as a local would have been an error: only the block itself can hide the object.
  std::vector<Edit> edits;
  if (local.obstructions.names.contains(firstNameOf(name)) || !local.text.remove(edits, local.mentions.declaration))
    return {};
  for (const clang::DeclRefExpr* use : local.mentions.uses)
    if (!local.text.replace(edits, use->getSourceRange(), name)) return {};
  return edits;
}

std::vector<Edit> automaticInstead(clang::ASTContext& context, const clang::VarDecl& variable) {
  const Local local(context, variable);
  // A call could come back to this block, and find what an execution around it left.
  if (!local.block || local.obstructions.jump || local.obstructions.call || !variable.isStaticLocal()) return {};
  if (!variable.getType()->isArithmeticType() || variable.getType().isVolatileQualified()) return {};
  if (initialiserOf(variable) && !variable.hasConstantInitialization()) return {};
  const auto* const* behind =
      std::next(std::find(local.block->body_begin(), local.block->body_end(), local.mentions.declaration));
  if (behind == local.block->body_end()) return {};
  const auto* first = llvm::dyn_cast<clang::BinaryOperator>(*behind);
  const bool assigns = first && first->getOpcode() == clang::BO_Assign && !mentions(first->getRHS(), &variable);
  const auto* target = assigns ? llvm::dyn_cast<clang::DeclRefExpr>(first->getLHS()->IgnoreParens()) : nullptr;
  if (!target || target->getDecl() != &variable) return {};
  for (const clang::DeclRefExpr* use : local.mentions.uses)
    if (!isPlainUse(local, use)) return {};
  const auto where = local.text.offsets(local.mentions.declaration->getSourceRange());
  constexpr llvm::StringRef word = "static ";
  if (!where || !local.text.all().substr(where->first).starts_with(word)) return {};
  if (variable.getTLSKind() != clang::VarDecl::TLS_None) return {};
  return {{where->first, where->first + word.size(), ""}};
}

}  // namespace clustrix::compiler
