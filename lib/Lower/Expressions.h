// Values of expressions as polynomials and pointers, in the order of evaluation.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

class Expressions : public WalkPart {
 public:
  using WalkPart::WalkPart;

  Value evaluate(const clang::Expr* expression);
  /// The same of a subscript, in which some value of few is better than none.
  Value position(const clang::Expr* expression);
  Value discard(const clang::Expr* object);
  Value evaluateUnary(const clang::UnaryOperator* op);
  Value evaluateConditional(const clang::ConditionalOperator* op);
  Value arithmetic(clang::BinaryOperatorKind kind, const Value& left, const Value& right, clang::QualType type);
  Value pointerPlus(const PointerValue& pointer, const Value& index, clang::QualType pointee, bool negative);
  Value distance(const Value& begin, const Value& end, clang::QualType pointee);
  Value convert(const Value& value, clang::QualType from, clang::QualType to);
  IntegerValue checked(IntegerValue value, clang::QualType type);
  std::optional<Int128> constantOf(const clang::Expr* expression) const;
  void evaluateConditionally(const clang::Expr* expression);
  /// Polynomials that are >= 0 when `condition` is true (or false); incomplete is sound.
  std::vector<Polynomial> constraintsOf(const clang::Expr* condition, bool holds);
  /// The parameter of the loop's own template that `parameter` stands for in the text of the innermost call, or null:
  /// `C` of `const Mat<R, C>& a` in what `a.at(i, k)` calls. `ended`: a call that was the innermost one.
  const clang::NonTypeTemplateParmDecl* ownParameter(const clang::NonTypeTemplateParmDecl* parameter,
                                                     const CallFrame* ended = nullptr) const;
  Value valueOf(const clang::Expr* expression);

 private:
  Value evaluateOnly(const clang::Expr* expression);
  void refuseAllocation(const clang::Expr* expression);
  Value evaluateEnumerator(const clang::Expr* expression, const clang::EnumConstantDecl& enumerator);
  std::optional<Value> literal(const clang::Expr* expression);
  std::optional<Value> initialValue(const clang::Expr* expression);
  Value refused(const clang::Expr* expression);
  Value evaluateCast(const clang::CastExpr* cast);
  Value fromFloating(const clang::CastExpr* cast);
  Value baseOf(const Value& object, const clang::CastExpr* conversion);
  std::optional<Value> constantRead(const clang::CastExpr* cast, const clang::DeclRefExpr* reference);
  Value evaluateRead(const clang::CastExpr* cast);
  Value evaluateDecay(const clang::CastExpr* cast);
  Value evaluateStep(const clang::UnaryOperator* op);
  Value evaluateBodyStep(const clang::UnaryOperator* step);
  Value evaluateBinary(const clang::BinaryOperator* op);
  bool mixesSigned(const clang::Expr* expression, clang::QualType type) const;
  Value moduloWidth(const clang::Expr* term, clang::QualType type);
  Value evaluateAssignment(const clang::BinaryOperator* op);
  Value evaluateConstruction(const clang::CXXConstructExpr* construction);
  std::optional<Value> fixedQuotient(clang::BinaryOperatorKind kind, const IntegerValue& left,
                                     const IntegerValue& right, clang::QualType type);
  Value templateParameter(const clang::SubstNonTypeTemplateParmExpr* expression);
  std::vector<Polynomial> comparisonConstraints(clang::BinaryOperatorKind kind, const clang::Expr* leftSide,
                                                const clang::Expr* rightSide, bool holds);
  std::vector<Polynomial> besideZero(const Polynomial& value) const;
};

}  // namespace clustrix::compiler
