// Views that an iteration makes for itself: `std::span` and `std::string_view` as a pointer and a number of elements.
//
//     std::span<const double> row(a + i * m, m);      where: a + i * m,  size: m
//     row[k], row.back(), row.subspan(1), for (double x : row), dot(row, w)
//
// The kernel has the view itself, made of its own pointers. Views from outside the loop are containers: see
// ContainerCalls.cpp.
#include "Induction/LoopHeader.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Places.h"
#include "Memory/Names.h"
#include "Memory/OuterName.h"
#include "Recurrence/EarlyExits.h"
#include "Syntax/Types.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// An object, or what makes it where it is a temporary one.
const clang::Expr* withoutTemporaries(const clang::Expr* expression) {
  for (const clang::Expr* before = nullptr; before != expression;) {
    before = expression;
    expression = withoutCasts(expression);
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) expression = full->getSubExpr();
    if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression)) expression = made->getSubExpr();
  }
  return expression;
}

/// What a view shows the elements of.
clang::QualType viewedType(clang::QualType view) {
  return llvm::cast<clang::ClassTemplateSpecializationDecl>(view.getNonReferenceType()->getAsCXXRecordDecl())
      ->getTemplateArgs()[0]
      .getAsType();
}

/// The number of elements that the type of a span says; nothing where it says none.
std::optional<std::int64_t> spanLength(clang::QualType type) {
  const auto* made = ofKind(type, ClassKind::View);
  if (!made || made->getTemplateArgs().size() < 2) return std::nullopt;
  const clang::TemplateArgument& length = made->getTemplateArgs()[1];
  if (length.getKind() != clang::TemplateArgument::Integral) return std::nullopt;  // the traits of characters
  const llvm::APSInt size = length.getAsIntegral();
  return size.isMaxValue() ? std::nullopt : std::optional(size.getExtValue());
}

}  // namespace

/// What is known of a view of the iteration's own; nothing of one from outside the loop, and of other objects.
std::optional<ViewValue> Calls::ownView(const clang::Expr* object) {
  if (!isViewType(object->getType())) return std::nullopt;
  const clang::Expr* bare = withoutTemporaries(object);
  Value value;
  if (!bare->isGLValue()) {
    value = walk_.expressions.evaluate(bare);
  } else {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(bare);
    if (!name || walk_.names.namedObject(bare)) return std::nullopt;
    const Place place = walk_.lvalues.place(bare);
    if (!std::holds_alternative<LocalPlace>(place)) return std::nullopt;
    value = walk_.lvalues.load(place, bare);
  }
  const auto* view = std::get_if<ViewValue>(&value);
  return view ? std::optional(*view) : std::nullopt;
}

/// Of a container, a view or an array, wherever it is, as a view of that type.
std::optional<ViewValue> Calls::viewOf(const clang::Expr* whole, clang::QualType view) {
  if (const auto own = ownView(whole)) return own;
  const clang::Expr* bare = withoutTemporaries(whole);
  if (!bare->isGLValue()) return std::nullopt;
  const auto length =
      isViewType(bare->getType()) ? spanLength(bare->getType()) : walk_.headers.arrayLength(bare->getType());
  const Value fixed = length ? Value{IntegerValue{Polynomial(*length), {}}} : Value{};
  const bool isNamed = sequenceClass(bare->getType()) && walk_.names.namedObject(bare);
  if (isNamed) {
    const auto start = containerStart(bare);
    if (!start) return std::nullopt;
    return sized({start, {}}, length ? fixed : containerSize(bare, context_.getSizeType()));
  }
  if (!length || isViewType(bare->getType())) return std::nullopt;
  const Place place = walk_.lvalues.place(bare);
  if (std::holds_alternative<LocalPlace>(place)) return sized({}, fixed);
  if (const auto* outer = std::get_if<OuterPlace>(&place)) {
    const auto id = walk_.names.arrayObject(walk_.outer.at(outer->key));
    if (!id) return std::nullopt;
    sayArrayAsView(bare, view, *length);
    return sized({PointerValue{*id, IntegerValue{}, std::nullopt}, {}}, fixed);
  }
  const Value first = walk_.lvalues.addressOf(place, bare->getType());
  const auto* pointer = std::get_if<PointerValue>(&first);
  return pointer ? std::optional(sized({*pointer, {}}, fixed)) : std::nullopt;
}

/// Of an array from outside the kernel has a pointer, which does not say how many: `row`  ──►  `std::span<int>(row,
/// 8)`.
void Calls::sayArrayAsView(const clang::Expr* array, clang::QualType view, std::int64_t size) {
  if (walk_.silent > 0) return;
  const bool inText = walk_.frames.empty() || walk_.inlining.inKernel(array->getSourceRange());
  const auto at = inText ? walk_.text.offsets(array->getSourceRange()) : std::nullopt;
  const auto type = walk_.host.nameFor(view.getUnqualifiedType());
  if (!at || !type)
    return walk_.functions.obstacle(array->getBeginLoc(),
                                    "a view of an array is made where its text cannot be changed");
  const auto insert = [&](std::size_t where, const std::string& text) {
    const auto isKnown = [&](const TextEdit& edit) { return edit.begin == where && edit.piece.text == text; };
    if (std::none_of(walk_.edits.begin(), walk_.edits.end(), isKnown))
      walk_.edits.push_back({where, where, {BodyPiece::Text, text, -1}});
  };
  insert(at->first, *type + "(");
  insert(at->second, ", " + std::to_string(size) + ")");
}

