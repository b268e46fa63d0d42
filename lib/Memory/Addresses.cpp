// Addresses: a kernel's arrays lie elsewhere than the host's. A pointer leads to the same element on either side, but
// as a value it is another one, so what a loop does with pointers beside following them decides where it can run.
//
//     p < row + m          both in one array: the same everywhere
//     next[i] != nullptr   loaded from memory: a pointer of the host's, which is only looked at
//     bias ? bias[i] : 0   the host tells the kernel whether there is one
//     next[i] = &p[i + 1], &a[i] - z, mask == nullptr in a called function    on the host
//
// The walk notes what is portable here; DeviceText.cpp refuses whatever is not.
#include "Induction/LoopHeader.h"
#include "KernelText/BodyEdits.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Memory/Storage.h"
#include "Syntax/InitialValue.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace clustrix::compiler {

namespace {

const clang::Expr* withoutConversions(const clang::Expr* pointer) {
  for (pointer = pointer->IgnoreParens();;) {
    const auto* cast = llvm::dyn_cast<clang::CastExpr>(pointer);
    const bool same = cast && (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_BitCast);
    const auto* full = llvm::dyn_cast<clang::FullExpr>(pointer);
    if (!same && !full) return pointer;
    pointer = (same ? cast->getSubExpr() : full->getSubExpr())->IgnoreParens();
  }
}

bool isNullLiteral(const clang::Expr* pointer) {
  if (llvm::isa<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr>(pointer)) return true;
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(pointer);
  return cast && cast->getCastKind() == clang::CK_NullToPointer;
}

/// The range with macros at its ends as they are called: `p != NULL`.
clang::SourceRange asWritten(const clang::ASTContext& context, clang::SourceRange range) {
  const auto& manager = context.getSourceManager();
  const auto written =
      clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(range), manager, context.getLangOpts());
  if (written.isInvalid() || (range.getBegin().isFileID() && range.getEnd().isFileID())) return range;
  return {written.getBegin(), manager.getExpansionRange(range.getEnd()).getEnd()};
}

/// What holds at all times when `key` is evaluated: now, and whenever it was before.
template <class Key>
void noteAt(std::map<Key, bool>& all, Key key, bool holds) {
  const auto [known, isNew] = all.try_emplace(key, holds);
  known->second = known->second && holds;
}

}  // namespace

/// `p == nullptr` and `0 != p`.
bool Lvalues::asksForNull(const clang::BinaryOperator* op) {
  if (!op->isEqualityOp()) return false;
  const bool nullLeft = isNullLiteral(withoutConversions(op->getLHS()));
  const bool nullRight = isNullLiteral(withoutConversions(op->getRHS()));
  return nullLeft != nullRight && tellNull(op, nullLeft ? op->getRHS() : op->getLHS(), op->getOpcode() == clang::BO_EQ);
}

bool Lvalues::isHostPointer(const clang::Expr* pointer) const {
  pointer = withoutConversions(pointer);
  if (isNullLiteral(pointer)) return true;
  if (const auto known = walk_.portable.find(pointer); known != walk_.portable.end() && known->second) return true;
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(pointer))
    return isHostPointer(choice->getTrueExpr()) && isHostPointer(choice->getFalseExpr());
  if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(pointer); sum && sum->isAdditiveOp())
    return isHostPointer(sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS());
  const auto* load = llvm::dyn_cast<clang::ImplicitCastExpr>(pointer);
  if (!load || load->getCastKind() != clang::CK_LValueToRValue) return false;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(load->getSubExpr()->IgnoreParens());
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  const auto known = variable ? hostPointers_.find(variable) : hostPointers_.end();
  return known != hostPointers_.end() && known->second;
}

void Lvalues::noteLoaded(const clang::Expr* load, const Place& place) {
  noteAt(walk_.portable, load, std::holds_alternative<ElementPlace>(place));
}

void Lvalues::noteVariable(const clang::VarDecl* variable) {
  if (!variable->getType()->isPointerType()) return;
  const clang::Expr* value = initialValueOf(*variable);
  noteAt(hostPointers_, variable, value && walk_.storage.neverWritten(variable) && isHostPointer(value));
}

void Lvalues::noteRelation(const clang::Expr* relation, const clang::Expr* left, const Value& leftValue,
                           const clang::Expr* right, const Value& rightValue) {
  const auto* a = std::get_if<PointerValue>(&leftValue);
  const auto* b = std::get_if<PointerValue>(&rightValue);
  // Texts in quotes may lie anywhere, and two of them in one place.
  const clang::QualType target = left->getType()->getPointeeType();
  const bool mayBeText = !target.isNull() && target.isConstQualified() && target->isAnyCharacterType();
  const bool own =
      !mayBeText && std::holds_alternative<LocalPointer>(leftValue) && std::holds_alternative<LocalPointer>(rightValue);
  noteAt(walk_.portable, relation,
         own || (a && b && a->array == b->array) || (isHostPointer(left) && isHostPointer(right)));
}

/// `p`, `p == nullptr` and the like become what the host knows of it, where the loop does not change `p`.
bool Lvalues::tellNull(const clang::Expr* test, const clang::Expr* pointer, bool isNull) {
  if (told_.contains(test)) return true;
  pointer = withoutConversions(pointer);
  const auto* load = llvm::dyn_cast<clang::ImplicitCastExpr>(pointer);
  if (!load || load->getCastKind() != clang::CK_LValueToRValue || walk_.silent > 0) return false;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(load->getSubExpr()->IgnoreParens());
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  const bool outside = variable && variable->hasLocalStorage() && !walk_.isLocal(variable) && walk_.frames.empty() &&
                       variable->getType()->isPointerType() && !variable->getType().isVolatileQualified();
  if (!outside || known_.inLoop.contains(walk_.headers.keyOf(variable)) || walk_.storage.addressTaken(variable))
    return false;
  const clang::SourceRange range = asWritten(context_, test->getSourceRange());
  if (!walk_.text.offsets(range)) return false;
  const std::string text = "(" + variable->getNameAsString() + (isNull ? " == nullptr)" : " != nullptr)");
  const auto known = walk_.captures.find(text);
  if (known == walk_.captures.end()) {
    Capture made;
    made.name = variable->getNameAsString() + (isNull ? "_missing" : "_given");
    made.type = "bool";
    made.expression = text;
    model_.kernel.captures.push_back(made);
    walk_.captures[text] = static_cast<int>(model_.kernel.captures.size()) - 1;
  }
  walk_.text.edit(range, {BodyPiece::Captured, "", walk_.captures.at(text)});
  told_.insert(test);
  walk_.overlooked.lookAtAll(test);
  return walk_.portable[test] = true;
}

}  // namespace clustrix::compiler
