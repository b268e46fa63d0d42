// Calls: library functions whose effect is known, and containers. Any other call may do anything.
#include "Lower/Calls.h"
#include "Induction/ValueCases.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelScope.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Bitsets.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Objects.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Recurrence/Scan.h"
#include "Recurrence/Updates.h"
#include "Syntax/Types.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clustrix::compiler {

void Calls::evaluateArgument(const clang::Expr* argument) {
  if (argument->isGLValue())
    walk_.lvalues.load(walk_.lvalues.place(argument), argument);
  else
    walk_.expressions.evaluate(argument);
}

void Calls::evaluateArguments(const clang::CallExpr* call) {
  for (const clang::Expr* argument : call->arguments()) evaluateArgument(argument);
}

/// `ring.size()`  ──►  `Ring::size()`, where the object only says which class the function is of.
void Calls::nameStatic(const clang::MemberExpr& function) {
  walk_.overlooked.lookAtUnused(function.getBase());
  const auto* record = llvm::cast<clang::CXXRecordDecl>(function.getMemberDecl()->getDeclContext());
  if (function.isImplicitAccess() || function.hasExplicitTemplateArgs() || isHidden(*function.getMemberDecl()) ||
      walk_.currentFunction()->isTemplateInstantiation() || function.getBase()->HasSideEffects(context_))
    return;
  if (const auto type = walk_.host.nameFor(context_.getTypeDeclType(record)))
    walk_.text.edit(function.getSourceRange(),
                    {BodyPiece::Text, *type + "::" + function.getMemberDecl()->getNameAsString(), -1});
}

Value Calls::evaluateCall(const clang::CallExpr* call) {
  walk_.overlooked.lookAt(call);
  if (const auto* named = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParenImpCasts());
      named && !llvm::isa<clang::CXXMemberCallExpr>(call))
    nameStatic(*named);
  if (const auto known = walk_.objects.call(call)) return *known;
  walk_.record.countWork(4);
  if (walk_.updates.tryDeclared(call)) return std::monostate{};
  if (const auto known = optionalCall(call)) return *known;
  if (const auto known = Bitsets(walk_).call(call)) return *known;
  if (const auto* operator_ = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) return evaluateOperatorCall(operator_);
  if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    if (walk_.scans.tryAppend(method)) return {};
    if (const auto view = viewConversion(method)) return *view;
  }
  if (const auto known = evaluateContainerCall(call)) return *known;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (isPureFunction(callee)) {
    leaveMathState(call);
    walk_.record.countWork(8);
    return walk_.cases.comparedValue(call);
  }
  if (const auto known = evaluateKnownCall(call)) return *known;
  Value result;
  if (walk_.inlining.inlineCall(call, &result, nullptr)) return result;
  if (const auto described = evaluateLibraryCall(call)) return *described;
  refuseCall(call, callee);
  return std::monostate{};
}

void Calls::refuseCall(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  // As a place and as a value: the loop stays serial, and the second time finds nothing new.
  if (!refused_.insert(call).second) return;
  ++model_.calls;
  for (const clang::Expr* argument : call->arguments()) {
    if (argument->isGLValue())
      walk_.lvalues.place(argument);
    else
      walk_.expressions.evaluate(argument);
  }
  if (!callee) {
    walk_.record.effect("effect.call", call->getBeginLoc(), "a function is called through a pointer or an object");
    return;
  }
  const std::string name = callee->getQualifiedNameAsString();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && method->getParent()->isInStdNamespace() && (method->getParent()->getName().contains("atomic"))) {
    walk_.record.effect("effect.atomic", call->getBeginLoc(),
                        "'" + name + "' is an atomic operation, which orders the iterations",
                        "use a plain variable: a sum, minimum or maximum becomes a reduction");
    return;
  }
  if (method && method->isVirtual()) {
    walk_.record.effect("effect.virtual", call->getBeginLoc(), "the virtual function '" + name + "' is called");
    return;
  }
  static constexpr std::array<llvm::StringRef, 14> output = {"printf", "fprintf", "puts",   "putchar", "fputs",
                                                             "fwrite", "scanf",   "fscanf", "getchar", "fread",
                                                             "fputc",  "putc",    "perror", "fflush"};
  const std::string plain = callee->getIdentifier() ? callee->getName().str() : name;
  if (llvm::is_contained(output, plain)) {
    walk_.record.effect("effect.io", call->getBeginLoc(), "'" + name + "' does input or output, whose order matters");
    return;
  }
  if (changesSize(roleOf(callee))) {
    walk_.record.effect("effect.allocation", call->getBeginLoc(), "'" + plain + "' changes the size of a container");
    return;
  }
  const bool describable = !method && !callee->isInStdNamespace() && !callee->hasBody();
  walk_.record.effect(
      "effect.call", call->getBeginLoc(), "'" + name + "' is called and may do anything",
      describable ? "define it where this source sees its body, or say what it does with --library-model" : "");
}

