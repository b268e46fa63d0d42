// Objects of classes that hold memory: matrices, fields, meshes. The kernel cannot have such an object, since its
// pointers lead to the host's memory; so the loop is read as if it named the members that are used.
//
//     double& Grid::at(int i, int j) { return values_[i * width_ + j]; }
//     g.at(i, j)      is      g.values_[i * g.width_ + j],   array `g.values_`, parameter `g.width_`
//
// A member that is private where the loop stands is reached through clustrix_members, see LoopModel::privateMembers.
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelFunctions.h"
#include "KernelText/KernelScope.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Inlining.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Memory/Rows.h"
#include "Support/Identifiers.h"
#include "Syntax/LoopParts.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Objects up to here are copied into the kernel; larger ones would not fit its parameters.
constexpr std::int64_t mostCopiedBytes = 128;

const clang::Expr* withoutLoads(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  while (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression)) {
    const auto kind = cast->getCastKind();
    if (kind != clang::CK_LValueToRValue && kind != clang::CK_NoOp && kind != clang::CK_DerivedToBase &&
        kind != clang::CK_UncheckedDerivedToBase)
      break;
    expression = cast->getSubExpr()->IgnoreParens();
  }
  return expression;
}

constexpr const char* kIsPrivate = "' is private";

bool isOwner(clang::QualType type) { return isOfKind(type, ClassKind::Owner); }

/// Whether code of `function` may say the name of a member, as far as its class decides about that.
bool mayName(const clang::Decl* member, const clang::FunctionDecl& function) {
  if (!isPrivate(*member)) return true;
  const auto* owner = llvm::cast<clang::CXXRecordDecl>(member->getDeclContext())->getCanonicalDecl();
  for (const clang::DeclContext* scope = function.getDeclContext(); scope; scope = scope->getParent())
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope); record && record->getCanonicalDecl() == owner)
      return true;
  return false;
}

/// A constant number as an expression that needs no name.
std::optional<std::string> numberOf(const clang::VarDecl& variable) {
  const auto* type = variable.getType()->getAs<clang::BuiltinType>();
  if (!type || !variable.isUsableInConstantExpressions(variable.getASTContext())) return std::nullopt;
  const clang::APValue* value = variable.evaluateValue();
  const std::string name = clang::QualType(type, 0).getAsString(variable.getASTContext().getPrintingPolicy());
  if (value && value->isInt() && value->getInt().getSignificantBits() < 63)
    return "static_cast<" + name + ">(" + llvm::toString(value->getInt(), 10) + ")";
  if (!value || !value->isFloat() || !value->getFloat().isFinite() || type->getKind() == clang::BuiltinType::LongDouble)
    return std::nullopt;
  char digits[64];
  value->getFloat().convertToHexString(digits, 0, false, llvm::APFloat::rmNearestTiesToEven);
  return "static_cast<" + name + ">(" + digits + ")";
}

bool declares(const clang::CXXRecordDecl& record, const clang::FieldDecl& field) {
  return record.getDefinition() && !record.getDefinition()->lookup(field.getDeclName()).empty();
}

/// `w`, or `Base::w` where another class of the object has a `w` of its own.
std::string memberText(clang::QualType object, const clang::FieldDecl& field) {
  const std::string name = field.getNameAsString();
  object = object.getNonReferenceType();
  if (object->isPointerType()) object = object->getPointeeType();
  const auto* record = object->getAsCXXRecordDecl();
  const auto* parent = llvm::dyn_cast<clang::CXXRecordDecl>(field.getParent());
  if (!record || !parent || !parent->getIdentifier() || !record->hasDefinition()) return name;
  if (record->getCanonicalDecl() == parent->getCanonicalDecl()) return name;
  int owners = declares(*record, field) ? 1 : 0;
  record->forallBases([&](const clang::CXXRecordDecl* base) {
    owners += declares(*base, field) ? 1 : 0;
    return true;
  });
  return owners > 1 ? parent->getNameAsString() + "::" + name : name;
}

