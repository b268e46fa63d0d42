// Objects of libraries that iterations combine into.
//
//     acc += torch::mm(x, x.t());     statements of the loop's own text, all that it does with acc
//
// Where a library model says that results of such calls may be combined, each iteration calls it of an object of its
// own, by the same name: the body stays as it is. What iterations read through other names is compared when the loop
// starts.
#include "KernelText/HostText.h"
#include "Library/Described.h"
#include "Lower/Expressions.h"
#include "Lower/Objects.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/ExprCXX.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// What a call is of, a member function or an operator.
const clang::Expr* objectOf(const clang::Expr* call) {
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) return member->getImplicitObjectArgument();
  const auto* operator_ = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  return operator_ && operator_->getNumArgs() > 0 ? operator_->getArg(0) : nullptr;
}

/// A variable, or a member of the object that the loop's function is called of.
const clang::ValueDecl* named(const clang::Expr* name) {
  if (const auto* variable = llvm::dyn_cast<clang::DeclRefExpr>(name))
    return llvm::dyn_cast<clang::VarDecl>(variable->getDecl());
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(name);
  return member && llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) ? member->getMemberDecl()
                                                                                           : nullptr;
}

/// All names of variables and of such members.
class NamesIn : public TreeVisitor {
 public:
  explicit NamesIn(const clang::Stmt& statement) { TraverseStmt(const_cast<clang::Stmt*>(&statement)); }
  const std::vector<const clang::Expr*>& names() const { return names_; }

  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override { return add(name); }
  bool VisitMemberExpr(clang::MemberExpr* name) override { return add(name); }

 private:
  bool add(const clang::Expr* name) {
    if (named(name)) names_.push_back(name);
    return true;
  }
  std::vector<const clang::Expr*> names_;
};

}  // namespace

/// The name behind `m` and `m.noalias()`, as the body says it; or null.
const clang::Expr* Objects::combinedName(const clang::CallExpr* call) {
  const clang::Expr* object = objectOf(call);
  for (; object; object = objectOf(object)) {
    object = object->IgnoreParens()->IgnoreImplicit()->IgnoreParens();
    const auto* inner = llvm::dyn_cast<clang::CallExpr>(object);
    if (!inner) break;
    const LibraryFunction* said = entryOf(input_.library, inner->getDirectCallee());
    if (!said || !said->showsItself) return nullptr;
    walk_.overlooked.lookAt(inner);
  }
  if (!object || !named(object)) return nullptr;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(object);
  return member && !member->isImplicitAccess() ? nullptr : object;
}

std::optional<OuterName> Objects::combinedBy(const clang::CallExpr* call, const LibraryFunction& said) {
  if (said.combines.empty() || !walk_.frames.empty()) return std::nullopt;
  if (!walk_.statement || bareStatement(walk_.statement) != call) return std::nullopt;
  const clang::Expr* name = combinedName(call);
  const LibraryClass* of = name ? objectClass(input_.library, name->getType()) : nullptr;
  if (!of || of->copies == LibraryCopies::Show) return std::nullopt;
  if (of->first.empty() && of->copies != LibraryCopies::Own) return std::nullopt;
  const Place place = walk_.lvalues.place(name);
  const auto* outer = std::get_if<OuterPlace>(&place);
  if (!outer) return std::nullopt;
  const OuterName& known = walk_.outer.at(outer->key);
  if (known.name != named(name)->getNameAsString() || known.row || known.constObject) return std::nullopt;
  const auto reduction = reductionOf(known.name);
  if (reduction != model_.objectReductions.end() &&
      (reduction->operation != said.combines || reduction->expression != known.expression))
    return std::nullopt;
  combined_.insert(name);
  return known;
}

std::vector<ObjectReduction>::iterator Objects::reductionOf(const std::string& name) {
  return std::find_if(model_.objectReductions.begin(), model_.objectReductions.end(),
                      [&](const ObjectReduction& one) { return one.name == name; });
}

void Objects::combine(const OuterName& object, const LibraryFunction& said, clang::SourceLocation at) {
  model_.headers.insert("clustrix/ObjectReduction.h");
  // That of a program's own class is said of the object's.
  if (said.combines.starts_with("clustrix::"))
    model_.headers.insert(headerOf(said.combines.substr(0, said.combines.rfind("::"))));
  const clang::QualType type = object.type.getNonReferenceType();
  use(*objectClass(input_.library, type));
  if (reductionOf(object.name) == model_.objectReductions.end())
    model_.objectReductions.push_back({object.name, object.expression,
                                       walk_.host.typeText(type.getUnqualifiedType(), at), said.combines,
                                       walk_.record.point(at)});
  const std::size_t before = model_.memoryScalars.size();
  rememberMemory(object, at);
  for (std::size_t added = before; added < model_.memoryScalars.size(); ++added)
    model_.memoryScalars[added].reduction = object.name;
}

void Objects::refuseOtherUses() {
  if (combined_.empty()) return;
  const auto refuse = [&](const std::string& name, clang::SourceLocation at) {
    walk_.record.effect("effect.shared-object", at,
                        "'" + name + "' is used here, and is what the iterations before it have added up to",
                        "use it after the loop");
  };
  const NamesIn all(input_.loop);
  for (const clang::Expr* known : combined_) {
    const std::string name = named(known)->getNameAsString();
    for (const clang::Expr* other : all.names())
      if (named(other) == named(known) && !combined_.contains(other)) refuse(name, other->getBeginLoc());
    // Where a function that is called in the loop names it.
    for (const Capture& capture : model_.kernel.captures)
      if (capture.byReference && capture.name == name) refuse(name, known->getBeginLoc());
  }
}

}  // namespace clustrix::compiler
