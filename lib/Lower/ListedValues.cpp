#include "Lower/ListedValues.h"

#include "Induction/Quotients.h"
#include "Library/LibraryFunctions.h"
#include "Lower/Recorder.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Types.h"

#include <algorithm>
#include <set>

namespace clustrix::compiler {

namespace {

constexpr std::int64_t mostBytes = 8;  // of an integer
constexpr Int128 modulus = static_cast<Int128>(1) << 64;

/// A number of as many bits as an address: where it wraps around, the address of the element does so too.
bool isModular(const Bound& need) { return need.max - need.min == modulus - 1; }

bool mentionsQuotient(const LoopModel& model, const Polynomial& value) {
  return value.mentionsAny(
      [&](SymbolId id) { return model.symbols[static_cast<std::size_t>(id.value)].kind == SymbolKind::Quotient; });
}

/// Without the needs that its lists cannot break; nothing where they may break one.
std::optional<IntegerValue> settled(const Walk& walk, const IntegerValue& index) {
  if (mentionsQuotient(walk.model, index.polynomial)) return std::nullopt;
  IntegerValue result{index.polynomial, {}};
  for (const Bound& need : index.needs) {
    if (!mentionsListed(walk.model.symbols, need.value))
      result.needs.push_back(need);
    else if (!isModular(need) && !walk.quotients.plainlyKeepsTo(need))
      return std::nullopt;
  }
  return result;
}

/// Iterations that the program never comes to read what they like; a template's elements may be of another type.
bool mayFollow(const Walk& walk) {
  return !walk.searching && (!walk.speculating || walk.rollsBack) && !walk.input.parametric;
}

/// Whether a number is at least 0, or not a number, whatever its operands are.
bool isNotNegative(const clang::ASTContext& context, const clang::Expr* number, int depth = 0) {
  constexpr int mostDepth = 16;
  if (depth > mostDepth || number->isValueDependent()) return false;
  if (clang::Expr::EvalResult known; number->EvaluateAsRValue(known, context) && !known.HasSideEffects) {
    if (known.Val.isFloat()) return !known.Val.getFloat().isNegative();
    return known.Val.isInt() && !known.Val.getInt().isNegative();
  }
  number = number->IgnoreParenImpCasts();
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(number)) return isNeverNegative(call->getDirectCallee());
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(number)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    const bool isConstant =
        variable && variable->getType().isConstQualified() && !variable->getType()->isReferenceType();
    const clang::Expr* value = isConstant ? initialValueOf(*variable) : nullptr;
    return value && isNotNegative(context, value, depth + 1);
  }
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(number);
  return op &&
         (op->getOpcode() == clang::BO_Mul || op->getOpcode() == clang::BO_Div || op->getOpcode() == clang::BO_Add) &&
         isNotNegative(context, op->getLHS(), depth + 1) && isNotNegative(context, op->getRHS(), depth + 1);
}

}  // namespace

Value convertedNumber(Walk& walk, const clang::CastExpr* cast) {
  const clang::QualType type = cast->getType();
  if (!mayFollow(walk) || !isInteger(type) || type->isEnumeralType() || walk.record.sizeOf(type) > mostBytes)
    return std::monostate{};
  const SymbolId id = walk.record.newSymbol(SymbolKind::Opaque, "(" + type.getAsString() + ")");
  Symbol& symbol = walk.model.symbols[static_cast<std::size_t>(id.value)];
  symbol.data = true;
  // What fits no number of the type has none that the program could mean.
  if (isNotNegative(walk.input.context, cast->getSubExpr())) symbol.min = 0;
  return ListedNumber{{Polynomial::symbol(id), {}}};
}

std::optional<Polynomial> foundNumber(Walk& walk, const Polynomial& most) {
  if (!mayFollow(walk)) return std::nullopt;
  const SymbolId id = walk.record.newSymbol(SymbolKind::Opaque, "found");
  walk.model.symbols[static_cast<std::size_t>(id.value)].data = true;
  const Polynomial found = Polynomial::symbol(id);
  const auto rest = subtract(most, found);
  if (!rest) return std::nullopt;
  walk.state.conditions.push_back(found);
  walk.state.conditions.push_back(*rest);
  return found;
}

