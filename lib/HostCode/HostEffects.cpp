#include "HostCode/HostEffects.h"

#include "HostCode/Escapes.h"
#include "HostCode/HostEvaluation.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Types.h"

#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Whether elements of an array lie in an object of the type itself.
bool holdsElements(clang::QualType type) {
  if (type->isArrayType()) return true;
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return record != nullptr;
  return std::any_of(record->field_begin(), record->field_end(),
                     [](const clang::FieldDecl* field) { return holdsElements(field->getType()); }) ||
         std::any_of(record->bases_begin(), record->bases_end(),
                     [](const clang::CXXBaseSpecifier& base) { return holdsElements(base.getType()); });
}

/// Variables that returned or thrown expressions mention.
void addReturned(const clang::Stmt* statement, bool inReturn, std::set<const clang::VarDecl*>& found) {
  if (!statement) return;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (variable && inReturn) found.insert(variable);
  for (const clang::Stmt* child : statement->children())
    addReturned(child, inReturn || llvm::isa<clang::ReturnStmt, clang::CXXThrowExpr>(statement), found);
}

bool extends(const clang::Stmt* statement, const clang::VarDecl* variable) {
  if (!statement) return false;
  const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(statement);
  if (temporary && temporary->getExtendingDecl() == variable) return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return extends(child, variable); });
}

}  // namespace

HostEffects::HostEffects(clang::ASTContext& context, const clang::Stmt* body, const Annotated& annotated)
    : context_(context),
      escaping_(escapingVariables(body)),
      annotated_(annotated),
      helpers_(std::make_shared<std::map<const clang::FunctionDecl*, std::optional<HelperEffect>>>()) {
  addReturned(body, false, returned_);
}

HostEffects::HostEffects(const HostEffects& caller, const clang::Stmt* body)
    : context_(caller.context_),
      escaping_(escapingVariables(body)),
      annotated_(caller.annotated_),
      helpers_(caller.helpers_) {}

HostEffect HostEffects::of(const std::vector<const clang::Stmt*>& evaluated, bool places) const {
  Evaluation evaluation(*this, places);
  for (const clang::Stmt* one : evaluated) evaluation.statement(one);
  HostEffect touch = evaluation.result();
  // A place may depend on what an earlier one of them has written.
  if (evaluated.size() > 1 && !(touch.writes.empty() && touch.frees.empty())) touch = HostEffect::everything();
  return touch;
}

std::optional<int> placeIn(const Annotated& annotated, const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  const clang::FunctionDecl* definition = (pattern ? pattern : callee)->getDefinition();
  const auto found = annotated.find(definition ? definition : callee);
  return found == annotated.end() ? std::nullopt : std::optional<int>(found->second);
}

bool HostEffects::ownsMemory(const clang::VarDecl* variable) const {
  if (!variable->hasLocalStorage()) return false;
  if (extendsTemporary(variable)) return true;
  const clang::QualType type = variable->getType();
  if (type->isReferenceType()) return false;
  if (type->isArrayType() || type.isDestructedType() != clang::QualType::DK_none) return true;
  return holdsElements(type) || (escaping_.contains(variable) && !isLambdaType(type));
}

bool HostEffects::freesMemory(const clang::VarDecl* variable) const {
  return variable->hasLocalStorage() &&
         (extendsTemporary(variable) || (!variable->getType()->isReferenceType() &&
                                         variable->getType().isDestructedType() != clang::QualType::DK_none));
}

std::string HostEffects::soleOwner(const clang::DeclStmt* declaration) const {
  const auto* variable =
      declaration->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl()) : nullptr;
  // One that is returned may be the caller's.
  if (!variable || !variable->getIdentifier() || returned_.contains(variable) ||
      variable->getType()->isReferenceType() || llvm::isa<clang::DecompositionDecl>(variable) ||
      variable->getType().isVolatileQualified() || variable->getType()->isVariablyModifiedType() ||
      extendsTemporary(variable))
    return "";
  const bool frees = variable->getType().isDestructedType() != clang::QualType::DK_none;
  return !frees || isPlainVector(variable->getType()) ? variable->getNameAsString() : "";
}

bool HostEffects::isRegister(const clang::VarDecl* variable) const {
  return variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
         !variable->getType().isVolatileQualified() && !escaping_.contains(variable);
}

bool extendsTemporary(const clang::VarDecl* variable) { return extends(initialiserOf(*variable), variable); }

// --- Expressions; calls are in HostCalls.cpp.

