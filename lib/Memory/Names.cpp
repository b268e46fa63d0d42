// Names: what the loop mentions from outside, as symbols, arrays, scalars and captures of the kernel.
#include "HostCode/Escapes.h"
#include "Induction/Preheader.h"
#include "KernelText/DeviceText.h"
#include "KernelText/KernelScope.h"
#include "Lower/Walker.h"
#include "Support/Identifiers.h"
#include "Syntax/StatementVisitor.h"
#include "Syntax/Types.h"
#include "Syntax/Unevaluated.h"

#include "Support/Effort.h"

#include "clang/AST/QualTypeNames.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Collects the variables that a statement declares.
class Declarations : public StatementVisitor {
 public:
  explicit Declarations(std::set<const clang::VarDecl*>& into) : into_(into) {}
  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    into_.insert(variable);
    return true;
  }

 private:
  std::set<const clang::VarDecl*>& into_;
};

/// The name of a variable at file scope or of a class, as it is said inside a function: `::k` where that has a `k` of
/// its own.
std::string qualifiedName(const clang::VarDecl* variable, const KernelScope& inside) {
  std::string text;
  llvm::raw_string_ostream out(text);
  variable->getNameForDiagnostic(out, variable->getASTContext().getPrintingPolicy(), true);  // `ns::zero<double>`
  text = withoutUnnamed(text);
  return inside.hidesInside(text.substr(0, text.find("::"))) ? "::" + text : text;
}

/// `ns::`, in which an unnamed union stands whose members are said without it.
std::string scopeText(const clang::VarDecl& variable) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(variable.getDeclContext()->getRedeclContext());
  const std::string name = space ? withoutUnnamed(space->getQualifiedNameAsString()) : "";
  return name.empty() ? "" : name + "::";
}

/// Whether the text of a reference says the same in front of the loop as in it, where it may be said with what the loop
/// itself has declared.
bool meansTheSameInFront(const clang::DeclRefExpr& reference, const clang::VarDecl& variable,
                         const clang::FunctionDecl& function) {
  if (variable.isStaticLocal() || !variable.getDeclContext()->getRedeclContext()->isFileContext()) return true;
  return !reference.hasQualifier() && variable.getDeclContext()->Encloses(&function);
}

/// `std::vector<double>::value_type`, in the library's own words: nobody wants to read those of a double.
bool isMemberAlias(clang::QualType type) {
  const auto* alias = type->getAs<clang::TypedefType>();
  return alias && alias->getDecl()->getDeclContext()->isRecord() && type.getCanonicalType()->isBuiltinType();
}

/// `p` of `*p`; the whole of `*owner`, whose operator gives the pointer.
const clang::Expr* followedBy(const clang::Expr* expression) {
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  if (unary && unary->getOpcode() == clang::UO_Deref) return unary->getSubExpr();
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  return call && call->getOperator() == clang::OO_Star && call->getNumArgs() == 1 ? call : nullptr;
}

std::string sanitised(const std::string& name) {
  std::string out;
  for (const char c : inAscii(name)) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  while (out.find("__") != std::string::npos) out.erase(out.find("__"), 1);
  while (!out.empty() && out.front() == '_') out.erase(0, 1);
  return out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) ? "value_" + out : out;
}

}  // namespace

void Walker::collectLocals(const clang::Stmt* statement) {
  Declarations(locals_).TraverseStmt(const_cast<clang::Stmt*>(statement));
}

SourcePoint Walker::point(clang::SourceLocation location) const {
  const auto& manager = context_.getSourceManager();
  const auto where = manager.getPresumedLoc(manager.getExpansionLoc(location), false);
  if (where.isInvalid()) return {};
  return {where.getFilename(), static_cast<int>(where.getLine()), static_cast<int>(where.getColumn())};
}

