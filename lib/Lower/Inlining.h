// Calls of functions with a visible body, and of lambdas, walked as if their bodies stood in the loop.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

struct ParameterBinding {
  const clang::ParmVarDecl* parameter = nullptr;
  std::optional<Place> reference;  // what it stands for
  Value value;                     // what it holds
};

class Inlining : public WalkPart {
 public:
  using WalkPart::WalkPart;

  bool inKernel(clang::SourceRange range) const;
  bool inlineCall(const clang::CallExpr* call, Value* value, Place* result);
  CallFrame walkCallee(const clang::FunctionDecl* definition, CallFrame frame, Value* value, Place* result);
  bool inlineConstructor(const clang::CXXConstructExpr* construction);
  void returnFromCallee(const clang::ReturnStmt* statement);
  /// Where the program would not come back from the callee: an iteration goes on with nothing.
  void leaveCallee();
  bool insideLoop(clang::SourceRange range) const;
  Value evaluateLambda(const clang::LambdaExpr* lambda);
  std::optional<Place> capturedPlace(const clang::DeclRefExpr* reference) const;
  std::optional<Value> capturedCopy(const clang::Expr* expression) const;
  Value outerClosure(const OuterName& name, clang::SourceLocation at);
  bool isOwnThis() const;
  Value evaluateBlock(const clang::StmtExpr* block);
  std::optional<Place> pointedVariable(const clang::Expr* lvalue) const;
  void refuseSumThroughPointer(const clang::Expr* target, const std::string& name);

 private:
  bool canInline(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  bool tryInline(const clang::CallExpr* call, Value* value, Place* result);
  bool bindObject(const clang::CallExpr* call, const clang::CXXMethodDecl* method, CallFrame& frame);
  std::optional<ParameterBinding> bindingOf(const clang::ParmVarDecl* parameter, const clang::Expr* argument,
                                            CallFrame& frame);
  bool bindParameters(const clang::FunctionDecl* definition, const std::vector<const clang::Expr*>& arguments,
                      CallFrame& frame);
  Value resultOf(const CallFrame& done, std::size_t before);
  void bindClosure(const clang::Expr* object, const clang::CXXMethodDecl* method, CallFrame& frame);
  std::string repetitionProblem(const clang::LambdaExpr* lambda);
  void captureByCopy(const clang::VarDecl* variable, const clang::Expr* initialiser, Closure& closure);
  void captureByReference(const clang::VarDecl* variable, Closure& closure);
  void captureInitialised(const clang::VarDecl* variable, Closure& closure);
  std::optional<Place> lentVariable(const clang::ParmVarDecl* parameter, const clang::Expr* argument,
                                    const clang::FunctionDecl* callee);

  std::set<const clang::CallExpr*> notInlined_;  // calls whose arguments were evaluated in vain
};

}  // namespace clustrix::compiler