/// Whether `value` is >= 0 by the loops around, the conditions that hold here and the bounds of its symbols: proven
/// without anything that is itself to be proven or guarded.
bool Calls::surelyNotNegative(const Polynomial& value) const {
  const auto plain = [&](const Polynomial& rest) {
    return std::all_of(rest.terms().begin(), rest.terms().end(), [&](const auto& term) {
      return term.second >= 0 && std::all_of(term.first.begin(), term.first.end(), [&](SymbolId id) {
               const Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
               return symbol.kind == SymbolKind::Counter || symbol.min >= 0;
             });
    });
  };
  const auto follows = [&](const Polynomial& known) {
    const auto rest = subtract(value, known);
    return rest && plain(*rest);
  };
  if (plain(value) || std::any_of(state_.conditions.begin(), state_.conditions.end(), follows)) return true;
  return std::any_of(walk_.path.begin(), walk_.path.end(), [&](int loop) {
    const auto& constraints = model_.loops[static_cast<std::size_t>(loop)].constraints;
    return std::any_of(constraints.begin(), constraints.end(), follows);
  });
}

/// `++it`, `it--` and `it += n` of an iterator of the iteration's own: what a pointer would do.
std::optional<Value> Calls::moveIterator(const clang::CXXOperatorCallExpr* call) {
  if (!movesIterator(call)) return std::nullopt;
  const clang::Expr* iterator = call->getArg(0);
  const Place target = walk_.lvalues.place(iterator);
  const auto* local = std::get_if<LocalPlace>(&target);
  if (!local || !local->variable) return std::nullopt;
  const auto kind = call->getOperator();
  const bool byOne = kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus;
  const Value before = walk_.lvalues.load(target, iterator);
  const Value distance = byOne ? Value{IntegerValue{Polynomial(1), {}}} : walk_.expressions.valueOf(call->getArg(1));
  Value after;
  if (const auto* pointer = std::get_if<PointerValue>(&before))
    after = walk_.expressions.pointerPlus(*pointer, distance, iteratorElement(iterator->getType()),
                                          kind == clang::OO_MinusMinus || kind == clang::OO_MinusEqual);
  walk_.lvalues.store(target, after, iterator, iterator->getType());
  const bool isPostfix = byOne && call->getNumArgs() == 2;
  return isPostfix ? before : after;
}

/// `it + n`, `it - n` and `it->`: what a pointer would do.
std::optional<Value> Calls::iteratorOperation(const clang::CXXOperatorCallExpr* call) {
  if (call->getNumArgs() == 0 || !isIteratorType(call->getArg(0)->getType())) return std::nullopt;
  const auto kind = call->getOperator();
  if (kind == clang::OO_Arrow) return walk_.expressions.valueOf(call->getArg(0));
  if (relatesIterators(call)) {
    const Value left = walk_.expressions.valueOf(call->getArg(0)), right = walk_.expressions.valueOf(call->getArg(1));
    walk_.lvalues.noteRelation(call, call->getArg(0), left, call->getArg(1), right);
    return kind == clang::OO_Minus
               ? walk_.expressions.distance(right, left, iteratorElement(call->getArg(0)->getType()))
               : Value{};
  }
  if ((kind != clang::OO_Plus && kind != clang::OO_Minus) || call->getNumArgs() != 2) return std::nullopt;
  if (!call->getArg(1)->getType()->isIntegerType()) return std::nullopt;
  const Value base = walk_.expressions.valueOf(call->getArg(0)), index = walk_.expressions.valueOf(call->getArg(1));
  const auto* pointer = std::get_if<PointerValue>(&base);
  if (!pointer) return std::nullopt;
  return walk_.expressions.pointerPlus(*pointer, index, iteratorElement(call->getArg(0)->getType()),
                                       kind == clang::OO_Minus);
}

Value Calls::evaluateOperatorCall(const clang::CXXOperatorCallExpr* call) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  // `a[i] = b[j]` of plain structs copies bytes.
  if (call->getOperator() == clang::OO_Equal && method && method->isTrivial() && call->getNumArgs() == 2) {
    const clang::Expr* source = call->getArg(1);
    Value copied;
    if (const auto view = ownView(source)) {
      copied = *view;
    } else if (source->isGLValue()) {
      const Place from = walk_.lvalues.place(source);
      walk_.lvalues.noteLoaded(source, from);
      walk_.lvalues.load(from, source);
    } else {
      walk_.expressions.evaluate(source);
    }
    walk_.lvalues.store(walk_.lvalues.place(call->getArg(0)), copied, call->getArg(0), call->getArg(0)->getType());
    return std::monostate{};
  }
  if (const auto element = containerElement(call)) return walk_.lvalues.load(*element, call);
  if (const auto moved = moveIterator(call)) return *moved;
  if (const auto result = iteratorOperation(call)) return *result;
  Value result;
  if (walk_.inlining.inlineCall(call, &result, nullptr)) return result;
  refuseCall(call, call->getDirectCallee());
  return std::monostate{};
}

void Calls::leaveMathState(const clang::CallExpr* call) {
  for (const LeftState& left : leftBehind(*call->getDirectCallee(), input_.mathState, input_.places))
    walk_.record.effect("effect.math-state", call->getBeginLoc(), left.message, left.hint);
}

}  // namespace clustrix::compiler