std::optional<std::pair<std::size_t, std::size_t>> Walker::offsets(clang::SourceRange range) const {
  const auto& manager = context_.getSourceManager();
  if (!range.getBegin().isFileID() || !range.getEnd().isFileID()) return std::nullopt;
  const auto end = clang::Lexer::getLocForEndOfToken(range.getEnd(), 0, manager, context_.getLangOpts());
  if (end.isInvalid() || !manager.isWrittenInMainFile(range.getBegin()) || !manager.isWrittenInMainFile(end))
    return std::nullopt;
  return std::pair<std::size_t, std::size_t>(manager.getFileOffset(range.getBegin()), manager.getFileOffset(end));
}

std::string Walker::sourceText(clang::SourceRange range) const {
  const auto where = offsets(range);
  if (!where) return "";
  const auto& manager = context_.getSourceManager();
  return manager.getBufferData(manager.getMainFileID()).substr(where->first, where->second - where->first).str();
}

/// The expression as code in front of the loop, where the macros mean what they mean in the loop's head.
std::string Walker::hostSource(const clang::Expr* expression) const {
  // The value of `int i{n}` is `n`: braces are no expression.
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expression); list && list->getNumInits() == 1)
    return hostSource(list->getInit(0));
  const auto& manager = context_.getSourceManager();
  const auto range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expression->getSourceRange()), manager, context_.getLangOpts());
  if (range.isInvalid() || !manager.isWrittenInMainFile(range.getBegin())) return "";
  return clang::Lexer::getSourceText(range, manager, context_.getLangOpts()).str();
}

void Walker::edit(clang::SourceRange range, BodyPiece piece) {
  if (silent_ > 0) return;
  const bool outside = !frames_.empty() && !inKernel(range);
  if (Frame* frame = outside ? frameAt(range.getBegin()) : nullptr) {
    const auto& manager = context_.getSourceManager();
    const auto end = clang::Lexer::getLocForEndOfToken(range.getEnd(), 0, manager, context_.getLangOpts());
    if (range.getBegin().isFileID() && range.getEnd().isFileID() && end.isValid())
      frame->edits.push_back({manager.getFileOffset(range.getBegin()), manager.getFileOffset(end), std::move(piece)});
    else
      frame->problem = "a name in it stands in a macro";
    return;
  }
  if (outside) {
    // A constructor's initialisers are compiled as they stand: they cannot be given the kernel's copy of anything.
    if (piece.kind == BodyPiece::Captured)
      effect("effect.call-state", range.getBegin(),
             "'" + frames_.back().function->getNameAsString() + "' uses '" +
                 model.captures[static_cast<std::size_t>(piece.index)].expression + "' from outside the loop",
             "pass it as an argument");
    return;
  }
  const auto where = offsets(range);
  if (!where && piece.kind == BodyPiece::Captured) {
    Capture& captured = model.captures[static_cast<std::size_t>(piece.index)];
    if (captured.name == captured.expression || captured.expression == captured.name + ".size()") {
      captured.nameFixed = true;
      return;
    }
  }
  if (!where) {
    effect("effect.macro", range.getBegin(),
           "a name of the loop stands in a macro's expansion, where the kernel cannot rename it",
           "write the macro's text in its place");
    return;
  }
  for (; editsKnown_ < edits.size(); ++editsKnown_) {
    const TextEdit& known = edits[editsKnown_];
    knownEdits_.emplace(known.begin, known.end, known.piece.kind, known.piece.index);
  }
  if (knownEdits_.contains({where->first, where->second, piece.kind, piece.index})) return;
  edits.push_back({where->first, where->second, std::move(piece)});
}

/// Replaces what stands in `outer` before and behind `inner`.
bool Walker::editAround(clang::SourceRange outer, clang::SourceRange inner, const BodyPiece& opening,
                        const std::string& closing) {
  const auto whole = offsets(outer), kept = offsets(inner);
  const bool inLoop = frames_.empty() || inKernel(outer);
  if (!inLoop || !whole || !kept || kept->first < whole->first || kept->second > whole->second) {
    obstacle(outer.getBegin(), "the text of a call cannot be changed");
    return true;
  }
  edits.push_back({whole->first, kept->first, opening});
  edits.push_back({kept->second, whole->second, {BodyPiece::Text, closing, -1}});
  return true;
}

