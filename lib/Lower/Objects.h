// Objects of libraries: what a library model says of classes, and of the functions that work on their objects.
//
//     auto a = torch::ones({n, n});           a leads to elements of the iteration's own
//     auto b = torch::mm(a, weight.t());      a and weight are read; what b leads to is new
//     b.add_(1);                              writes what is the iteration's own
//     weight.add_(1);                         an effect: other iterations see it
//     sum += b;                               combined, where the model says how
//
// Iterations that work on such objects are tasks of the host. What comes from outside the loop is read in all of them
// and written in none, so nobody needs to know which of its elements a call touches.
#pragma once

#include "Lower/Walk.h"

#include <set>
#include <string>

namespace clustrix::compiler {

class Objects : public WalkPart {
 public:
  using WalkPart::WalkPart;

  /// Whether objects of the type, or of what it refers to, are a library's.
  bool isObject(clang::QualType type) const;
  /// Nothing of calls and constructions of which no model says anything. OwnObject: all that the result leads to is the
  /// iteration's own.
  std::optional<Value> call(const clang::CallExpr* call);
  std::optional<Value> construction(const clang::CXXConstructExpr* made);
  /// What a call that returns a reference refers to.
  std::optional<Place> placeOf(const clang::CallExpr* call);
  /// A variable of the iteration's is given a value: from then on, what it leads to need not be the iteration's own.
  void hold(const clang::VarDecl* variable, const Value& value);
  /// The kernel has an object from outside the loop by reference.
  void share(const OuterName& name);
  /// Behind the walk: what calls have given the iteration stays in it, and all that it launches would be launched.
  void refuseKept();
  /// The same of objects that iterations combine into, and do something else with.
  void refuseOtherUses();
  /// An element of an object from outside would be written.
  void refuseWrite(clang::SourceLocation at);

 private:
  /// An argument, or the object that a function is called of.
  struct Given {
    const clang::Expr* expression = nullptr;
    bool own = true;  // all that it leads to is the iteration's own
    bool leads = false;
    std::optional<Place> place{};  // of what is named
    std::optional<ArrayId> array{};
  };

  Given given(const clang::Expr* expression);
  Given givenObject(const clang::Expr* object);
  Given givenNumber(const clang::Expr* number);
  Given givenPointer(const clang::Expr* pointer);
  Given givenFunctor(const clang::Expr* functor);
  Given givenList(const clang::InitListExpr& list);
  void write(const Given& given, const std::string& by);
  /// The same of what is written, where it has a name in the iteration.
  void hold(const Given& target, const Value& value);
  bool rebinds(const Given& written, const LibraryFunction& said) const;
  std::optional<Value> assignment(const clang::CXXOperatorCallExpr* call);
  void rememberMemory(const OuterName& name, clang::SourceLocation at);
  // ObjectReductions.cpp
  /// The variable from outside that the call combines something into; nothing where it is another call.
  std::optional<OuterName> combinedBy(const clang::CallExpr* call, const LibraryFunction& said);
  const clang::Expr* combinedName(const clang::CallExpr* call);
  void combine(const OuterName& object, const LibraryFunction& said, clang::SourceLocation at);
  std::vector<ObjectReduction>::iterator reductionOf(const std::string& name);
  // Handles.cpp
  Value launch(const clang::CUDAKernelCallExpr* launch);
  void giveKernel(const clang::Expr* argument, const std::string& kernel);
  void giveTo(const clang::Expr* argument, const std::string& by);
  bool isOwnOrNull(const clang::Expr* pointer);
  bool isNullOrGiven(const clang::Expr* pointer) const;
  void askHandle(const clang::Expr* argument);
  void giveDevice(const clang::Expr* argument, const std::string& function);
  void askSharedMemory(const clang::Expr* bytes);
  void drive();
  Value result(clang::QualType type, bool own, const LibraryFunction* said);
  void use(const LibraryClass& said);
  static std::string headerOf(std::string space);
  void draw(const clang::CallExpr* call, const LibraryFunction& said);
  void noteCall(const clang::CallExpr* call, const LibraryFunction& said, const std::string& name);
  void noteTask(const clang::FunctionDecl& callee, clang::SourceLocation at);

  std::set<std::string> threadStates_;
  std::set<const clang::Expr*> combined_;     // names of objects that are combined into, where they are
  std::vector<const clang::VarDecl*> given_;  // variables that calls have given memory, or handles
};

}  // namespace clustrix::compiler
