// Appends: `out.push_back(x)` once in each iteration is a write of one more element, at a place that is known.
//
//     for (i) { out.push_back(a); out.push_back(b); }         out[size + 2 * i] = a;  out[size + 2 * i + 1] = b;
//     for (i) for (j < m) out.push_back(c);                   out[size + i * m + j] = c;
//
// The container's size is a parameter: its value before the loop. Any other use of the container in the loop is
// refused, since its size and the place of its elements change.
//
// Where iterations add different numbers of elements, they are packed: a scan counts them, and a running value, which
// no variable of the source holds, tells where the next one goes.
//
//     for (i) if (c) out.push_back(a);                        if (c) out[next++] = a;
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Memory/Storage.h"
#include "Recurrence/Scan.h"
#include "Syntax/Types.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// More calls than a loop has: the mark of a container that does not grow in step with the loop.
constexpr int kIrregular = 1 << 20;

/// Whether `T()` compiles: implicit constructors are declared where something needs them only.
bool isDefaultConstructible(clang::QualType type) {
  const auto* object = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!object || object->isInStdNamespace()) return true;
  if (!object->needsImplicitDefaultConstructor())
    return std::any_of(object->ctor_begin(), object->ctor_end(), [](const clang::CXXConstructorDecl* constructor) {
      return constructor->isDefaultConstructor() && !constructor->isDeleted() &&
             constructor->getAccess() == clang::AS_public;
    });
  const auto isGiven = [](const clang::FieldDecl* field) {
    return field->hasInClassInitializer() ||
           (!field->getType()->isReferenceType() && isDefaultConstructible(field->getType()));
  };
  return std::all_of(object->field_begin(), object->field_end(), isGiven) &&
         std::all_of(object->bases_begin(), object->bases_end(),
                     [](const clang::CXXBaseSpecifier& base) { return isDefaultConstructible(base.getType()); });
}

bool isAssignable(const clang::CXXRecordDecl& object) {
  const bool closed = std::any_of(object.method_begin(), object.method_end(), [](const clang::CXXMethodDecl* method) {
    const bool assigns = method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
    return assigns && (method->isDeleted() || method->getAccess() != clang::AS_public);
  });
  return !closed && (object.hasUserDeclaredCopyAssignment() || object.hasSimpleCopyAssignment());
}

/// Whether elements can be there before they are written.
bool isDefaultAndAssignable(const clang::ASTContext& context, clang::QualType element) {
  const auto* object = element->getAsCXXRecordDecl();
  if (!object) return true;
  // A pair's assignment is a function, which devices have from C++20 on.
  if (!element.isTriviallyCopyableType(context)) return object->isInStdNamespace() && context.getLangOpts().CPlusPlus20;
  return isAssignable(*object) && isDefaultConstructible(element);
}

/// The elements of a std::vector with the standard allocator that the loop may add by writing them.
std::optional<clang::QualType> writableElement(const clang::ASTContext& context, clang::QualType type) {
  const auto* vector = isApart(type) ? ofKind(type, ClassKind::Container) : nullptr;
  if (!vector || vector->getTemplateArgs().size() != 2 || !isUsualAllocator(vector->getTemplateArgs()[1]))
    return std::nullopt;
  const clang::QualType element = vector->getTemplateArgs()[0].getAsType();
  if (element->isBooleanType() || !copiesAsBytes(element)) return std::nullopt;
  return isDefaultAndAssignable(context, element) ? std::optional(element) : std::nullopt;
}

}  // namespace

