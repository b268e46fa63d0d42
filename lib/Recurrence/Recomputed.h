// Values that an iteration leaves to the next one, and that the next one can compute again.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

struct Leaving;

class Recomputation : public WalkPart {
 public:
  using WalkPart::WalkPart;

  void recomputeCarried();

 private:
  std::optional<Leaving> leavingOf(const clang::VarDecl* variable, const clang::CompoundStmt* block);
  bool readAgain(const Leaving& leaving);
  bool startFrom(const Leaving& leaving);
  std::optional<std::vector<BodyPiece>> declaredAgain();
  int firstCapture(const clang::VarDecl* variable);
};

}  // namespace clustrix::compiler