namespace {

/// Whether its declaration or its end does more than its initialiser says. A vector of numbers frees its memory: see
/// HostNode::Lifetime.
bool runsCode(const clang::VarDecl* variable) {
  if (const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(variable))
    if (std::any_of(parts->bindings().begin(), parts->bindings().end(),
                    [](const clang::BindingDecl* part) { return part->getHoldingVar() != nullptr; }))
      return true;
  const clang::QualType type = variable->getType();
  return !type->isReferenceType() && type.isDestructedType() != clang::QualType::DK_none && !isNumberVector(type);
}

const clang::Expr* withoutWrappers(const clang::Expr* expression) {
  expression = expression->IgnoreParenImpCasts();
  const auto* full = llvm::dyn_cast<clang::FullExpr>(expression);
  return full ? withoutWrappers(full->getSubExpr()) : expression;
}

/// The target of the assignment that `expression` is, whose store comes last.
const clang::Expr* assignedBy(const clang::Expr* expression) {
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression); op && op->isAssignmentOp())
    return op->getLHS();
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expression); op && op->isIncrementDecrementOp())
    return op->getSubExpr();
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  return call && call->getOperator() == clang::OO_Equal ? call->getArg(0) : nullptr;
}

/// Without reads of what is written: that comes home as well. A place that another one needs has to stay.
HostEffect withoutRepetitions(HostEffect touch) {
  const auto isNeeded = [&](const std::string& place) {
    const auto needs = [&](const std::string& other) {
      return other != place && other.find(place) != std::string::npos;
    };
    return std::any_of(touch.reads.begin(), touch.reads.end(), needs) ||
           std::any_of(touch.writes.begin(), touch.writes.end(), needs);
  };
  std::vector<std::string> reads;
  for (const std::string& place : touch.reads)
    if (std::find(touch.writes.begin(), touch.writes.end(), place) == touch.writes.end() || isNeeded(place))
      reads.push_back(place);
  touch.reads = std::move(reads);
  return touch;
}

}  // namespace

void Evaluation::statement(const clang::Stmt* statement) {
  if (const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement)) {
    root_ = withoutWrappers(expression);
    target_ = assignedBy(root_);
    value(expression);
    root_ = target_ = nullptr;
  } else if (const auto* declared = llvm::dyn_cast_or_null<clang::DeclStmt>(statement)) {
    declaration(declared);
  }
}

void Evaluation::declaration(const clang::DeclStmt* declaration) {
  for (const clang::Decl* one : declaration->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
    if (!variable) continue;
    changed_.insert(variable);
    // A vector may have taken over memory of another one's, which goes away with it.
    if (runsCode(variable) || (helper_ && variable->getType().isDestructedType() != clang::QualType::DK_none))
      return anything();
    if (const auto* sized = host_.context().getAsVariableArrayType(variable->getType())) value(sized->getSizeExpr());
    const clang::Expr* initialiser = initialiserOf(*variable);
    if (!initialiser) continue;
    if (variable->isStaticLocal())
      conditionally({initialiser});  // the first time alone
    else
      value(initialiser);
  }
}

HostEffect Evaluation::result() const {
  const bool late = std::any_of(mentioned_.begin(), mentioned_.end(),
                                [&](const clang::VarDecl* variable) { return changed_.contains(variable); });
  // What comes behind a call that may launch cannot be told in front of it.
  const bool behind =
      touch_.lends >= 0 && (!touch_.writes.empty() || !touch_.frees.empty() || readsOutsideCall_ || blocks_);
  if (!touch_.anything && !late && !behind) return withoutRepetitions(touch_);
  return HostEffect::everything();
}

void Evaluation::values(llvm::iterator_range<clang::Stmt::const_child_iterator> expressions) {
  for (const clang::Stmt* one : expressions)
    if (const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(one)) value(expression);
}

void Evaluation::value(const clang::Expr* expression) {
  if (touch_.anything || isPlainName(expression)) return;
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) return valueOfCast(cast);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) return valueOfCall(call);
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression)) return valueOfConstruction(made);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression)) return valueOfBinary(binary);
  if (const auto* made = llvm::dyn_cast<clang::CXXNewExpr>(expression)) return valueOfNew(made);
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) return value(member->getBase());
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    if (unary->getOpcode() == clang::UO_Coawait) return anything();
    return unary->isIncrementDecrementOp() ? change(unary->getSubExpr()) : value(unary->getSubExpr());
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression)) {
    value(choice->getCond());
    return conditionally({choice->getTrueExpr(), choice->getFalseExpr()});
  }
  if (const auto* argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expression))
    return elsewhere(argument->getExpr());
  if (const auto* initialiser = llvm::dyn_cast<clang::CXXDefaultInitExpr>(expression))
    return elsewhere(initialiser->getExpr());
  if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(expression))
    return value(rewritten->getSemanticForm());
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(expression)) {
    for (const clang::Expr* initialiser : lambda->capture_inits())
      if (initialiser) value(initialiser);
    return;
  }
  if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expression)) return valueOfBlock(block);
  // Its memory may become another object's as soon as the call is over.
  if (llvm::isa<clang::MaterializeTemporaryExpr>(expression) && inArguments_) return anything();
  if (llvm::isa<clang::ParenExpr, clang::FullExpr, clang::MaterializeTemporaryExpr, clang::ArraySubscriptExpr,
                clang::SubstNonTypeTemplateParmExpr, clang::InitListExpr, clang::CXXStdInitializerListExpr,
                clang::CXXThrowExpr>(expression))
    return values(expression->children());
  anything();
}

