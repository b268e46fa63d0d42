// Checked access: `v.at(i)` throws where `v[i]` would be undefined, and is the same where neither happens.
//
//     for (i = 0; i < v.size(); ++i) v.at(i) = 0;      the kernel's text: v[i] = 0;
//
// That the index is in range follows from the loops and conditions around it. What these rest on, sizes that stay and
// integers that do not wrap around, is proven or guarded before a kernel runs; otherwise the loop runs as it is
// written, and throws what it throws.
#include "KernelText/BodyEdits.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Recorder.h"
#include "Syntax/Types.h"

#include "clang/AST/DeclTemplate.h"

namespace clustrix::compiler {

/// Whether the index of a call of `at` surely is that of an element.
bool Calls::isInRange(const clang::CallExpr* call, const clang::Expr* object) {
  const State before = state_;
  const std::size_t accesses = model_.accesses.size(), past = walk_.record.happened();
  ++walk_.silent;
  const Value index = walk_.expressions.valueOf(call->getArg(0)), size = containerSize(object, context_.getSizeType());
  --walk_.silent;
  state_ = before;
  model_.accesses.resize(accesses);
  const auto* position = std::get_if<IntegerValue>(&index);
  const auto* count = std::get_if<IntegerValue>(&size);
  if (!position || walk_.record.happened() != past || !surelyNotNegative(position->polynomial)) return false;
  const auto behind = add(position->polynomial, Polynomial(1));
  const auto isBelow = [&](const std::optional<Polynomial>& limit) {
    const auto room = behind && limit ? subtract(*limit, *behind) : std::nullopt;
    return room && surelyNotNegative(*room);
  };
  const clang::QualType type = object->getType();
  const bool isFixed = !input_.parametric && !type->isPointerType();
  const auto fixed = isFixed ? fixedLength(type.getNonReferenceType()) : std::nullopt;
  return isBelow(count ? std::optional(count->polynomial) : std::nullopt) || (fixed && isBelow(Polynomial(*fixed)));
}

/// The kernel has elements in place of the container, `v[i]` for `v.at(i)` and `v.back()` for `v->back()`. False where
/// the text cannot be changed.
bool Calls::sayForKernel(const clang::CXXMemberCallExpr* call) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParenImpCasts());
  const clang::Expr* object = call->getImplicitObjectArgument()->IgnoreParens();
  const bool at = roleOf(call->getMethodDecl()) == Role::At;
  if (!member || (!at && !member->isArrow())) return member != nullptr;
  if (walk_.silent > 0) return true;
  const clang::SourceRange name(member->getMemberLoc(), member->getMemberLoc());
  const auto whole = walk_.text.offsets(call->getSourceRange()), base = walk_.text.offsets(object->getSourceRange()),
             word = walk_.text.offsets(name);
  const auto inside = at ? walk_.text.offsets(call->getArg(0)->getSourceRange()) : std::nullopt;
  const bool inText = walk_.frames.empty() || walk_.inlining.inKernel(call->getSourceRange());
  if (!inText || !whole || !base || !word || (at && !inside)) return false;
  const auto add = [&](std::size_t begin, std::size_t end, const char* text) {
    const auto isKnown = [&](const TextEdit& edit) { return edit.begin == begin && edit.end == end; };
    if (std::none_of(walk_.edits.begin(), walk_.edits.end(), isKnown))
      walk_.edits.push_back({begin, end, {BodyPiece::Text, text, -1}});
  };
  if (!at) {
    add(base->second, word->first, ".");
    return true;
  }
  add(base->second, inside->first, "[");
  add(inside->second, whole->second, "]");
  return true;
}

}  // namespace clustrix::compiler
