// Functions and lambdas that the kernel repeats, with what they capture.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

class KernelFunctions : public WalkPart {
 public:
  using WalkPart::WalkPart;

  void noteInClosure(const OuterName& name, int capture);
  void rewriteIntroducers();
  /// Behind the walk: functions that those of the kernel hide, whose names the text says.
  void refuseHidden();
  bool mustRepeat(const clang::FunctionDecl* definition, const CallFrame& done) const;
  void repeatInKernel(const clang::CallExpr* call, const clang::FunctionDecl* definition, CallFrame& done);
  /// The same of a function that the kernel may call as it stands.
  void repeatWherePossible(const clang::CallExpr* call, const clang::FunctionDecl* definition, CallFrame& done);
  CallFrame* frameAt(clang::SourceLocation location);
  void obstacle(clang::SourceLocation at, const std::string& message);

 private:
  bool isFromOutside(const clang::LambdaExpr* lambda, const clang::LambdaCapture& capture) const;
  std::optional<int> copyOf(const clang::LambdaCapture& capture) const;
  void rewriteIntroducer(const clang::LambdaExpr* lambda);
  std::vector<TextEdit> introducerEdits(const clang::LambdaExpr* lambda,
                                        const std::vector<const clang::LambdaCapture*>& written,
                                        const std::pair<std::size_t, std::size_t>& where,
                                        std::vector<BodyPiece> appended, std::string& problem) const;
  bool lacksItsClass(const clang::FunctionDecl* definition, const CallFrame& done) const;
  std::optional<KernelFunction> functionText(const clang::FunctionDecl* definition, CallFrame& done,
                                             std::string& problem);
  /// What is in the way, or "".
  std::string repeated(const clang::CallExpr* call, const clang::FunctionDecl* definition, CallFrame& done);
  std::string parametersText(const clang::FunctionDecl* definition, const CallFrame& done);
  /// Whether the call, as it stands, may call the kernel's function by the same name: then that has all that it asks
  /// for.
  bool keepsItsText(const clang::CallExpr* call, const clang::FunctionDecl* definition, const CallFrame& done,
                    KernelFunction& function);
  bool rewriteCall(const clang::CallExpr* call, const clang::FunctionDecl* definition, const CallFrame& done,
                   const BodyPiece& opening);
  std::optional<int> returnedMember(const KernelFunction& function) const;
  std::string functionWish(const clang::CallExpr* call, const clang::FunctionDecl* definition,
                           const CallFrame& done) const;

  std::map<const clang::CXXRecordDecl*, std::set<int>> added_;  // captures of the kernel that a lambda has to name
};

}  // namespace clustrix::compiler
