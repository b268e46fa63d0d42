// Math state: what floating-point work leaves behind beside its results (errno, the sign of lgamma, exception flags).
// It is the calling thread's: what other threads and devices leave there is lost. So it matters whether the source
// asks.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceLocation.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace clustrix::compiler {

class FilePlaces;
struct LoopModel;

/// Where the source, outside of system headers, asks for such state; invalid where it does not.
struct MathState {
  clang::SourceLocation error;       // errno, which one of the annotated loops may have been the last to set
  clang::SourceLocation sign;        // signgam
  clang::SourceLocation exceptions;  // fetestexcept and the like
};

/// Whether the macro errno is used outside of system headers: a look at all calls is worth it only then.
std::shared_ptr<const bool> watchErrno(clang::Preprocessor& preprocessor);

MathState mathState(clang::ASTContext& context, bool usesErrno);

/// What a call of the library's function leaves behind that the source asks for.
struct LeftState {
  std::string message, hint;
};
std::vector<LeftState> leftBehind(const clang::FunctionDecl& function, const MathState& asked,
                                  const FilePlaces& places);

/// A loop in a source that asks for exception flags does not raise them elsewhere.
void refuseAskedExceptions(LoopModel& model, const MathState& asked, const FilePlaces& places);

}  // namespace clustrix::compiler
