// Containers of containers: `rows[i][j]`, where each row is memory of its own, of its own size.
//
// A row that is the same in all iterations is a container like any other, called `rows[r]`. Of rows that differ, the
// model makes one array with a pitch that no row is longer than:
//
//     rows[i][j]        is      element i * pitch + j,   0 <= j < pitch
//     rows[i].v[j]      is      the same of the members `v`, and rows[i].k element i of an array of numbers
//
// which tells exactly which iterations meet: rows never overlap, and what lies outside a row is not touched. Its base
// is written `rows[].data()`; no device can have such an array, and a kernel for the host has the container by
// reference.
#include "Memory/Rows.h"
#include "KernelText/HostText.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"

#include "clustrix/RowPath.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Of a container of such containers, the rows have their elements apart from each other.
bool isContainer(clang::QualType type) { return isApart(type) || isInPlace(type); }

clang::QualType firstArgument(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto* specialisation = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!specialisation || specialisation->getTemplateArgs().size() == 0) return {};
  const clang::TemplateArgument& argument = specialisation->getTemplateArgs()[0];
  return argument.getKind() == clang::TemplateArgument::Type ? argument.getAsType() : clang::QualType();
}

/// A class of the program's, whose members can be named.
bool isOwnClass(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isInStdNamespace() && !record->isUnion() &&
         !record->isLambda() && record->getIdentifier();
}

void addOnce(std::vector<Effect>& effects, const Effect& effect) {
  if (std::none_of(effects.begin(), effects.end(),
                   [&](const Effect& known) { return known.message == effect.message; }))
    effects.push_back(effect);
}

}  // namespace

/// The type of the elements of a container or array whose elements hold memory of their own, or null.
clang::QualType Rows::rowType(const clang::Expr* container) const {
  const clang::QualType type = container->getType().getNonReferenceType();
  const auto* array = context_.getAsConstantArrayType(type);
  if (!array && !isContainer(type)) return {};
  const clang::QualType row = array ? array->getElementType() : firstArgument(type);
  return !row.isNull() && walk_.names.holdsMemory(row) && !row.isVolatileQualified() ? row : clang::QualType();
}

/// One row of those of `rows`, which may be one of many itself:
///
///     planes[k][i]      is      row k * pitch + i of `planes[][]`,   0 <= i < pitch
ContainerRow Rows::rowAt(const OuterName& rows, const Value& index) {
  if (!rows.row) return {{RowPath::Parts, rows.expression, 1}, rows.name, rows.identity, "[]", index};
  ContainerRow row = *rows.row;
  const std::vector<Polynomial> inside = insideRow(rows, index);
  row.inside = inside;
  const auto *first = std::get_if<IntegerValue>(&rows.row->index), *second = std::get_if<IntegerValue>(&index);
  const auto before =
      first && second ? multiply(first->polynomial, Polynomial::symbol(pitchOf(*rows.row))) : std::nullopt;
  const auto sum = before ? add(*before, second->polynomial) : std::nullopt;
  row.index = Value{};
  if (sum) {
    IntegerValue both{*sum, first->needs};
    both.needs.insert(both.needs.end(), second->needs.begin(), second->needs.end());
    row.index = std::move(both);
  }
  row.path += "[]";
  if (row.rows.member.empty())
    ++row.rows.levels;
  else
    row.rows = {RowPath::Parts, baseOf(row.rows), 1};
  return row;
}

/// A kernel for the host has the container by reference.
void Rows::holdContainer(const OuterName& rows, clang::SourceLocation at) {
  const Effect apart{"plan.host-only", "the rows of '" + rows.name + "' lie apart, and which are used varies",
                     "keep the data in one flat container", walk_.record.point(at)};
  // A search tries iterations that the loop may not have, and perhaps there is no such row.
  if (walk_.searching) return model_.obstacles.push_back({"plan.not-expressible", apart.message, apart.hint, apart.at});
  addOnce(model_.kernel.hostCalls, apart);
  if (rows.row) return;  // which has been reached through the container
  const clang::QualType whole = rows.type.getNonReferenceType();
  const bool isConst = rows.constObject || whole.isConstQualified();
  const clang::QualType plain = context_.getUnqualifiedArrayType(whole);
  const std::string named =
      plain->isArrayType()
          ? walk_.host.typeText(context_.getLValueReferenceType(isConst ? plain.withConst() : plain), at)
          : (isConst ? "const " : "") + walk_.host.typeText(plain, at) + "&";
  const int held = walk_.record.capture(rows, {.kind = Capture::Value,
                                               .name = rows.name,
                                               .type = named,
                                               .expression = rows.expression,
                                               .array = {},
                                               .byReference = true});
  // Some of the text may see it as const, and some not.
  Capture& container = model_.kernel.captures[static_cast<std::size_t>(held)];
  if (!isConst) container.type = named;
  if (!isConst) container.byReference = true;
}

