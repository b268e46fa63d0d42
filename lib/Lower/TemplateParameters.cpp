// Template parameters with a value: constants in one instantiation, and parameters of the loop where the same text has
// to do for several.
//
//     template <int N> void clear(double (&a)[N]) { for (int i = 0; i < N; ++i) a[i] = 0; }
//     clear<10>, clear<20>:   trip 10 and 20, or trip N
#include "KernelText/KernelScope.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Syntax/InitialValue.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// The class template's specialisation that `function` is a member of and that has the parameter, or null.
const clang::ClassTemplateSpecializationDecl* classWith(const clang::FunctionDecl* function,
                                                        const clang::NonTypeTemplateParmDecl* parameter) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const auto* record = method ? llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent()) : nullptr;
  // Those of partial specialisations count differently.
  if (!record || record->getInstantiatedFrom().isNull() ||
      !record->getInstantiatedFrom().is<clang::ClassTemplateDecl*>())
    return nullptr;
  const auto* list = record->getSpecializedTemplate()->getTemplateParameters();
  const bool isIts = parameter->getDepth() == list->getDepth() && parameter->getIndex() < list->size() &&
                     list->getParam(parameter->getIndex())->getCanonicalDecl() == parameter->getCanonicalDecl();
  return isIts ? record : nullptr;
}

/// `N` of the type `Buffer<N>`, as it is written: what an argument of a template is.
const clang::SubstNonTypeTemplateParmExpr* argumentOf(clang::QualType type,
                                                      const clang::ClassTemplateSpecializationDecl* record,
                                                      unsigned index) {
  if (type->isPointerType() || type->isReferenceType()) type = type->getPointeeType();
  const auto* written = type->getAs<clang::TemplateSpecializationType>();
  while (written && written->isTypeAlias()) {
    type = written->getAliasedType();
    written = type->getAs<clang::TemplateSpecializationType>();
  }
  const auto* its = type->getAsCXXRecordDecl();
  if (!written || !its || its->getCanonicalDecl() != record->getCanonicalDecl()) return nullptr;
  if (index >= written->template_arguments().size()) return nullptr;
  const clang::TemplateArgument& argument = written->template_arguments()[index];
  if (argument.getKind() != clang::TemplateArgument::Expression) return nullptr;
  return llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(argument.getAsExpr()->IgnoreImplicit());
}

/// Whether the parameters of the kernel's own template have this one among them.
bool isOf(const KernelScope& scope, const clang::NonTypeTemplateParmDecl* parameter) {
  for (const clang::TemplateParameterList* list : scope.templates())
    for (const clang::NamedDecl* one : *list)
      if (one->getCanonicalDecl() == parameter->getCanonicalDecl()) return true;
  return false;
}

}  // namespace

const clang::NonTypeTemplateParmDecl* Expressions::ownParameter(const clang::NonTypeTemplateParmDecl* parameter,
                                                                const CallFrame* ended) const {
  std::vector<const CallFrame*> calls;
  for (const CallFrame& frame : walk_.frames) calls.push_back(&frame);
  if (ended) calls.push_back(ended);
  const clang::QualType type = parameter->getType().getCanonicalType();
  for (; !calls.empty(); calls.pop_back()) {
    const CallFrame& call = *calls.back();
    const clang::FunctionDecl* caller = calls.size() == 1 ? &input_.function : calls[calls.size() - 2]->function;
    const auto* record = classWith(call.function, parameter);
    if (!record || !call.call) return nullptr;
    const auto* around = llvm::dyn_cast<clang::CXXMethodDecl>(caller);
    if (around && around->getParent()->getCanonicalDecl() == record->getCanonicalDecl()) continue;
    const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call.call);
    const clang::Expr* object = member ? member->getImplicitObjectArgument()
                                : llvm::isa<clang::CXXOperatorCallExpr>(call.call) && call.call->getNumArgs() > 0
                                    ? call.call->getArg(0)
                                    : nullptr;
    const auto* argument = object ? argumentOf(object->getType(), record, parameter->getIndex()) : nullptr;
    if (!argument || argument->getPackIndex()) return nullptr;
    parameter = argument->getParameter();
    if (parameter->getType().getCanonicalType() != type) return nullptr;
  }
  return isOf(KernelScope(input_.function, input_.kernelsAt, input_.texts), parameter) ? parameter : nullptr;
}

Value Expressions::templateParameter(const clang::SubstNonTypeTemplateParmExpr* expression) {
  // A function that is called has parameters of its own, which mean nothing here by themselves.
  const clang::NonTypeTemplateParmDecl* declared =
      walk_.frames.empty() ? expression->getParameter() : ownParameter(expression->getParameter());
  const clang::QualType type = expression->getType();
  if (!input_.parametric || !declared || !declared->getIdentifier() || declared->isParameterPack() ||
      !type->isIntegerType() || type->isBooleanType())
    return evaluate(expression->getReplacement());
  const std::string name = declared->getNameAsString();
  return IntegerValue{Polynomial::symbol(walk_.record.parameterOf(name, name, type)), {}};
}

}  // namespace clustrix::compiler