std::string identifierOf(const std::string& name) {
  std::string out;
  for (const char c : inAscii(name)) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += c;
    else if (c == '*' || c == '&' || c == '-')  // of template arguments: `Grid<int *>` is not `Grid<int>`
      out += c == '*' ? "Pointer" : c == '&' ? "Reference" : "Minus";
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

/// A name for the function that gives a member out, of no other member and no macro: `Grid_values_`.
std::string giverName(const std::string& owner, const std::string& member, const clang::ASTContext& context) {
  const std::string name = inAscii(owner + "_" + member);
  const auto isMacro = [&](llvm::StringRef end) {
    const auto found = context.Idents.find(name + end.str());
    return found != context.Idents.end() && found->second->hadMacroDefinition();
  };
  // Up to its first underscore such a name is the owner's.
  const bool isPlain = llvm::all_of(owner, [](char c) { return llvm::isAlnum(c); });
  if (isPlain && !isMacro("") && !isMacro("_tag") && !isMacro("_giver")) return name;
  return identifierOf(name) + "_" + shortHash(owner + "::" + member);
}

/// What a std::tuple keeps in a class of its own for each part, whose number is the first template argument.
std::optional<std::int64_t> partOfTuple(const clang::FieldDecl* field) {
  const auto* record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(field->getParent());
  const StandardClass* known = record ? standardClass(record) : nullptr;
  if (!known || known->kind != ClassKind::Part || record->getTemplateArgs().size() == 0) return std::nullopt;
  const clang::TemplateArgument& number = record->getTemplateArgs()[0];
  if (number.getKind() != clang::TemplateArgument::Integral) return std::nullopt;
  return number.getAsIntegral().getExtValue();
}

/// The memory of a union, whatever of it is named: see ArrayObject::identity.
bool isSharedIdentity(const std::string& identity) { return identity.ends_with(".(union)"); }
std::string sharedIdentity(const std::string& object) {
  return object.empty() || isSharedIdentity(object) ? object : object + ".(union)";
}

}  // namespace

bool OuterNames::holdsMemory(clang::QualType type) const {
  type = type.getNonReferenceType();
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || record->isLambda()) return false;
  if (!record->hasDefinition() || !copiesAsBytes(type)) return true;
  // No kernel has an object of a class that is complete only behind it: its members are read one by one.
  if (!KernelScope(input_.function, input_.kernelsAt, input_.texts).knows(type)) return true;
  const auto holds = [&](clang::QualType part) {
    if (part->isPointerType() || part->isReferenceType()) return true;
    if (part->isArrayType() && walk_.record.sizeOf(part) > mostCopiedBytes) return true;
    return holdsMemory(context_.getBaseElementType(part));
  };
  return std::any_of(record->field_begin(), record->field_end(),
                     [&](const clang::FieldDecl* field) { return holds(field->getType()); }) ||
         std::any_of(record->bases_begin(), record->bases_end(),
                     [&](const clang::CXXBaseSpecifier& base) { return holdsMemory(base.getType()); });
}

/// The object `*this` of the function at hand.
std::optional<OuterName> OuterNames::outerThis(const clang::CXXThisExpr* self) {
  OuterName name;
  const clang::SourceRange range = self->getSourceRange();
  if (!walk_.inlining.isOwnThis()) {
    const auto* outer = std::get_if<OuterPlace>(&walk_.frames.back().object);
    if (!outer) return std::nullopt;
    name = walk_.outer.at(outer->key);
    name.range = range;
    return name;
  }
  name.key = {nullptr, ""};
  name.expression = "(*this)";
  name.type = self->getType()->getPointeeType();
  name.inMemory = true;
  name.range = range;
  name.constObject = name.type.isConstQualified();
  return name;
}

/// `*pointer`, where the pointer leads to one object that holds memory and is the same in all iterations.
std::optional<OuterName> OuterNames::outerPointee(const clang::Expr* pointer) {
  pointer = withoutLoads(pointer);
  const clang::SourceRange range = pointer->getSourceRange();
  if (const auto* self = llvm::dyn_cast<clang::CXXThisExpr>(pointer)) return outerThis(self);
  clang::QualType pointee;
  std::optional<OuterName> holder;
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(pointer)) {
    const bool follows = call->getOperator() == clang::OO_Arrow || call->getOperator() == clang::OO_Star;
    if (!follows || !isOwner(call->getArg(0)->getType())) return std::nullopt;
    pointee = call->isGLValue() ? call->getType() : call->getType()->getPointeeType();
    holder = namedObject(call->getArg(0));
  } else {
    if (!pointer->getType()->isPointerType()) return std::nullopt;
    pointee = pointer->getType()->getPointeeType();
    if (holdsMemory(pointee)) holder = outerName(pointer);
  }
  if (!holder || !holdsMemory(pointee) || known_.inLoop.contains(holder->key)) return std::nullopt;
  walk_.record.memoryScalar(*holder, range.getBegin());
  OuterName name;
  name.key = {holder->key.first, holder->key.second + "*"};
  name.expression = "(*" + holder->expression + ")";
  name.name = holder->name;
  name.type = pointee;
  name.inMemory = true;
  name.variable = holder->variable;
  name.range = range;
  name.constObject = pointee.isConstQualified();
  reached(name.key, range.getBegin());
  return name;
}

