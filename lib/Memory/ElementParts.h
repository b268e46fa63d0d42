// Which bytes of an element a member or a base of it is: writing one leaves the others as they are.
//
//     struct P { int x, y; };  struct Q : P { int w; };
//
//     q[i].w                      bytes 8 .. 11
//     static_cast<P&>(q[i])       bytes 0 .. 7
//
// Bytes that are padding behind a base belong to the class that has the base, which may keep members there.
#pragma once

#include "Lower/Values.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace clustrix::compiler {

/// Bytes [begin, end) of an object.
struct ByteRange {
  std::int64_t begin = 0, end = 0;
};

/// Those of a field in its class; nothing for a bit-field, which shares its bytes with others: all of the object then.
std::optional<ByteRange> bytesOf(const clang::ASTContext& context, const clang::FieldDecl& field);

/// The part becomes these bytes of it.
void narrow(ElementPlace& element, const ByteRange& bytes);

/// What a conversion to a class that the object's class is derived from designates. `whole`: the object.
Place partOfBase(const clang::ASTContext& context, Place whole, const clang::CastExpr& conversion);

}  // namespace clustrix::compiler
