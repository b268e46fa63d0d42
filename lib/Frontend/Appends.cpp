// Appends: `out.push_back(x)` once in each iteration is a write of one more element, at a place that is known.
//
//     for (i) { out.push_back(a); out.push_back(b); }         out[size + 2 * i] = a;  out[size + 2 * i + 1] = b;
//     for (i) for (j < m) out.push_back(c);                   out[size + i * m + j] = c;
//
// The container's size is a parameter: its value before the loop. Any other use of the container in the loop is
// refused, since its size and the place of its elements change.
#include "Walker.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// More calls than a loop has: the mark of a container that does not grow in step with the loop.
constexpr int kIrregular = 1 << 20;

bool isGrowth(const clang::CXXMemberCallExpr* call) {
  const auto* method = call->getMethodDecl();
  if (!method || !method->getIdentifier() || call->getNumArgs() != 1) return false;
  return method->getName() == "push_back" || method->getName() == "emplace_back";
}

/// The elements of a std::vector with the standard allocator that the loop may add by writing them.
std::optional<clang::QualType> writableElement(const clang::ASTContext& context, clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto* vector = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!vector || !vector->isInStdNamespace() || vector->getName() != "vector") return std::nullopt;
  const auto* allocator = vector->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl();
  if (!allocator || !allocator->isInStdNamespace() || allocator->getName() != "allocator") return std::nullopt;
  const clang::QualType element = vector->getTemplateArgs()[0].getAsType();
  if (element->isBooleanType() || !element.isTriviallyCopyableType(context)) return std::nullopt;
  const auto* object = element->getAsCXXRecordDecl();
  if (object && !object->hasDefaultConstructor()) return std::nullopt;
  return element;
}

}  // namespace

/// The place of the next element among all that the loop adds, or nothing when that is not known before it runs.
std::optional<Walker::AppendPlace> Walker::appendPlace(const Key& key) {
  const int sites = known_.appends.contains(key) ? known_.appends.at(key) : 1;
  AppendPlace place{Polynomial::symbol(model.loops[0].counter), Polynomial(1)};
  if (!state_.certain || !state_.reachable || sites >= kIrregular) return std::nullopt;
  if (path_.size() == 1) {
    const int before = appended_[key]++;
    const auto step = multiply(place.index, Polynomial(sites));
    const auto index = step ? add(*step, Polynomial(before)) : std::nullopt;
    if (!index) return std::nullopt;
    return AppendPlace{*index, Polynomial(sites)};
  }
  if (sites != 1) return std::nullopt;
  const auto varies = [&](SymbolId id) {
    return model.symbols[static_cast<std::size_t>(id.value)].kind != SymbolKind::Parameter;
  };
  for (std::size_t depth = 1; depth < path_.size(); ++depth) {
    const NestedLoop& loop = model.loops[static_cast<std::size_t>(path_[depth])];
    if (!loop.trip || loop.trip->stride != Polynomial(1) || loop.trip->distance.mentionsAny(varies))
      return std::nullopt;
    const auto rows = multiply(place.index, loop.trip->distance);
    const auto index = rows ? add(*rows, Polynomial::symbol(loop.counter)) : std::nullopt;
    const auto step = multiply(place.step, loop.trip->distance);
    if (!index || !step) return std::nullopt;
    place = {*index, *step};
    model.requirements.push_back({Requirement::NonNegative, loop.trip->distance, Polynomial(1), loop.at});
  }
  return place;
}

bool Walker::tryAppend(const clang::CXXMemberCallExpr* call) {
  if (!isGrowth(call) || call->getImplicitObjectArgument()->getType()->isPointerType()) return false;
  const auto element = writableElement(context_, call->getImplicitObjectArgument()->getType());
  const clang::Stmt* parent = parents(currentFunction()).getParent(call);
  while (parent && llvm::isa<clang::ExprWithCleanups>(parent)) parent = parents(currentFunction()).getParent(parent);
  const bool discarded = parent && !llvm::isa<clang::Expr, clang::DeclStmt, clang::ReturnStmt>(parent);
  const auto name = element && discarded ? namedObject(call->getImplicitObjectArgument()) : std::nullopt;
  if (!name || name->constObject || name->row) return false;
  int& sites = written.appends[name->key];
  const clang::Expr* argument = call->getArg(0);
  const bool emplaced = call->getMethodDecl()->getName() == "emplace_back";
  const bool sameType = context_.hasSameUnqualifiedType(argument->getType(), *element);
  auto where = emplaced && !sameType && !(*element)->isArithmeticType() ? std::nullopt : appendPlace(name->key);
  sites = where ? sites + 1 : kIrregular;
  const Polynomial size =
      Polynomial::symbol(parameterOf(name->expression + ".size()", name->name + ".size()", context_.getSizeType()));
  const auto index = where ? add(size, where->index) : std::nullopt;
  if (!index) return false;

  outer_.insert_or_assign(name->key, *name);
  const std::string base = name->expression + ".data()";
  const auto id = array(name->name, base, *element, [&](ArrayObject& made) {
    made.extent = "static_cast<clustrix::Index>(" + name->expression + ".size())";
    made.identity = name->identity;
  });
  if (!id) return false;
  if (argument->isGLValue()) {
    const Place from = place(argument);
    noteLoaded(argument, from);
    load(from, argument);
  } else {
    evaluate(argument);
  }
  const std::string type = typeText(*element, call->getBeginLoc());
  const bool convert = emplaced && !sameType;
  if (std::none_of(model.appends.begin(), model.appends.end(), [&](const Append& a) { return a.array == *id; })) {
    model.appends.push_back(
        {name->name, name->expression, *id, size, where->step, name->inMemory, point(call->getBeginLoc())});
    capture(*name,
            {.kind = Capture::Pointer, .name = name->name, .type = type + "*", .expression = base, .array = *id});
  }
  access(AccessKind::Write, ElementPlace{*id, IntegerValue{*index, {}}, 0, sizeOf(*element)}, call->getBeginLoc());
  const auto append =
      std::find_if(model.appends.begin(), model.appends.end(), [&](const Append& a) { return a.array == *id; });
  const int number = static_cast<int>(append - model.appends.begin());
  return editAround(call->getSourceRange(), argument->getSourceRange(),
                    {BodyPiece::AppendTo, convert ? " = static_cast<" + type + ">(" : " = ", number},
                    convert ? ")" : "");
}

/// A container that grows in some iterations only, or that the loop uses in another way.
void Walker::refuseIrregularAppends() {
  for (const Append& append : model.appends) {
    const bool regular = std::all_of(model.accesses.begin(), model.accesses.end(), [&](const Access& access) {
      return access.array != append.array || (access.certain && access.kind == AccessKind::Write);
    });
    if (!regular)
      model.effects.push_back({"effect.allocation",
                               "'" + append.name + "' does not grow by the same number of elements in each iteration",
                               "", append.at});
  }
}

}  // namespace clustrix::compiler