/// Whether each of the inner loops around has an iteration, wherever its requirements hold.
static bool allRun(LoopModel& model, const std::vector<int>& path, const SourcePoint& at) {
  std::vector<Polynomial> needed;
  for (const int loop : path) {
    if (loop == 0) continue;
    const auto& trip = model.loops[static_cast<std::size_t>(loop)].trip;
    const auto more = trip ? subtract(trip->distance, Polynomial(1)) : std::nullopt;
    if (!more || !isOverParameters(model, *more)) return false;
    if (more->constant() && *more->constant() >= 0) continue;
    needed.push_back(*more);
  }
  for (const Polynomial& value : needed) {
    const auto same = [&](const Requirement& known) {
      return known.kind == Requirement::NonNegative && known.value == value;
    };
    if (std::none_of(model.requirements.begin(), model.requirements.end(), same))
      model.requirements.push_back({Requirement::NonNegative, value, Polynomial(1), at});
  }
  return true;
}

void OuterNames::reached(const Key& key, clang::SourceLocation at) {
  const auto& manager = context_.getSourceManager();
  if (!walk_.frames.empty() && walk_.frames.front().call) at = walk_.frames.front().call->getBeginLoc();
  const auto where = manager.getFileLoc(at).getRawEncoding();
  const auto* counted = llvm::dyn_cast<clang::ForStmt>(&input_.loop);
  const clang::Expr* step = counted ? counted->getInc() : nullptr;
  const bool inBody = where >= manager.getFileLoc(bodyOf(&input_.loop)->getBeginLoc()).getRawEncoding();
  const bool inStep = step && where >= manager.getFileLoc(step->getBeginLoc()).getRawEncoding() &&
                      where <= manager.getFileLoc(step->getEndLoc()).getRawEncoding();
  Reached how = Reached::BeforeThem;
  if (inStep) how = Reached::Sometimes;
  if (inBody)
    how = state_.certain && state_.reachable && allRun(model_, walk_.path, walk_.record.point(at))
              ? Reached::InEachIteration
              : Reached::Sometimes;
  Reached& known = walk_.reached.emplace(key, how).first->second;
  known = std::max(known, how);
}

/// A null pointer that the source does not follow must not be followed by the host either.
void OuterNames::checkReached() {
  if (!model_.kernel.functions.empty() && !walk_.lambdas.empty())
    model_.obstacles.push_back(
        {"plan.not-expressible", "a lambda and functions of objects are used together", "", model_.loops[0].at});
  for (const auto& [key, how] : walk_.reached) {
    if (how == Reached::InEachIteration) model_.kernel.needsIteration = true;
    if (how == Reached::Sometimes)
      model_.obstacles.push_back({"plan.not-expressible",
                                  "an object behind a pointer or in a container is not used in every iteration",
                                  "bind it to a reference before the loop", model_.loops[0].at});
  }
}

/// A named object, or what a function that does nothing else returns a reference to: `mesh.points()`.
std::optional<OuterName> OuterNames::namedObject(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (const auto name = outerName(expression)) return name;
  const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
  if (cast && (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_DerivedToBase ||
               cast->getCastKind() == clang::CK_UncheckedDerivedToBase))
    return namedObject(cast->getSubExpr());
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression);
  const bool ofArray = element && !walk_.rows.rowType(element->getBase()->IgnoreParenImpCasts()).isNull();
  if ((!ofArray && !llvm::isa<clang::CallExpr>(expression)) || !expression->isGLValue()) return std::nullopt;
  // Whoever asks takes it for a place then: in `a.b().c().d()` the work would double with each call.
  const std::pair here{expression, walk_.frames.empty() ? nullptr : walk_.frames.back().call};
  if (unnamed_.contains(here)) return std::nullopt;
  const std::size_t before = model_.effects.size();
  const Place target = walk_.lvalues.place(expression);
  const auto* outer = std::get_if<OuterPlace>(&target);
  if (!outer || model_.effects.size() != before) {
    unnamed_.insert(here);
    return std::nullopt;
  }
  OuterName name = walk_.outer.at(outer->key);
  name.range = expression->getSourceRange();
  return name;
}