/// `std::span<double>(p, n)`, `(first, last)`, of a whole container, and copies.
std::optional<Value> Calls::viewConstruction(const clang::CXXConstructExpr* made) {
  if (!isViewType(made->getType())) return std::nullopt;
  const auto length = spanLength(made->getType());
  const Value fixed = length ? Value{IntegerValue{Polynomial(*length), {}}} : Value{};
  const unsigned given = static_cast<unsigned>(std::count_if(
      made->arg_begin(), made->arg_end(), [](const clang::Expr* one) { return !one->isDefaultArgument(); }));
  if (given == 0) return ViewValue{{}, IntegerValue{}};
  const clang::Expr* first = made->getArg(0);
  if (given == 1) {
    const auto view = viewOf(first, made->getType());
    if (!view) return std::nullopt;
    return length ? sized(*view, fixed) : *view;
  }
  const clang::QualType type = withoutTemporaries(first)->getType();
  if (given != 2 || !(type->isPointerType() || type->isArrayType() || isIteratorType(type))) return std::nullopt;
  const Value begin = walk_.expressions.valueOf(first), second = walk_.expressions.valueOf(made->getArg(1));
  ViewValue view;
  if (const auto* pointer = std::get_if<PointerValue>(&begin))
    view.first = *pointer;
  else if (!std::holds_alternative<LocalPointer>(begin))
    return Value{};
  if (length) return sized(view, fixed);
  if (!std::holds_alternative<PointerValue>(second)) return sized(view, second);
  const clang::QualType element = type->isPointerType() ? type->getPointeeType()
                                  : type->isArrayType() ? context_.getAsArrayType(type)->getElementType()
                                                        : iteratorElement(type);
  return sized(view, walk_.expressions.distance(begin, second, element));
}

Place Calls::elementOfView(const ViewValue& view, const AskedElement& asked, const clang::CallExpr* call) {
  Value position = IntegerValue{};
  if (asked.index) position = walk_.expressions.position(asked.index);
  if (asked.last)
    position =
        walk_.expressions.arithmetic(clang::BO_Sub, sizeOf(view), IntegerValue{Polynomial(1), {}}, context_.LongLongTy);
  if (!view.first) {
    walk_.exits.requireInside(call, position);
    return LocalPlace{};
  }
  return walk_.lvalues.subscript(*view.first, position, call->getType());
}

/// `s.size()`, `s.begin()`, `s.subspan(2)`; nothing of what is not known.
std::optional<Value> Calls::ofView(const ViewValue& view, const Question& asked, const clang::CallExpr* call) {
  if (asked.role == Role::Size) return sizeOf(view);
  if (asked.role == Role::Empty) return Value{};
  if (asked.role == Role::Data || asked.role == Role::Begin)
    return view.first ? Value{*view.first} : Value{LocalPointer{}};
  if (asked.role == Role::End) return behind(view);
  // `s.first<3>()` says its number elsewhere.
  return isPartOfView(asked.role) && call->getNumArgs() > 0 ? std::optional(partOfView(view, asked, call))
                                                            : std::nullopt;
}

Value Calls::behind(const ViewValue& view) {
  if (!view.first) return LocalPointer{};
  const clang::QualType element = walk_.elementTypes[static_cast<std::size_t>(view.first->array.value)];
  return walk_.expressions.pointerPlus(*view.first, sizeOf(view), element, false);
}

/// `s.subspan(from)`, `s.subspan(from, n)`, `s.first(n)`, `s.last(n)`
Value Calls::partOfView(const ViewValue& view, const Question& asked, const clang::CallExpr* call) {
  const bool isTwo = call->getNumArgs() == 2 && !call->getArg(1)->isDefaultArgument();
  const Value given = walk_.expressions.evaluate(asSigned(call->getArg(0)));
  const Value second = isTwo ? walk_.expressions.evaluate(asSigned(call->getArg(1))) : Value{};
  const Value rest = walk_.expressions.arithmetic(clang::BO_Sub, sizeOf(view), given, context_.LongLongTy);
  const bool isSubspan = asked.role == Role::Part;
  const Value skipped = isSubspan ? given : asked.role == Role::LastPart ? rest : Value{IntegerValue{}};
  ViewValue part;
  if (view.first)
    part.first = std::get<PointerValue>(
        walk_.expressions.pointerPlus(*view.first, skipped, viewedType(asked.object->getType()), false));
  return sized(part, !isSubspan ? given : isTwo ? second : rest);
}

/// `std::string_view` of a string from outside.
std::optional<Value> Calls::viewConversion(const clang::CXXMemberCallExpr* call) {
  const auto* conversion = llvm::dyn_cast_or_null<clang::CXXConversionDecl>(call->getMethodDecl());
  const clang::Expr* object = call->getImplicitObjectArgument();
  if (!conversion || !isViewType(call->getType()) || !sequenceClass(object->getType())) return std::nullopt;
  const auto view = viewOf(object, call->getType());
  return view ? std::optional<Value>(*view) : std::nullopt;
}

}  // namespace clustrix::compiler