/// The statements of `({ ... })`; loops in it are launches or for others to judge.
void Evaluation::valueOfBlock(const clang::StmtExpr* block) {
  blocks_ = true;
  for (const clang::Stmt* one : block->getSubStmt()->body()) {
    if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt, clang::NullStmt>(one))
      continue;
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(one))
      value(expression);
    else if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(one))
      declaration(declared);
    else
      return anything();
  }
}

void Evaluation::valueOfCast(const clang::CastExpr* cast) {
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
      return load(cast->getSubExpr());
    case clang::CK_Dynamic:
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic:
    case clang::CK_ToUnion:
    case clang::CK_LValueToRValueBitCast:
    case clang::CK_Dependent:
      return anything();
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
      // The place of a virtual base is read from the object.
      if (std::any_of(cast->path_begin(), cast->path_end(),
                      [](const clang::CXXBaseSpecifier* base) { return base->isVirtual(); }))
        return anything();
      return value(cast->getSubExpr());
    default:
      return value(cast->getSubExpr());
  }
}

void Evaluation::valueOfBinary(const clang::BinaryOperator* binary) {
  if (binary->isPtrMemOp()) return anything();
  if (binary->isAssignmentOp()) {
    value(binary->getRHS());
    return change(binary->getLHS());
  }
  value(binary->getLHS());
  if (binary->isLogicalOp()) return conditionally({binary->getRHS()});
  value(binary->getRHS());
}

/// What may be left out must touch nothing at all: the place that it would name may not exist.
void Evaluation::conditionally(std::initializer_list<const clang::Expr*> expressions) {
  const bool before = conditional_;
  conditional_ = true;
  for (const clang::Expr* one : expressions) value(one);
  conditional_ = before;
}

/// The text of a default argument means nothing where it is used.
void Evaluation::elsewhere(const clang::Expr* expression) {
  const bool before = places_;
  places_ = false;
  value(expression);
  places_ = before;
}

void Evaluation::load(const clang::Expr* lvalue) {
  value(lvalue);
  if (touch_.anything || isConstantObject(lvalue) || isRegisterPlace(lvalue)) return;
  const clang::Expr* plain = lvalue->IgnoreParens();
  // `++t < n`: what has just been stored.
  if (const clang::Expr* target = assignedBy(plain); target && isRegisterPlace(target)) return;
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(plain); temporary) return;
  // Its arguments are read already.
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(plain); call && isPureFunction(call->getDirectCallee()))
    return;
  if (loadInHelper(lvalue)) return;
  const auto place = placeOf(lvalue);
  if (!place) return anything();
  note(touch_.reads, *place);
  readsOutsideCall_ = readsOutsideCall_ || !inArguments_;
}

void Evaluation::change(const clang::Expr* lvalue) {
  value(lvalue);
  if (touch_.anything) return;
  if (changeInHelper(lvalue)) return;
  if (isRegisterPlace(lvalue)) {
    changed_.insert(variableOf(lvalue));
    return;
  }
  const auto place = lvalue == target_ || exchanges_ ? placeOf(lvalue) : std::nullopt;
  if (!place) return anything();
  note(touch_.writes, *place);
}

std::optional<NamedPlace> Evaluation::placeOf(const clang::Expr* lvalue) const {
  if (conditional_ || !places_) return std::nullopt;
  return namedPlace(host_.context(), lvalue);
}

void Evaluation::note(std::vector<std::string>& list, const NamedPlace& place) {
  mentioned_.insert(place.variables.begin(), place.variables.end());
  if (std::find(list.begin(), list.end(), place.text) == list.end()) list.push_back(place.text);
}

bool Evaluation::isRegisterPlace(const clang::Expr* lvalue) const {
  const clang::VarDecl* variable = variableOf(lvalue);
  const clang::QualType type = lvalue->getType();
  const bool scalar = type->isScalarType() || type->isAnyComplexType() || isIteratorType(type);
  return variable && scalar && !type.isVolatileQualified() && host_.isRegister(variable);
}

}  // namespace clustrix::compiler