/// What a function returns a reference to. An object from outside takes the place of the whole call in the text, so
/// that the call must do nothing else, and needs nothing in the kernel.
std::optional<Place> OuterNames::returnedPlace(const clang::CallExpr* call) {
  const std::pair here{call, walk_.frames.empty() ? nullptr : walk_.frames.back().call};
  if (const auto known = refusedPlaces_.find(here); known != refusedPlaces_.end()) return known->second;
  const std::size_t before = walk_.record.happened(), told = walk_.timesTold;
  const std::size_t obstacles = model_.obstacles.size();
  std::vector<TextEdit>& text = walk_.frames.empty() ? walk_.edits : walk_.frames.back().edits;
  auto known = text;
  Place result;
  if (!walk_.inlining.inlineCall(call, nullptr, &result)) return std::nullopt;
  // In `a.b().c().d()`, where each would be a name and then a place, the work would double with each call.
  if (walk_.timesTold != told) refusedPlaces_.emplace(here, result);
  const auto* outer = std::get_if<OuterPlace>(&result);
  if (!outer) return result;
  if (walk_.record.happened() != before)
    walk_.record.effect("effect.unknown-construct", call->getBeginLoc(),
                        "a call that changes something returns an object from outside the loop");
  if (walk_.outer.at(outer->key).row) return result;  // one of many: nothing stands for the call
  // What the kernel need not say, the host has to: where it may not, neither may the launch.
  model_.obstacles.erase(
      std::remove_if(model_.obstacles.begin() + static_cast<std::ptrdiff_t>(obstacles), model_.obstacles.end(),
                     [](const Effect& one) { return !llvm::StringRef(one.message).ends_with(kIsPrivate); }),
      model_.obstacles.end());
  if (walk_.frames.empty())
    walk_.text.keepEdits(std::move(known));
  else
    walk_.frames.back().edits = std::move(known);
  walk_.outer.at(outer->key).range = call->getSourceRange();
  return result;
}

/// Where a member lies in the object that the text begins with. Where a class lies in one that is derived from it, and
/// what lies where in an instantiation, is not asked.
PartOf OuterNames::partOf(const OuterName& object, const clang::FieldDecl* field) const {
  const clang::QualType type = object.type.getNonReferenceType();
  const auto* record = type->getAsRecordDecl();
  if (!record || record->getCanonicalDecl() != field->getParent()->getCanonicalDecl() || object.row ||
      input_.parametric || field->getType()->isReferenceType() || field->isBitField())
    return {};
  PartOf part = object.part;
  // An unnamed union outside of all classes has no text.
  const bool isNamed = !object.expression.empty() && !object.expression.ends_with("::");
  if (part.object.empty()) part.object = isNamed ? object.expression : object.identity;
  part.begin += context_.toCharUnitsFromBits(static_cast<std::int64_t>(context_.getFieldOffset(field))).getQuantity();
  part.bytes = walk_.record.sizeOf(field->getType());
  return part;
}

