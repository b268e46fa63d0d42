// Rows behind pointers: `a[i][j]` of a `double** a`, where each row is wherever its pointer leads.
//
//     a[i]          element i of the array of pointers `a`
//     a[i][j]       element i * pitch + j of an array `a[]`,   0 <= j < pitch
//
// Rows are taken to be apart, and longer than any subscript that is used: a guard asks for the first, and for no
// subscript in front of a row. The rows of planes, `c[k][i][j]`, are those behind the pointers of `c[]`.
#include "Library/LibraryTypes.h"
#include "Lower/Recorder.h"
#include "Memory/Rows.h"

#include <algorithm>

namespace clustrix::compiler {

/// What the pointer in an element of `table` leads to. Nothing where that is no array of pointers by itself.
std::optional<PointerValue> Rows::pointerRow(const ElementPlace& table, clang::QualType pointer,
                                             clang::SourceLocation) {
  const auto from = static_cast<std::size_t>(table.array.value);
  const ArrayObject pointers = model_.arrays[from];
  const bool isWhole = !table.piece && table.begin == 0 && table.end == pointers.elementBytes;
  // A search tries iterations that the loop may not have, and perhaps there is no such pointer.
  if (!table.index || !isWhole || walk_.searching || !walk_.elementTypes[from]->isPointerType() ||
      (pointers.rows && pointers.rows->kind != RowPath::Pointers))
    return std::nullopt;
  const clang::QualType element = pointer->getPointeeType();
  if (element->isFunctionType() || element->isVoidType() || element->isArrayType() ||
      walk_.record.sizeOf(element) == 0 || element.isVolatileQualified() || element->isAtomicType() ||
      (element->isRecordType() && !copiesAsBytes(element)))
    return std::nullopt;
  RowPath rows{RowPath::Pointers, pointers.base, 1};
  if (pointers.rows) rows = {RowPath::Pointers, pointers.rows->container, pointers.rows->levels + 1};
  const std::string base = baseOf(rows), name = pointers.name + "[]";
  const auto id = walk_.record.array(name, base, element, [&](ArrayObject& made) {
    made.constElements = element.isConstQualified();
    made.rows = rows;
  });
  if (!id) return std::nullopt;
  const SymbolId pitch = pitchOf(base, name);
  pointerRows_.insert_or_assign(*id, PointerRows{table.array, pitch});
  const auto offset = multiply(table.index->polynomial, Polynomial::symbol(pitch));
  if (!offset) return PointerValue{*id, std::nullopt, std::nullopt};
  return PointerValue{*id, IntegerValue{*offset, table.index->needs}, std::nullopt};
}

/// What the guards ask of the subscripts of an element.
std::vector<Polynomial> Rows::insidePointerRow(ArrayId rows, const IntegerValue& offset) const {
  std::vector<Polynomial> inside;
  IntegerValue index = offset;
  for (auto level = pointerRows_.find(rows); level != pointerRows_.end(); level = pointerRows_.find(rows)) {
    const SymbolId pitch = level->second.pitch;
    const auto row = index.polynomial.coefficientOf(pitch);
    const Polynomial column = index.polynomial.without(pitch);
    const auto last = subtract(Polynomial::symbol(pitch), Polynomial(1));
    const auto left = last ? subtract(*last, column) : std::nullopt;
    if (!row || !left) return {};
    inside.insert(inside.end(), {column, *left});
    index.polynomial = *row;
    rows = level->second.table;
  }
  return inside;
}

/// A pointer that the loop writes leads elsewhere in another iteration.
void Rows::checkPointerRows() {
  for (const auto& [rows, behind] : pointerRows_) {
    const auto isWritten = [&, table = behind.table](const Access& access) {
      return access.kind == AccessKind::Write && access.array == table;
    };
    const bool used = std::any_of(model_.accesses.begin(), model_.accesses.end(),
                                  [&, id = rows](const Access& access) { return access.array == id; });
    if (used && std::any_of(model_.accesses.begin(), model_.accesses.end(), isWritten))
      walk_.record.effect("effect.pointer-unknown", input_.loop.getBeginLoc(),
                          "the pointers in '" + model_.arrays[static_cast<std::size_t>(behind.table.value)].name +
                              "' are followed and written in the loop");
  }
}

}  // namespace clustrix::compiler
