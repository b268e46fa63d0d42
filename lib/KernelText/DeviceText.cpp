#include "KernelText/DeviceText.h"

#include "KernelText/DeviceDeclarations.h"
#include "KernelText/DeviceTypes.h"
#include "KernelText/Extremes.h"
#include "KernelText/PackedAddresses.h"
#include "KernelText/TextEdit.h"
#include "Library/Described.h"
#include "Library/DeviceBuiltins.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Inlining.h"
#include "Lower/Places.h"
#include "Lower/WalkInput.h"
#include "Memory/BitFields.h"
#include "Model/OwnRoom.h"
#include "Source/ComplexSums.h"
#include "Syntax/LoopParts.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace clustrix::compiler {
namespace {

/// Builtins and functions of C that nvcc knows on a device and that do there what they do on the host.
bool isKnownOnDevice(const clang::FunctionDecl& callee) {
  // Of three arguments std::hypot is the library's own.
  const StandardFunction* known = numberFunction(&callee);
  const bool isLonger = callee.getNumParams() == 3 && known && known->is(Does::TwoOnDevices);
  if ((isPureFunction(&callee) && !isLonger) || isBuiltinOfDevices(callee) || writesThroughLast(&callee)) return true;
  switch (callee.getBuiltinID()) {
    case clang::Builtin::BImove:
    case clang::Builtin::BImove_if_noexcept:
    case clang::Builtin::BIforward:
    case clang::Builtin::BIas_const:
    case clang::Builtin::BIaddressof:
    case clang::Builtin::BI__addressof:
    case clang::Builtin::BI__builtin_addressof:
    case clang::Builtin::BI__builtin_expect:
    case clang::Builtin::BI__builtin_unreachable:
    case clang::Builtin::BI__builtin_is_constant_evaluated:
    case clang::Builtin::BImemcpy:
    case clang::Builtin::BI__builtin_memcpy:
      return true;
    default:
      return callee.isExternC() && callee.getIdentifier() && callee.getName() == "__assert_fail";
  }
}

bool copiesMemory(const clang::FunctionDecl& callee) {
  const unsigned builtin = callee.getBuiltinID();
  return builtin == clang::Builtin::BImemcpy || builtin == clang::Builtin::BI__builtin_memcpy;
}

/// What the kernel holds as a span or a pointer: its members and operators are none of the library's.
bool isHeldAsPointer(clang::QualType type) {
  type = type.getNonReferenceType();
  return isIteratorType(type) || sequenceClass(type) || isOfKind(type, ClassKind::Owner);
}

/// Whether a copy of an object of the type is a copy of some pointer.
bool holdsPointer(clang::QualType type, int depth = 0) {
  if (type.isNull() || type->isDependentType() || depth > 8) return false;
  type = type.getCanonicalType();
  while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  if (type->isAnyPointerType() || type->isReferenceType()) return true;
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return false;
  const auto isHolder = [&](clang::QualType part) { return holdsPointer(part, depth + 1); };
  return std::any_of(record->field_begin(), record->field_end(),
                     [&](const clang::FieldDecl* field) { return isHolder(field->getType()); }) ||
         std::any_of(record->bases_begin(), record->bases_end(),
                     [&](const clang::CXXBaseSpecifier& base) { return isHolder(base.getType()); });
}

/// A local variable that a place is, or is a part of, and the number of arrays on the way to it.
struct OwnVariable {
  const clang::VarDecl* variable = nullptr;
  int arrays = 0;
};

OwnVariable ownVariable(const clang::Expr* place) {
  int arrays = 0;
  for (place = place->IgnoreParens();;) {
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(place); member && !member->isArrow()) {
      place = member->getBase()->IgnoreParens();
    } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place)) {
      place = element->getBase()->IgnoreParenImpCasts();
      if (!place->getType()->isArrayType()) return {};
      ++arrays;
    } else {
      const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(place);
      const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
      const bool own = variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType();
      return own ? OwnVariable{variable, arrays} : OwnVariable{};
    }
  }
}

/// `std::nullopt` and the like hold nothing that a device would have to see.
bool isTagOfLibrary(const clang::VarDecl& variable) {
  const auto* record = variable.getType()->getAsCXXRecordDecl();
  return variable.isConstexpr() && variable.isInStdNamespace() && record && record->isEmpty();
}