void Walker::effect(const std::string& code, clang::SourceLocation at, const std::string& message,
                    const std::string& hint, std::vector<Edit> fixes) {
  ++timesTold_;
  const SourcePoint where = point(at);
  const std::string key = std::to_string(where.line) + ":" + std::to_string(where.column);
  if (!effects_.insert({code + key, message}).second) return;
  model.effects.push_back({code, message, hint, where, std::move(fixes)});
}

void Walker::require(const std::vector<Bound>& needs, clang::SourceLocation at) {
  for (const Bound& need : needs) {
    if (requireInEachCase(need, at)) continue;
    Effort::spend(1 + state_.conditions.size());
    for (; obligationsKnown_ < model.obligations.size(); ++obligationsKnown_) {
      const Obligation& known = model.obligations[obligationsKnown_];
      ++knownObligations_[{known.value, known.min, known.max, known.loops, known.conditions}];
    }
    if (!knownObligations_.contains({need.value, need.min, need.max, path_, state_.conditions}))
      model.obligations.push_back({need.value, need.min, need.max, path_, state_.conditions, point(at)});
  }
}

void Walker::dropObligations(std::size_t kept) {
  for (; obligationsKnown_ > kept; --obligationsKnown_) {
    const Obligation& last = model.obligations[obligationsKnown_ - 1];
    const auto known = knownObligations_.find({last.value, last.min, last.max, last.loops, last.conditions});
    if (known != knownObligations_.end() && --known->second == 0) knownObligations_.erase(known);
  }
  model.obligations.resize(kept);
}

void Walker::keepEdits(std::vector<TextEdit> kept) {
  edits = std::move(kept);
  knownEdits_.clear();
  editsKnown_ = 0;
}

void Walker::countWork(int operations) {
  if (!model.work.empty() && model.work.back().loops == path_)
    model.work.back().operations += operations;
  else
    model.work.push_back({path_, operations});
}

std::int64_t Walker::sizeOf(clang::QualType type) const {
  if (type->isIncompleteType() || type->isDependentType() || type->isFunctionType() || type->isVoidType()) return 0;
  return context_.getTypeSizeInChars(type).getQuantity();
}

std::pair<Int128, Int128> Walker::rangeOf(clang::QualType type) const {
  if (type->isBooleanType()) return {0, 1};
  const unsigned bits = std::min<unsigned>(context_.getIntWidth(type), 64);
  if (type->isUnsignedIntegerOrEnumerationType()) return {0, (static_cast<Int128>(1) << bits) - 1};
  return {-(static_cast<Int128>(1) << (bits - 1)), (static_cast<Int128>(1) << (bits - 1)) - 1};
}

std::string Walker::hostText(const Polynomial& polynomial, const std::string& type) const {
  return polynomial.str([&](SymbolId id) {
    const Symbol& symbol = model.symbols[static_cast<std::size_t>(id.value)];
    return "static_cast<" + type + ">(" + symbol.expression + ")";
  });
}

/// A subscript as the program computes it in a type, also where that wraps around: no guard has to ask whether it does.
/// Nothing where another type wraps on the way.
///
///     rows[u + 4u]      rows[static_cast<unsigned int>(static_cast<clustrix::Index>(u) + 4)]
///     rows[size - 2]    rows[static_cast<std::uint64_t>(size) - 2]      which may be beyond an Index
std::optional<std::string> Walker::hostSubscript(const IntegerValue& index, clang::QualType written) const {
  const auto isOf = [](const Bound& need, const std::pair<Int128, Int128>& range) {
    return need.min == range.first && need.max == range.second;
  };
  bool wraps = false;
  for (const Bound& need : index.needs) {
    // What wraps at 64 bits does so in any type.
    const bool isWide = isOf(need, rangeOf(context_.LongLongTy)) || isOf(need, rangeOf(context_.UnsignedLongLongTy));
    if (isWide || plainlyKeepsTo(need)) continue;
    if (!written->isBuiltinType() || !written->isIntegerType() || written->isBooleanType() ||
        !isOf(need, rangeOf(written)))
      return std::nullopt;
    wraps = true;
  }
  const auto [least, most] = rangeOf(context_.LongLongTy);
  const bool isSymbol = index.polynomial.terms().size() == 1 && index.polynomial.symbols().size() == 1 &&
                        index.polynomial == Polynomial::symbol(index.polynomial.symbols().front());
  const bool fits = isSymbol || plainlyKeepsTo({index.polynomial, least, most});
  const std::string text = hostText(index.polynomial, fits ? "clustrix::Index" : "std::uint64_t");
  return wraps ? "static_cast<" + written.getCanonicalType().getUnqualifiedType().getAsString() + ">(" + text + ")"
               : text;
}

