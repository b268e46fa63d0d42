// Memory and handles that calls give to variables of the iteration, and kernels that it launches: Objects.h.
//
//     float* x = nullptr;
//     cudaMalloc(&x, n * sizeof(float));                  x leads to memory of the iteration's own
//     scale<<<(n + 127) / 128, 128>>>(x, 2.0f, n);        touches that, and nothing else: see DeviceKernels.h
//     scale<<<(n + 127) / 128, 128>>>(shared, 2.0f, n);   an effect: memory of one device
#include "Library/Described.h"
#include "Library/DeviceKernels.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Objects.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Syntax/FunctionText.h"
#include "Syntax/InitialValue.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace clustrix::compiler {

namespace {

/// Operations that a launch counts for: it takes microseconds, whatever its threads do.
constexpr int workOfLaunch = 20000;
/// Shared memory that any kernel may have of any device; more is asked of one device, before the loop.
constexpr std::int64_t leastSharedMemory = 48 << 10;

/// Where variables go that calls have given something: they are used for what such calls and kernels do, and tell
/// nothing else in the iteration of it. Other variables of the iteration that are given their values are followed like
/// them.
class Flow {
 public:
  Flow(const Library* library, FunctionTexts& texts, std::function<bool(const clang::VarDecl*)> isOfIteration)
      : library_(library), texts_(texts), isOfIteration_(std::move(isOfIteration)) {}

  /// The first mention that is something else, or null.
  const clang::Expr* kept(std::vector<const clang::VarDecl*> given) {
    followed_ = std::move(given);
    for (std::size_t next = 0; next < followed_.size(); ++next) {
      const clang::VarDecl* variable = followed_[next];
      const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod());
      if (!function || !function->doesThisDeclarationHaveABody()) continue;  // whose calls are refused
      for (const FunctionText::Mention& mention : texts_.of(function).about(variable).mentions)
        if (!isUsed(mention.name, *mention.parents)) return mention.name;
    }
    return nullptr;
  }

 private:
  bool follow(const clang::VarDecl* variable) {
    if (variable->getType()->isReferenceType() || !variable->hasLocalStorage()) return false;
    if (!llvm::is_contained(followed_, variable)) followed_.push_back(variable);
    return true;
  }

  /// Climbs from a mention to what is done with it.
  bool isUsed(const clang::Expr* value, const clang::ParentMap& parents) {
    for (;;) {
      const clang::Stmt* parent = parents.getParent(value);
      if (const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(parent))
        return isFirstValue(*declaration, value);
      const auto* outer = llvm::dyn_cast_or_null<clang::Expr>(parent);
      if (!outer) return parent && !llvm::isa<clang::ReturnStmt>(parent);
      if (!hasValueOf(*outer, value)) return endsIn(*outer, value, parents);
      value = outer;
    }
  }