/// Searches a text and all that it calls.
class DeviceText : public TreeVisitor {
 public:
  DeviceText(const WalkInput& input, Walk& walk)
      : input_(input),
        walk_(walk),
        model_(walk.model),
        place_(kernelPlaceOf(input.function, input.kernelsAt, input.attributes.preprocessor())) {}

  /// A text of the kernel's own: what `edits` replace is not part of it.
  void search(const clang::Stmt* text, const std::vector<TextEdit>& edits) {
    edits_ = &edits;
    hasLeaves_ = std::any_of(edits.begin(), edits.end(),
                             [](const TextEdit& edit) { return edit.piece.kind == BodyPiece::Leave; });
    TraverseStmt(const_cast<clang::Stmt*>(text));
    checkPacked(text);
    edits_ = nullptr;
    hasLeaves_ = false;
  }

  /// What the first of a block's combined objects is made by.
  void searchIdentity(const Identity& identity) {
    if (identity.constructor)
      need(*identity.constructor, identity.at);
    else
      searchMaking(*identity.record, identity.at);
  }

  /// Last values of pointers leave the loop, but for those that the host computes itself.
  void checkResults() {
    for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
      const ScalarState& scalar = model_.scalars[i];
      const clang::VarDecl* variable = walk_.scalarDeclarations[i];
      if ((!scalar.liveAfter && !scalar.inMemory) || scalar.writes.empty() || scalar.entry) continue;
      const bool holds = variable ? holdsPointer(variable->getType().getNonReferenceType())
                                  : scalar.type.find('*') != std::string::npos;
      if (holds) refuseAddress(scalar.writes.front(), "'" + scalar.name + "' keeps an address");
    }
  }

  /// nvcc spells the scopes and template arguments of kernels in letters of its own, and does not find them then.
  void checkNames() {
    const auto isForeign = [](llvm::StringRef name) {
      return std::any_of(name.begin(), name.end(), [](char c) { return (c & 0x80) != 0; });
    };
    const SourcePoint at = point(input_.loop.getBeginLoc());
    for (const clang::DeclContext* scope = input_.function.getDeclContext(); scope; scope = scope->getParent()) {
      const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
      if (space && isForeign(space->getName()))
        refuseWhole(at, "nvcc takes no kernel in the namespace '" + space->getNameAsString() + "'");
    }
    if (!input_.function.isTemplateInstantiation()) return;
    for (const Capture& capture : model_.kernel.captures)
      if (isForeign(capture.type)) refuseWhole(at, "nvcc takes no kernel of the type '" + capture.type + "'");
  }

  bool shouldVisitImplicitCode() const override { return true; }
  /// Calls of what is declared here are found where they stand.
  bool TraverseDecl(clang::Decl* declaration) override {
    if (declaration && llvm::isa<clang::TagDecl, clang::FunctionDecl, clang::TemplateDecl>(declaration)) return true;
    return TreeVisitor::TraverseDecl(declaration);
  }
  bool dataTraverseStmtPre(clang::Stmt* statement) override { return !hasLeaves_ || !isReplaced(statement, false); }
  /// What is not evaluated calls nothing.
  bool TraverseTypeLoc(clang::TypeLoc) override { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*, Queue*) override { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*, Queue*) override { return true; }
  bool TraverseRequiresExpr(clang::RequiresExpr*, Queue*) override { return true; }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda, Queue*) override {
    for (clang::Expr* initialiser : lambda->capture_inits())
      if (initialiser) TraverseStmt(initialiser);
    // The body of a generic one is searched as it is instantiated, where it is called.
    const clang::CXXMethodDecl* call = lambda->getCallOperator();
    if (!call->getDescribedFunctionTemplate()) TraverseStmt(lambda->getBody());
    return true;
  }
  /// How the compiler walks a range of the kernel's own is no matter of addresses.
  bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt* loop, Queue*) override {
    TraverseStmt(loop->getInit());
    TraverseStmt(loop->getRangeStmt());
    const bool outer = std::exchange(inRangeHead_, true);
    for (clang::Stmt* part :
         {static_cast<clang::Stmt*>(loop->getBeginStmt()), static_cast<clang::Stmt*>(loop->getEndStmt()),
          static_cast<clang::Stmt*>(loop->getCond()), static_cast<clang::Stmt*>(loop->getInc())})
      TraverseStmt(part);
    inRangeHead_ = outer;
    TraverseStmt(loop->getLoopVarStmt());
    TraverseStmt(loop->getBody());
    return true;
  }
  bool TraverseCallExpr(clang::CallExpr* call, Queue*) override {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    // Its arguments name the function that it stands in.
    if (callee && callee->isExternC() && callee->getIdentifier() && callee->getName() == "__assert_fail") return true;
    return TreeVisitor::TraverseCallExpr(call);
  }

  bool VisitCallExpr(clang::CallExpr* call) override {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    callees_.insert(call->getCallee()->IgnoreParenImpCasts());
    checkAddresses(call);
    if (llvm::isa<clang::CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParenImpCasts())) return true;
    if (!callee) return refuse(call->getBeginLoc(), "calls a function through a pointer");
    if (isRewritten(call) || isHeldCall(call) || isSaidOtherwise(call)) return true;
    need(*callee, call->getBeginLoc());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construction) override {
    const bool held = edits_ && isHeldAsPointer(construction->getType());
    if (!held) need(*construction->getConstructor(), construction->getBeginLoc());
    return !held || checkOwn(construction->getType(), construction->getBeginLoc());
  }
  bool VisitCXXInheritedCtorInitExpr(clang::CXXInheritedCtorInitExpr* construction) override {
    need(*construction->getConstructor(), construction->getBeginLoc());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr* temporary) override {
    needDestructor(temporary->getType(), temporary->getBeginLoc());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    const clang::SourceLocation at = variable->getLocation();
    if (variable->getTLSKind() != clang::VarDecl::TLS_None) return refuse(at, "has a variable of a thread's own");
    if (variable->getType()->isVariableArrayType()) return refuse(at, "has an array of variable length");
    const bool isOwnTable = edits_ && isTable(*variable);
    if (variable->isStaticLocal() && !isConstantNumber(*variable) && !isOwnTable)
      return refuse(at, "has the static variable '" + variable->getNameAsString() + "'");
    const bool held = edits_ && isHeldAsPointer(variable->getType());
    if (isOwnTable) tables_.insert(variable);
    if (held && !variable->isStaticLocal()) return checkOwn(variable->getType(), at);
    if (variable->isStaticLocal()) return true;
    needDestructor(variable->getType(), at);
    return needRoom(*variable);
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* argument) override {
    return searchElsewhere(argument->getExpr());
  }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr* initialiser) override {
    return searchElsewhere(initialiser->getExpr());
  }
  bool VisitCastExpr(clang::CastExpr* cast) override {
    const clang::Expr* from = cast->getSubExpr();
    if (cast->getCastKind() == clang::CK_LValueToRValue) valuesOnly_.insert(from->IgnoreParens());
    const bool asks =
        cast->getCastKind() == clang::CK_PointerToBoolean || cast->getCastKind() == clang::CK_PointerToIntegral;
    const bool copies = cast->getCastKind() == clang::CK_LValueToRValueBitCast && holdsPointer(from->getType());
    if ((asks && !isSame(from)) || copies) refuseAddress(cast->getBeginLoc());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* op) override {
    const bool pointers = op->getLHS()->getType()->isPointerType() && op->getRHS()->getType()->isPointerType();
    if (!pointers) return true;
    const bool relates = op->isComparisonOp() || op->getOpcode() == clang::BO_Sub;
    const bool stores = op->getOpcode() == clang::BO_Assign && !isOwn(op->getLHS());
    if ((relates && !isSame(op)) || (stores && !isSame(op->getRHS()))) refuseAddress(op->getBeginLoc());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl())) use(*variable, reference);
    if (llvm::isa<clang::FunctionDecl>(reference->getDecl()) && !callees_.contains(reference))
      return refuse(reference->getLocation(), "takes the address of a function");
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* member) override {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl())) use(*variable, member);
    return true;
  }
  bool VisitExpr(clang::Expr* expression) override {
    if (llvm::isa<clang::ImplicitCastExpr>(expression) || expression->getType().isNull()) return true;
    if (isTypedDifferently(*expression) && !isReplaced(expression, true))
      return refuse(expression->getBeginLoc(), "uses a bit-field about whose type compilers disagree");
    const clang::QualType type = expression->getType().getCanonicalType();
    const auto [known, isNew] = misfits_.try_emplace(type.getAsOpaquePtr());
    if (isNew) known->second = misfitOnDevice(type, input_.context);
    if (known->second.empty() || isReplaced(expression, true)) return true;
    return refuse(expression->getBeginLoc(), known->second);
  }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr* one) override {
    return refuse(one->getBeginLoc(), "throws an exception");
  }
  bool VisitCXXTryStmt(clang::CXXTryStmt* one) override { return refuse(one->getBeginLoc(), "catches exceptions"); }
  bool VisitCXXTypeidExpr(clang::CXXTypeidExpr* one) override {
    return refuse(one->getBeginLoc(), "asks for a type's name");
  }
  bool VisitCXXDynamicCastExpr(clang::CXXDynamicCastExpr* one) override {
    return refuse(one->getBeginLoc(), "asks for an object's type");
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr* one) override { return refuse(one->getBeginLoc(), "allocates memory"); }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* one) override { return refuse(one->getBeginLoc(), "frees memory"); }
  bool VisitAsmStmt(clang::AsmStmt* one) override { return refuse(one->getBeginLoc(), "holds assembler"); }
  bool VisitVAArgExpr(clang::VAArgExpr* one) override { return refuse(one->getBeginLoc(), "has variable arguments"); }
  bool VisitAtomicExpr(clang::AtomicExpr* one) override {
    return refuse(one->getBeginLoc(), "holds an atomic operation");
  }
  bool VisitAddrLabelExpr(clang::AddrLabelExpr* one) override {
    return refuse(one->getBeginLoc(), "takes a label's address");
  }
  bool VisitPredefinedExpr(clang::PredefinedExpr* one) override {
    return refuse(one->getBeginLoc(), "names its function");
  }

 private:
  /// Of an object of the kernel's own: devices have the standard library's containers and views, and no others.
  bool checkOwn(clang::QualType type, clang::SourceLocation at) {
    const StandardClass* known = type->isReferenceType() ? nullptr : sequenceClass(type);
    if (!known || llvm::StringRef(known->name).starts_with("std::")) return true;
    return refuse(at, "has an object of '" + known->name + "', whose functions devices lack");
  }
  /// What stands where something is declared: the kernel's text does not say it, and no edit of that replaces it.
  bool searchElsewhere(clang::Expr* expression) {
    const auto* const edits = std::exchange(edits_, nullptr);
    TraverseStmt(expression);
    edits_ = edits;
    return true;
  }
  bool refuse(clang::SourceLocation at, const std::string& what) {
    const std::string who = open_.empty() ? "the loop's body" : "'" + open_.back()->getQualifiedNameAsString() + "'";
    return refuseWhole(point(at), who + " " + what);
  }
  bool refuseWhole(const SourcePoint& at, const std::string& message) {
    const bool known = std::any_of(model_.kernel.hostCalls.begin(), model_.kernel.hostCalls.end(),
                                   [&](const Effect& other) { return other.message == message; });
    if (!known) model_.kernel.hostCalls.push_back({"plan.host-only", message, "", at});
    return true;
  }
  void checkPacked(const clang::Stmt* text) {
    if (const clang::Expr* object = packedAddress(text, input_.context))
      refuse(object->getExprLoc(), "leads to a packed member, where a device reads nothing that is not aligned");
  }
  bool needRoom(const clang::VarDecl& variable) {
    const clang::QualType type = variable.getType();
    if (type->isDependentType() || type->isIncompleteType() || type->isReferenceType()) return true;
    room_ += input_.context.getTypeSizeInChars(type).getQuantity();
    const SourcePoint at = point(variable.getLocation());
    const std::string message =
        "an iteration's own variables, such as '" + variable.getNameAsString() + "', are more than ";
    if (room_ > mostOwnBytes) refuseWhole(at, message + "a device's thread has room for");
    if (room_ > mostOnStack) addObstacle({"plan.private-array", message + "a stack has room for twice", "", at});
    return true;
  }
  /// No device has the host's addresses, virtual ones neither.
  bool refuseAddress(clang::SourceLocation at) {
    const std::string who = open_.empty() ? "the loop's body" : "'" + open_.back()->getQualifiedNameAsString() + "'";
    return refuseAddress(point(at), who + " does more with a pointer than to follow it");
  }
  void addObstacle(Effect obstacle) {
    const bool known = std::any_of(model_.obstacles.begin(), model_.obstacles.end(),
                                   [&](const Effect& other) { return other.message == obstacle.message; });
    if (!known) model_.obstacles.push_back(std::move(obstacle));
  }
  bool refuseAddress(const SourcePoint& at, const std::string& message) {
    addObstacle({"plan.address", message, "", at});
    return true;
  }
  /// Not to be seen by anybody else: an array around the loop, `links[i] = &a[i]`, comes home. What a single variable
  /// holds behind the loop is looked at elsewhere (checkResults).
  bool isOwn(const clang::Expr* place) const {
    const auto [variable, arrays] = ownVariable(place);
    if (!variable || arrays == 0) return variable != nullptr;
    return variable->getDeclContext() != &input_.function || walk_.inlining.inKernel(variable->getSourceRange());
  }
  /// Whether the pointer, or what is asked of pointers, is the same on a device.
  bool isSame(const clang::Expr* expression) const { return inRangeHead_ || walk_.lvalues.isHostPointer(expression); }
  /// Of a call whose body is not searched: what it does with pointers that it is given is not known.
  void checkAddresses(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return;
    const bool appends = isHeldCall(call) && changesSize(roleOf(callee));
    if (appends && call->getNumArgs() == 1 && holdsPointer(call->getArg(0)->getType()) && !isSame(call->getArg(0)))
      refuseAddress(call->getBeginLoc());
    if (isRewritten(call)) return;
    const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    const bool assigns = op && op->getOperator() == clang::OO_Equal && method && method->isTrivial();
    if (assigns && holdsPointer(op->getType().getNonReferenceType()) && !isOwn(op->getArg(0)) &&
        !isSame(op->getArg(1)->IgnoreImplicit()))
      refuseAddress(call->getBeginLoc());
    if (op && isHeldCall(call)) {
      const bool relates = op->isComparisonOp() || relatesIterators(op);
      if (relates && !isSame(op)) refuseAddress(call->getBeginLoc());
      return;
    }
    if (isHeldCall(call) && llvm::isa<clang::CXXConversionDecl>(callee) && !isViewType(call->getType()))
      refuseAddress(call->getBeginLoc());
    const bool isUnseen = isPureFunction(callee) || copiesMemory(*callee);
    const auto isLooked = [&](const clang::Expr* argument) {
      const clang::Expr* given = argument->IgnoreParenImpCasts();
      const clang::QualType type = given->getType().getNonReferenceType();
      if (!type->isVoidPointerType() && type->isPointerType() && copiesMemory(*callee))
        return holdsPointer(type->getPointeeType());
      return holdsPointer(type) && !isSame(argument);
    };
    if (isUnseen && std::any_of(call->arg_begin(), call->arg_end(), isLooked)) refuseAddress(call->getBeginLoc());
  }
  SourcePoint point(clang::SourceLocation at) const {
    const auto& manager = input_.context.getSourceManager();
    const auto where = manager.getPresumedLoc(manager.getExpansionLoc(at), false);
    if (where.isInvalid()) return {};
    return {where.getFilename(), static_cast<int>(where.getLine()), static_cast<int>(where.getColumn())};
  }

  std::size_t offset(clang::SourceLocation at) const { return input_.context.getSourceManager().getFileOffset(at); }
  /// Whether an edit of the kernel's text takes the place of all of `statement`; `named`: or of a name in it.
  bool isReplaced(const clang::Stmt* statement, bool named) const {
    const clang::SourceLocation first = statement->getBeginLoc(), last = statement->getEndLoc();
    if (!edits_ || first.isInvalid() || first.isMacroID() || last.isMacroID()) return false;
    const std::size_t begin = offset(first), end = offset(last);
    return std::any_of(edits_->begin(), edits_->end(), [&](const TextEdit& edit) {
      if (edit.begin > begin || edit.end <= end) return false;
      if (named) return edit.piece.kind == BodyPiece::Captured || edit.piece.kind == BodyPiece::Leave;
      return edit.piece.kind == BodyPiece::Leave;
    });
  }
  /// `std::sort(t, t + 5)`, where the kernel has the runtime's.
  bool isSaidOtherwise(const clang::CallExpr* call) const {
    const std::string own = nameInKernels(call->getDirectCallee());
    if (!edits_ || own.empty() || call->getBeginLoc().isMacroID()) return false;
    const std::size_t begin = offset(call->getBeginLoc());
    return std::any_of(edits_->begin(), edits_->end(), [&](const TextEdit& edit) {
      return edit.begin == begin && edit.piece.kind == BodyPiece::Text && edit.piece.text == own;
    });
  }
  /// Whether the kernel calls a function or uses a capture of its own instead.
  bool isRewritten(const clang::CallExpr* call) const {
    const clang::FunctionDecl* definition = nullptr;
    if (edits_ && call->getDirectCallee()->hasBody(definition) && walk_.keptNames.contains(definition)) return true;
    if (!edits_ || call->getBeginLoc().isMacroID()) return false;
    const std::size_t begin = offset(call->getBeginLoc());
    clang::SourceLocation name = call->getCallee()->getEndLoc();
    if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) name = op->getOperatorLoc();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens()))
      name = member->getMemberLoc();
    if (name.isInvalid() || name.isMacroID()) return false;
    return std::any_of(edits_->begin(), edits_->end(), [&](const TextEdit& edit) {
      const BodyPiece::Kind kind = edit.piece.kind;
      const bool own = kind == BodyPiece::Function || kind == BodyPiece::Captured || kind == BodyPiece::AppendTo;
      return own && edit.begin <= begin && offset(name) < edit.end;
    });
  }
  /// In the kernel's own text: a call of a container's member, or with iterators, that is none there.
  bool isHeldCall(const clang::CallExpr* call) const {
    if (!edits_) return false;
    if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
      const clang::QualType type = member->getImplicitObjectArgument()->getType();
      const clang::QualType object = type->isPointerType() ? type->getPointeeType() : type;
      // `x.value()` is `(*x)` there: see Optionals.cpp.
      return isHeldAsPointer(object) || (isOptionalType(object) && roleOf(member->getMethodDecl()) == Role::Value);
    }
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const bool library = callee->isInStdNamespace() || llvm::isa<clang::CXXOperatorCallExpr>(call);
    return library && call->getNumArgs() > 0 && isHeldAsPointer(call->getArg(0)->getType());
  }
  /// A device sees no variable of the host's: only the value of a constant number, and what the kernel captures.
  void use(const clang::VarDecl& variable, const clang::Expr* name) {
    if (!variable.hasGlobalStorage() || isReplaced(name, true)) return;
    const auto hasName = [&](const Capture& capture) {
      return capture.nameFixed && capture.name == variable.getNameAsString();
    };
    if (edits_ && std::any_of(model_.kernel.captures.begin(), model_.kernel.captures.end(), hasName)) return;
    if (tables_.contains(&variable)) return;
    if (isTagOfLibrary(variable) || (isConstantNumber(variable) && valuesOnly_.contains(name))) return;
    const std::string what = "uses '" + variable.getNameAsString() + "'";
    refuse(name->getExprLoc(), isConstantNumber(variable) ? what + " by its address, which is the host's"
                                                          : what + ", which a device cannot see");
  }

  void needDestructor(clang::QualType type, clang::SourceLocation at) {
    type = input_.context.getBaseElementType(type);
    const auto* record = type->isReferenceType() ? nullptr : type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || record->hasTrivialDestructor()) return;
    if (const clang::CXXDestructorDecl* destructor = record->getDestructor()) need(*destructor, at);
  }

  /// A function that is called, by whatever kind of expression.
  void need(const clang::FunctionDecl& callee, clang::SourceLocation at) {
    const clang::FunctionDecl* definition = nullptr;
    const bool hasBody = callee.hasBody(definition);
    const clang::FunctionDecl& function = hasBody ? *definition : callee;
    // Devices have a version of their own: clustrix/complex.h, clustrix/bitset.h.
    if (isComplexFunction(function) || isBitsetFunctionOnDevices(function)) return;
    const auto* canonical = function.getCanonicalDecl();
    if (std::any_of(open_.begin(), open_.end(),
                    [&](const auto* one) { return one->getCanonicalDecl() == canonical; })) {
      refuseWhole(point(at), "'" + function.getQualifiedNameAsString() + "' calls itself");
      return;
    }
    if (!seen_.insert(canonical).second) return;
    const std::string problem = problemOf(function, hasBody);
    if (!problem.empty()) {
      refuseWhole(point(at), "'" + function.getQualifiedNameAsString() + "' " + problem);
      return;
    }
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function); method && !method->isUserProvided()) {
      if (!method->isTrivial()) searchDefaulted(*method, at);
      return;
    }
    if (hasBody && !isOfLibrary(function)) searchBody(function, at);
  }

  /// Of the standard library: what is declared once more there might mean something else in its next release.
  static bool isOfLibrary(const clang::FunctionDecl& function) {
    if (!function.getASTContext().getSourceManager().isInSystemHeader(function.getLocation())) return false;
    if (function.isInStdNamespace() || function.isExternC()) return true;
    for (const clang::DeclContext* scope = function.getDeclContext(); scope; scope = scope->getParent())
      if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
          space && space->getIdentifier() && space->getName().starts_with("__"))
        return true;
    return false;
  }

  /// Why no device can have it, whatever its body; "" when there is no such reason.
  std::string problemOf(const clang::FunctionDecl& function, bool hasBody) const {
    if (isLeftOutOnDevices(function)) return "is compiled to nothing by nvcc for devices";
    if (isKnownOnDevice(function) || isDescribedForDevices(function) || function.isConsteval()) return "";
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    if (method && !method->isUserProvided() && !method->isVirtual()) return "";
    if (function.getBuiltinID() != 0 || isOfLibrary(function))
      return function.isConstexpr() ? "" : "is a function of the host's library";
    if (!hasBody) return "has no body in this file";
    if (method && (method->isVirtual() || method->getParent()->isPolymorphic()))
      return "is of a class with virtual functions";
    if (function.isVariadic()) return "has variable arguments";
    if (isAnnotated(function)) return "is itself spread over devices";
    return "";
  }

  bool isDescribedForDevices(const clang::FunctionDecl& function) const {
    const LibraryFunction* const description = describedIn(input_.library, &function);
    return description && description->device;
  }
  /// Whether it is compiled for devices as it stands: constexpr, or part of what is.
  bool needsDeclaration(const clang::FunctionDecl& function) const {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    if (method && method->getParent()->isLambda()) return !isOwnLambda(*method->getParent()) && !function.isConstexpr();
    return !function.isConstexpr();
  }
  /// A lambda of the kernel's text or of a function that devices have as well.
  bool isOwnLambda(const clang::CXXRecordDecl& lambda) const {
    for (const clang::DeclContext* scope = lambda.getDeclContext(); scope; scope = scope->getParent())
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(scope);
          function && (function == &input_.function || seen_.contains(function->getCanonicalDecl())))
        return true;
    return false;
  }

  bool declare(const clang::FunctionDecl& function, clang::SourceLocation at) {
    const DeviceDeclaration made = deviceDeclaration(function, place_, input_.texts);
    if (!made.problem.empty()) {
      refuseWhole(point(at),
                  "'" + function.getQualifiedNameAsString() + "' is compiled for the host alone: " + made.problem);
      return false;
    }
    const auto& known = model_.kernel.deviceFunctions;
    if (std::find(known.begin(), known.end(), made.function) == known.end())
      model_.kernel.deviceFunctions.push_back(made.function);
    return true;
  }
  void searchBody(const clang::FunctionDecl& function, clang::SourceLocation at) {
    if (isKnownOnDevice(function) || function.isConsteval()) return;
    if (needsDeclaration(function) && !declare(function, at)) return;
    searchInside(function);
  }
  void searchInside(const clang::FunctionDecl& function) {
    const auto* const edits = std::exchange(edits_, nullptr);
    open_.push_back(&function);
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function))
      for (const clang::CXXCtorInitializer* one : constructor->inits()) TraverseStmt(one->getInit());
    for (const clang::ParmVarDecl* parameter : function.parameters())
      needDestructor(parameter->getType(), parameter->getLocation());
    if (llvm::isa<clang::CXXDestructorDecl>(function)) searchMembers(function);
    TraverseStmt(function.getBody());
    checkPacked(function.getBody());
    open_.pop_back();
    edits_ = edits;
  }
  /// What a compiler has written itself is for devices where all that it calls is, unless that has become so only after
  /// it was used: it is declared, too.
  void searchDefaulted(const clang::CXXMethodDecl& method, clang::SourceLocation at) {
    const clang::FunctionDecl* definition = nullptr;
    if (isOfLibrary(method)) {
      if (!method.isConstexpr())
        refuseWhole(point(at), "'" + method.getQualifiedNameAsString() + "' is the host library's");
      return;
    }
    const bool ofKernel = method.getParent()->getParentFunctionOrMethod() == &input_.function;
    if (!ofKernel && !method.isConstexpr() && !declare(method, at)) return;
    if (llvm::isa<clang::CXXDestructorDecl>(method)) return searchMembers(method);
    if (!method.hasBody(definition)) {
      refuseWhole(point(at), "'" + method.getQualifiedNameAsString() + "' has no body in this file");
      return;
    }
    searchInside(*definition);
  }
  /// All by which an object may be made of something else than another one.
  void searchMaking(const clang::CXXRecordDecl& record, clang::SourceLocation at) {
    for (const clang::Decl* one : record.decls()) {
      const auto* all = llvm::dyn_cast<clang::FunctionTemplateDecl>(one);
      if (all && llvm::isa<clang::CXXConstructorDecl>(all->getTemplatedDecl()) &&
          !all->getTemplatedDecl()->isConstexpr())
        refuseWhole(point(at),
                    "'" + record.getQualifiedNameAsString() + "' is made by a template that is not constexpr");
    }
    for (const clang::CXXConstructorDecl* one : record.ctors())
      if (one->isUserProvided() && !one->isCopyOrMoveConstructor()) need(*one, at);
    for (const clang::FieldDecl* field : record.fields()) {
      if (field->hasInClassInitializer() && field->getInClassInitializer())
        searchElsewhere(field->getInClassInitializer());
      const auto* part = input_.context.getBaseElementType(field->getType())->getAsCXXRecordDecl();
      if (part && part->hasDefinition()) searchMaking(*part, at);
    }
    for (const clang::CXXBaseSpecifier& base : record.bases())
      if (const auto* part = base.getType()->getAsCXXRecordDecl(); part && part->hasDefinition())
        searchMaking(*part, at);
  }
  void searchMembers(const clang::FunctionDecl& destructor) {
    const auto* record = llvm::cast<clang::CXXDestructorDecl>(destructor).getParent();
    for (const clang::FieldDecl* field : record->fields()) needDestructor(field->getType(), field->getLocation());
    for (const clang::CXXBaseSpecifier& base : record->bases()) needDestructor(base.getType(), base.getBeginLoc());
  }

  const WalkInput& input_;
  const Walk& walk_;
  LoopModel& model_;
  const KernelPlace place_;
  const std::vector<TextEdit>* edits_ = nullptr;  // of the kernel's own text; null inside what it calls
  bool hasLeaves_ = false;                        // among the edits
  std::vector<const clang::FunctionDecl*> open_;  // calls around the current point
  std::set<const clang::FunctionDecl*> seen_;     // canonical declarations
  std::int64_t room_ = 0;                         // bytes of all variables
  bool inRangeHead_ = false;                      // in what a range-for does by itself
  std::set<const clang::VarDecl*> tables_;        // constants of functions, of which devices have their own
  std::set<const clang::Expr*> valuesOnly_;       // of which only the value is read
  std::set<const clang::Expr*> callees_;          // names of functions that are called where they stand
  std::map<const void*, std::string> misfits_;    // of types
};

}  // namespace

