// Rows: of containers of containers, behind pointers, and of arrays with a length that is known at run time.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

struct RowChain;

/// Rows behind pointers: of the pointers' array, with a pitch.
struct PointerRows {
  ArrayId table;
  SymbolId pitch;
};

class Rows : public WalkPart {
 public:
  using WalkPart::WalkPart;

  clang::QualType rowType(const clang::Expr* container) const;
  std::optional<Place> rowPlace(const clang::Expr* container, const Value& index, clang::QualType written,
                                clang::SourceRange range);
  std::optional<Place> rowOfArray(const clang::ArraySubscriptExpr* element);
  void rowMember(const OuterName& object, const clang::FieldDecl* field, OuterName& name);
  Place partOfRow(const OuterName& name);
  std::optional<PointerValue> rowStart(const OuterName& name, clang::QualType element);
  std::vector<Polynomial> insideRow(const OuterName& name, const Value& column);
  SymbolId rowSize(const OuterName& name);
  bool mentionsRowSize(const Polynomial& value) const;
  std::optional<PointerValue> pointerRow(const ElementPlace& table, clang::QualType pointer, clang::SourceLocation at);
  std::vector<Polynomial> insidePointerRow(ArrayId rows, const IntegerValue& offset) const;
  void checkPointerRows();
  std::optional<Place> variableRowElement(const clang::ArraySubscriptExpr* element);

 private:
  ContainerRow rowAt(const OuterName& rows, const Value& index);
  void holdContainer(const OuterName& rows, clang::SourceLocation at);
  SymbolId pitchOf(const ContainerRow& row);
  SymbolId pitchOf(const std::string& rows, const std::string& name);
  std::optional<ArrayId> variableRowsArray(const OuterName& name);
  std::string pitchText(const RowChain& chain, std::size_t level) const;
  int pitchCapture(const RowChain& chain, std::size_t level);
  Value pitchValue(const RowChain& chain, std::size_t level);
  void flattenSubscripts(const RowChain& chain);

  int rowPlaces_ = 0;
  std::set<int> rowSizes_;  // symbols that are sizes of rows
  std::map<ArrayId, PointerRows> pointerRows_;
};

}  // namespace clustrix::compiler