/// `rows[index]` as an object from outside the loop. `written`: the type that the subscript is computed in.
std::optional<Place> Rows::rowPlace(const clang::Expr* container, const Value& index, clang::QualType written,
                                    clang::SourceRange range) {
  const clang::QualType type = rowType(container);
  if (type.isNull()) return std::nullopt;
  const auto rows = walk_.names.namedObject(container);
  const auto* position = std::get_if<IntegerValue>(&index);
  if (!rows || known_.inLoop.contains(rows->key) || known_.appends.contains(rows->key)) return std::nullopt;
  // A row that grows moves.
  const auto isOfThem = [&](const auto& append) {
    return append.first.first == rows->key.first && append.first.second.starts_with(rows->key.second + "[");
  };
  if (std::any_of(known_.appends.begin(), known_.appends.end(), isOfThem)) return std::nullopt;
  if (!rows->row) walk_.record.memoryScalar(*rows, range.getBegin());
  OuterName name;
  name.type = type;
  name.name = rows->name;
  name.inMemory = true;
  name.variable = rows->variable;
  name.range = range;
  name.constObject = rows->constObject || rows->type.getNonReferenceType().isConstQualified();
  if (name.constObject) name.type = name.type.withConst();
  const bool isFixed = !rows->row && position && isOverParameters(model_, position->polynomial) &&
                       std::none_of(position->needs.begin(), position->needs.end(),
                                    [&](const Bound& need) { return !isOverParameters(model_, need.value); });
  const auto fixed = isFixed ? walk_.host.hostSubscript(*position, written) : std::nullopt;
  if (fixed) {
    const std::string& place = *fixed;
    name.key = {rows->key.first, rows->key.second + "[" + place + "]"};
    name.expression = rows->expression + "[" + place + "]";
    walk_.names.reached(name.key, range.getBegin());
  } else {
    if (!isContainer(type) && !isOwnClass(type)) {
      walk_.record.effect("effect.unsupported-type", range.getBegin(),
                          "the elements of '" + rows->name + "' are not trivially copyable",
                          "keep the data in one flat container");
      return std::nullopt;
    }
    name.key = {rows->key.first, rows->key.second + "[" + std::to_string(rowPlaces_++) + "]"};
    name.expression = rows->expression + "[]";
    name.row = std::make_shared<ContainerRow>(rowAt(*rows, index));
    holdContainer(*rows, range.getBegin());
  }
  walk_.outer.insert_or_assign(name.key, name);
  return OuterPlace{name.key};
}

/// `rows[i]` of an array of containers.
std::optional<Place> Rows::rowOfArray(const clang::ArraySubscriptExpr* element) {
  const clang::Expr* array = element->getBase()->IgnoreParenImpCasts();
  if (!array->getType()->isConstantArrayType() || rowType(array).isNull() || !walk_.names.outerName(array))
    return std::nullopt;
  return rowPlace(array, walk_.expressions.evaluate(element->getIdx()),
                  element->getIdx()->IgnoreParenImpCasts()->getType(), element->getSourceRange());
}

/// The first element of a row, in the array that stands for all rows of its container.
std::optional<PointerValue> Rows::rowStart(const OuterName& name, clang::QualType element) {
  const ContainerRow& row = *name.row;
  const auto* record = element->getAsCXXRecordDecl();
  // Views of rows may see the same ones.
  if (!isContainer(name.type) || element->isBooleanType() || element.isVolatileQualified() || element->isAtomicType() ||
      (record && !copiesAsBytes(element)))
    return std::nullopt;
  RowPath rows = row.rows;
  rows.kind = RowPath::Containers;
  const auto id = walk_.record.array(name.name, baseOf(rows), element, [&](ArrayObject& made) {
    made.rows = rows;
    made.constElements = name.constObject || element.isConstQualified();
    if (!row.identity.empty()) made.identity = row.identity + row.path;
  });
  if (!id) return std::nullopt;
  PointerValue start{*id, std::nullopt, std::nullopt};
  const auto* index = std::get_if<IntegerValue>(&row.index);
  const auto offset = index ? multiply(index->polynomial, Polynomial::symbol(pitchOf(row))) : std::nullopt;
  if (offset) start.offset = IntegerValue{*offset, index->needs};
  return start;
}

