// Containers of containers: `rows[i][j]`, where each row is memory of its own, of its own size.
//
// A row that is the same in all iterations is a container like any other, called `rows[r]`. Of rows that differ, the
// model makes one array with a pitch that no row is longer than:
//
//     rows[i][j]      is      element i * pitch + j,   0 <= j < pitch
//
// which tells exactly which iterations meet: rows never overlap, and what lies outside a row is not touched. Its base
// is written `rows[].data()`; no device can have such an array, and a kernel for the host has the container by
// reference.
#include "Walker.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

bool isVector(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || !record->getIdentifier()) return false;
  return record->getName() == "vector" || record->getName() == "array";
}

clang::QualType firstArgument(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto* specialisation = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!specialisation || specialisation->getTemplateArgs().size() == 0) return {};
  const clang::TemplateArgument& argument = specialisation->getTemplateArgs()[0];
  return argument.getKind() == clang::TemplateArgument::Type ? argument.getAsType() : clang::QualType();
}

void addOnce(std::vector<Effect>& effects, const Effect& effect) {
  if (std::none_of(effects.begin(), effects.end(),
                   [&](const Effect& known) { return known.message == effect.message; }))
    effects.push_back(effect);
}

}  // namespace

/// The type of the elements of a container whose elements hold memory of their own, or null.
clang::QualType Walker::rowType(const clang::Expr* container) const {
  if (!isVector(container->getType())) return {};
  const clang::QualType row = firstArgument(container->getType());
  return !row.isNull() && holdsMemory(row) && !row.isVolatileQualified() ? row : clang::QualType();
}

/// `rows[index]` as an object from outside the loop.
std::optional<Place> Walker::rowPlace(const clang::Expr* container, const Value& index, clang::SourceRange range) {
  const clang::QualType type = rowType(container);
  if (type.isNull()) return std::nullopt;
  const auto rows = namedObject(container);
  const auto* position = std::get_if<IntegerValue>(&index);
  if (!rows || rows->row || known_.inLoop.contains(rows->key) || known_.appends.contains(rows->key))
    return std::nullopt;
  memoryScalar(*rows, range.getBegin());
  OuterName name;
  name.type = type;
  name.name = rows->name;
  name.inMemory = true;
  name.variable = rows->variable;
  name.range = range;
  name.constObject = rows->constObject || rows->type.getNonReferenceType().isConstQualified();
  if (name.constObject) name.type = name.type.withConst();
  const auto varies = [&](SymbolId id) {
    return model.symbols[static_cast<std::size_t>(id.value)].kind != SymbolKind::Parameter;
  };
  const bool fixed = position && !position->polynomial.mentionsAny(varies) &&
                     std::none_of(position->needs.begin(), position->needs.end(),
                                  [&](const Bound& need) { return need.value.mentionsAny(varies); });
  if (fixed) {
    require(position->needs, range.getBegin());
    const std::string place = hostText(position->polynomial);
    name.key = {rows->key.first, rows->key.second + "[" + place + "]"};
    name.expression = rows->expression + "[" + place + "]";
    reached(name.key, range.getBegin());
  } else {
    if (!isVector(type)) {
      effect("effect.unsupported-type", range.getBegin(),
             "the elements of '" + rows->name + "' are not trivially copyable", "keep the data in one flat container");
      return std::nullopt;
    }
    name.key = {rows->key.first, rows->key.second + "[" + std::to_string(rowPlaces_++) + "]"};
    name.expression = rows->expression + "[]";
    name.row = std::make_shared<Row>(Row{rows->expression, rows->name, rows->identity, index});
    const Effect apart{"plan.host-only", "the rows of '" + rows->name + "' lie apart, and which are used varies",
                       "keep the data in one flat container", point(range.getBegin())};
    // A search tries iterations that the loop may not have, and perhaps there is no such row.
    if (frames_.empty() && !searching_) {
      const clang::QualType whole = rows->type.getNonReferenceType();
      const bool isConst = rows->constObject || whole.isConstQualified();
      capture(*rows, {.kind = Capture::Value,
                      .name = rows->name,
                      .type = (isConst ? "const " : "") + typeText(whole.getUnqualifiedType(), range.getBegin()) + "&",
                      .expression = rows->expression,
                      .array = {}});
      addOnce(model.hostCalls, apart);
    } else {
      model.obstacles.push_back({"plan.not-expressible", apart.message, apart.hint, apart.at});
    }
  }
  outer_.insert_or_assign(name.key, name);
  return OuterPlace{name.key};
}

/// The first element of a row, in the array that stands for all rows of its container.
std::optional<PointerValue> Walker::rowStart(const OuterName& name, clang::QualType element) {
  const Row& row = *name.row;
  const auto* record = element->getAsCXXRecordDecl();
  if (element->isBooleanType() || element.isVolatileQualified() || element->isAtomicType() ||
      (record && !copiesAsBytes(element)))
    return std::nullopt;
  const auto id = array(row.name, row.rows + "[].data()", element, [&](ArrayObject& made) {
    made.constElements = name.constObject || element.isConstQualified();
    if (!row.identity.empty()) made.identity = row.identity + "[]";
  });
  if (!id) return std::nullopt;
  PointerValue start{*id, std::nullopt, std::nullopt};
  const auto* index = std::get_if<IntegerValue>(&row.index);
  const auto offset = index ? multiply(index->polynomial, Polynomial::symbol(pitchOf(row))) : std::nullopt;
  if (offset) start.offset = IntegerValue{*offset, index->needs};
  return start;
}

/// A number of elements that no row exceeds.
SymbolId Walker::pitchOf(const Row& row) {
  const SymbolId pitch = parameterOf("longest row of " + row.rows, row.name + "[].size()", context_.getSizeType());
  Symbol& symbol = model.symbols[static_cast<std::size_t>(pitch.value)];
  symbol.min = 1;
  symbol.max = (static_cast<Int128>(1) << 40);
  return pitch;
}

/// The size of one row of many: another number for each.
SymbolId Walker::rowSize(const OuterName& name) {
  const SymbolId size = newSymbol(SymbolKind::Opaque, name.name + "[].size()");
  model.symbols[static_cast<std::size_t>(size.value)].min = 0;
  model.symbols[static_cast<std::size_t>(size.value)].max = (static_cast<Int128>(1) << 62) - 1;
  rowSizes_.insert(size.value);
  return size;
}

bool Walker::mentionsRowSize(const Polynomial& value) const {
  return value.mentionsAny([&](SymbolId id) { return rowSizes_.contains(id.value); });
}

/// What holds of a subscript of a row, or the program would be undefined.
std::vector<Polynomial> Walker::insideRow(const OuterName& name, const Value& column) {
  const auto* integer = std::get_if<IntegerValue>(&column);
  if (!name.row || !integer) return {};
  const auto last = subtract(Polynomial::symbol(pitchOf(*name.row)), Polynomial(1));
  const auto left = last ? subtract(*last, integer->polynomial) : std::nullopt;
  return left ? std::vector<Polynomial>{integer->polynomial, *left} : std::vector<Polynomial>{};
}

}  // namespace clustrix::compiler
