#include "Memory/ElementParts.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// `bytes` of a piece from its byte `begin` on.
Piece pieceOf(const Piece& whole, std::int64_t begin, std::int64_t bytes) {
  Piece part{whole.at, bytes};
  if (!part.at) return part;
  const auto at = add(part.at->polynomial, Polynomial(begin));
  if (at)
    part.at->polynomial = *at;
  else
    part.at.reset();
  return part;
}

/// Of an object, or of one that a pointer leads to.
clang::QualType objectType(clang::QualType type) { return type->isPointerType() ? type->getPointeeType() : type; }

/// Where the base that a conversion leads to begins; nothing where only the object itself knows.
std::optional<std::int64_t> beginOfBase(const clang::ASTContext& context, const clang::CastExpr& conversion) {
  const auto* record = objectType(conversion.getSubExpr()->getType())->getAsCXXRecordDecl();
  clang::CharUnits begin;
  for (const clang::CXXBaseSpecifier* step : conversion.path()) {
    const auto* base = step->getType()->getAsCXXRecordDecl();
    if (!record || !base || step->isVirtual()) return std::nullopt;
    begin += context.getASTRecordLayout(record).getBaseClassOffset(base);
    record = base;
  }
  return begin.getQuantity();
}

/// An empty class has a byte of its own nowhere, as a base.
std::int64_t bytesInside(const clang::ASTContext& context, clang::QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  if (record && record->isEmpty()) return 0;
  return context.getTypeInfoDataSizeInChars(type).Width.getQuantity();
}

}  // namespace

std::optional<ByteRange> bytesOf(const clang::ASTContext& context, const clang::FieldDecl& field) {
  if (field.isBitField()) return std::nullopt;
  const auto& layout = context.getASTRecordLayout(field.getParent());
  const auto begin = static_cast<std::int64_t>(layout.getFieldOffset(field.getFieldIndex()) / 8);
  const std::int64_t bytes = field.isPotentiallyOverlapping()
                                 ? bytesInside(context, field.getType())
                                 : context.getTypeSizeInChars(field.getType()).getQuantity();
  return ByteRange{begin, begin + bytes};
}

void narrow(ElementPlace& element, const ByteRange& bytes) {
  // Somewhere: nothing at all has no place of its own.
  if (bytes.begin >= bytes.end) {
    element.piece = Piece{std::nullopt, 1};
  } else if (element.piece) {
    element.piece = pieceOf(*element.piece, bytes.begin, bytes.end - bytes.begin);
  } else {
    element.begin += bytes.begin;
    element.end = element.begin + (bytes.end - bytes.begin);
  }
}

Place partOfBase(const clang::ASTContext& context, Place whole, const clang::CastExpr& conversion) {
  const clang::CastKind kind = conversion.getCastKind();
  if (kind != clang::CK_DerivedToBase && kind != clang::CK_UncheckedDerivedToBase) return whole;
  if (auto* local = std::get_if<LocalPlace>(&whole)) local->whole = false;
  auto* element = std::get_if<ElementPlace>(&whole);
  if (!element) return whole;
  const std::int64_t bytes = bytesInside(context, objectType(conversion.getType()));
  if (const auto begin = beginOfBase(context, conversion))
    narrow(*element, {*begin, *begin + bytes});
  else
    element->piece = Piece{std::nullopt, std::max<std::int64_t>(bytes, 1)};
  return whole;
}

}  // namespace clustrix::compiler