SymbolId Walker::newSymbol(SymbolKind kind, const std::string& name) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.name = name;
  symbol.min = -(static_cast<Int128>(1) << 63);
  symbol.max = (static_cast<Int128>(1) << 63) - 1;
  model.symbols.push_back(symbol);
  return SymbolId{static_cast<int>(model.symbols.size()) - 1};
}

SymbolId Walker::parameterOf(const std::string& expression, const std::string& name, clang::QualType type) {
  const Key key{nullptr, "=" + expression};
  const auto found = parameters_.find(key);
  if (found != parameters_.end()) return found->second;
  const SymbolId id = newSymbol(SymbolKind::Parameter, name);
  Symbol& symbol = model.symbols[static_cast<std::size_t>(id.value)];
  symbol.expression = expression;
  std::tie(symbol.min, symbol.max) = rangeOf(type);
  return parameters_[key] = id;
}

SymbolId Walker::parameter(const OuterName& name) {
  const auto found = parameters_.find(name.key);
  if (found != parameters_.end()) return found->second;
  return parameters_[name.key] = parameterOf(name.expression, name.name, name.type.getNonReferenceType());
}

std::optional<Walker::OuterName> Walker::outerName(const clang::Expr* expression) {
  const clang::SourceRange whole = expression->getSourceRange();
  lookAt(expression);
  expression = expression->IgnoreParens();
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression))
    if (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_UncheckedDerivedToBase ||
        cast->getCastKind() == clang::CK_DerivedToBase)
      return outerName(cast->getSubExpr());
  OuterName name;
  name.range = expression->getSourceRange();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const auto* part = llvm::dyn_cast<clang::BindingDecl>(reference->getDecl())) {
      const auto* whole = llvm::cast<clang::VarDecl>(part->getDecomposedDecl());
      if (isLocal(whole) || !frames_.empty() || (part->getBinding() && part->getBinding()->refersToBitField()))
        return std::nullopt;
      name.key = {part, ""};
      name.type = part->getType();
      // That of a tuple's part is said in the library's words.
      if (part->getHoldingVar()) name.type = name.type.getCanonicalType();
      name.expression = name.name = part->getNameAsString();
      name.inMemory = whole->getType()->isReferenceType() || !name.type.isConstQualified();
      name.constObject = name.type.getNonReferenceType().isConstQualified();
      return name;
    }
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable && isLocal(variable)) {
      // A reference, or a parameter of a called function, that stands for an object from outside.
      const auto bound = references_.find(variable);
      const auto* outer = bound == references_.end() ? nullptr : std::get_if<OuterPlace>(&bound->second);
      if (!outer) return std::nullopt;
      name = outer_.at(outer->key);
      name.range = expression->getSourceRange();
      return name;
    }
    if (!variable || capturedPlace(reference)) return std::nullopt;
    variable = variable->getCanonicalDecl();
    name.key = {variable, ""};
    name.variable = variable;
    name.type = variable->getType();
    const bool global = variable->hasGlobalStorage();
    const std::string text = global ? sourceText(name.range) : variable->getNameAsString();
    // What a called function means by a name is not what the loop means by it.
    const bool elsewhere = global && ((!frames_.empty() && !inKernel(name.range)) ||
                                      !meansTheSameInFront(*reference, *variable, input_.function));
    if (!variable->getIdentifier()) {
      name.expression = scopeText(*variable);
      if (variable->hasLocalStorage())
        obstacle(name.range.getBegin(), "no lambda can capture a member of an unnamed union of the function");
    } else
      name.expression =
          text.empty() || elsewhere ? qualifiedName(variable, {input_.function, input_.kernelsAt, input_.texts}) : text;
    if (global) name.expression = staticMember(*variable, name.expression, name.range.getBegin());
    if (const auto front = preheaderValue(context_, input_.loop, variable)) name.expression = *front;
    name.name = variable->getNameAsString();
    name.constObject = name.type.getNonReferenceType().isConstQualified();
    name.inMemory = global || name.type->isReferenceType() || addressTaken(variable);
    if (name.type.isConstQualified() && !name.type->isReferenceType()) name.inMemory = false;
    if (!name.type->isReferenceType())
      name.identity = (global ? "global " : "local ") + variable->getQualifiedNameAsString() + "@" +
                      std::to_string(variable->getLocation().getRawEncoding());
    return name;
  }
  if (const clang::Expr* pointer = followedBy(expression)) {
    auto object = outerPointee(pointer);
    if (object) object->range = whole;  // `(*v)[i]` is `v[i]` where the kernel has the object
    return object;
  }
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression);
  if (!member) return std::nullopt;
  if (const auto* statics = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl())) {
    name.key = {statics->getCanonicalDecl(), ""};
    name.variable = statics->getCanonicalDecl();
    name.type = statics->getType();
    name.expression = staticMember(*statics, qualifiedName(statics, {input_.function, input_.kernelsAt, input_.texts}),
                                   name.range.getBegin());
    name.name = statics->getNameAsString();
    name.inMemory = !name.type.isConstQualified();
    name.constObject = name.type.getNonReferenceType().isConstQualified();
    lookAtUnused(member->getBase());
    return name;
  }
  if (!llvm::isa<clang::FieldDecl>(member->getMemberDecl())) return std::nullopt;
  const auto object = member->isArrow() ? outerPointee(member->getBase()) : namedObject(member->getBase());
  if (!object || known_.inLoop.contains(object->key)) return std::nullopt;
  // What is no container in an object of many has no name: it is an element.
  if (object->row && !holdsMemory(member->getType())) return std::nullopt;
  return memberName(*object, member);
}

