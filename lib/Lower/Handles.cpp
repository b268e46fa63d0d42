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

#include "clang/AST/ExprCXX.h"

namespace clustrix::compiler {

namespace {

/// Operations that a launch counts for: it takes microseconds, whatever its threads do.
constexpr int workOfLaunch = 20000;

}  // namespace

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
    hasGiven_ = true;
    if (local && local->variable && local->whole && !local->variable->hasGlobalStorage())
      return walk_.lvalues.store(place, LocalPointer{}, variable, variable->getType());
  }
  walk_.record.effect("effect.shared-object", argument->getBeginLoc(),
                      "'" + by + "' is given something else than the address of a variable of the iteration",
                      "declare the variable inside the loop");
}

/// It is the iteration's, and of the device that this one runs on.
void Objects::keep(const Value& value, clang::QualType type, clang::SourceLocation at) {
  if (hasGiven_ && (std::holds_alternative<LocalPointer>(value) || holdsPointers(type)))
    walk_.record.effect(
        "effect.shared-object", at,
        "what a call has given the iteration may be kept beyond it: it is of the device that this one runs on",
        "copy the numbers out, and give the memory back inside the loop");
}

void Objects::refuseKept() {
  for (const Append& append : model_.appends)
    if (hasGiven_ && !model_.arrays[static_cast<std::size_t>(append.array.value)].arithmetic)
      keep(LocalPointer{}, {}, input_.loop.getBeginLoc());
}

void Objects::askHandle(const clang::Expr* argument) {
  const bool own = std::holds_alternative<LocalPointer>(walk_.expressions.valueOf(withoutPointerCasts(argument))) ||
                   argument->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNull);
  if (!own)
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
      return walk_.record.effect("effect.call", at, "the kernel '" + kernel + "' is given pointers to pointers");
    const bool isNull = argument->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNull);
    if (std::holds_alternative<LocalPointer>(walk_.expressions.valueOf(withoutPointerCasts(argument))) || isNull)
      return;
    return walk_.record.effect(
        "effect.shared-object", at,
        "the kernel '" + kernel + "' is given memory that was not allocated in the iteration, on one device",
        "allocate it inside the loop, and copy into it what the kernel reads");
  }
  if (!type->isArithmeticType() && !type->isEnumeralType() && holdsPointers(type))
    return walk_.record.effect("effect.call", at, "the kernel '" + kernel + "' is given an object that has pointers");
  walk_.calls.evaluateArgument(argument);
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
  model_.tasksOnDevices = true;
  walk_.record.countWork(workOfLaunch);
  if (!walk_.calls.isKnownAtKernels(kernel))
    walk_.record.effect("effect.call", at, "the kernel '" + name + "' is not declared where the loop's own stands",
                        "declare it at namespace scope, before the function");
  if (const std::string problem = kernelProblem(*kernel); !problem.empty())
    walk_.record.effect("effect.call", at, "the kernel '" + name + "' may touch other memory: " + problem);
  for (const clang::Expr* argument : launch->getConfig()->arguments())
    if (argument->getType()->isPointerType())
      askHandle(argument);
    else
      giveKernel(argument, name);
  for (const clang::Expr* argument : launch->arguments()) giveKernel(argument, name);
  return {};
}

}  // namespace clustrix::compiler