bool isConstantNumber(const clang::VarDecl& variable) {
  const clang::QualType type = variable.getType();
  return (type.isConstQualified() || variable.isConstexpr()) && type->isArithmeticType() && !type->isReferenceType() &&
         !type.isVolatileQualified() && variable.hasConstantInitialization();
}

bool isTable(const clang::VarDecl& variable) {
  const clang::QualType number = variable.getASTContext().getBaseElementType(variable.getType());
  return variable.isStaticLocal() && variable.isConstexpr() && variable.getType()->isArrayType() &&
         number->isArithmeticType();
}

void findDeviceFunctions(Walk& walk, const WalkInput& input) {
  if (walk.model.tasks) return;  // on the host alone, whatever they call
  DeviceText text(input, walk);
  text.search(bodyOf(&input.loop), walk.edits);
  for (const auto& [lambda, variable] : walk.repeated) text.search(lambda, walk.edits);
  for (const RepeatedFunction& function : walk.repeatedFunctions)
    text.search(function.definition->getBody(), function.edits);
  for (const Identity& identity : walk.identities) text.searchIdentity(identity);
  text.checkResults();
  text.checkNames();
  if (!walk.model.kernel.hostCalls.empty()) walk.model.kernel.deviceFunctions.clear();
}

}  // namespace clustrix::compiler