std::optional<ArrayId> Walker::array(const std::string& name, const std::string& base, clang::QualType element,
                                     const std::function<void(ArrayObject&)>& complete) {
  const auto found = arrays_.find(base);
  if (found != arrays_.end()) return found->second;
  const bool isConst = element.isConstQualified();
  element = context_.getBaseElementType(element).getUnqualifiedType();
  const std::int64_t bytes = sizeOf(element);
  if (bytes == 0) return std::nullopt;
  ArrayObject object;
  object.name = name;
  object.base = base;
  object.element = typeText(element, input_.loop.getBeginLoc());
  object.elementBytes = bytes;
  object.constElements = isConst;
  object.arithmetic = element->isArithmeticType();
  object.floating = element->isRealFloatingType();
  if (object.arithmetic) object.bits = element->isBooleanType() ? 1 : static_cast<int>(bytes * 8);
  complete(object);
  model.arrays.push_back(object);
  elementTypes_.push_back(element);
  return arrays_[base] = ArrayId{static_cast<int>(model.arrays.size()) - 1};
}

std::optional<ArrayId> Walker::pointerArray(const OuterName& name) {
  const clang::QualType type = name.type.getNonReferenceType();
  if (!type->isPointerType()) return std::nullopt;
  const clang::QualType pointee = type->getPointeeType();
  if (pointee->isFunctionType() || pointee->isVoidType() || sizeOf(pointee) == 0) return std::nullopt;
  if (pointee.isVolatileQualified()) return std::nullopt;
  std::string base = name.expression;
  const bool rows = pointee->isArrayType();
  if (rows) {
    const clang::QualType element = context_.getBaseElementType(pointee);
    base = "reinterpret_cast<" + std::string(element.isConstQualified() ? "const " : "") +
           typeText(element.getUnqualifiedType(), input_.loop.getBeginLoc()) + "*>(" + name.expression + ")";
  }
  const auto id = array(name.name, base, pointee, [&](ArrayObject& object) {
    object.constElements = context_.getBaseElementType(pointee).isConstQualified();
    describeAllocation(name, object);
    const auto* parameter = llvm::dyn_cast_or_null<clang::ParmVarDecl>(name.variable);
    if (!parameter || name.key.second != "") return;
    for (const auto* attribute : parameter->specific_attrs<clang::AnnotateAttr>())
      if (attribute->getAnnotation().starts_with(extentAnnotation))
        boundExtent(object, parameter,
                    attribute->getAnnotation().drop_front(std::string(extentAnnotation).size() + 1).str());
  });
  if (!id) return std::nullopt;
  capture(name, {.kind = Capture::Pointer,
                 .name = name.name,
                 .type = typeText(type.getUnqualifiedType(), name.range.getBegin()),
                 .expression = name.expression,
                 .array = *id});
  return id;
}