  /// Whether an expression is what the value in it is, or leads to the same memory.
  static bool hasValueOf(const clang::Expr& outer, const clang::Expr* value) {
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&outer))
      return cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_NoOp ||
             cast->getCastKind() == clang::CK_BitCast;
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(&outer)) return choice->getCond() != value;
    const auto* op = llvm::dyn_cast<clang::BinaryOperator>(&outer);
    return llvm::isa<clang::ParenExpr, clang::ExprWithCleanups>(outer) ||
           (op && op->isAdditiveOp() && op->getType()->isPointerType());
  }

  bool endsIn(const clang::Expr& outer, const clang::Expr* value, const clang::ParentMap& parents) {
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&outer))
      return cast->getCastKind() == clang::CK_PointerToBoolean || cast->getCastKind() == clang::CK_ToVoid;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&outer)) return isArgument(*call, value);
    if (llvm::isa<clang::ArraySubscriptExpr>(outer))
      return value->getType()->isPointerType() && !holdsPointers(outer.getType());
    if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(&outer)) {
      if (op->getOpcode() == clang::UO_AddrOf) return isGiven(library_, op, parents);
      return op->getOpcode() == clang::UO_LNot || op->isIncrementDecrementOp() ||
             (op->getOpcode() == clang::UO_Deref && !holdsPointers(op->getType()));
    }
    const auto* op = llvm::dyn_cast<clang::BinaryOperator>(&outer);
    if (!op) return llvm::isa<clang::ConditionalOperator>(outer);
    if (op->isEqualityOp()) return value->getType()->isPointerType();
    if (!op->isAssignmentOp() || op->getLHS() == value) return op->isAssignmentOp();
    const auto* target = llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens());
    const auto* variable = target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
    return variable && op->getOpcode() == clang::BO_Assign && isFollowed(*variable, *value) && follow(variable);
  }

  /// Whether the variable is of the iteration, and of the value's kind.
  bool isFollowed(const clang::VarDecl& variable, const clang::Expr& value) const {
    const clang::ASTContext& context = variable.getASTContext();
    return isOfIteration_(&variable) &&
           context.hasSameUnqualifiedType(variable.getType()->isPointerType() ? context.VoidPtrTy : variable.getType(),
                                          value.getType()->isPointerType() ? context.VoidPtrTy : value.getType());
  }

  bool isFirstValue(const clang::DeclStmt& declaration, const clang::Expr* value) {
    for (const clang::Decl* one : declaration.decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      if (const clang::Expr* first = variable ? initialiserOf(*variable) : nullptr;
          first && first->IgnoreParens() == value->IgnoreParens())
        return (variable->getType()->isPointerType() || value->getType()->isIntegerType()) && follow(variable);
    }
    return false;
  }

  static bool isHandleOf(const clang::CallExpr& call, const LibraryFunction& said, const clang::Expr* value) {
    return std::any_of(said.handles.begin(), said.handles.end(), [&](int parameter) {
      return static_cast<unsigned>(parameter) < call.getNumArgs() &&
             call.getArg(static_cast<unsigned>(parameter)) == value;
    });
  }

  bool isArgument(const clang::CallExpr& call, const clang::Expr* value) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (!callee || llvm::isa<clang::CUDAKernelCallExpr>(call)) return callee != nullptr;
    if (callee->getIdentifier() && callee->getName().starts_with("__cudaPushCall")) return true;
    if (const LibraryFunction* said = entryOf(library_, callee))
      return value->getType()->isPointerType() || isHandleOf(call, *said, value);
    const clang::FunctionDecl* defined = nullptr;
    if (!callee->hasBody(defined)) return false;
    const unsigned first =
        llvm::isa<clang::CXXOperatorCallExpr>(call) && llvm::isa<clang::CXXMethodDecl>(callee) ? 1 : 0;
    for (unsigned i = first; i < call.getNumArgs() && i - first < defined->getNumParams(); ++i)
      if (call.getArg(i) == value) return follow(defined->getParamDecl(i - first));
    return false;
  }

  const Library* library_;
  FunctionTexts& texts_;
  std::function<bool(const clang::VarDecl*)> isOfIteration_;
  std::vector<const clang::VarDecl*> followed_;
};

/// Whether a condition asks for nothing but how calls fared: `status != cudaSuccess`.
bool asksStatus(const clang::Stmt* condition, const Library* library) {
  if (!condition) return true;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(condition)) {
    const auto* type = name->getType().getNonReferenceType()->getAs<clang::EnumType>();
    if (llvm::isa<clang::EnumConstantDecl, clang::FunctionDecl>(name->getDecl())) return true;
    return type && type->getDecl()->getASTContext().getSourceManager().isInSystemHeader(type->getDecl()->getLocation());
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(condition))
    return entryOf(library, call->getDirectCallee()) != nullptr;
  if (llvm::isa<clang::MemberExpr, clang::CXXThisExpr, clang::ArraySubscriptExpr>(condition)) return false;
  return std::all_of(condition->child_begin(), condition->child_end(),
                     [&](const clang::Stmt* child) { return asksStatus(child, library); });
}

/// Whether it holds, or does not, where a call has failed alone: `status != cudaSuccess` is such, and `status` itself;
/// nothing of other conditions.
std::optional<bool> holdsOfFailure(const clang::Expr* condition, const clang::ASTContext& context,
                                   const Library* library) {
  if (!asksStatus(condition, library)) return std::nullopt;
  condition = condition->IgnoreParenImpCasts();
  if (const auto* not_ = llvm::dyn_cast<clang::UnaryOperator>(condition); not_ && not_->getOpcode() == clang::UO_LNot) {
    const auto inner = holdsOfFailure(not_->getSubExpr(), context, library);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  const auto* compared = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (!compared) return llvm::isa<clang::DeclRefExpr, clang::CallExpr>(condition) ? std::optional(true) : std::nullopt;
  clang::Expr::EvalResult success;
  const bool asksZero = compared->getRHS()->EvaluateAsInt(success, context) && success.Val.getInt() == 0;
  if (!asksZero || !compared->isEqualityOp()) return std::nullopt;
  return compared->getOpcode() == clang::BO_NE;
}

/// `if (status == cudaSuccess) return;`, behind which a call has failed.
bool returnsUnlessFailed(const clang::Stmt* statement, const clang::ASTContext& context, const Library* library) {
  const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement);
  if (!branch || branch->getElse() || holdsOfFailure(branch->getCond(), context, library) != false) return false;
  const clang::Stmt* then = branch->getThen();
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(then))
    then = block->body_empty() ? nullptr : block->body_back();
  return llvm::isa_and_nonnull<clang::ReturnStmt>(then);
}