/// The place of the next element among all that the loop adds, or nothing when that is not known before it runs.
std::optional<AppendPlace> Scans::appendPlace(const Key& key) {
  const int sites = known_.appends.contains(key) ? known_.appends.at(key) : 1;
  AppendPlace place{Polynomial::symbol(model_.loops[0].counter), Polynomial(1)};
  if (!state_.certain || !state_.reachable || sites >= kIrregular) return std::nullopt;
  if (walk_.path.size() == 1) {
    const int before = appended_[key]++;
    const auto step = multiply(place.index, Polynomial(sites));
    const auto index = step ? add(*step, Polynomial(before)) : std::nullopt;
    if (!index) return std::nullopt;
    return AppendPlace{*index, Polynomial(sites)};
  }
  if (sites != 1) return std::nullopt;
  for (std::size_t depth = 1; depth < walk_.path.size(); ++depth) {
    const NestedLoop& loop = model_.loops[static_cast<std::size_t>(walk_.path[depth])];
    if (!loop.trip || loop.trip->stride != Polynomial(1) || !isOverParameters(model_, loop.trip->distance))
      return std::nullopt;
    const auto rows = multiply(place.index, loop.trip->distance);
    const auto index = rows ? add(*rows, Polynomial::symbol(loop.counter)) : std::nullopt;
    const auto step = multiply(place.step, loop.trip->distance);
    if (!index || !step) return std::nullopt;
    place = {*index, *step};
    model_.requirements.push_back({Requirement::NonNegative, loop.trip->distance, Polynomial(1), loop.at});
  }
  return place;
}

/// The append that adds to the array `id`, made when it is met for the first time.
int Scans::appendTo(const OuterName& name, ArrayId id, const std::optional<AppendPlace>& where,
                    clang::SourceLocation at) {
  auto known =
      std::find_if(model_.appends.begin(), model_.appends.end(), [&](const Append& a) { return a.array == id; });
  if (known == model_.appends.end()) {
    const std::string size = name.expression + ".size()";
    Append made;
    made.name = name.name;
    made.expression = name.expression;
    made.array = id;
    made.first = Polynomial::symbol(walk_.record.parameterOf(size, name.name + ".size()", context_.getSizeType()));
    made.inMemory = name.inMemory;
    made.at = walk_.record.point(at);
    known = model_.appends.insert(model_.appends.end(), std::move(made));
    const std::string type = walk_.host.typeText(walk_.elementTypes[static_cast<std::size_t>(id.value)], at);
    walk_.record.capture(name, {.kind = Capture::Pointer,
                                .name = name.name,
                                .type = type + "*",
                                .expression = name.expression + ".data()",
                                .array = id});
  }
  if (where) known->step = where->step;
  return static_cast<int>(known - model_.appends.begin());
}

/// The number of elements that the container has when an iteration adds to it: a running value of its own.
int Scans::countAppends(const OuterName& name, int append) {
  int& counter = model_.appends[static_cast<std::size_t>(append)].counter;
  if (counter >= 0) return counter;
  counter = static_cast<int>(model_.scalars.size());
  ScalarState state;
  state.name = name.name + ".size()";
  state.expression = "static_cast<clustrix::Index>(" + name.expression + ".size())";
  state.type = "clustrix::Index";
  state.arithmetic = state.isSigned = true;
  state.bits = 64;
  state.append = append;
  model_.scalars.push_back(std::move(state));
  walk_.scalarDeclarations.push_back(nullptr);
  Capture count;
  count.kind = Capture::Scalar;
  count.name = name.name + "_next";
  count.type = "clustrix::Index";
  count.expression = model_.scalars.back().expression;
  count.scalar = counter;
  model_.kernel.captures.push_back(std::move(count));
  return counter;
}

/// One element more, at its place or behind all that were added before.
void Scans::recordAppended(int append, const std::optional<AppendPlace>& where, std::int64_t bytes,
                           clang::SourceLocation at) {
  const Append& known = model_.appends[static_cast<std::size_t>(append)];
  const auto index = where ? add(known.first, where->index) : std::nullopt;
  walk_.lvalues.access(
      AccessKind::Write,
      ElementPlace{known.array, index ? std::optional(IntegerValue{*index, {}}) : std::nullopt, 0, bytes}, at);
  if (where) return;
  Update step;
  step.op = UpdateOperator::Add;
  step.exact = true;
  step.step = 1;
  step.scalar = known.counter;
  step.certain = state_.certain;
  step.at = walk_.record.point(at);
  model_.scalars[static_cast<std::size_t>(known.counter)].updates.push_back(static_cast<int>(model_.updates.size()));
  model_.updates.push_back(std::move(step));
}