std::string Walker::ownTypeOf(const clang::VarDecl& variable) {
  const clang::QualType type = variable.getType();
  if (!type->isConstantArrayType() || sizeOf(type) > mostOwnBytes) return "";
  std::string extents;
  clang::QualType element = type;
  while (const auto* array = context_.getAsConstantArrayType(element)) {
    extents += "[" + std::to_string(array->getSize().getZExtValue()) + "]";
    element = array->getElementType();
  }
  return typeText(element.getUnqualifiedType(), variable.getLocation()) + extents;
}

std::optional<ArrayId> Walker::arrayObject(const OuterName& name) {
  const clang::QualType type = name.type.getNonReferenceType();
  if (const auto* variable = context_.getAsVariableArrayType(type)) return variableArray(name, *variable);
  const auto* constant = context_.getAsConstantArrayType(type);
  if (!constant || type.isVolatileQualified()) return std::nullopt;
  std::string base = "&" + name.expression;
  std::int64_t count = 1;
  clang::QualType row = type;
  while (const auto* inner = context_.getAsConstantArrayType(row)) {
    base += "[0]";
    count *= static_cast<std::int64_t>(inner->getSize().getZExtValue());
    row = inner->getElementType();
  }
  const auto id = array(name.name, base, type, [&](ArrayObject& object) {
    // The same text in all instantiations of a template.
    object.extent = input_.parametric ? "static_cast<clustrix::Index>(sizeof(" + name.expression + ") / sizeof(" +
                                            base.substr(1) + "))"
                                      : std::to_string(count);
    if (!input_.parametric) object.extentValue = Polynomial(count);
    object.identity = name.identity;
    object.part = name.part;
    object.constElements = context_.getBaseElementType(type).isConstQualified();
  });
  if (!id) return std::nullopt;
  if (name.variable && name.key.second.empty()) arrayDeclarations[*id] = name.variable;
  const clang::QualType pointer = context_.getPointerType(constant->getElementType());
  capture(name, {.kind = Capture::Pointer,
                 .name = name.name,
                 .type = typeText(pointer, name.range.getBegin()),
                 .expression = name.expression,
                 .array = *id});
  return id;
}

void Walker::captureScalar(const OuterName& name, int scalar) {
  Capture details;
  details.kind = Capture::Scalar;
  details.name = name.name;
  details.type = model.scalars[static_cast<std::size_t>(scalar)].type;
  details.expression = name.expression;
  details.scalar = scalar;
  capture(name, details);
}

int Walker::capture(const OuterName& name, const Capture& details) {
  const std::string key = name.expression;
  const bool isObject = name.type.getNonReferenceType()->isRecordType() || name.type->isArrayType();
  if (isObject && details.kind == Capture::Value) copied_.emplace(key, name.range.getBegin());
  if (isObject && details.array.value >= 0) taken_.emplace(key, details.array);
  auto found = captures_.find(key);
  if (found == captures_.end()) {
    Capture made = details;
    made.name = sanitised(made.name);
    model.captures.push_back(made);
    found = captures_.emplace(key, static_cast<int>(model.captures.size()) - 1).first;
  }
  noteInClosure(name, found->second);
  edit(name.range, {BodyPiece::Captured, "", found->second});
  return found->second;
}