/// Whether an iteration comes there only where a call has failed: had it not, those behind would have come, too.
bool followsFailure(const clang::Stmt& leave, const clang::Stmt& loop, clang::ASTContext& context,
                    const Library* library) {
  const clang::Stmt* inner = &leave;
  for (clang::DynTypedNode node = clang::DynTypedNode::create(leave);;) {
    const auto parents = context.getParents(node);
    if (parents.empty()) return false;
    node = parents[0];
    const auto* around = node.get<clang::Stmt>();
    if (!around || around == &loop) return false;
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(around); branch && inner != branch->getCond())
      if (holdsOfFailure(branch->getCond(), context, library) == (inner == branch->getThen())) return true;
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(around))
      for (const clang::Stmt* before : block->body()) {
        if (before == inner) break;
        if (returnsUnlessFailed(before, context, library)) return true;
      }
    inner = around;
  }
}

}  // namespace

void Objects::drive() {
  model_.tasksOnDevices = model_.tasksDrive = true;
  // An error that a call has left to be asked for undoes the launch, too.
  model_.tasksThrow = true;
}

/// From then on the variable leads to what is the iteration's own.
void Objects::giveTo(const clang::Expr* argument, const std::string& by) {
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(argument->IgnoreParenCasts());
  const clang::Expr* variable =
      address && address->getOpcode() == clang::UO_AddrOf ? address->getSubExpr()->IgnoreParens() : nullptr;
  if (variable && llvm::isa<clang::DeclRefExpr>(variable)) {
    walk_.overlooked.lookAt(argument);
    walk_.overlooked.lookAt(address);
    const Place place = walk_.lvalues.place(variable);
    const auto* local = std::get_if<LocalPlace>(&place);
    if (local && local->variable && local->whole && !local->variable->hasGlobalStorage())
      return given_.push_back(local->variable),
             walk_.lvalues.store(place, LocalPointer{}, variable, variable->getType());
  }
  walk_.record.effect("effect.shared-object", argument->getBeginLoc(),
                      "'" + by + "' is given something else than the address of a variable of the iteration",
                      "declare the variable inside the loop");
}

void Objects::refuseKept() {
  if (!model_.tasksDrive) return;
  const auto isLocal = [this](const clang::VarDecl* variable) { return walk_.isLocal(variable); };
  if (const clang::Expr* kept = Flow(input_.library, input_.texts, isLocal).kept(given_))
    walk_.record.effect(
        "effect.shared-object", kept->getBeginLoc(),
        "what a call has given the iteration may be kept beyond it, or told: it is of the device that this one "
        "runs on",
        "use it for calls and kernels alone, and copy the numbers out");
  for (const clang::Stmt* leave : walk_.leaves)
    if (!followsFailure(*leave, input_.loop, context_, input_.library))
      walk_.record.effect("search.speculation", leave->getBeginLoc(),
                          "kernels are launched in iterations that the loop might never have come to",
                          "leave the loop where a call has failed alone");
}

bool Objects::isOwnOrNull(const clang::Expr* pointer) {
  return std::holds_alternative<LocalPointer>(walk_.expressions.valueOf(withoutPointerCasts(pointer))) ||
         pointer->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNull) || isNullOrGiven(pointer);
}

/// A variable of the iteration's that is null, or what calls have given it, wherever it is read.
bool Objects::isNullOrGiven(const clang::Expr* pointer) const {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(withoutPointerCasts(pointer)->IgnoreParenImpCasts());
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !walk_.isLocal(variable) || !variable->hasLocalStorage() || !variable->getType()->isPointerType())
    return false;
  const auto isNull = [this](const clang::Expr* value) {
    return value->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNull);
  };
  if (const clang::Expr* first = initialiserOf(*variable); first && !isNull(first)) return false;
  const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod());
  if (!function || !function->doesThisDeclarationHaveABody()) return false;
  const auto& mentions = input_.texts.of(function).about(variable).mentions;
  return std::all_of(mentions.begin(), mentions.end(), [&](const FunctionText::Mention& mention) {
    const clang::Stmt* parent = mention.parents->getParent(mention.name);
    if (const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent))
      return cast->getCastKind() == clang::CK_LValueToRValue;
    if (const auto* address = llvm::dyn_cast_or_null<clang::UnaryOperator>(parent))
      return address->getOpcode() == clang::UO_AddrOf && isGiven(input_.library, address, *mention.parents);
    const auto* assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent);
    return assignment && assignment->getOpcode() == clang::BO_Assign && assignment->getLHS() == mention.name &&
           isNull(assignment->getRHS());
  });
}