/// Whether a scan's first pass could count what the call adds: where it is a statement of the loop's own text.
bool Scans::mayCount(const clang::CXXMemberCallExpr* call) const {
  return walk_.storing && walk_.storing->growth == call;
}

bool Scans::tryAppend(const clang::CXXMemberCallExpr* call) {
  if (!growthIn(call)) return false;
  const auto element = writableElement(context_, call->getImplicitObjectArgument()->getType());
  const clang::Stmt* parent = walk_.storage.parents(walk_.currentFunction()).getParent(call);
  while (parent && llvm::isa<clang::ExprWithCleanups>(parent))
    parent = walk_.storage.parents(walk_.currentFunction()).getParent(parent);
  const bool discarded = parent && !llvm::isa<clang::Expr, clang::DeclStmt, clang::ReturnStmt>(parent);
  const auto name = element && discarded ? walk_.names.namedObject(call->getImplicitObjectArgument()) : std::nullopt;
  if (!name || name->constObject || name->row) return false;
  int& sites = walk_.written.appends[name->key];
  const clang::Expr* argument = call->getArg(0);
  const bool emplaced = roleOf(call->getMethodDecl()) == Role::Emplace;
  const bool sameType = context_.hasSameUnqualifiedType(argument->getType(), *element);
  const bool assignable = !emplaced || sameType || (*element)->isArithmeticType();
  const auto where = assignable ? appendPlace(name->key) : std::nullopt;
  sites = where ? sites + 1 : kIrregular;
  if (!assignable || (!where && !mayCount(call))) return false;

  walk_.outer.insert_or_assign(name->key, *name);
  const auto id = walk_.record.array(name->name, name->expression + ".data()", *element, [&](ArrayObject& made) {
    made.extent = "static_cast<clustrix::Index>(" + name->expression + ".size())";
    made.identity = name->identity;
  });
  if (!id) return false;
  if (argument->isGLValue()) {
    const Place from = walk_.lvalues.place(argument);
    walk_.lvalues.noteLoaded(argument, from);
    walk_.lvalues.load(from, argument);
  } else {
    walk_.expressions.evaluate(argument);
  }
  const int append = appendTo(*name, *id, where, call->getBeginLoc());
  if (!where) {
    countAppends(*name, append);
    walk_.storing->counted = append;
  }
  recordAppended(append, where, walk_.record.sizeOf(*element), call->getBeginLoc());
  const bool convert = emplaced && !sameType;
  const std::string type = walk_.host.typeText(*element, call->getBeginLoc());
  return walk_.text.editAround(call->getSourceRange(), argument->getSourceRange(),
                               {BodyPiece::AppendTo, convert ? " = static_cast<" + type + ">(" : " = ", append},
                               convert ? ")" : "");
}

/// A container that grows in some iterations only in a way that cannot be counted, or that the loop uses in another
/// way.
void Scans::refuseIrregularAppends() {
  for (const Append& append : model_.appends) {
    const bool counted = append.counter >= 0;
    const bool regular = std::all_of(model_.accesses.begin(), model_.accesses.end(), [&](const Access& access) {
      if (access.array != append.array) return true;
      return access.kind == AccessKind::Write && (counted ? access.packedBy == append.counter : access.certain);
    });
    if (!regular)
      model_.effects.push_back(
          {"effect.allocation",
           "'" + append.name + "' does not grow by the same number of elements in each iteration" +
               (counted ? ", and how many an iteration adds cannot be told without adding them" : ""),
           "", append.at});
  }
}

}  // namespace clustrix::compiler