/// A member of an object that is one of many.
void Rows::rowMember(const OuterName& object, const clang::FieldDecl* field, OuterName& name) {
  auto row = std::make_shared<ContainerRow>(*object.row);
  const std::string member = "." + name.expression.substr(object.expression.size() + 1);
  row->path += member;
  row->rows.member += member;
  name.row = row;
  if (field->isBitField() || field->getParent()->isUnion())
    walk_.record.effect("effect.bit-field", name.range.getBegin(),
                        "a bit-field or a member of a union is used, of an object of '" + row->name + "'");
}

/// A number or the like in an object that is one of many: an element of an array of its own.
Place Rows::partOfRow(const OuterName& name) {
  const ContainerRow& row = *name.row;
  const clang::QualType type = name.type.getNonReferenceType();
  const clang::QualType element = context_.getBaseElementType(type);
  const auto* record = element->getAsCXXRecordDecl();
  const bool plain = !name.type->isReferenceType() && !element.isVolatileQualified() && !element->isAtomicType() &&
                     (element->isArithmeticType() || element->isEnumeralType() || (record && copiesAsBytes(element)));
  const auto id =
      !plain ? std::nullopt : walk_.record.array(name.name, baseOf(row.rows), element, [&](ArrayObject& made) {
        made.rows = row.rows;
        made.constElements = name.constObject || element.isConstQualified();
        if (!row.identity.empty()) made.identity = row.identity + row.path;
      });
  if (!id) return UnknownPlace{};
  const std::int64_t bytes = walk_.record.sizeOf(type),
                     one = model_.arrays[static_cast<std::size_t>(id->value)].elementBytes;
  ElementPlace place{*id, std::nullopt, 0, bytes};
  place.inside = row.inside;
  const auto* index = std::get_if<IntegerValue>(&row.index);
  const auto offset = index ? multiply(index->polynomial, Polynomial(bytes / one)) : std::nullopt;
  if (offset) place.index = IntegerValue{*offset, index->needs};
  return place;
}

/// A number of elements that no row exceeds.
SymbolId Rows::pitchOf(const ContainerRow& row) { return pitchOf(baseOf(row.rows), row.name + row.path); }

/// No run knows this number, so that what stands for its C++ is none.
SymbolId Rows::pitchOf(const std::string& rows, const std::string& name) {
  const SymbolId pitch = walk_.record.parameterOf("longest row of " + rows, name + ".size()", context_.getSizeType());
  Symbol& symbol = model_.symbols[static_cast<std::size_t>(pitch.value)];
  symbol.pitchOf = rows;
  symbol.min = 1;
  symbol.max = static_cast<Int128>(1) << 40;
  return pitch;
}

/// The size of one row of many: another number for each.
SymbolId Rows::rowSize(const OuterName& name) {
  const SymbolId size = walk_.record.newSymbol(SymbolKind::Opaque, name.name + "[].size()");
  model_.symbols[static_cast<std::size_t>(size.value)].min = 0;
  model_.symbols[static_cast<std::size_t>(size.value)].max = (static_cast<Int128>(1) << 62) - 1;
  rowSizes_.insert(size.value);
  return size;
}

bool Rows::mentionsRowSize(const Polynomial& value) const {
  return value.mentionsAny([&](SymbolId id) { return rowSizes_.contains(id.value); });
}

/// What holds of a subscript of a row, or the program would be undefined.
std::vector<Polynomial> Rows::insideRow(const OuterName& name, const Value& column) {
  const auto* integer = std::get_if<IntegerValue>(&column);
  if (!name.row) return {};
  std::vector<Polynomial> inside = name.row->inside;
  const auto last = subtract(Polynomial::symbol(pitchOf(*name.row)), Polynomial(1));
  const auto left = last && integer ? subtract(*last, integer->polynomial) : std::nullopt;
  if (left) inside.insert(inside.end(), {integer->polynomial, *left});
  return inside;
}

}  // namespace clustrix::compiler