std::optional<OuterName> OuterNames::memberName(const OuterName& object, const clang::MemberExpr* member) {
  const auto* field = llvm::cast<clang::FieldDecl>(member->getMemberDecl());
  const bool own = object.key == Key{nullptr, ""};
  // Members of a union are in one place: none of them has an identity of its own.
  const bool shared = field->getParent()->isUnion();
  if (field->isAnonymousStructOrUnion()) {  // its members are said as the object's own
    OuterName name = object;
    name.key.second += "." + std::to_string(field->getFieldIndex());
    name.type = object.constObject ? field->getType().withConst() : field->getType();
    name.part = partOf(object, field);
    name.inMemory = object.inMemory || shared;
    if (shared) name.identity = sharedIdentity(object.identity);
    if (own) name.variable = nullptr;
    name.range = member->getSourceRange();
    return name;
  }
  OuterName name;
  name.key = {object.key.first, object.key.second + "." + field->getQualifiedNameAsString()};
  if (object.row) {  // no name of the host's reaches it
    if (partOfTuple(field))
      walk_.functions.obstacle(object.range.getBegin(), "a part of one of many tuples has no name");
    name.expression = object.expression + "." + memberText(object.type, *field);
    if (!mayName(field, input_.function))
      walk_.functions.obstacle(object.range.getBegin(), "'" + field->getQualifiedNameAsString() + kIsPrivate);
  } else if (own) {
    const std::string text = walk_.frames.empty() && member->isImplicitAccess() ? "" : "this->";
    name.expression = ownMembers_.emplace(name.key.second, text + memberText(object.type, *field)).first->second;
  } else {
    name.expression = hostMember(object, field);
  }
  const std::string word = partOfTuple(field) ? std::to_string(*partOfTuple(field)) : field->getNameAsString();
  name.name = object.name.empty() ? word : object.name + "_" + word;
  name.inMemory = object.inMemory || shared;
  name.variable = own ? nullptr : object.variable;
  if (isSharedIdentity(object.identity) || shared)
    name.identity = sharedIdentity(object.identity);
  else if (!object.identity.empty())
    name.identity = object.identity + "." + word;
  name.range = member->getSourceRange();
  // `space::number` of an unnamed union there: the object has no text of its own.
  if (member->hasQualifier() && member->getBase()->getBeginLoc() == member->getMemberLoc())
    name.range.setBegin(member->getQualifierLoc().getBeginLoc());
  name.type = field->getType();
  name.part = partOf(object, field);
  name.constObject = object.constObject && !field->isMutable();
  if (name.constObject && !name.type->isReferenceType()) name.type = name.type.withConst();
  if (name.type->isReferenceType()) {
    name.inMemory = true;
    name.identity.clear();
    name.constObject = name.type->getPointeeType().isConstQualified();
  }
  if (object.row) walk_.rows.rowMember(object, field, name);
  return name;
}

/// `object.field`, or a way around the class's access rules.
std::string OuterNames::hostMember(const OuterName& object, const clang::FieldDecl* field) {
  if (const auto part = partOfTuple(field)) return "std::get<" + std::to_string(*part) + ">(" + object.expression + ")";
  // Of an unnamed union at namespace or block scope: a variable like others.
  if (object.expression.empty() || object.expression.ends_with("::"))
    return object.expression + field->getNameAsString();
  if (mayName(field, input_.function)) return object.expression + "." + memberText(object.type, *field);
  // Nothing points to a bit-field.
  const auto way = field->isBitField() ? std::nullopt : privateMember(*field, object.range.getBegin());
  if (way) return *way + "(" + object.expression + ")";
  walk_.functions.obstacle(object.range.getBegin(), "'" + field->getQualifiedNameAsString() + kIsPrivate);
  return object.expression + "." + field->getNameAsString();
}

/// The function that gives the member out; nothing where none can be written.
std::optional<std::string> OuterNames::privateMember(const clang::DeclaratorDecl& member, clang::SourceLocation at) {
  const auto* record = llvm::cast<clang::CXXRecordDecl>(member.getDeclContext());
  const clang::QualType type = context_.getRecordType(record);
  const auto& manager = context_.getSourceManager();
  const auto end = record->getEndLoc();
  const bool later = manager.isInMainFile(end) && manager.getFileOffset(end) > input_.kernelsAt;
  if (later || !walk_.host.nameable(type) || input_.function.isTemplateInstantiation()) return std::nullopt;
  const std::string owner = walk_.host.typeText(type, at), name = member.getNameAsString();
  const PrivateMember made{giverName(owner, name, context_), "&" + owner + "::" + name,
                           llvm::isa<clang::VarDecl>(member)};
  const auto isSame = [&](const PrivateMember& other) { return other.pointer == made.pointer; };
  if (llvm::none_of(model_.kernel.privateMembers, isSame)) model_.kernel.privateMembers.push_back(made);
  return "clustrix_members::" + made.name;
}

/// A static member in front of the loop, where `text` may not be said.
std::string OuterNames::staticMember(const clang::VarDecl& member, const std::string& text, clang::SourceLocation at) {
  bool closed = false;
  const clang::Decl* named = &member;
  while (const auto* owner = llvm::dyn_cast<clang::CXXRecordDecl>(named->getDeclContext())) {
    closed = closed || !mayName(named, input_.function);
    named = owner;
  }
  if (!closed) return text;
  if (auto number = numberOf(member)) return *number;
  const bool hasOneName = !llvm::isa<clang::VarTemplateSpecializationDecl>(member);
  if (const auto way = hasOneName ? privateMember(member, at) : std::nullopt) return *way + "()";
  walk_.functions.obstacle(at, "'" + member.getQualifiedNameAsString() + kIsPrivate);
  return text;
}

}  // namespace clustrix::compiler
