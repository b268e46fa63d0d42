// What the kernel declares for the variable that the loop counts or walks with.
//
//     for (auto& x : v) ...                    auto& x = v[k];
//     for (auto p = a; p != a + n; p += 2)     auto p = a + (0 + 2 * k);
#include "Induction/LoopHeader.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelScope.h"
#include "Lower/Recorder.h"
#include "Syntax/Unevaluated.h"

namespace clustrix::compiler {

void LoopHeaders::declareRootVariable(const clang::Stmt* loop, const LoopHeader& header) {
  if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(loop)) {
    const clang::VarDecl* variable = range->getLoopVariable();
    std::string declaration =
        walk_.host.sourceText(clang::SourceRange(variable->getBeginLoc(), variable->getLocation()));
    if (const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(variable)) {
      std::string names;
      for (const clang::BindingDecl* part : parts->bindings())
        names += (names.empty() ? "" : ", ") + part->getNameAsString();
      declaration += names + "]";  // it ends with the opening bracket
    } else if (const clang::QualType type = variable->getType(); isToldByExpression(type) || usesLocalNames(type)) {
      const auto told = walk_.host.nameFor(type.getNonReferenceType());
      declaration = told.value_or("auto") + (type->isReferenceType() ? "& " : " ") + variable->getNameAsString();
    } else if (declaration.empty())
      declaration = (variable->getType()->isReferenceType() ? "auto& " : "auto ") + variable->getNameAsString();
    if (!header.pointer) return;
    const auto array = header.pointer->array;
    for (std::size_t i = 0; i < model_.kernel.captures.size(); ++i)
      if (model_.kernel.captures[i].array == array)
        return void(walk_.prologue.insert(walk_.prologue.end(), {{BodyPiece::Text, declaration + " = ", -1},
                                                                 {BodyPiece::Captured, "", static_cast<int>(i)},
                                                                 {BodyPiece::Text, "[", -1},
                                                                 {BodyPiece::Counter, "", -1},
                                                                 {BodyPiece::Text, "]; ", -1}}));
    return;
  }
  if (!header.variable) return;
  const std::string name = header.variable->getNameAsString();
  if (!header.pointer) {
    const clang::QualType type = header.variable->getType();
    model_.kernel.variable = {walk_.host.typeText(type.getUnqualifiedType(), header.variable->getLocation()), name,
                              type.isConstQualified()};
    return;
  }
  if (!declareWalking(header.variable, *header.pointer))
    walk_.record.effect("effect.iterator", header.variable->getLocation(),
                        "the loop walks '" + name + "' in steps that are known only at run time",
                        "count with an integer");
}

/// What makes a pointer to elements of one to rows of them: `reinterpret_cast<int *>`, or "".
std::string LoopHeaders::walkedAs(const clang::VarDecl& variable, const Capture& capture) {
  const clang::QualType type = variable.getType().getUnqualifiedType();
  if (!type->isPointerType()) return "";
  const auto plain = [&](clang::QualType one) {
    return walk_.host.typeText(one.getUnqualifiedType(), variable.getLocation());
  };
  const clang::QualType element = type->getPointeeType();
  const bool isSpan = capture.kind == Capture::Span;
  const std::string held = isSpan ? plain(element) : plain(context_.getPointerType(element.getUnqualifiedType()));
  const std::string seen = isSpan ? plain(element.withConst()) : plain(context_.getPointerType(element.withConst()));
  const bool same = capture.type == held || capture.type == seen || capture.type == "const " + held;
  return same ? "" : "reinterpret_cast<" + plain(type) + ">";
}

/// `auto p = a + (first + 2 * k);` in front of the body. False where the kernel cannot say so.
bool LoopHeaders::declareWalking(const clang::VarDecl* variable, const PointerValue& pointer) {
  const std::string name = variable->getNameAsString();
  const Polynomial offset = pointer.offset->polynomial;
  const SymbolId counter = model_.loops[0].counter;
  const auto slope = offset.coefficientOf(counter);
  const Polynomial start = offset.without(counter);
  const clang::QualType type = variable->getType();
  const bool wide =
      type->isPointerType() && walk_.record.sizeOf(type->getPointeeType()) !=
                                   model_.arrays[static_cast<std::size_t>(pointer.array.value)].elementBytes;
  if (!slope || !slope->constant() || wide) return false;
  for (std::size_t i = 0; i < model_.kernel.captures.size(); ++i) {
    const Capture capture = model_.kernel.captures[i];
    if (capture.array != pointer.array) continue;
    const bool isSpan = capture.kind == Capture::Span;
    const std::string cast = walkedAs(*variable, capture);
    walk_.prologue.insert(walk_.prologue.end(),
                          {{BodyPiece::Text, "auto " + name + " = " + cast + (cast.empty() ? "" : "("), -1},
                           {BodyPiece::Captured, "", static_cast<int>(i)},
                           {BodyPiece::Text, isSpan ? ".begin()" : "", -1},
                           {BodyPiece::Text, cast.empty() ? " + (" : ") + (", -1}});
    if (start.constant()) {
      walk_.prologue.push_back({BodyPiece::Text, std::to_string(*start.constant()), -1});
    } else {
      Capture first;
      first.name = "first_" + name;
      first.type = "clustrix::Index";
      first.expression = walk_.host.hostText(start);
      model_.kernel.captures.push_back(first);
      walk_.prologue.push_back({BodyPiece::Captured, "", static_cast<int>(model_.kernel.captures.size()) - 1});
    }
    if (*slope->constant() != 0)
      walk_.prologue.insert(
          walk_.prologue.end(),
          {{BodyPiece::Text, " + " + std::to_string(*slope->constant()) + " * ", -1}, {BodyPiece::Counter, "", -1}});
    walk_.prologue.push_back({BodyPiece::Text, "); ", -1});
    return true;
  }
  return false;
}

}  // namespace clustrix::compiler