namespace {

/// Which number of its array the element is, or the part of it: nothing where that is no whole one.
std::optional<ListedValue> numberAt(const Walk& walk, const ElementPlace& element, clang::QualType type) {
  const ArrayObject& object = walk.model.arrays[static_cast<std::size_t>(element.array.value)];
  if (object.rows || !element.index) return std::nullopt;
  if (element.piece && !element.piece->at) return std::nullopt;
  const std::int64_t size = walk.record.sizeOf(type);
  std::int64_t begin = element.begin, end = element.end;
  // `ends[1]` is a number of each element, as a member is; `ends[c]` is one of some.
  const auto fixed = element.piece ? element.piece->at->polynomial.constant() : std::nullopt;
  if (fixed) begin = *fixed, end = begin + element.piece->bytes;
  const std::int64_t run = (end - begin) / size;
  const bool isNumber = element.piece ? element.piece->bytes == size : run == 1;
  if (size > mostBytes || !isNumber || run * size != end - begin) return std::nullopt;
  ListedValue value{{element.array}, element.index->polynomial};
  if (end - begin == object.elementBytes && run == 1) return value;
  value.list = {element.array, type.getCanonicalType().getUnqualifiedType().getAsString(), begin, run};
  const auto before = multiply(value.position, Polynomial(run));
  const auto inside = subtract(element.piece ? element.piece->at->polynomial : Polynomial(begin), Polynomial(begin));
  const auto behind = inside ? dividedBy(*inside, size) : std::nullopt;
  const auto position = before && behind ? add(*before, *behind) : std::nullopt;
  if (!position) return std::nullopt;
  value.position = *position;
  return value;
}

}  // namespace

Value listedElement(Walk& walk, const ElementPlace& element, const clang::Expr* lvalue) {
  const ArrayObject& object = walk.model.arrays[static_cast<std::size_t>(element.array.value)];
  const clang::QualType type = lvalue->getType();
  if (!isInteger(type) || type->isEnumeralType() || type.isVolatileQualified() || lvalue->refersToBitField())
    return std::monostate{};
  if (!mayFollow(walk) || walk.known.changedLists.contains(object.base)) return std::monostate{};
  // Where the loop writes no element of the list, one has the same value wherever it is read.
  const auto value = numberAt(walk, element, type);
  if (!value) return std::monostate{};
  std::vector<Symbol>& symbols = walk.model.symbols;
  auto known = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& one) { return one.listed == *value; });
  const auto place = static_cast<int>(known - symbols.begin());
  const SymbolId id =
      known != symbols.end() ? SymbolId{place} : walk.record.newSymbol(SymbolKind::Opaque, object.name + "[]");
  symbols[static_cast<std::size_t>(id.value)].listed = value;
  return ListedNumber{{Polynomial::symbol(id), {}}};
}

std::optional<ElementPlace> withoutListed(const Walk& walk, const ElementPlace& element) {
  const auto isListed = [&](const std::optional<IntegerValue>& value) {
    return value && mentionsListed(walk.model.symbols, value->polynomial);
  };
  ElementPlace place = element;
  if (place.piece && isListed(place.piece->at)) place.piece->at.reset();
  if (isListed(place.index)) place.index = settled(walk, *element.index);
  if (place.index == element.index && place.piece == element.piece) return std::nullopt;
  if (!place.index) place.inside.clear();
  return place;
}

std::set<std::string> changedLists(const LoopModel& model) {
  std::set<ArrayId> changed;
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) changed.insert(access.array);
  for (const Append& append : model.appends) changed.insert(append.array);
  std::set<std::string> bases;
  for (const Symbol& symbol : model.symbols)
    if (symbol.listed && changed.contains(symbol.listed->list.array))
      bases.insert(model.arrays[static_cast<std::size_t>(symbol.listed->list.array.value)].base);
  return bases;
}

}  // namespace clustrix::compiler
