// Steps that stand in the middle of a loop's body: the cursor of a copy.
//
//     while (first != last) *out++ = *first++;        for (; n;) { --n; *p++ = *q++; }
//
// Where the body mentions the variable nowhere else, and comes there once in each iteration, the step might as well
// stand at its end. The kernel's variable is its own, and keeps the step.
#include "Lower/Expressions.h"
#include "Lower/Overlooked.h"

#include <algorithm>

namespace clustrix::compiler {

/// The variable's value belongs to the loop's head: its step in the body is no change behind the head's back.
Value Expressions::evaluateBodyStep(const clang::UnaryOperator* step) {
  const clang::Stmt* body = walk_.around.back();
  walk_.around.pop_back();
  walk_.overlooked.lookAtAll(step);
  const Value value = evaluateStep(step);
  walk_.around.push_back(body);
  return value;
}

}  // namespace clustrix::compiler
