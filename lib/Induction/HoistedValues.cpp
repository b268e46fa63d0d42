// From a declaration to what it makes of others: signed arithmetic is exact, since overflow is undefined; unsigned
// arithmetic is so up to multiples of what the type counts.
#include "Induction/HoistedValues.h"

#include "Induction/EntryConditions.h"
#include "Syntax/InitialValue.h"

#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <map>

namespace clustrix::compiler {
namespace {

constexpr int wholeWidth = 128;  // of what is exact
constexpr int mostDepth = 16;
constexpr std::size_t mostTerms = 8;

/// What a number is made of: a variable, or a member of an object.
struct Leaf {
  const clang::VarDecl* variable = nullptr;
  const clang::MemberExpr* member = nullptr;
  std::vector<const clang::Decl*> path{};  // of the member: the object (null: `this`) and the fields
};

/// Over stand-ins for leaves; equal to what C++ computes up to multiples of 2^width.
struct Computed {
  Polynomial value;
  int width = wholeWidth;
};

bool isNumber(clang::QualType type) {
  return type->isIntegralOrEnumerationType() && !type->isBooleanType() && !type.isVolatileQualified();
}

/// The object and the fields of `g.size.w`; nothing where a pointer or a reference is followed on the way.
std::optional<std::vector<const clang::Decl*>> pathOf(const clang::Expr* expression) {
  expression = expression->IgnoreParenImpCasts();
  if (llvm::isa<clang::CXXThisExpr>(expression)) return std::vector<const clang::Decl*>{nullptr};
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (!variable || !variable->hasLocalStorage()) return std::nullopt;
    return std::vector<const clang::Decl*>{variable};
  }
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression);
  const auto* field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field || field->isMutable() || field->isBitField() || field->getType()->isReferenceType()) return std::nullopt;
  if (member->isArrow() && !llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
    return std::nullopt;
  auto path = pathOf(member->getBase());
  if (path) path->push_back(field);
  return path;
}

/// Whether running a statement may change an integer member of an object that others can reach. A store of another kind
/// of number is none to an integer, and the library's functions see what they are given.
class MemberChanges {
 public:
  static bool in(const clang::Stmt* statement) {
    if (!statement) return false;
    if (changes(statement)) return true;
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement))
      if (llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())) return false;
    return std::any_of(statement->child_begin(), statement->child_end(), in);
  }

 private:
  static bool changes(const clang::Stmt* statement) {
    if (llvm::isa<clang::AsmStmt, clang::LambdaExpr, clang::CXXThisExpr, clang::CXXConstructExpr, clang::StmtExpr,
                  clang::CXXNewExpr, clang::CXXDeleteExpr>(statement))
      return !isPlainConstruction(statement);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) return !isOfLibrary(call) || lends(call);
    if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement); op && op->isAssignmentOp())
      return mayBeMember(op->getLHS());
    if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(statement))
      return (op->isIncrementDecrementOp() && mayBeMember(op->getSubExpr())) ||
             (op->getOpcode() == clang::UO_AddrOf && isNumber(op->getSubExpr()->getType()));
    return false;
  }

  static bool isInStd(const clang::Decl* declaration) {
    for (const clang::DeclContext* around = declaration->getDeclContext(); around; around = around->getParent())
      if (around->isStdNamespace()) return true;
    return false;
  }
  static bool isPlainConstruction(const clang::Stmt* statement) {
    const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(statement);
    return construction && (construction->getConstructor()->isTrivial() || isInStd(construction->getConstructor()));
  }
  static bool isOfLibrary(const clang::CallExpr* call) {
    const auto* callee = call->getDirectCallee();
    return callee && (isInStd(callee) || callee->getBuiltinID() != 0);
  }
  /// An integer, or a whole object, by reference.
  static bool lends(const clang::CallExpr* call) {
    const auto* callee = call->getDirectCallee();
    const auto isLent = [](const clang::ParmVarDecl* parameter) {
      const clang::QualType type = parameter->getType();
      const clang::QualType to = type->getPointeeType();
      return !to.isNull() && !to.isConstQualified() && (isNumber(to) || to->isVoidType() || to->isFunctionType());
    };
    return std::any_of(callee->param_begin(), callee->param_end(), isLent);
  }
  /// Not a local variable, and of a type that an integer member could have.
  static bool mayBeMember(const clang::Expr* target) {
    target = target->IgnoreParenImpCasts();
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target);
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType()) return false;
    return !target->getType()->isFloatingType() && !target->getType()->isPointerType();
  }
};

