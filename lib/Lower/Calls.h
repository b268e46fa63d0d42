// Calls whose effect is known: containers, functions of numbers, and what a library model describes.
#pragma once

#include "Library/Standard.h"
#include "Lower/Walk.h"

#include <array>
#include <map>
#include <set>

namespace clustrix::compiler {

/// The numbers of [begin, end), each times `stride`.
struct ElementRange {
  IntegerValue begin, end;
  Polynomial stride = 1;
};

/// The pointer behind `void*` and the like: what is touched there is any element, unless sizes agree.
const clang::Expr* withoutPointerCasts(const clang::Expr* pointer);

/// The object that an expression names, behind casts that change nothing of it and calls such as `std::move`.
const clang::Expr* withoutCasts(const clang::Expr* expression);

class Calls : public WalkPart {
 public:
  using WalkPart::WalkPart;

  Value evaluateCall(const clang::CallExpr* call);
  void evaluateArgument(const clang::Expr* argument);
  /// What the call touches, as `said` has it.
  void evaluateDescribed(const clang::CallExpr& call, const LibraryFunction& said);
  /// Whether kernels, which stand in front of the function, can call the function by the name that the body uses.
  bool isKnownAtKernels(const clang::FunctionDecl* callee) const;
  bool surelyNotNegative(const Polynomial& value) const;
  const clang::Expr* asSigned(const clang::Expr* position) const;
  std::optional<Place> containerElement(const clang::CallExpr* call);
  std::optional<ArrayId> containerArray(const clang::Expr* object);
  std::optional<PointerValue> containerStart(const clang::Expr* object);
  std::optional<Value> moveIterator(const clang::CXXOperatorCallExpr* call);
  Value containerSize(const clang::Expr* object, clang::QualType type);
  std::optional<ViewValue> ownView(const clang::Expr* object);
  std::optional<Value> viewConstruction(const clang::CXXConstructExpr* made);
  std::optional<Value> optionalConstruction(const clang::CXXConstructExpr* construction);
  std::optional<Place> optionalContent(const clang::CallExpr* call);
  bool holdsNumber(const clang::Expr* made) const;
  void engage(const clang::VarDecl* variable, bool holds);
  void assume(const clang::Expr* condition, bool holds);
  /// A member of a pair of references that std::minmax has made is read: either of the two. False for other objects.
  bool readsExtreme(const clang::Expr* pair, const Place& place);
  /// Elements behind `pointer`, at the sums of a number of each range: a loop for each range, in which each is touched.
  void accessElements(AccessKind kind, const PointerValue& pointer, const std::vector<ElementRange>& ranges,
                      clang::SourceLocation at);

 private:
  /// An element of a container: at `index`, or the first one; or the last.
  struct AskedElement {
    const clang::Expr* object = nullptr;
    const clang::Expr* index = nullptr;
    bool last = false;
  };

  void nameStatic(const clang::MemberExpr& function);
  bool holdsPlainElements(const StandardClass& container, clang::QualType element, const OuterName& name,
                          clang::SourceLocation at);
  std::optional<Place> pointedElement(const clang::CXXOperatorCallExpr* op);
  std::optional<AskedElement> askedElement(const clang::CallExpr* call);
  std::optional<Place> elementOfPart(const AskedElement& asked, const clang::CallExpr* call);
  std::optional<Place> elementOfNamed(const AskedElement& asked, const clang::CallExpr* call);
  void captureSize(OuterName size, const clang::CallExpr* call);
  std::optional<Value> ofOwnArray(const Question& asked, const clang::DeclRefExpr* reference,
                                  const clang::VarDecl& variable);
  std::optional<Value> ofWholeContainer(const Question& asked, const clang::CallExpr* call);
  std::optional<ViewValue> viewOf(const clang::Expr* whole, clang::QualType view);
  void sayArrayAsView(const clang::Expr* array, clang::QualType view, std::int64_t size);
  Place elementOfView(const ViewValue& view, const AskedElement& asked, const clang::CallExpr* call);
  std::optional<Value> ofView(const ViewValue& view, const Question& asked, const clang::CallExpr* call);
  Value partOfView(const ViewValue& view, const Question& asked, const clang::CallExpr* call);
  Value behind(const ViewValue& view);
  std::optional<Value> viewConversion(const clang::CXXMemberCallExpr* call);
  std::optional<Value> evaluateContainerCall(const clang::CallExpr* call);
  std::optional<OuterName> containerName(const clang::Expr* object);
  std::optional<Value> iteratorOperation(const clang::CXXOperatorCallExpr* call);
  Value evaluateOperatorCall(const clang::CXXOperatorCallExpr* call);
  void leaveMathState(const clang::CallExpr* call);
  void evaluateArguments(const clang::CallExpr* call);
  void refuseCall(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  std::optional<Value> evaluateKnownCall(const clang::CallExpr* call);
  std::optional<Value> copyBytes(const clang::CallExpr* call);
  /// Between two places of one array, an iteration's own where `begin` is none; `count`: elements, where that is known.
  struct KnownRange {
    std::optional<PointerValue> begin{};
    std::optional<Polynomial> count{};
    std::vector<Bound> needs{};
  };
  std::optional<KnownRange> rangeOf(const clang::CallExpr* call);
  void accessRange(AccessKind kind, const KnownRange& range, clang::SourceLocation at);
  Value sort(const clang::CallExpr* call);
  std::optional<Value> bisect(const clang::CallExpr* call);
  Value minmax(const clang::CallExpr* call);
  void touchBytes(AccessKind kind, const clang::Expr* pointer, std::int64_t count);
  bool isInRange(const clang::CallExpr* call, const clang::Expr* object);
  bool sayForKernel(const clang::CXXMemberCallExpr* call);
  std::optional<Value> evaluateLibraryCall(const clang::CallExpr* call);
  std::optional<Value> optionalCall(const clang::CallExpr* call);
  bool optionalObject(const clang::Expr* object, bool changes, bool holds = false);
  const clang::VarDecl* optionalVariable(const clang::Expr* object) const;

  /// What the two references of a pair lead to, by the call of std::minmax that made it.
  std::map<const clang::CallExpr*, std::array<Place, 2>> extremes_;
  std::set<const clang::CallExpr*> refused_;  // calls of which an effect was told
};

}  // namespace clustrix::compiler