void Objects::askHandle(const clang::Expr* argument) {
  if (!isOwnOrNull(argument))
    walk_.record.effect("effect.shared-object", argument->getBeginLoc(),
                        "a handle is used that was not made in the iteration", "make it inside the loop");
}

/// Numbers, structures of numbers, and pointers to numbers in memory of the iteration's own.
void Objects::giveKernel(const clang::Expr* argument, const std::string& kernel) {
  walk_.overlooked.lookAt(argument);
  const clang::QualType type = argument->getType();
  const clang::SourceLocation at = argument->getBeginLoc();
  if (type->isPointerType()) {
    if (!leadsToNumbers(type))
      return walk_.record.effect("effect.call", at, "'" + kernel + "' is given pointers to pointers");
    if (isOwnOrNull(argument)) return;
    return walk_.record.effect(
        "effect.shared-object", at,
        "'" + kernel + "' is given memory that was not allocated in the iteration, of one device",
        "allocate it inside the loop, and copy into it what is read");
  }
  if (!type->isArithmeticType() && !type->isEnumeralType() && holdsPointers(type))
    return walk_.record.effect("effect.call", at, "'" + kernel + "' is given an object that has pointers");
  walk_.calls.evaluateArgument(argument);
}

void Objects::askSharedMemory(const clang::Expr* bytes) {
  const clang::SourceLocation at = bytes->getBeginLoc();
  if (llvm::isa<clang::CXXDefaultArgExpr>(bytes)) return walk_.overlooked.lookAt(bytes);
  const Value value = walk_.expressions.valueOf(bytes);
  const auto* number = std::get_if<IntegerValue>(&value);
  const auto room = number ? subtract(Polynomial(leastSharedMemory), number->polynomial) : std::nullopt;
  if (number && number->polynomial.constant() && *number->polynomial.constant() <= leastSharedMemory) return;
  const auto counts = [&](SymbolId id) {
    return model_.symbols[static_cast<std::size_t>(id.value)].kind != SymbolKind::Parameter;
  };
  if (!room || room->mentionsAny(counts))
    return walk_.record.effect("effect.call", at, "a kernel has shared memory of a size that the iteration computes");
  walk_.record.require(number->needs, at);
  model_.requirements.push_back({Requirement::NonNegative,
                                 *room,
                                 {},
                                 walk_.record.point(at),
                                 "kernels have no more than 48 KB of shared memory"});
}

/// Of a function that drives devices: numbers, handles, and memory of the iteration's own.
void Objects::giveDevice(const clang::Expr* argument, const std::string& function) {
  const clang::Expr* bare = withoutPointerCasts(argument);
  const bool isPointer = bare->getType()->isPointerType();
  if (isPointer && bare->getType()->getPointeeType()->isIncompleteType() && !bare->getType()->isVoidPointerType())
    return askHandle(argument);
  giveKernel(isPointer ? bare : argument, function);
}

Value Objects::launch(const clang::CUDAKernelCallExpr* launch) {
  walk_.overlooked.lookAt(launch);
  walk_.overlooked.lookAt(launch->getConfig());
  const clang::SourceLocation at = launch->getBeginLoc();
  const clang::FunctionDecl* kernel = launch->getDirectCallee();
  if (!kernel) {
    walk_.record.effect("effect.call", at, "a kernel is launched through a pointer");
    return {};
  }
  const std::string name = kernel->getQualifiedNameAsString();
  noteTask(*kernel, at);
  drive();
  walk_.record.countWork(workOfLaunch);
  if (!walk_.calls.isKnownAtKernels(kernel))
    walk_.record.effect("effect.call", at, "the kernel '" + name + "' is not declared where the loop's own stands",
                        "declare it at namespace scope, before the function");
  if (const std::string problem = kernelProblem(*kernel); !problem.empty())
    walk_.record.effect("effect.call", at, "the kernel '" + name + "' may touch other memory: " + problem);
  for (unsigned i = 0; i < launch->getConfig()->getNumArgs(); ++i) {
    const clang::Expr* argument = launch->getConfig()->getArg(i);
    if (argument->getType()->isPointerType())
      askHandle(argument);
    else if (i == 2)
      askSharedMemory(argument);
    else
      giveKernel(argument, name);
  }
  for (const clang::Expr* argument : launch->arguments()) giveKernel(argument, name);
  return {};
}

}  // namespace clustrix::compiler