class HoistedReader {
 public:
  HoistedReader(const clang::ASTContext& context, const FunctionText& text, const clang::Stmt& loop,
                const HoistedNames& names)
      : context_(context), text_(text), names_(names) {
    const clang::Stmt* inner = &loop;
    for (const clang::Stmt* around = text.parents().getParent(inner); around;
         around = text.parents().getParent(around)) {
      if (llvm::isa<clang::LambdaExpr>(around) || text.enteredAt(inner)) break;
      if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(around)) blocks_.emplace(block, inner);
      inner = around;
    }
  }

  std::vector<HoistedValue> read(const std::vector<const clang::VarDecl*>& used) {
    std::vector<std::pair<const clang::VarDecl*, Computed>> found;
    std::map<int, int> users;
    for (const clang::VarDecl* variable : used) {
      const auto value = computedOnce(variable, 0);
      if (!value || value->value.constant() || value->value.terms().size() > mostTerms) continue;
      found.push_back({variable, *value});
      for (const SymbolId id : value->value.symbols()) ++users[id.value];
    }
    std::vector<HoistedValue> result;
    for (const auto& [variable, computed] : found) {
      const auto symbol = names_.variable(variable, false);
      const auto symbols = computed.value.symbols();
      const bool matters = std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
        return users[id.value] > 1 || symbolOf(leaves_[static_cast<std::size_t>(id.value)], false);
      });
      if (!symbol || !matters) continue;
      if (auto value = withSymbols(computed.value))
        result.push_back({*symbol, *std::move(value), computed.width == wholeWidth});
    }
    return result;
  }

 private:
  int widthOf(clang::QualType type) const { return static_cast<int>(context_.getTypeSize(type)); }

  /// The block around the loop that declares the variable in front of it; null where there is none.
  const clang::CompoundStmt* blockOf(const clang::VarDecl* variable) const {
    const StatementOrder& order = text_.order();
    const clang::DeclStmt* const declaration = order.declarationOf(*variable);
    const clang::Stmt* const around = declaration ? text_.parents().getParent(declaration) : nullptr;
    const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(around);
    const auto inner = blocks_.find(block);
    if (!block || inner == blocks_.end()) return nullptr;
    const auto at = order.spanOf(declaration), to = order.spanOf(inner->second);
    return at && to && at->begin < to->begin ? block : nullptr;
  }

  bool isPlain(const clang::VarDecl* variable) const {
    return variable->hasLocalStorage() && isNumber(variable->getType()) && !names_.addressTaken(variable);
  }

  /// What the variable's declaration gives it, where it keeps that up to the loop.
  std::optional<Computed> computedOnce(const clang::VarDecl* variable, int depth) {
    const clang::CompoundStmt* const block = blockOf(variable);
    const clang::Expr* const given = initialValueOf(*variable);
    if (!block || !given || depth > mostDepth || !isPlain(variable) || !isOnlyRead(text_, variable, {block}))
      return std::nullopt;
    auto computed = valueOf(given, block, depth + 1);
    if (!computed) return std::nullopt;
    const int width = widthOf(variable->getType());
    if (computed->width == wholeWidth) return computed;
    if (computed->width < width) return std::nullopt;
    computed->width = width;
    return computed;
  }

  std::optional<Int128> constantOf(const clang::Expr* expression) const {
    clang::Expr::EvalResult result;
    if (expression->isValueDependent() || !expression->EvaluateAsInt(result, context_)) return std::nullopt;
    const llvm::APSInt& value = result.Val.getInt();
    return value.isRepresentableByInt64() ? std::optional<Int128>(value.getExtValue()) : std::nullopt;
  }

  /// `since`: what is read has to be unchanged in there.
  std::optional<Computed> valueOf(const clang::Expr* expression, const clang::Stmt* since, int depth) {
    expression = expression->IgnoreParens();
    if (!isNumber(expression->getType()) || widthOf(expression->getType()) > 64) return std::nullopt;
    if (const auto constant = constantOf(expression))
      return Computed{Polynomial(static_cast<std::int64_t>(*constant)), wholeWidth};
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression))
      return valueOf(full->getSubExpr(), since, depth);
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expression))
      return list->getNumInits() == 1 ? valueOf(list->getInit(0), since, depth) : std::nullopt;
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) return castValue(cast, since, depth);
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      if (unary->getOpcode() == clang::UO_Plus) return valueOf(unary->getSubExpr(), since, depth);
      const auto of = unary->getOpcode() == clang::UO_Minus ? valueOf(unary->getSubExpr(), since, depth) : std::nullopt;
      return of ? combined(clang::BO_Sub, Computed{}, *of, unary->getType()) : std::nullopt;
    }
    const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression);
    const bool known = op && (op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul);
    const auto left = known ? valueOf(op->getLHS(), since, depth) : std::nullopt;
    const auto right = left ? valueOf(op->getRHS(), since, depth) : std::nullopt;
    return right ? combined(op->getOpcode(), *left, *right, op->getType()) : std::nullopt;
  }

  std::optional<Computed> combined(clang::BinaryOperatorKind kind, const Computed& left, const Computed& right,
                                   clang::QualType type) const {
    const auto value = kind == clang::BO_Add   ? add(left.value, right.value)
                       : kind == clang::BO_Sub ? subtract(left.value, right.value)
                                               : multiply(left.value, right.value);
    if (!value) return std::nullopt;
    const int operands = std::min(left.width, right.width);
    return Computed{*value, type->isSignedIntegerType() ? operands : std::min(operands, widthOf(type))};
  }

  std::optional<Computed> castValue(const clang::CastExpr* cast, const clang::Stmt* since, int depth) {
    const clang::Expr* const from = cast->getSubExpr();
    if (cast->getCastKind() == clang::CK_LValueToRValue) return loaded(from->IgnoreParens(), since, depth);
    if (cast->getCastKind() == clang::CK_NoOp) return valueOf(from, since, depth);
    if (cast->getCastKind() != clang::CK_IntegralCast) return std::nullopt;
    auto value = valueOf(from, since, depth);
    if (value && !keepsValue(from->getType(), cast->getType()))
      value->width = std::min(value->width, widthOf(cast->getType()));
    return value;
  }

  bool keepsValue(clang::QualType from, clang::QualType to) const {
    const bool isSigned = from->isSignedIntegerOrEnumerationType();
    if (isSigned == to->isSignedIntegerOrEnumerationType()) return widthOf(from) <= widthOf(to);
    return !isSigned && widthOf(from) < widthOf(to);
  }

  std::optional<Computed> loaded(const clang::Expr* place, const clang::Stmt* since, int depth) {
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(place)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      if (!variable || !isPlain(variable) || name->refersToEnclosingVariableOrCapture()) return std::nullopt;
      if (auto value = computedOnce(variable, depth)) return value;
      if (!isOnlyRead(text_, variable, {since})) return std::nullopt;
      return Computed{standIn({variable, nullptr}), wholeWidth};
    }
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(place);
    const auto path = member ? pathOf(member) : std::nullopt;
    if (!path || !isKept(*path, since)) return std::nullopt;
    return Computed{standIn({nullptr, member, *path}), wholeWidth};
  }

  /// Whether a member is what it was: of an object that nothing may write, or one that nothing in there does.
  bool isKept(const std::vector<const clang::Decl*>& path, const clang::Stmt* since) const {
    const auto* object = llvm::cast_or_null<clang::VarDecl>(path.front());
    if (object && !object->getType()->isReferenceType()) return object->getType().isConstQualified();
    return !MemberChanges::in(since);
  }

  Polynomial standIn(Leaf leaf) {
    const auto same = [&](const Leaf& other) { return other.variable == leaf.variable && other.path == leaf.path; };
    const auto place = std::find_if(leaves_.begin(), leaves_.end(), same);
    const auto index = static_cast<int>(place - leaves_.begin());
    if (place == leaves_.end()) leaves_.push_back(std::move(leaf));
    return Polynomial::symbol(SymbolId{index});
  }

  std::optional<SymbolId> symbolOf(const Leaf& leaf, bool make) const {
    if (leaf.member) return names_.member(leaf.member, make);
    return names_.variable(leaf.variable, make && isOnlyOfItsName(leaf.variable));
  }

  /// No other variable hides it at the loop.
  bool isOnlyOfItsName(const clang::VarDecl* variable) const { return text_.order().isDeclaredAlone(*variable); }

  std::optional<Polynomial> withSymbols(const Polynomial& value) const {
    std::optional<Polynomial> sum = Polynomial();
    for (const auto& [monomial, coefficient] : value.terms()) {
      std::optional<Polynomial> term = Polynomial(coefficient);
      for (const SymbolId stand : monomial) {
        const auto id = symbolOf(leaves_[static_cast<std::size_t>(stand.value)], true);
        term = term && id ? multiply(*term, Polynomial::symbol(*id)) : std::nullopt;
      }
      sum = sum && term ? add(*sum, *term) : std::nullopt;
    }
    return sum;
  }

  const clang::ASTContext& context_;
  const FunctionText& text_;
  const HoistedNames& names_;
  std::map<const clang::CompoundStmt*, const clang::Stmt*> blocks_;  // around the loop, and what they have around it
  std::vector<Leaf> leaves_;
};

}  // namespace

std::vector<HoistedValue> hoistedValues(const clang::ASTContext& context, const clang::FunctionDecl& function,
                                        const FunctionText& text, const clang::Stmt& loop,
                                        const std::vector<const clang::VarDecl*>& used, const HoistedNames& names) {
  if (!function.hasBody()) return {};
  return HoistedReader(context, text, loop, names).read(used);
}

}  // namespace clustrix::compiler