/// A kernel has the whole of an object as it was before the loop, or its elements as they are.
void Walker::refuseCopiesOfWritten() {
  for (const auto& [expression, at] : copied_) {
    const auto elements = taken_.find(expression);
    const auto writes = [&](const Access& access) {
      return access.kind == AccessKind::Write && access.array == elements->second;
    };
    if (elements != taken_.end() && std::any_of(model.accesses.begin(), model.accesses.end(), writes))
      effect("effect.unsupported-type", at,
             "'" + expression + "' is copied as a whole in a loop that writes elements of it",
             "copy the elements that are meant");
  }
}

void Walker::memoryScalar(const OuterName& name, clang::SourceLocation at) {
  if (!name.inMemory) return;
  for (const MemoryScalar& known : model.memoryScalars)
    if (known.expression == name.expression) return;
  const llvm::StringRef owner = ownerName(name.type);
  const bool isHeader = owner == "vector" || owner == "unique_ptr";
  model.memoryScalars.push_back({name.name, name.expression, point(at), isHeader, name.part});
}

int Walker::scalar(const Key& key) {
  const auto found = scalars_.find(key);
  if (found != scalars_.end()) return found->second;
  const OuterName& name = outer_.at(key);
  const clang::QualType type = name.type.getNonReferenceType().getUnqualifiedType();
  ScalarState state;
  state.name = name.name;
  state.expression = name.expression;
  state.type = typeText(type, name.range.getBegin());
  state.arithmetic = type->isArithmeticType() && !type->isBooleanType();
  state.floating = type->isRealFloatingType();
  state.isSigned = type->isSignedIntegerOrEnumerationType();
  state.bits = static_cast<int>(sizeOf(type) * 8);
  if (type->isBooleanType()) {
    state.arithmetic = true;
    state.bits = 1;
  }
  state.inMemory = name.inMemory;
  state.part = name.part;
  model.scalars.push_back(state);
  const bool plain = name.variable && key.second.empty() && !name.inMemory && !name.variable->hasGlobalStorage();
  scalarDeclarations.push_back(plain ? name.variable : nullptr);
  return scalars_[key] = static_cast<int>(model.scalars.size()) - 1;
}

bool Walker::nameable(clang::QualType type) const {
  type = type.getCanonicalType();
  if (type->isReferenceType() || type->isAnyPointerType()) return nameable(type->getPointeeType());
  if (const auto* elements = context_.getAsArrayType(type)) return nameable(elements->getElementType());
  const clang::TagDecl* tag = type->getAsTagDecl();
  if (!tag) return !type->isFunctionType() && !type->isMemberPointerType();
  if (frames_.empty() && insideLoop(tag->getSourceRange())) return true;  // declared in the body, which is copied
  // Of a class that the function stands in, or of the declaration that it is part of.
  if (!KernelScope(input_.function, input_.kernelsAt, input_.texts).knows(type)) return false;
  if (!tag->getIdentifier() && !tag->getTypedefNameForAnonDecl()) return false;
  for (const clang::DeclContext* scope = tag->getDeclContext(); scope; scope = scope->getParent()) {
    if (scope->isFunctionOrMethod()) return false;
    if (!scope->isRecord()) continue;
    if (isHidden(*tag)) return false;
    const auto& manager = context_.getSourceManager();
    const auto end = llvm::cast<clang::TagDecl>(scope)->getEndLoc();
    if (manager.isInMainFile(end) && manager.getFileOffset(end) > input_.kernelsAt) return false;
  }
  const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag);
  return !specialisation || llvm::all_of(specialisation->getTemplateArgs().asArray(),
                                         [&](const clang::TemplateArgument& argument) { return nameable(argument); });
}

bool Walker::nameable(const clang::TemplateArgument& argument) const {
  switch (argument.getKind()) {
    case clang::TemplateArgument::Type:
      return nameable(argument.getAsType());
    case clang::TemplateArgument::Integral:
      return nameable(argument.getIntegralType());
    case clang::TemplateArgument::Declaration:
      return !isHidden(*argument.getAsDecl());
    case clang::TemplateArgument::Template:
      return !isHidden(*argument.getAsTemplate().getAsTemplateDecl());
    case clang::TemplateArgument::Pack:
      return llvm::all_of(argument.pack_elements(), [&](const auto& one) { return nameable(one); });
    default:
      return true;
  }
}

std::optional<std::string> Walker::nameFor(clang::QualType type) {
  if (!nameable(type)) return std::nullopt;
  // An array's elements are const, and say so themselves.
  return (type.isConstQualified() && !type->isArrayType() ? "const " : "") + typeText(type, input_.loop.getBeginLoc());
}

/// A pointer to something made of pointers and of arrays with constant extents, of which one is an array.
static bool isPointerToArray(clang::QualType type) {
  if (!type->isPointerType()) return false;
  bool hasArray = false;
  while (type->isPointerType() || type->isArrayType()) {
    if (type.isVolatileQualified()) return false;
    const auto* array = type->getAsArrayTypeUnsafe();
    if (array && !llvm::isa<clang::ConstantArrayType>(array)) return false;
    hasArray = hasArray || array;
    type = array ? array->getElementType() : type->getPointeeType();
  }
  return hasArray && !type->isFunctionType() && !type->isDependentType() && !type.isVolatileQualified();
}

/// `ns::S (*)[4]` around `ns::S`: the library's printer leaves the names in such types as they are.
static std::pair<clang::QualType, std::string> aroundElement(clang::QualType type, const clang::ASTContext& context) {
  std::string declarator;
  for (;;) {
    if (const auto* array = context.getAsConstantArrayType(type)) {
      if (declarator.starts_with("*")) declarator = "(" + declarator + ")";
      declarator += "[" + std::to_string(array->getSize().getZExtValue()) + "]";
      type = array->getElementType();
    } else if (type->isPointerType()) {
      declarator = (type.isConstQualified() && !declarator.empty() ? "*const " : "*") + declarator;
      type = type->getPointeeType();
    } else {
      return {type, declarator};
    }
  }
}

std::string Walker::typeText(clang::QualType type, clang::SourceLocation at) {
  if (type->isNullPtrType()) return "decltype(nullptr)";  // its name needs a header
  if (isPointerToArray(type)) {
    const auto [element, declarator] = aroundElement(type.getUnqualifiedType(), context_);
    return (element.isConstQualified() ? "const " : "") + typeText(element, at) + " " + declarator;
  }
  if (isSpelledPlainly(type)) return type.getUnqualifiedType().getAsString(context_.getPrintingPolicy());
  // `auto* row = &a[2]` is printed as a pointer too many.
  if (usesLocalNames(type) || isToldByExpression(type) || isMemberAlias(type) || type->getContainedAutoType())
    type = type.getCanonicalType();
  if (!nameable(type))
    const_cast<Walker*>(this)->effect("effect.unsupported-type", at,
                                      "the kernel cannot name the type '" + type.getAsString() + "'",
                                      "move the type to namespace scope, before the function");
  clang::PrintingPolicy policy(context_.getLangOpts());
  policy.adjustForCPlusPlus();
  policy.SuppressTagKeyword = true;
  const clang::TagDecl* tag = type->getAsTagDecl();
  // Of a class in a class of an unnamed namespace, the library's printer leaves out what is around that.
  const bool isNested = tag && tag->isInAnonymousNamespace() && tag->getDeclContext()->isRecord() &&
                        !tag->isDependentContext() && !llvm::isa<clang::ClassTemplateSpecializationDecl>(tag);
  const std::string text =
      withoutUnnamed(isNested ? tag->getQualifiedNameAsString()
                              : clang::TypeName::getFullyQualifiedName(type.getUnqualifiedType(), context_, policy));
  const bool ownToLoop = tag && tag->getParentFunctionOrMethod();
  return ownToLoop ? text : KernelScope(input_.function, input_.kernelsAt, input_.texts).rooted(text);
}

}  // namespace clustrix::compiler
